// What a set partition can do without: options that no best solution needs, items that others
// imply.
//
// Of options that cover the same items the one that loses least is enough. Where every option of an
// item covers another item too, that other one is covered by these options and no others (Garfinkel
// and Nemhauser 1969); and of items that the same options cover, one is enough. aa04 keeps 6,200 of
// 7,195 options so, and some 340 of 426 items.
#pragma once

#include "ascent/exact_partition.hpp"

#include <vector>

namespace minuet::ascent {

// What is left: options, ascending, and the items of each, numbered anew.
struct Undominated {
  std::vector<std::int32_t> options;
  std::vector<std::vector<std::int32_t>> items;
  std::int32_t rows = 0;
  bool coverable = true; // whether every item has an option
};

// Of the options that lose `limit` at most.
Undominated undominated(const ExactPartition &matrix, Loss limit);

} // namespace minuet::ascent
