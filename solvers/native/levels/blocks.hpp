// Isomorphic blocks: copies of one another that meet only in a family of items, the links.
//
// Leave the cells of a Latin square out, and what is left falls apart into one block a number, all
// alike. A block's items are numbered by slots so that, in all blocks of a group, options with the
// same links have the same slots. Such a group grows a block at a time: an item goes to the slot
// with which it agrees on all options known so far, and what a block has beyond them extends the
// group. So blocks that givens have damaged still match: an item that a block lacks is a slot that
// is closed from the start, and then the options that use it are not missed. An option that a block
// lacks all the same (a forbidden one) gets a slot that only tells this, and that closes, too, as
// soon as the option could not be chosen any more: blocks whose rests agree are alike again. Any
// matching that agrees is right; a lucky one has more blocks in a group.
#pragma once

#include "shared/packed/packed_matrix.hpp"

#include <optional>

namespace minuet {

// An option as all blocks of a group have it.
struct BlockOption {
  std::vector<std::int32_t> mask, anti;  // links
  std::vector<std::int32_t> need, close; // slots that must be open, and those it closes
};

struct BlockGroup {
  std::vector<std::uint8_t> required; // slots that must be closed in the end
  std::vector<BlockOption> options;
  std::vector<std::vector<std::uint8_t>> closed; // block -> the slots closed from the start
  std::vector<std::vector<std::int32_t>> bits;   // block -> the bit of each slot; -1: it has none

  std::int32_t slots() const { return static_cast<std::int32_t>(required.size()); }
  std::int32_t blocks() const { return static_cast<std::int32_t>(closed.size()); }
};

struct Blocks {
  std::vector<std::uint8_t> link; // bits
  std::vector<BlockOption> plain; // the options of no block
  std::vector<BlockGroup> groups;

  // All bits are links.
  static Blocks none(const PackedMatrix &part);

  // The blocks beside these links; none, where the links are no family that leaves blocks alike.
  static std::optional<Blocks> beside(const PackedMatrix &part, std::vector<std::uint8_t> link,
                                      Poll &poll);
};

// Families of items that must be covered, of which every option has exactly one: each as the bits
// that would be links. There may be none.
std::vector<std::vector<std::uint8_t>> families(const PackedMatrix &part, Poll &poll);

} // namespace minuet
