// Folding the search tree of a part of a matrix in one item order: the search of the counter with
// memory (memo/search.hpp), which writes nodes down where that one adds counts.
//
// The table keeps the node of each state, and states that have no solution as none. Items with one
// option are nodes without a look-up. Where the table forgets, the tree has a node twice: it is
// larger than need be, and as right. A tree that is told before the search is complete holds the
// solutions found so far.
#pragma once

#include "folded/arrays.hpp"
#include "memo/packed/packed_matrix.hpp"
#include "memo/search.hpp"

#include <memory>

namespace minuet {

struct FoldedTelling {
  bool dead_ends;          // whether edges without solutions are written down
  std::uint32_t hash_mask; // to weaken the hash, in tests
};

class FoldedSearch {
public:
  virtual ~FoldedSearch() = default;

  // Searches on for about `work` words of masks looked at. True: the tree is complete.
  virtual bool run(std::int64_t work) = 0;
  // The tree, and its root; none: there is no solution. The search is over then.
  virtual std::pair<FoldedArrays, std::int32_t> take() = 0;
  // The part of the tree that is done, each child of a node weighing the same.
  virtual double progress() const = 0;
  virtual std::int64_t nodes() const = 0; // gone through
  virtual bool remembers() const = 0;
  virtual void set_memory(std::size_t bytes) = 0; // of the table
  virtual std::size_t bytes() const = 0;          // of the tree and the table
  virtual std::size_t tree_bytes() const = 0;

  // `items` gives the primary items in order.
  static std::unique_ptr<FoldedSearch> make(const PackedMatrix &part, ItemOrder order,
                                            std::span<const std::int32_t> items, std::size_t memory,
                                            FoldedTelling telling, Poll &poll);
};

} // namespace minuet
