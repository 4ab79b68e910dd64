// Where the options of an item stand among its slots, so that a line of slots tells something.
//
// The slots of an item are a grid (slots_state.hpp). If all live options of the item stand in one
// row or one column of it, one of them will be chosen, and what all options of that line exclude is
// dead. So options belong in one line that exclude the same: those that share a second item with
// each other, as the cells of a box that are in one row do in a sudoku. Disjoint such sets make the
// rows, others that cross them the columns. Whatever stands in a line, what it tells is right: the
// grid only decides how much that is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace minuet {

// The slots of an item's options, of which there are at most `slots`. A set has a bit for each of
// the options that share some other item.
std::vector<std::int32_t> slot_grid(std::int32_t options, std::span<const std::uint32_t> sets,
                                    std::int32_t slots);

} // namespace minuet
