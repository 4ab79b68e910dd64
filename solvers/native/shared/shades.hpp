// The colors of a matrix, numbered: of the options that may be chosen, those that an item is given
// are its shades 1, 2, ... in ascending order. So the engines that write colors in binary digits
// need no more of them than there are.
#pragma once

#include "shared/matrix.hpp"
#include "shared/poll.hpp"

#include <vector>

namespace minuet {

class Shades {
public:
  Shades(const Matrix &matrix, std::span<const std::uint8_t> allowed, Poll &poll);

  // How many shades the item has.
  std::int32_t count(std::int32_t item) const { return count_.empty() ? 0 : count_[item]; }
  // How many options use the item in any of them.
  std::int32_t uses(std::int32_t item) const { return uses_.empty() ? 0 : uses_[item]; }
  // The shade of an entry of an option that may be chosen; 0: none.
  std::int32_t of(std::int64_t entry) const { return shade_.empty() ? 0 : shade_[entry]; }

private:
  std::vector<std::int32_t> shade_;        // entries; all three are empty without colors
  std::vector<std::int32_t> count_, uses_; // items
};

} // namespace minuet
