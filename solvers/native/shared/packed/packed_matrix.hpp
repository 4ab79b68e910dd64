// The matrix packed into bit masks, after a selection, for the engines that count it (memo/,
// levels/), fold it (folded/) or divide it (blocks/).
//
// Bits 0 .. primary - 1 are the items that must be covered once, in a chosen order; then come the
// secondary items that two options can still clash on. A plain item takes one bit. A colored item
// takes two rails, the color's number in binary and its complement, and an option that uses it
// without a color sets both rails fully. Two options are compatible if `mask` of one and `anti` of
// the other (the same with the rails swapped) have no common bit: colors then agree bit by bit.
//
// What the given options cover is gone, and so is what they exclude. An option that nothing else
// decides on gets an item of its own, covered by it or by an extra option with that item alone; if
// it clashes with nothing it is merely listed in `free`, and doubles the count.
//
// Items that are covered several times, and weighted ones, are sums beside the bits: what is chosen
// adds up to `low` to `high`. A sum decides on no option: one that no item covered once decides on
// has an item of its own. So no option is passed over, a solution stays one solution, and the sum
// is a number in the state. It has a bit in the masks of its options and in no anti, which is set
// in the key of a state where one of them is live; a full sum of ones excludes it.
//
// Where the bits come from in the whole matrix is kept, for who tells the solutions and not only
// how many there are.
#pragma once

#include "shared/problem.hpp"

#include <algorithm>
#include <vector>

namespace minuet {

struct PackedSum {
  std::int32_t item;      // in the whole matrix
  bool ones;              // all weights are 1
  std::int64_t low, high; // of what is chosen of the options here
  std::int32_t bit = -1;
};

struct PackedAdd {
  std::int32_t sum, weight;
};

// What a sum is so far, and to what its live options may add.
struct SumSpan {
  std::int64_t value = 0, least = 0, most = 0;

  void join(std::int64_t weight) { (weight < 0 ? least : most) += weight; }
  void leave(std::int64_t weight) { (weight < 0 ? least : most) -= weight; }
  bool can_be(const PackedSum &sum) const {
    return value + most >= sum.low && value + least <= sum.high;
  }
  // Whether it depends on the live options that it is met.
  bool matters(const PackedSum &sum) const {
    return value + least < sum.low || value + most > sum.high;
  }
  bool full(const PackedSum &sum) const { return sum.ones && value >= sum.high; }
};

struct PackedOption {
  std::vector<std::int32_t> mask, anti; // bits, ascending
  std::int32_t number = -1;             // in the whole matrix; -1: leaves out another one
  std::vector<PackedAdd> adds{};        // to sums
};

// An option that was the only one of an item; numbers of the whole matrix.
struct ForcedOption {
  std::int32_t item, option;
};

// In which order a search takes the items: the one with the fewest options, or a static order.
enum class ItemOrder { smallest, fixed };

// Bits and options after the selection, before they are ordered.
struct PackedMatrix {
  static constexpr std::int64_t largest = 1 << 25; // words of the masks of a part that is searched
  static constexpr std::int64_t largest_window = 1 << 23; // a static order tabulates them twice

  bool impossible = false; // the given or forced options clash
  std::int32_t primary = 0, bits = 0;
  std::int32_t dead = -1; // where it is impossible: the item of the whole matrix without options
  std::vector<std::int32_t> items;  // of the primary bits in the whole matrix; -1: an option's own
  std::vector<ForcedOption> forced; // in their order
  std::vector<std::int32_t> free;   // numbers of the whole matrix
  std::vector<PackedOption> options;
  std::vector<PackedSum> sums;

  std::int32_t words() const { return std::max((bits + 63) / 64, 1); } // of a mask
  std::int64_t mask_words() const { return std::int64_t{words()} * std::ssize(options); }

  PackedMatrix() = default;
  PackedMatrix(Problem &problem, Poll &poll);

  // The independent parts, by their first bits: no option of one clashes with an option of another,
  // so that their counts multiply. They are as small as can be.
  std::vector<PackedMatrix> parts(Poll &poll) const;

  // The primary items breadth first: what shares an option stands close together.
  std::vector<std::int32_t> breadth_first(Poll &poll) const;

  // The primary items in the order of an elimination (elimination.cpp). None if an item would have
  // more than `widest` neighbors, or if it takes too long.
  std::vector<std::int32_t> by_elimination(std::int32_t widest, Poll &poll) const;

  // How wide the frontier of an order is, by place in it: the items still open there that share an
  // option with one before, and the bits of the sums that have begun.
  std::vector<std::int32_t> frontier(const std::vector<std::int32_t> &order, Poll &poll) const;

private:
  // Chooses, again and again, what is the only option of an item (forced.cpp).
  void choose_forced(Poll &poll);
  void keep_sums(const std::vector<SumSpan> &spans);
  // For each option the first of those with which it hangs together.
  std::vector<std::int32_t> leaders(Poll &poll) const;
  std::vector<std::vector<std::int32_t>> users(Poll &poll) const;
};

// Calls `made` with the words of a key, known to the compiler from 1 to `most`; 0: any number.
template <int most, int W = 1, class Made> auto by_words(std::int32_t words, Made made) {
  if (words == W)
    return made.template operator()<W>();
  if constexpr (W < most)
    return by_words<most, W + 1>(words, made);
  else
    return made.template operator()<0>();
}

} // namespace minuet
