// The state of a search over option masks: plain data, shared by the kernels of every path.
//
// The kernels are compiled several times with different flags, so what they share must hold no
// inline code of its own that a linker could merge: hence structs of numbers and pointers. The
// buffers belong to the engine (option_masks.cpp), which also grows them.
#pragma once

#include <cstdint>

namespace minuet {

constexpr std::int32_t most_words = 64;  // of any kernel
constexpr std::int32_t stream_words = 8; // of a streaming kernel: wider masks go by number
constexpr std::int32_t set_width = 0;    // in place of a width: levels are sets of options

enum class Outcome { exhausted, solution, paused, other_width };

// A node of the search: its live options, the item that is branched on, how far that went.
struct MaskLevel {
  std::uint64_t *masks;  // live options: word w of the k-th is masks[w * stride + k]; or numbers;
                         // or a set, bit k for option k
  std::int64_t capacity; // words that `masks` has room for
  std::int32_t stride;   // a multiple of 8
  std::int32_t count;    // live options; of a set: all options
  std::int32_t width;    // words a mask
  std::int32_t chosen;   // options chosen above this node
  std::int32_t cursor;   // options before it were tried
  std::int32_t left;     // options of the item still to be tried
  std::int32_t word;     // where the item's bit stands
  std::uint64_t bit;     // the item's bit
  std::uint64_t rest[most_words]; // primary items still to be covered
  std::int32_t *bounds; // how often items that may be covered several times must still be covered,
                        // one after the other, and then how often they may be
};

// The end of a search, where at most 64 options are left (tail.hpp): its nodes that still have to
// be looked at, as sets of options, the last one first.
struct MaskTail {
  static constexpr std::int32_t most_nodes = 1024; // then they are taken one by one
  static constexpr std::int32_t room = most_nodes + 256;
  static constexpr std::uint64_t solved = ~std::uint64_t{0}; // as `pending`: it is a solution

  std::int32_t top;         // nodes; 0: not in use
  std::int32_t items;       // rows
  std::int32_t base;        // options chosen before
  std::uint64_t agree[65];  // option -> itself and those that it can stand with; 64: all
  std::int32_t numbers[64]; // option -> its number
  std::uint64_t rows[64 * stream_words]; // item -> options
  std::uint64_t live[room];              // node -> options chosen or still possible
  std::uint64_t chosen[room];
  std::uint64_t pending[room]; // node -> the options to be tried there; none: not looked at yet
  // How large the subtrees of nodes with 8k to 8k + 7 options were, in sixteenths of a node: where
  // they are small it does not pay to turn the matrix round.
  std::int32_t usual[9];
  std::int32_t skipped[9]; // nodes since this was last measured
  std::int64_t begin;      // nodes before the subtree
  std::int32_t bucket;
};

struct MaskSearch {
  MaskLevel *levels;
  std::int32_t depth;   // deepest level in use; -1: exhausted
  std::int32_t *chosen; // options chosen so far
  std::int32_t chosen_count;
  std::int32_t words;         // of a mask at the root
  std::int32_t primary_words; // words that hold primary items
  std::int32_t number_bits;   // highest bits of a streamed mask: the option's number
  bool colored;               // what an option forbids is not simply its mask
  bool count_only;
  std::int32_t several; // items that may be covered several times: the lowest bits
  std::int32_t *bounds; // as those of a level, beside the options chosen
  std::uint64_t several_items[stream_words]; // their bits
  std::uint64_t met[stream_words];   // those that need no further cover, since this was cleared
  std::uint64_t never[stream_words]; // a bit of no live option, so that something is forbidden
  const std::uint64_t *rows;         // option k's mask: rows[k * words ...]
  const std::uint64_t *forbids;      // what it forbids; the same as `rows` without colors
  std::int32_t set_words;            // of a set of options, a multiple of 8
  const std::uint64_t *lacks;        // the options without bit b: lacks[b * set_words ...]
  const std::int32_t *first, *last; // words of such a set where the options of a primary item stand
  std::int32_t *singles;            // room for primary items
  std::int64_t work;                // words that may still be read before a pause
  std::int64_t nodes, solutions;
  MaskTail tail;
  void (*reserve)(MaskLevel &level, std::int64_t words);
};

using MaskKernel = Outcome (*)(MaskSearch &search);

// The kernels of a path by width in words: 1 .. stream_words, then 16, 32, 64; and `set_width`.
MaskKernel portable_kernel(std::int32_t words);
MaskKernel avx2_kernel(std::int32_t words);
MaskKernel avx512_kernel(std::int32_t words);

} // namespace minuet
