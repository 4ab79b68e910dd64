// The portable path of the streaming kernels: a vector of one 64-bit word, in plain C++.
//
// It stands in an unnamed namespace, as the other paths do, so that no function compiled with one
// file's flags can be linked into another.
#pragma once

#include <bit>
#include <cstdint>

namespace minuet {
namespace {

struct Portable {
  static constexpr int lanes = 1;
  using Vec = std::uint64_t;
  using Keep = std::uint64_t; // all ones: kept

  static Vec load(const std::uint64_t *from) { return *from; }
  static void store(std::uint64_t *to, Vec v) { *to = v; }
  static Vec all(std::uint64_t word) { return word; }
  static Vec both(Vec a, Vec b) { return a & b; }
  static Vec without(Vec a, Vec b) { return a & ~b; }
  static Vec either(Vec a, Vec b) { return a | b; }
  static Vec odd(Vec a, Vec b) { return a ^ b; }
  static Vec either_both(Vec a, Vec b, Vec c) { return a | (b & c); }
  // a | (b & ~c), and what is in one of three at least, in two of them.
  static Vec either_without(Vec a, Vec b, Vec c) { return a | (b & ~c); }
  static Vec one_of(Vec a, Vec b, Vec c) { return a | b | c; }
  static Vec two_of(Vec a, Vec b, Vec c) { return (a & b) | (c & (a | b)); }
  // How many bits each lane has; the sum of the lanes.
  static Vec sizes(Vec v) { return static_cast<Vec>(std::popcount(v)); }
  static Vec plus(Vec a, Vec b) { return a + b; }
  static int sum(Vec v) { return static_cast<int>(v); }
  static Keep zeros(Vec v) { return v == 0 ? ~std::uint64_t{0} : 0; }
  // Without the lowest bit of each lane.
  static Vec shorter(Vec v) { return v & (v - 1); }
  static unsigned bits(Keep keep) { return keep & 1; }
  static int count(Keep keep) { return static_cast<int>(keep & 1); }
  static Vec kept(Vec v, Keep keep) { return v & keep; }
  // Writes the kept lanes at `to`, packed; the lanes after them may be overwritten too.
  static void pack(std::uint64_t *to, Vec v, Keep) { *to = v; }

  // Sums the lanes' counters "at least one, two, three".
  static void fold(Vec a, Vec b, Vec c, std::uint64_t *one, std::uint64_t *two,
                   std::uint64_t *three) {
    *one = a, *two = b, *three = c;
  }
};

} // namespace
} // namespace minuet
