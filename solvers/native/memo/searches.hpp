// The searches that count a part of a matrix beside a frontier (levels/frontier.hpp).
#pragma once

#include "shared/packed/count_search.hpp"

namespace minuet {

// Depth first with a memo (count.cpp). `items` gives the primary items in order; with `memory` 0
// there is no memo.
std::unique_ptr<CountSearch> depth_first_count(const PackedMatrix &part, ItemOrder order,
                                               std::span<const std::int32_t> items,
                                               std::size_t memory, std::uint32_t hash_mask,
                                               Poll &poll);

// By option masks, without any memory (streamed.cpp). Null where the part has colors, or more items
// than the masks can hold.
std::unique_ptr<CountSearch> streamed_count(const PackedMatrix &part, Poll &poll);

} // namespace minuet
