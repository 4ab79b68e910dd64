// A matrix divided: links, and the independent blocks that are left without them.
//
// Leave the cells of a sudoku out, and what is left falls apart into one block a digit. The items
// left out are the links; a block is what the others still connect, and need not be like another
// (levels/blocks.hpp asks for that, to count). A solution is one cover a block, where the covers
// share no link and leave none open that must be covered.
#pragma once

#include "shared/packed/packed_matrix.hpp"

#include <vector>

namespace minuet::blocks {

struct BlockOption {
  std::vector<std::int32_t> own;   // items of the block, ascending
  std::vector<std::int32_t> links; // ascending
  std::int32_t number = -1;        // in the whole matrix; -1: leaves out another one
};

// Own items 0 .. primary - 1 must be covered, the others at most once. Every option covers one of
// the former, so that a branch decides on it.
struct Block {
  std::int32_t primary = 0, items = 0;
  std::vector<BlockOption> options;
};

struct Division {
  std::vector<std::uint8_t> must; // links: whether they must be covered
  std::vector<Block> blocks;

  std::int32_t links() const { return static_cast<std::int32_t>(must.size()); }
  // How many of the blocks hold more than one option of the matrix, as it was.
  std::int32_t wide() const;
};

// What these links leave, a flag a bit. Options that nothing decides on beside them, and those of
// `free` (numbers of the whole matrix), become blocks of their own: chosen or left.
Division divided(const PackedMatrix &part, const std::vector<std::uint8_t> &link, Poll &poll);

// The ways to divide, most blocks first; the last has no links. No option has a color.
std::vector<Division> divisions(const PackedMatrix &part, Poll &poll);

} // namespace minuet::blocks
