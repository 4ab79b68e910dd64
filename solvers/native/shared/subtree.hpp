// A part of the search tree: all solutions that hold some options and do not hold others.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace minuet {

// The options that are chosen above it, the given ones too; and those that are left out.
using Subtree = std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>>;

} // namespace minuet
