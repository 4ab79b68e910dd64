// The matrix turned round as a whole: a plane for each bit of the masks, the rows that lack it.
#pragma once

#include "masks/encode.hpp"
#include "shared/poll.hpp"

#include <cstdint>
#include <vector>

namespace minuet {

struct MaskPlanes {
  std::int32_t words = 0;           // of a plane: a multiple of 8
  std::vector<std::uint64_t> lacks; // bit b: lacks[b * words ...], bit k of it: row k lacks b
  // The words in which rows that have a primary bit stand: [first[b], last[b]).
  std::vector<std::int32_t> first, last;
};

// Whether few items with many options each make it worth searching in sets of options (sets.hpp).
bool sets_pay(const EncodedMasks &encoded);

MaskPlanes mask_planes(const EncodedMasks &encoded, Poll &poll);

} // namespace minuet
