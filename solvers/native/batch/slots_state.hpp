// The state of a search on positional slots: plain data, shared by the kernels of every path.
//
// As in masks/state.hpp, nothing here may be code that a linker could merge between files
// that are compiled with different flags.
#pragma once

#include <cstdint>

namespace minuet {

// The planes' words and numbers that there are kernels for; others are rounded up.
constexpr std::int32_t slot_words[] = {2, 4, 6, 8}, slot_numbers[] = {3, 6, 9, 12, 16};
constexpr std::int32_t slot_step = 16; // a state takes a multiple of so many words

// Where the open items stand in a state, and how many words it takes.
constexpr std::int32_t slot_open_at(std::int32_t words, std::int32_t slots) {
  return words * slots;
}
constexpr std::int32_t slot_stride(std::int32_t words, std::int32_t slots) {
  return (words * slots + (words + 7) / 8 * 8 + slot_step - 1) / slot_step * slot_step;
}

struct SlotLevel {
  std::int32_t item;     // what is branched on
  std::uint64_t pending; // its slots still to be tried
};

// A state is K planes of W words, then `open`: the items that are not settled. Plane s
// holds for each item whether its option in slot s is live; a chosen option stays live.
struct SlotSearch {
  const std::uint64_t *agree;     // option k: what of a state is left when it is chosen
  const std::uint64_t *all;       // the items
  const std::uint16_t *option_at; // item * K + slot -> option
  std::uint64_t *states;          // one a level, and one to work on
  SlotLevel *levels;
  std::uint32_t *seen; // option -> the round in which it was last forced (mistaken after
                       // 2^32 rounds, it is forced in the next one)
  std::uint32_t round;
  std::int32_t depth; // deepest level in use; -1: answered
  bool begun;         // state 0 is settled
  std::int64_t work;  // branches that may still be tried before a pause
  std::int64_t limit, found, nodes;
  std::int32_t *first; // the options of the first solution
  std::int32_t first_count;
};

// True: the question is answered.
using SlotKernel = bool (*)(SlotSearch &search);

// The kernels of a path.
SlotKernel portable_slot_kernel(std::int32_t words, std::int32_t slots);
SlotKernel avx2_slot_kernel(std::int32_t words, std::int32_t slots);
SlotKernel avx512_slot_kernel(std::int32_t words, std::int32_t slots);

} // namespace minuet
