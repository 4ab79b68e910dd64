// Counting level by level: the states that some partial solutions lead to, and how many do.
//
// In a fixed order of the items the options chosen so far matter only through what they cover of
// the items ahead, the frontier. So all states of a level lead to those of the next, equal ones add
// up, and two levels at a time are all that is kept: no look-up of what was counted long ago, no
// undoing, no recursion (known as frontier-based search, or as the transfer matrix or broken
// profile of statistical physics). The fields of isomorphic blocks (blocks.hpp) are kept sorted:
// n! states become one, and equal blocks branch once, with a factor. Counts take as many limbs as
// the sum over a level may, which is known beforehand.
//
// Tried and left: to walk depth first with a memo on the sorted blocks (the memo holds all levels,
// ten times the memory); to pack the bits that matter anew at each level (more to do for a state
// than places that are given once); a state's links and fields without places (keys three times as
// long, twice the time for sudokus of 8x8); looking ahead for slots that no option can close any
// more (hardly a state of a Latin square dies so).
#pragma once

#include "memo/levels.hpp"
#include "memo/search.hpp"

#include <memory>

namespace minuet {

class Frontier : public MemoSearch {
public:
  // Null where there is no order, with or without blocks, in which it could ever be done.
  static std::unique_ptr<Frontier> make(const PackedMatrix &part, std::size_t memory,
                                        std::uint32_t hash_mask, Poll &poll);

  virtual bool has_blocks() const = 0;
  // Whether a level did not fit into the memory: there is no going on.
  virtual bool gave_up() const = 0;
};

} // namespace minuet
