// How many solutions there are below each node of a folded tree, and what follows from that: the
// solution of a rank, the rank of a solution, and how many solutions use each option.
//
// Solutions are in the order of the tree: those below one edge come before those below the next,
// and of a product's parts the last runs fastest.
#pragma once

#include "folded/arrays.hpp"
#include "folded/limbs.hpp"
#include "shared/found.hpp"
#include "shared/poll.hpp"

#include <optional>

namespace minuet {

// A folded tree that somebody else keeps.
struct FoldedView {
  std::span<const std::int32_t> kind;
  std::span<const std::int64_t> first;
  std::span<const std::int32_t> option, child;

  std::int32_t nodes() const { return static_cast<std::int32_t>(kind.size()); }
  std::int64_t begin(std::int32_t node) const { return first[node]; }
  std::int64_t end(std::int32_t node) const { return first[node + 1]; }

  // Throws std::invalid_argument unless children stand before parents, and all numbers are those of
  // a matrix of so many items and options.
  void require_tree(std::int32_t items, std::int32_t options, Poll &poll) const;
};

class FoldedCounts {
public:
  FoldedCounts(const FoldedView &tree, std::int32_t options, Poll &poll);

  int limbs() const { return limbs_; }
  std::size_t bytes() const { return counts_.size() * sizeof(Limb); }
  // Of a node; no solution where there are no nodes.
  std::span<const Limb> count() const;

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

} // namespace minuet
