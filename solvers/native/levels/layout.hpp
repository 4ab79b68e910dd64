// Where the states of a frontier keep what matters, and how much that is.
//
// The links are covered in a fixed order, a level each; an option is chosen at the level of its
// first link. A bit of a state (a link, or a slot of the blocks) matters from the first level that
// may set it to the last one that looks at it; bits that never matter at the same time share a
// place. How many states there will be nobody knows; but a bit of which a share p of the options is
// past tells about p log(1/p) + (1-p) log(1/(1-p)), and n blocks in order log(n!) less. The sum is
// too large by a steady factor, and rises and falls with the logarithm of the number of states.
#pragma once

#include "levels/blocks.hpp"

namespace minuet {

// The levels at which a bit matters, both ends included, and its place in the state.
struct Span {
  std::int32_t from = 0, to = -1;
  std::int32_t place = -1;

  bool empty() const { return from > to; }
};

struct Layout {
  std::vector<std::int32_t> order;            // links that must be covered, a level each
  std::vector<Span> links;                    // bits
  std::vector<std::vector<Span>> slots;       // groups
  std::int32_t link_bits = 0, field_bits = 0; // of a state: places of links, and of each block
  std::vector<double> widths; // the information in a state after each level, an estimate

  Layout(const PackedMatrix &part, const Blocks &blocks, std::vector<std::int32_t> order,
         Poll &poll);

  std::int32_t levels() const { return static_cast<std::int32_t>(order.size()); }
  std::int32_t level_of(const BlockOption &option) const;
  double widest() const;
  // The logarithm of the work, if `density` is that of the number of states by the width.
  double log_work(double density) const;

private:
  void span_links(const Blocks &blocks, std::int32_t primary, Poll &poll);
  void span_slots(const BlockGroup &group, Poll &poll);
  void widen(std::vector<std::int32_t> &passed, const Span &span, double copies);
  void add_up(const Blocks &blocks);

  std::vector<std::int32_t> rank_; // bits
};

// The levels of a frontier, compiled to masks: what may be chosen at each, and what it forgets. A
// state is `words` words of links, then a field for each block.
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
