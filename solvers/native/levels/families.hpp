// Which family of items to leave out, so that isomorphic blocks are left (blocks.hpp).
#pragma once

#include "levels/blocks.hpp"

namespace minuet {

// Families of items that must be covered, of which every option has exactly one: each as the bits
// that would be links. There may be none.
std::vector<std::vector<std::uint8_t>> families(const PackedMatrix &part, Poll &poll);

} // namespace minuet
