// One cover a block, without a common link, whose losses together stay within a budget.
//
// At a node the block with the fewest covers left takes one after the other, those of least loss
// first; the lists of the other blocks are filtered, by bit masks over the links and by what the
// budget leaves when every other block loses the least that it still can. So the budget falls with
// every list that loses its best covers.
#pragma once

#include "blocks/cover_lists.hpp"
#include "shared/state.hpp"

namespace minuet::blocks {

class CoverSearch {
public:
  // The relaxation is settled, and must outlive it and keep its prices.
  CoverSearch(const Relaxation &relaxation, Length budget);

  State run(std::int64_t work, bool counting);
  std::int64_t work_left() const { return work_; }
  void append_solution(std::vector<std::int32_t> &to) const;

  // Only solutions that lose so much at most are looked for from now on.
  void set_budget(Length budget) { budget_ = std::min(budget, budget_); }
  // The least loss that was left out; `never`: none was, so that there are no more solutions.
  Length cut() const { return cut_; }

  std::int64_t solutions() const { return solutions_; }
  std::int64_t nodes() const { return nodes_; }
  std::int64_t updates() const { return updates_; } // covers filtered

private:
  using Word = std::uint64_t;
  // The covers that are left of a block: places from `begin` to `end` of its level.
  struct Left {
    std::int32_t block;
    std::int64_t begin, end;
  };
  struct Level {
    std::vector<Length> losses;
    std::vector<Word> masks; // `words_` a cover
    std::vector<std::int32_t> covers;
    std::vector<Left> left;
    Length spent = 0,
           least = 0;        // by blocks that are decided; by the others, if each takes its best
    std::vector<Word> taken; // links
    std::size_t branch = 0;  // which of `left` is branched on
    std::int64_t next = 0;   // its next place

    void clear();
  };

  void begin();
  void enter(Level &level);
  bool descend();
  bool filter(const Level &from, const Left &list, const Word *taken, Length limit, Level &to);
  bool coverable(const Level &level);
  Length final_loss(const Level &level) const;
  void leave_out(Length loss) { cut_ = std::min(cut_, loss); }

  const Relaxation &relaxation_;
  const CoverLists lists_;
  Length budget_, cut_;
  std::int32_t words_;
  std::vector<Word> must_;    // links
  std::vector<Level> levels_; // level k: k blocks are decided; they are kept for their memory
  std::size_t depth_ = 0;
  std::vector<std::pair<std::int32_t, std::int32_t>> chosen_; // blocks and their covers
  std::vector<Word> reach_;
  bool begun_ = false, exhausted_ = false;
  std::int64_t work_ = 0, solutions_ = 0, nodes_ = 0, updates_ = 0;
};

} // namespace minuet::blocks
