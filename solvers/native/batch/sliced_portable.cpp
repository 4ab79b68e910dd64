// The kernels of bit-sliced search without vector instructions of a path of their own.
//
// Where the compiler knows vectors of two words they are used: every 64-bit processor has registers
// for them.
#include "batch/sliced_kernel.hpp"

namespace minuet {

namespace {

struct SlicedPortable {
#if defined(__GNUC__)
  static constexpr int lanes = 2;
  using Vec = std::uint64_t __attribute__((vector_size(16)));
  using Stored = std::uint64_t __attribute__((vector_size(16), aligned(8), may_alias));
  static Vec load(const std::uint64_t *from) { return *reinterpret_cast<const Stored *>(from); }
  static void store(std::uint64_t *to, Vec v) { *reinterpret_cast<Stored *>(to) = v; }
  static Vec all(std::uint64_t word) { return Vec{word, word}; }
  static void interchange(Vec *v) {
    const Vec a = v[0], b = v[1];
    v[0] = Vec{a[0], b[0]}, v[1] = Vec{a[1], b[1]};
  }
  static bool any(Vec v) { return (v[0] | v[1]) != 0; }
#else
  static constexpr int lanes = 1;
  using Vec = std::uint64_t;
  static Vec load(const std::uint64_t *from) { return *from; }
  static void store(std::uint64_t *to, Vec v) { *to = v; }
  static Vec all(std::uint64_t word) { return word; }
  static void interchange(Vec *) {}
  static bool any(Vec v) { return v != 0; }
#endif
  static Vec both(Vec a, Vec b) { return a & b; }
  static Vec both_both(Vec a, Vec b, Vec c) { return a & b & c; }
  static Vec without(Vec a, Vec b) { return a & ~b; }
  static Vec either(Vec a, Vec b) { return a | b; }
  static Vec either_both(Vec a, Vec b, Vec c) { return a | (b & c); }
  static Vec either_without(Vec a, Vec b, Vec c) { return a | (b & ~c); }
  static Vec odd(Vec a, Vec b) { return a ^ b; }
  static Vec odd_of(Vec a, Vec b, Vec c) { return a ^ b ^ c; }
  static Vec one_of(Vec a, Vec b, Vec c) { return a | b | c; }
  static Vec two_of(Vec a, Vec b, Vec c) { return (a & b) | (c & (a | b)); }
  static Vec choose(Vec a, Vec b, Vec second) { return (a & ~second) | (b & second); }
  template <int k> static Vec left(Vec v) { return v << k; }
  template <int k> static Vec right(Vec v) { return v >> k; }
};

} // namespace

SlicedKernel portable_sliced_kernel() { return Sliced<SlicedPortable>::kernel; }

} // namespace minuet
