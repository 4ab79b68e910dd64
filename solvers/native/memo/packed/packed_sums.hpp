// Items whose options are counted or weighed, beside those that are covered once.
//
// Where an item may be covered several times, or has weights, what is chosen adds up to `low` to
// `high`. Such a sum decides on no option: one that no item covered once decides on has an item of
// its own (packed_matrix.hpp). So no option is passed over, a solution stays one solution, and the
// sum is a number in the state. It has a bit in the masks of its options and in no anti, which is
// set in the key of a state where one of them is live; a full sum of ones excludes it.
#pragma once

#include "shared/problem.hpp"

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

// Whether an item is a sum, and not covered once or at most once.
bool is_sum(const Problem &problem, std::int32_t item);

// The sums that matter, after what is given; `dead`: an item that cannot be met, if there is one.
std::vector<PackedSum> sums_of(const Problem &problem, std::span<const std::int32_t> live,
                               std::int32_t &dead, Poll &poll);

} // namespace minuet
