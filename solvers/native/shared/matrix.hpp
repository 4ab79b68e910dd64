// The shared matrix as the native engines read it: borrowed flat arrays, no copy.
//
// The arrays are those of minuet.models.ExactCover (compressed sparse rows), already validated
// there, together with the selection and the losses that the Python face of a solver adds.
#pragma once

#include <cstdint>
#include <span>

namespace minuet {

struct Matrix {
  std::int32_t primary;                  // items 0 .. primary - 1 are primary
  std::span<const std::int32_t> starts;  // options + 1
  std::span<const std::int32_t> members; // entries: item numbers
  std::span<const std::int32_t> colors;  // entries: 0 is no color
  std::span<const std::int32_t> low;     // items
  std::span<const std::int32_t> high;    // items

  std::int32_t items() const { return static_cast<std::int32_t>(low.size()); }
  std::int32_t options() const { return static_cast<std::int32_t>(starts.size()) - 1; }
};

// Which options may and must be chosen, and what they lose (solvers/losses.py).
struct Selection {
  std::span<const std::int32_t> given;   // options that every solution holds
  std::span<const std::uint8_t> allowed; // options: 0 leaves the option out
  std::span<const std::int64_t> loss;    // options: >= 0, what choosing it costs
  std::span<const std::int64_t> skip;    // options: what leaving it costs; < 0: something else
                                         // decides on it, so no branch of its own is needed
  std::span<const std::int64_t> charge;  // items: >= 0, what each cover beyond `low` costs; may be
                                         // empty: nothing
};

} // namespace minuet
