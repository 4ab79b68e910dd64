// How many options each item has, counted bit-sliced: 64 items a word, a few instructions an
// option.
//
// `ones`, `twos` and `fours` are the binary digits; `more` is set once an item has eight or more,
// where the digits no longer count. What a search wants to know is mostly none, one, or the least.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace minuet {

template <int W> struct Planes {
  std::array<std::uint64_t, W> ones, twos, fours, more;
  explicit Planes(std::int32_t) { clear(); }
  void clear() { ones = twos = fours = more = {}; }
};

template <> struct Planes<0> {
  std::vector<std::uint64_t> ones, twos, fours, more;
  explicit Planes(std::int32_t words) : ones(words), twos(words), fours(words), more(words) {}
  void clear() {
    for (auto *plane : {&ones, &twos, &fours, &more})
      std::fill(plane->begin(), plane->end(), 0);
  }
};

// Adds the options `mask & keep`, of which only words [from, to) may be set.
template <typename P>
inline void tally(P &planes, const std::uint64_t *mask, std::uint64_t keep, std::int32_t from,
                  std::int32_t to) {
  for (std::int32_t w = from; w < to; ++w) {
    std::uint64_t carry = mask[w] & keep, next = planes.ones[w] & carry;
    planes.ones[w] ^= carry;
    carry = planes.twos[w] & next;
    planes.twos[w] ^= next;
    next = planes.fours[w] & carry;
    planes.fours[w] ^= carry;
    planes.more[w] |= next;
  }
}

} // namespace minuet
