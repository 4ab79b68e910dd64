// The path of the streaming kernels in WebAssembly: two 64-bit words.
#pragma once

#include <bit>
#include <cstdint>
#include <wasm_simd128.h>

namespace minuet {
namespace {

struct Wasm {
  static constexpr int lanes = 2;
  using Vec = v128_t;
  using Keep = v128_t; // lanes of ones: kept

  static Vec load(const std::uint64_t *from) { return wasm_v128_load(from); }
  static void store(std::uint64_t *to, Vec v) { wasm_v128_store(to, v); }
  static Vec all(std::uint64_t word) { return wasm_i64x2_splat(static_cast<std::int64_t>(word)); }
  static Vec both(Vec a, Vec b) { return wasm_v128_and(a, b); }
  static Vec without(Vec a, Vec b) { return wasm_v128_andnot(a, b); }
  static Vec either(Vec a, Vec b) { return wasm_v128_or(a, b); }
  static Vec odd(Vec a, Vec b) { return wasm_v128_xor(a, b); }
  static Vec either_both(Vec a, Vec b, Vec c) { return either(a, both(b, c)); }
  // a | (b & ~c), and what is in one of three at least, in two of them.
  static Vec either_without(Vec a, Vec b, Vec c) { return either(a, without(b, c)); }
  static Vec one_of(Vec a, Vec b, Vec c) { return either(either(a, b), c); }
  static Vec two_of(Vec a, Vec b, Vec c) { return either(both(a, b), both(c, either(a, b))); }
  // How many bits each lane has; the sum of the lanes.
  static Vec sizes(Vec v) {
    const Vec words =
        wasm_i32x4_extadd_pairwise_i16x8(wasm_i16x8_extadd_pairwise_i8x16(wasm_i8x16_popcnt(v)));
    return plus(both(words, all(0xffffffffu)), wasm_u64x2_shr(words, 32));
  }
  static Vec plus(Vec a, Vec b) { return wasm_i64x2_add(a, b); }
  static int sum(Vec v) { return static_cast<int>(low(v) + high(v)); }
  static Keep zeros(Vec v) { return wasm_i64x2_eq(v, all(0)); }
  // Without the lowest bit of each lane.
  static Vec shorter(Vec v) { return both(v, plus(v, all(~std::uint64_t{0}))); }
  static unsigned bits(Keep keep) { return static_cast<unsigned>(wasm_i64x2_bitmask(keep)); }
  static int count(Keep keep) { return std::popcount(bits(keep)); }
  static Vec kept(Vec v, Keep keep) { return both(v, keep); }
  // Where the first lane goes, the second one takes its place.
  static void pack(std::uint64_t *to, Vec v, Keep keep) {
    const Vec second = wasm_i64x2_shuffle(v, v, 1, 1);
    store(to, wasm_v128_bitselect(v, second, wasm_i64x2_shuffle(keep, keep, 0, 0)));
  }

  static void fold(Vec a, Vec b, Vec c, std::uint64_t *one, std::uint64_t *two,
                   std::uint64_t *three) {
    *three = low(c) | high(c) | (low(b) & high(a)) | (low(a) & high(b));
    *two = low(b) | high(b) | (low(a) & high(a));
    *one = low(a) | high(a);
  }

private:
  static std::uint64_t low(Vec v) {
    return static_cast<std::uint64_t>(wasm_i64x2_extract_lane(v, 0));
  }
  static std::uint64_t high(Vec v) {
    return static_cast<std::uint64_t>(wasm_i64x2_extract_lane(v, 1));
  }
};

} // namespace
} // namespace minuet
