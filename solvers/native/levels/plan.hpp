// Which blocks to leave whole, and in which order to cover the links beside them.
//
// A family of items of which every option has exactly one leaves isomorphic blocks (blocks.hpp).
// The links are covered as given, breadth first, in the order of an elimination or in that order
// reversed (shared/packed/elimination.cpp), or greedily: no order is best everywhere, and which is
// narrowest their layouts tell (layout.hpp). Greedy takes the link next whose options open the
// fewest bits beyond those that they are the last to look at: a rectangle is walked along its
// shorter side (a third of the states of the reduced Latin squares of order 7 are left). It is for
// blocks alone: on plain boards it walks along diagonals, where the estimate is narrow and the
// states are four times as many. Moving links about while the estimate falls does the same: it
// falls by a factor of 2 to 7, and there are a hundred times as many states.
#pragma once

#include "levels/layout.hpp"

#include <memory>

namespace minuet {

struct Plan {
  Blocks blocks;
  Layout layout;

  // The one that promises the least work, blocks or none. Without blocks a state may be `widest`
  // bits wide; below 0: blocks alone. Null: there is none.
  static std::unique_ptr<Plan> best(const PackedMatrix &part, double widest, Poll &poll);
};

} // namespace minuet
