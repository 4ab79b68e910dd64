// The levels of a frontier, compiled to masks: what may be chosen at each, and what it forgets.
//
// A state is `words` words of links, then a field for each block.
#pragma once

#include "levels/layout.hpp"

namespace minuet {

struct Levels {
  using Word = std::uint64_t;

  // An option, in all blocks of a group; with no group (-1) it belongs to no block.
  struct Move {
    std::int32_t group;
    Word field_need, field_close;
    std::vector<Word> need, close; // words of links
  };

  struct Level {
    // Where a state tells that the item is covered already; word -1: it never is.
    std::int32_t word = -1;
    Word bit = 0;
    std::vector<Move> moves;
    std::int64_t options = 0;                     // that the moves stand for
    bool ends = false;                            // whether anything ends to matter here
    std::vector<Word> keep;                       // words of links
    std::vector<Word> field_keep, field_required; // groups
  };

  struct Group {
    std::int32_t first, blocks; // of the fields
  };

  static constexpr std::int32_t widest_field = 64;

  std::int32_t words, fields = 0, field_bits;
  std::vector<Group> groups;
  std::vector<Word> start; // fields
  std::vector<Level> levels;

  // A field of the layout must not be wider than the widest.
  Levels(const Blocks &blocks, const Layout &layout, Poll &poll);

private:
  void add_move(const BlockOption &option, std::int32_t group, std::int32_t copies,
                const Layout &layout);
  void end_spans(const Blocks &blocks, const Layout &layout);
};

} // namespace minuet
