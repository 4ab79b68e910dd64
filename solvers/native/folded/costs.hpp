// Costs on a folded tree, by dynamic programming from the leaves up: the least cost of each node,
// and how many solutions have each cost.
#pragma once

#include "folded/counts.hpp"

namespace minuet {

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
