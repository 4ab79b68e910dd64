// Whole numbers of a fixed number of 64-bit limbs, the least significant first.
//
// All counts in a folded tree are at most that of its root, so they have one width, and stand in
// one array: a number of any size each (shared/big_count.hpp) would cost an allocation a node.
#pragma once

#include "shared/wide.hpp"

#include <algorithm>
#include <cstdint>

namespace minuet {

using Limb = std::uint64_t;

// a += b; true: it ran over.
inline bool add_limbs(Limb *a, const Limb *b, int size) {
  Wide rest = 0;
  for (int i = 0; i < size; ++i) {
    rest += static_cast<Wide>(a[i]) + b[i];
    a[i] = static_cast<Limb>(rest);
    rest >>= 64;
  }
  return rest != 0;
}

// a -= b, where a >= b.
inline void subtract_limbs(Limb *a, const Limb *b, int size) {
  Limb borrow = 0;
  for (int i = 0; i < size; ++i) {
    const Limb less = a[i] - b[i], result = less - borrow;
    borrow = (a[i] < b[i]) | (less < borrow);
    a[i] = result;
  }
}

inline bool less_limbs(const Limb *a, const Limb *b, int size) {
  for (int i = size; i-- > 0;)
    if (a[i] != b[i])
      return a[i] < b[i];
  return false;
}

inline bool is_zero(const Limb *a, int size) {
  return std::all_of(a, a + size, [](Limb limb) { return limb == 0; });
}

// to = a * b, which is none of the two; true: it ran over.
inline bool multiply_limbs(Limb *to, const Limb *a, const Limb *b, int size) {
  std::fill(to, to + size, 0);
  bool over = false;
  for (int i = 0; i < size; ++i) {
    if (a[i] == 0)
      continue;
    Wide rest = 0;
    for (int j = 0; i + j < size; ++j) {
      rest += static_cast<Wide>(a[i]) * b[j] + to[i + j];
      to[i + j] = static_cast<Limb>(rest);
      rest >>= 64;
    }
    over |= rest != 0;
    for (int j = size - i; j < size; ++j)
      over |= b[j] != 0;
  }
  return over;
}

// to = a / b and a %= b, where b is not 0, bit by bit: only products are divided, which are few.
inline void divide_limbs(Limb *to, Limb *a, const Limb *b, Limb *rest, int size) {
  std::fill(to, to + size, 0);
  std::fill(rest, rest + size, 0);
  for (int bit = 64 * size; bit-- > 0;) {
    const bool over = rest[size - 1] >> 63;
    for (int i = size; i-- > 1;)
      rest[i] = rest[i] << 1 | rest[i - 1] >> 63;
    rest[0] = rest[0] << 1 | (a[bit / 64] >> bit % 64 & 1);
    if (over || !less_limbs(rest, b, size)) {
      subtract_limbs(rest, b, size);
      to[bit / 64] |= Limb{1} << bit % 64;
    }
  }
  std::copy(rest, rest + size, a);
}

} // namespace minuet
