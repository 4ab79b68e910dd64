// The first smallest of many sizes: the branching rule of dlx2, as one scan of a flat array.
//
// Two passes, one for the least size and one, which ends early, for its first place. The AVX2 form
// is chosen at run time where it can be.
#pragma once

#include <cstdint>

namespace minuet {

// Returns the place of the first smallest of `count` sizes; `count` is a positive multiple of 8.
std::int32_t first_smallest(const std::int32_t *sizes, std::int32_t count);

} // namespace minuet
