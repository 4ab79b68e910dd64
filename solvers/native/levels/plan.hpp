// Which blocks to leave whole, and in which order to cover the links beside them.
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
