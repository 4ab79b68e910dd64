// What follows from a folded tree by dynamic programming. From its leaves up: how many solutions
// there are below each node, the least cost of each, and how many solutions have each cost. From
// the counts: the solution of a rank, the rank of a solution, how many solutions use each option.
//
// Solutions are in the order of the tree: those below one edge come before those below the next,
// and of a product's parts the last runs fastest.
#pragma once

#include "folded/limbs.hpp"
#include "folded/tree.hpp"

#include <optional>

namespace minuet {

class FoldedCounts {
public:
  FoldedCounts(const FoldedView &tree, std::int32_t options, Poll &poll);

  int limbs() const { return limbs_; }
  std::size_t bytes() const { return counts_.size() * sizeof(Limb); }
  // Of the root; no solution where there are no nodes.
  std::span<const Limb> count() const;
  const Limb *of(std::int32_t node) const { return at(node); }

  // Appends the options of the solution of a rank, which is less than the count.
  void unrank(std::span<const Limb> rank, std::vector<std::int32_t> &to) const;
  // The rank of a solution; none: it is not in the tree.
  std::optional<std::vector<Limb>> rank(std::span<const std::int32_t> options) const;
  // By option: the solutions that use it.
  std::vector<Limb> marginals(Poll &poll) const;

private:
  struct Ranking; // of one solution

  const Limb *at(std::int32_t node) const { return &counts_[std::size_t(node) * limbs_]; }
  bool fill(Poll &poll);

  FoldedView tree_;
  std::int32_t options_;
  int limbs_ = 1;
  std::vector<Limb> counts_;
};

// By node the least cost of what is below; `most_cost` where there is no solution. The costs of all
// options together are far from the bounds of their type.
constexpr std::int64_t most_cost = std::int64_t{1} << 62;
std::vector<std::int64_t> least_costs(const FoldedView &tree, std::span<const std::int64_t> costs,
                                      Poll &poll);

// Costs, ascending, and for each how many solutions have it, in numbers of `limbs`.
struct CostCounts {
  std::vector<std::int64_t> costs;
  std::vector<Limb> counts;

  std::size_t bytes() const {
    return costs.capacity() * sizeof(std::int64_t) + counts.capacity() * sizeof(Limb);
  }
};

// Of the root. Throws std::overflow_error where the distributions that are kept at one time would
// take more than `memory` bytes.
CostCounts cost_histogram(const FoldedView &tree, std::span<const std::int64_t> costs, int limbs,
                          std::size_t memory, Poll &poll);

} // namespace minuet
