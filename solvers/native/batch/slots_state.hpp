// The state of a search on positional slots: plain data, shared by the kernels of every path.
//
// As in masks/state.hpp, nothing here may be code that a linker could merge between files
// that are compiled with different flags.
#pragma once

#include <cstdint>

namespace minuet {

// The planes' words and numbers that there are kernels for; others are rounded up.
constexpr std::int32_t slot_words[] = {2, 4, 6, 8}, slot_numbers[] = {3, 6, 9, 12, 16};

// The slots of an item are a grid, row by row; its lines are the rows, then the columns.
constexpr std::int32_t slot_columns(std::int32_t slots) { return slots % 3 == 0 ? 3 : 4; }
constexpr std::int32_t slot_rows(std::int32_t slots) { return slots / slot_columns(slots); }
constexpr std::int32_t slot_lines(std::int32_t slots) {
  return slot_rows(slots) + slot_columns(slots);
}

// Where the open items stand in a state, then those whose rows, whose columns may yet tell
// something; and how many words a state takes.
constexpr std::int32_t slot_open_at(std::int32_t words, std::int32_t slots) {
  return words * slots;
}
constexpr std::int32_t slot_rows_at(std::int32_t words, std::int32_t slots) {
  return words * (slots + 1);
}
constexpr std::int32_t slot_columns_at(std::int32_t words, std::int32_t slots) {
  return words * (slots + 2);
}
constexpr std::int32_t slot_stride(std::int32_t words, std::int32_t slots) {
  return words * (slots + 3);
}

// And a mask, which has no more than it needs: the planes, and either the open items or two sets.
constexpr std::int32_t slot_mask_stride(std::int32_t words, std::int32_t slots) {
  return words * (slots + 2);
}

struct SlotLevel {
  std::int32_t item;     // what is branched on
  std::uint64_t pending; // its slots still to be tried
};

// A state is K planes of W words, then three sets of items: the open ones, that are not settled,
// and those whose rows (columns) may yet tell something. Plane s holds for each item whether its
// option in slot s is live; a chosen option stays live. A mask is what of a state is left when an
// option is chosen, or when one of those in a line is sure to be.
struct SlotSearch {
  const std::uint64_t *masks;        // of the options, then of lines
  const std::uint64_t *all;          // the items
  const std::uint64_t *root;         // a state
  const std::uint64_t *leader;       // planes: each option in the first of its items
  const std::uint16_t *mask_at;      // item * K + slot -> mask of the option
  const std::uint16_t *line_at;      // item * lines + line -> mask of the line
  const std::uint64_t *const *given; // the masks of what is chosen at first
  std::int32_t given_count;
  std::uint64_t *states; // one a level, and one to work on
  SlotLevel *levels;
  std::uint32_t *seen; // mask -> the round in which it was last used (mistaken after
                       // 2^32 rounds, it is used in the next one)
  std::uint32_t round;
  std::int32_t depth; // deepest level in use; -1: answered
  bool begun;         // the given options are chosen
  std::int64_t work;  // branches that may still be tried before a pause
  std::int64_t limit, found, nodes;
  std::uint64_t *first; // the options of the first solution, a set
};

// True: the question is answered.
using SlotKernel = bool (*)(SlotSearch &search);

// The kernels of a path. The words of a plane must be whole vectors of it: any of slot_words, of
// four, and of four or eight.
SlotKernel portable_slot_kernel(std::int32_t words, std::int32_t slots);
SlotKernel avx2_slot_kernel(std::int32_t words, std::int32_t slots);
SlotKernel avx512_slot_kernel(std::int32_t words, std::int32_t slots);

} // namespace minuet
