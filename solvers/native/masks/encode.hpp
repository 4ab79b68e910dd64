// A matrix as option masks.
//
// Bits, from the lowest: primary items that must be covered, an own item for each option that
// nothing else decides on (covered by it or by a skip), one item for the start, secondary items;
// highest, in streamed masks, the option's number. Options clash if what one forbids meets the
// other's mask. An uncolored item is one bit of both. An item with colors has a field of two bits a
// binary digit of the color: the mask holds the digit's bit and its complement's, what is forbidden
// are the two exchanged, and an uncolored use has all of them; so equal colors agree, others clash.
//
// Items that may be covered several times come first of all: they are bits of the mask alone, which
// the search forbids once they are covered as often as they may be. The bit behind theirs is the
// start's; what is forbidden has it, too, so that no option of all bits is ever left.
#pragma once

#include "shared/problem.hpp"

#include <cstdint>
#include <vector>

namespace minuet {

struct EncodedMasks {
  std::int32_t words = 1;             // of a mask: 1 .. 8, or 16, 32, 64
  std::int32_t number_bits = 0;       // of the option's number, in streamed masks
  std::int32_t primary = 0;           // bits of primary items
  std::int32_t bits = 0;              // bits of all items
  bool colored = false;               // `forbids` differs from `masks`
  std::int32_t several = 0;           // items that may be covered several times: the lowest bits
  std::vector<std::int32_t> need;     // how often each of them must be covered
  std::vector<std::int32_t> room;     // and how often it may be
  std::int64_t most_chosen = 0;       // options and skips of a solution, the start included
  bool impossible = false;            // given options clash or are not allowed
  std::vector<std::uint64_t> masks;   // option k: masks[k * words ...]; option 0 is the start
  std::vector<std::uint64_t> forbids; // the same shape
  std::vector<std::int32_t> owner;    // the matrix's option, or -1: the start, a skip
  std::vector<std::int32_t> selected; // given options, each once

  std::int32_t options() const { return static_cast<std::int32_t>(owner.size()); }
};

// How large the masks of a matrix are.
struct MaskShape {
  std::int64_t options = 0; // the start and skips included
  std::int64_t bits = 0;    // that an option needs
  std::int32_t words = 0;   // of a mask; 0: more than there can be, the matrix is refused
};

// Tells what encode_masks would do, without making the masks.
MaskShape mask_shape(Problem &problem, std::int32_t words, Poll &poll);

// Throws std::overflow_error if a mask would need more than `most_words`.
EncodedMasks encode_masks(Problem &problem, std::int32_t words, Poll &poll);

} // namespace minuet
