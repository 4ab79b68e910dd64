// The orders in which a frontier may cover its links: as given, breadth first, and greedily.
//
// No one is best everywhere; which is narrowest is told by their layouts (layout.hpp). Greedy takes
// the link next whose options open the fewest bits beyond those that they are the last to look at:
// a rectangle is walked along its shorter side (a third of the states of the reduced Latin squares
// of order 7 are left). It is for blocks alone: on plain boards it walks along diagonals, where the
// estimate is narrow and the states are four times as many.
#pragma once

#include "levels/blocks.hpp"

namespace minuet {

// Each has all links that must be covered.
std::vector<std::vector<std::int32_t>> link_orders(const PackedMatrix &part, const Blocks &blocks,
                                                   Poll &poll);

} // namespace minuet
