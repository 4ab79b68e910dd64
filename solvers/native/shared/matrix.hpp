// A matrix as borrowed flat arrays: those of minuet.models.ExactCover (compressed sparse rows).
#pragma once

#include <cstdint>
#include <span>

namespace minuet {

struct Matrix {
  std::int32_t primary;                       // items 0 .. primary - 1 are primary
  std::span<const std::int32_t> starts;       // options + 1
  std::span<const std::int32_t> members;      // entries: item numbers
  std::span<const std::int32_t> colors;       // entries: 0 is no color
  std::span<const std::int64_t> low;          // items
  std::span<const std::int64_t> high;         // items
  std::span<const std::int32_t> weights = {}; // entries; empty: all are 1

  std::int32_t items() const { return static_cast<std::int32_t>(low.size()); }
  std::int32_t options() const { return static_cast<std::int32_t>(starts.size()) - 1; }
  std::int32_t weight(std::int32_t entry) const { return weights.empty() ? 1 : weights[entry]; }
  std::int32_t size(std::int32_t option) const { return starts[option + 1] - starts[option]; }
};

} // namespace minuet
