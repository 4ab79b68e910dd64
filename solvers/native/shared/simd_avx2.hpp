// The AVX2 path of the streaming kernels: four 64-bit words; lanes are packed by a permutation
// from a table of sixteen.
#pragma once

#include <bit>
#include <cstdint>
#include <immintrin.h>

namespace minuet {
namespace {

// Entry k brings the lanes whose bits are set in k to the front, as pairs of 32-bit words.
alignas(32) constexpr std::int32_t pack_four[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 4, 5, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7}, {4, 5, 0, 1, 2, 3, 6, 7}, {0, 1, 4, 5, 2, 3, 6, 7},
    {2, 3, 4, 5, 0, 1, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {6, 7, 0, 1, 2, 3, 4, 5},
    {0, 1, 6, 7, 2, 3, 4, 5}, {2, 3, 6, 7, 0, 1, 4, 5}, {0, 1, 2, 3, 6, 7, 4, 5},
    {4, 5, 6, 7, 0, 1, 2, 3}, {0, 1, 4, 5, 6, 7, 2, 3}, {2, 3, 4, 5, 6, 7, 0, 1},
    {0, 1, 2, 3, 4, 5, 6, 7}};

struct Avx2 {
  static constexpr int lanes = 4;
  using Vec = __m256i;
  using Keep = __m256i; // lanes of ones: kept

  static Vec load(const std::uint64_t *from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from));
  }
  static void store(std::uint64_t *to, Vec v) {
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), v);
  }
  static Vec all(std::uint64_t word) { return _mm256_set1_epi64x(static_cast<long long>(word)); }
  static Vec both(Vec a, Vec b) { return _mm256_and_si256(a, b); }
  static Vec without(Vec a, Vec b) { return _mm256_andnot_si256(b, a); }
  static Vec either(Vec a, Vec b) { return _mm256_or_si256(a, b); }
  static Vec odd(Vec a, Vec b) { return _mm256_xor_si256(a, b); }
  static Vec either_both(Vec a, Vec b, Vec c) { return either(a, both(b, c)); }
  // a | (b & ~c), and what is in one of three at least, in two of them.
  static Vec either_without(Vec a, Vec b, Vec c) { return either(a, without(b, c)); }
  static Vec one_of(Vec a, Vec b, Vec c) { return either(either(a, b), c); }
  static Vec two_of(Vec a, Vec b, Vec c) { return either(both(a, b), both(c, either(a, b))); }
  // The sum of the lanes.
  static Vec plus(Vec a, Vec b) { return _mm256_add_epi64(a, b); }
  static int sum(Vec v) {
    const __m128i half = _mm_add_epi64(low(v), high(v));
    return _mm_cvtsi128_si32(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half)));
  }
  static Keep zeros(Vec v) { return _mm256_cmpeq_epi64(v, _mm256_setzero_si256()); }
  static Vec shorter(Vec v) { return both(v, _mm256_add_epi64(v, _mm256_set1_epi64x(-1))); }
  static unsigned bits(Keep keep) {
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(keep)));
  }
  static int count(Keep keep) { return std::popcount(bits(keep)); }
  static Vec kept(Vec v, Keep keep) { return both(v, keep); }
  static void pack(std::uint64_t *to, Vec v, Keep keep) {
    const auto *order = reinterpret_cast<const __m256i *>(pack_four[bits(keep)]);
    store(to, _mm256_permutevar8x32_epi32(v, _mm256_load_si256(order)));
  }

  // Sets of lanes.
  static Keep first_lanes(int count) {
    return _mm256_cmpgt_epi64(all(static_cast<std::uint64_t>(count)),
                              _mm256_setr_epi64x(0, 1, 2, 3));
  }
  static Keep zeros(Vec v, Keep among) { return both(zeros(v), among); }
  static Vec either(Vec a, Vec b, Keep where) { return either(a, both(b, where)); }
  static Vec choose(Vec a, Vec b, Keep second) { return _mm256_blendv_epi8(a, b, second); }
  static void pack_lanes(std::uint64_t *to, Vec v, unsigned lanes) {
    const auto *order = reinterpret_cast<const __m256i *>(pack_four[lanes]);
    store(to, _mm256_permutevar8x32_epi32(v, _mm256_load_si256(order)));
  }
  static Keep below(Vec a, Vec b) { return _mm256_cmpgt_epi64(b, a); }
  // How many bits each lane has.
  static Vec sizes(Vec v) {
    const Vec of_four =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const Vec four = _mm256_set1_epi8(15);
    const Vec low = _mm256_shuffle_epi8(of_four, both(v, four));
    const Vec high = _mm256_shuffle_epi8(of_four, both(_mm256_srli_epi64(v, 4), four));
    return _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
  }
  // a0 b0 a1 b1 ..., in two vectors.
  static Vec interleaved_low(Vec a, Vec b) {
    return _mm256_permute2x128_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b),
                                     0x20);
  }
  static Vec interleaved_high(Vec a, Vec b) {
    return _mm256_permute2x128_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b),
                                     0x31);
  }
  // The lowest bit of each lane.
  static Vec lowest(Vec v) { return both(v, _mm256_sub_epi64(_mm256_setzero_si256(), v)); }
  // table[k] where a lane is bit k alone; elsewhere all ones, which table[64] has to be.
  static Vec looked_up(const std::uint64_t *table, Vec bit, Keep) {
    const __m128i a = low(bit), b = high(bit);
    const auto at = [table](std::int64_t one) {
      return static_cast<std::int64_t>(table[std::countr_zero(static_cast<std::uint64_t>(one))]);
    };
    return _mm256_set_epi64x(at(_mm_extract_epi64(b, 1)), at(_mm_cvtsi128_si64(b)),
                             at(_mm_extract_epi64(a, 1)), at(_mm_cvtsi128_si64(a)));
  }

  static void fold(Vec a, Vec b, Vec c, std::uint64_t *one, std::uint64_t *two,
                   std::uint64_t *three) {
    __m128i x[3] = {low(a), low(b), low(c)};
    add(x, high(a), high(b), high(c));
    add(x, _mm_unpackhi_epi64(x[0], x[0]), _mm_unpackhi_epi64(x[1], x[1]),
        _mm_unpackhi_epi64(x[2], x[2]));
    *one = static_cast<std::uint64_t>(_mm_cvtsi128_si64(x[0]));
    *two = static_cast<std::uint64_t>(_mm_cvtsi128_si64(x[1]));
    *three = static_cast<std::uint64_t>(_mm_cvtsi128_si64(x[2]));
  }

private:
  static __m128i low(Vec v) { return _mm256_castsi256_si128(v); }
  static __m128i high(Vec v) { return _mm256_extracti128_si256(v, 1); }
  static void add(__m128i *x, __m128i a, __m128i b, __m128i c) {
    x[2] = _mm_or_si128(_mm_or_si128(x[2], c),
                        _mm_or_si128(_mm_and_si128(x[1], a), _mm_and_si128(x[0], b)));
    x[1] = _mm_or_si128(_mm_or_si128(x[1], b), _mm_and_si128(x[0], a));
    x[0] = _mm_or_si128(x[0], a);
  }
};

} // namespace
} // namespace minuet
