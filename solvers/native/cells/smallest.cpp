#include "cells/smallest.hpp"

#include <algorithm>

#if defined(__GNUC__) && defined(__x86_64__)
#define MINUET_SMALLEST_AVX2
#include <immintrin.h>
#endif

namespace minuet {

namespace {

std::int32_t portable(const std::int32_t *sizes, std::int32_t count) {
  std::int32_t least = sizes[0];
  for (std::int32_t k = 1; k < count; ++k)
    least = std::min(least, sizes[k]);
  return static_cast<std::int32_t>(std::find(sizes, sizes + count, least) - sizes);
}

#ifdef MINUET_SMALLEST_AVX2
__attribute__((target("avx2"))) std::int32_t avx2(const std::int32_t *sizes, std::int32_t count) {
  const auto load = [sizes](std::int32_t k) __attribute__((target("avx2"))) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(sizes + k));
  };
  __m256i least = load(0);
  for (std::int32_t k = 8; k < count; k += 8)
    least = _mm256_min_epi32(least, load(k));
  least = _mm256_min_epi32(least, _mm256_permute2x128_si256(least, least, 1));
  least = _mm256_min_epi32(least, _mm256_shuffle_epi32(least, 0x4e));
  least = _mm256_min_epi32(least, _mm256_shuffle_epi32(least, 0xb1));
  for (std::int32_t k = 0;; k += 8) {
    const __m256i equal = _mm256_cmpeq_epi32(load(k), least);
    const auto mask = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(equal)));
    if (mask)
      return k + __builtin_ctz(mask);
  }
}

const bool has_avx2 = (__builtin_cpu_init(), __builtin_cpu_supports("avx2") != 0);
#endif

} // namespace

std::int32_t first_smallest(const std::int32_t *sizes, std::int32_t count) {
#ifdef MINUET_SMALLEST_AVX2
  if (has_avx2)
    return avx2(sizes, count);
#endif
  return portable(sizes, count);
}

} // namespace minuet
