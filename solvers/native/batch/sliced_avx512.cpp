// The kernels of bit-sliced search for AVX-512, with vectors of four words: the lanes of
// eight would take all of a first-level cache.
#include "batch/sliced_kernel.hpp"
#include "shared/simd_avx2.hpp"

namespace minuet {

namespace {

struct SlicedAvx512 : Avx2 {
  static Vec either_both(Vec a, Vec b, Vec c) { return _mm256_ternarylogic_epi64(a, b, c, 0xf8); }
  static Vec either_without(Vec a, Vec b, Vec c) {
    return _mm256_ternarylogic_epi64(a, b, c, 0xf4);
  }
  static Vec one_of(Vec a, Vec b, Vec c) { return _mm256_ternarylogic_epi64(a, b, c, 0xfe); }
  static Vec two_of(Vec a, Vec b, Vec c) { return _mm256_ternarylogic_epi64(a, b, c, 0xe8); }
  static Vec both_both(Vec a, Vec b, Vec c) { return _mm256_ternarylogic_epi64(a, b, c, 0x80); }
  // Word k of vector n becomes word n of vector k.
  static void interchange(Vec *v) {
    const Vec a = _mm256_unpacklo_epi64(v[0], v[1]), b = _mm256_unpackhi_epi64(v[0], v[1]);
    const Vec c = _mm256_unpacklo_epi64(v[2], v[3]), d = _mm256_unpackhi_epi64(v[2], v[3]);
    v[0] = _mm256_permute2x128_si256(a, c, 0x20), v[1] = _mm256_permute2x128_si256(b, d, 0x20);
    v[2] = _mm256_permute2x128_si256(a, c, 0x31), v[3] = _mm256_permute2x128_si256(b, d, 0x31);
  }
  static Vec odd_of(Vec a, Vec b, Vec c) { return _mm256_ternarylogic_epi64(a, b, c, 0x96); }
  static Vec choose(Vec a, Vec b, Vec second) {
    return _mm256_ternarylogic_epi64(a, b, second, 0xd8);
  }
  template <int k> static Vec left(Vec v) { return _mm256_slli_epi64(v, k); }
  template <int k> static Vec right(Vec v) { return _mm256_srli_epi64(v, k); }
  static bool any(Vec v) { return !_mm256_testz_si256(v, v); }
};

} // namespace

SlicedKernel avx512_sliced_kernel() { return Sliced<SlicedAvx512>::kernel; }

} // namespace minuet
