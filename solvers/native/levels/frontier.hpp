// Counting level by level: the states that some partial solutions lead to, and how many do.
//
// In a fixed order of the items the options chosen so far matter only through what they cover of
// the items ahead, the frontier. So all states of a level lead to those of the next, equal ones add
// up, and two levels at a time are all that is kept: no look-up of what was counted long ago, no
// undoing, no recursion (known as frontier-based search, or as the transfer matrix or broken
// profile of statistical physics). The fields of isomorphic blocks (blocks.hpp) are kept sorted:
// n! states become one, and equal blocks branch once, with a factor. Counts take as many limbs as
// the sum over a level may, which is known beforehand. A checkpoint keeps the states that are left
// of a level, and those of the next.
//
// The slots of a batch of children are fetched before any is looked at: dominoes on 20x20 then take
// 8.1 s instead of 10.8. Left: to order plain boards greedily, too (plan.hpp); to drop a
// frontier with blocks for the few merges of its first levels, as one without is (the first lines
// of a square with givens have none, all the later ones live on them).
#pragma once

#include "shared/packed/count_search.hpp"

#include <memory>

namespace minuet {

class Frontier : public CountSearch {
public:
  // Null where there is no order, with or without blocks, in which it could ever be done. Each item
  // of the part that must be covered has an option, as in all parts that have options at all.
  // Without blocks it may be `widest` bits wide.
  static std::unique_ptr<Frontier> make(const PackedMatrix &part, std::size_t memory, double widest,
                                        std::uint32_t hash_mask, Poll &poll);

  virtual bool has_blocks() const = 0;
  // Whether a level did not fit into the memory: there is no going on.
  virtual bool gave_up() const = 0;
};

} // namespace minuet
