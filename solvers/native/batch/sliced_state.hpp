// What the kernels of bit-sliced search (sliced_search.hpp) work on: plain data of every path.
//
// As in masks/state.hpp, nothing here may be code that a linker could merge between files
// that are compiled with different flags.
#pragma once

#include <cstdint>

namespace minuet {

constexpr std::int32_t sliced_items = 4;      // of an option, that count for its weight
constexpr std::int32_t sliced_terms = 4;      // that its score is the sum of
constexpr std::int32_t sliced_alignment = 64; // bytes, of vectors

// A grid: three primary items, its rows, and three others, its columns, with the same options. Up
// to three options are in each of the nine sets where they cross, set after set; for a missing one
// stands the option that no lane has. `single` is for each option an item outside of grids, for
// which stands the item that has two options everywhere if there is none.
struct SlicedGrid {
  std::uint16_t option[27], single[27], item[6];
};

struct SlicedShape {
  std::int32_t options, items, primary;
  std::int32_t row_words;       // of a row, a bit an option: whole vectors
  const std::int32_t *starts;   // item -> its first entry
  const std::uint16_t *members; // entry -> option
  const std::uint16_t *others;  // entry * most_others -> items outside that may need the option
  std::int32_t most_others;
  const std::uint16_t *lone; // items that are in no grid, first the primary ones
  std::int32_t lone_primary, lone_count;
  const SlicedGrid *grids;
  std::int32_t grid_count;
  // For scores: some items of each option; items that add up their options; and the terms of each
  // option, which are sets of grids, then these items, then zero.
  const std::uint16_t *items_of, *added, *terms_of;
  std::int32_t added_count;
};

// What propagation leaves of a lane: nothing, one solution, a choice, or more to propagate.
enum class SlicedLane : std::uint8_t { dead, solved, settled, open };

struct SlicedLanes {
  const std::uint64_t *rows; // of the lanes, one after the other
  std::int32_t count;        // of the rows
  std::uint64_t *left;       // rows again, for all lanes: what is left of them
  SlicedLane *state;         // of the lanes
  std::uint16_t *branch;     // of the lanes, an item; `items`: none has two options
  std::uint64_t *live;       // option -> vector of lanes; behind the options, of no lane
  std::uint64_t *several;    // item -> lanes that leave it two options; behind the items, all
  std::uint64_t *scratch;    // vectors for scores
};

// How many vectors the scores need.
constexpr std::int64_t sliced_scratch(const SlicedShape &s) {
  return 3 * (s.items + 1) + 10 * (s.options + 1) +
         6 * (9 * std::int64_t{s.grid_count} + s.added_count + 1);
}

struct SlicedKernel {
  std::int32_t lanes;
  void (*propagate)(const SlicedShape &shape, SlicedLanes &lanes);
  void (*branch)(const SlicedShape &shape, SlicedLanes &lanes);
};

SlicedKernel portable_sliced_kernel();
SlicedKernel avx2_sliced_kernel();
SlicedKernel avx512_sliced_kernel();

} // namespace minuet
