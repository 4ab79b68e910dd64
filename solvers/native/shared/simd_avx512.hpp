// The AVX-512 path of the streaming kernels: eight 64-bit words, packed by vpcompressq.
//
// The lanes are packed in a register and stored whole: vpcompressq to memory is slow on some
// processors. Counters take one ternary-logic instruction a plane.
#pragma once

#include <bit>
#include <cstdint>
#include <immintrin.h>

namespace minuet {
namespace {

struct Avx512 {
  static constexpr int lanes = 8;
  using Vec = __m512i;
  using Keep = __mmask8;

  static Vec load(const std::uint64_t *from) { return _mm512_loadu_si512(from); }
  static void store(std::uint64_t *to, Vec v) { _mm512_storeu_si512(to, v); }
  static Vec all(std::uint64_t word) { return _mm512_set1_epi64(static_cast<long long>(word)); }
  static Vec both(Vec a, Vec b) { return _mm512_and_si512(a, b); }
  static Vec without(Vec a, Vec b) { return _mm512_andnot_si512(b, a); }
  static Vec either(Vec a, Vec b) { return _mm512_or_si512(a, b); }
  static Vec odd(Vec a, Vec b) { return _mm512_xor_si512(a, b); }
  // a | (b & c): bit k of the table is the result for a = k >> 2, b = k >> 1 & 1, c = k & 1.
  static Vec either_both(Vec a, Vec b, Vec c) { return _mm512_ternarylogic_epi64(a, b, c, 0xf8); }
  // a | (b & ~c), and what is in one of three at least, in two of them.
  static Vec either_without(Vec a, Vec b, Vec c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0xf4);
  }
  static Vec one_of(Vec a, Vec b, Vec c) { return _mm512_ternarylogic_epi64(a, b, c, 0xfe); }
  static Vec two_of(Vec a, Vec b, Vec c) { return _mm512_ternarylogic_epi64(a, b, c, 0xe8); }
  // The sum of the lanes.
  static Vec plus(Vec a, Vec b) { return _mm512_add_epi64(a, b); }
  static int sum(Vec v) { return static_cast<int>(_mm512_reduce_add_epi64(v)); }
  static Keep zeros(Vec v) { return _mm512_testn_epi64_mask(v, v); }
  static Vec shorter(Vec v) { return both(v, _mm512_add_epi64(v, _mm512_set1_epi64(-1))); }
  static unsigned bits(Keep keep) { return keep; }
  static int count(Keep keep) { return std::popcount(static_cast<unsigned>(keep)); }
  static Vec kept(Vec v, Keep keep) { return _mm512_maskz_mov_epi64(keep, v); }
  static void pack(std::uint64_t *to, Vec v, Keep keep) {
    store(to, _mm512_maskz_compress_epi64(keep, v));
  }

  // Sets of lanes.
  static Keep first_lanes(int count) { return static_cast<Keep>((1u << count) - 1); }
  static Keep both(Keep a, Keep b) { return _kand_mask8(a, b); }
  static Keep without(Keep a, Keep b) { return _kandn_mask8(b, a); }
  static Keep either(Keep a, Keep b) { return _kor_mask8(a, b); }
  static Keep zeros(Vec v, Keep among) { return _mm512_mask_testn_epi64_mask(among, v, v); }
  static Vec either(Vec a, Vec b, Keep where) { return _mm512_mask_or_epi64(a, where, a, b); }
  static Vec choose(Vec a, Vec b, Keep second) { return _mm512_mask_mov_epi64(a, second, b); }
  static void pack_lanes(std::uint64_t *to, Vec v, unsigned lanes) {
    pack(to, v, static_cast<Keep>(lanes));
  }
  static Keep below(Vec a, Vec b) { return _mm512_cmplt_epi64_mask(a, b); }
  // How many bits each lane has.
  static Vec sizes(Vec v) {
    const Vec of_four =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const Vec four = _mm512_set1_epi8(15);
    const Vec low = _mm512_shuffle_epi8(of_four, both(v, four));
    const Vec high = _mm512_shuffle_epi8(of_four, both(_mm512_srli_epi64(v, 4), four));
    return _mm512_sad_epu8(_mm512_add_epi8(low, high), _mm512_setzero_si512());
  }
  // a0 b0 a1 b1 ..., in two vectors.
  static Vec interleaved_low(Vec a, Vec b) {
    return _mm512_permutex2var_epi64(a, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), b);
  }
  static Vec interleaved_high(Vec a, Vec b) {
    return _mm512_permutex2var_epi64(a, _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15), b);
  }
  // The lowest bit of each lane.
  static Vec lowest(Vec v) { return both(v, _mm512_sub_epi64(_mm512_setzero_si512(), v)); }
  // table[k] where a lane is bit k alone; elsewhere all ones, which table[64] has to be.
  static Vec looked_up(const std::uint64_t *table, Vec bit, Keep where) {
    const Vec exponents = _mm512_srli_epi64(_mm512_castpd_si512(_mm512_cvtepu64_pd(bit)), 52);
    return _mm512_mask_i64gather_epi64(all(~std::uint64_t{0}), where,
                                       _mm512_sub_epi64(exponents, _mm512_set1_epi64(1023)), table,
                                       8);
  }

  static void fold(Vec a, Vec b, Vec c, std::uint64_t *one, std::uint64_t *two,
                   std::uint64_t *three) {
    Vec x[3] = {a, b, c};
    add(x, _mm512_shuffle_i64x2(a, a, 0x4e), _mm512_shuffle_i64x2(b, b, 0x4e),
        _mm512_shuffle_i64x2(c, c, 0x4e)); // the upper half beside the lower
    add(x, _mm512_shuffle_i64x2(x[0], x[0], 0xb1), _mm512_shuffle_i64x2(x[1], x[1], 0xb1),
        _mm512_shuffle_i64x2(x[2], x[2], 0xb1)); // the odd quarters beside the even
    add(x, _mm512_unpackhi_epi64(x[0], x[0]), _mm512_unpackhi_epi64(x[1], x[1]),
        _mm512_unpackhi_epi64(x[2], x[2]));
    *one = first(x[0]), *two = first(x[1]), *three = first(x[2]);
  }

private:
  static std::uint64_t first(Vec v) {
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(v)));
  }
  static void add(Vec *x, Vec a, Vec b, Vec c) {
    x[2] = either_both(either_both(either(x[2], c), x[1], a), x[0], b);
    x[1] = either_both(either(x[1], b), x[0], a);
    x[0] = either(x[0], a);
  }
};

} // namespace
} // namespace minuet
