// Dancing cells: the sparse sets on which the searches without links dance.
//
// Knuth's SSXCC (2023) keeps the options of an item in one contiguous array whose first `size`
// cells are those that remain; an option is removed by swapping its cells behind the others, and
// undone by restoring sizes. Here the swaps are put off as well. Hiding an option stamps it with
// the step at which it died and lowers the sizes of its primary items, no more; who walks the
// array of an item passes over the dead. When most of what is walked died some steps ago, the
// array is partitioned, the dead behind, and its bound is restored when they come back. So an
// option that dies costs one subtraction a primary item, nothing a secondary one (no one asks for
// their sizes), and the walks have no branches to mispredict.
//
// What lost: partitioning at once whatever died, in the order of death (a sort for each array: 1.3
// times the time of links on Soma); never partitioning (double words squares walk 12 dead cells
// for a living one).
#pragma once

#include "shared/problem.hpp"

#include <vector>

namespace minuet {

class CellSets {
public:
  // Steps are numbered upwards from 0 along a branch; the given options die before step 0.
  static constexpr std::int32_t alive = 0x7fffffff;
  static constexpr std::int32_t before = -1;
  // Added to the size of a primary item that is covered, so that it is never the smallest.
  static constexpr std::int32_t gone = 1 << 30;

  // Builds the sets and commits the given options. Multiplicities are not known here. Throws
  // std::overflow_error for a matrix whose rows or entries pass the numbers of 32 bits.
  CellSets(Problem &problem, Poll &poll);

  // A moment of the search to which `undo` returns.
  struct Mark {
    std::int32_t hidden, agreed, fixed, covered;
  };

  bool possible() const { return possible_; }
  std::int32_t primary() const { return primary_; }
  std::int32_t rows() const { return static_cast<std::int32_t>(owner_.size()); }
  // The option that a row stands for; -1: the row stands for leaving an option out.
  std::int32_t option(std::int32_t row) const { return owner_[row]; }
  const std::vector<std::int32_t> &selected() const { return selected_; }

  // Sizes of the primary items, padded with large ones to a multiple of 8.
  std::vector<std::int32_t> &sizes() { return size_; }
  const std::vector<std::int32_t> &sizes() const { return size_; }
  std::int64_t updates() const { return updates_; }
  void add_update() { ++updates_; }

  // Rows that died, the latest last; `mark().hidden` is how many.
  std::int32_t *hidden() { return hidden_.data(); }
  const std::int32_t *hidden() const { return hidden_.data(); }
  Mark mark() const { return {hidden_top_, agreed_top_, fixed_top_, covered_top_}; }

  // Covers the primary item: all its rows die.
  void cover(std::int32_t item, std::int32_t step);
  // Covers what else the row covers: `from` is its item that is covered, or -1 if it is hidden.
  void commit(std::int32_t row, std::int32_t from, std::int32_t step);
  // Hides one row.
  void hide(std::int32_t row, std::int32_t step);
  // The only living row of an item of size 1.
  std::int32_t only(std::int32_t item) const;
  // The living rows of an item, appended.
  void living(std::int32_t item, std::vector<std::int32_t> &rows) const;
  // How many options the uncovered primary items of a row have left, all told.
  std::int64_t elbow_room(std::int32_t row) const;
  bool is_alive(std::int32_t row) const { return death_[row] == alive; }

  // Returns to the mark, where nothing of `step` or later had been done yet. Sizes are given back
  // row by row if `sizes` is set; else the caller restores them from a copy.
  void undo(const Mark &mark, std::int32_t step, bool sizes);

  // The primary items whose sizes fell to 1 or 0 since `watch(true)`, for searches that act on
  // them at once.
  void watch(bool on) { watching_ = on; }
  std::vector<std::int32_t> &low() { return low_; }
  std::int32_t empty() const { return empty_; }
  void clear_watch() { low_.clear(), empty_ = -1; }

private:
  struct Shrunk {
    std::int32_t item, bound, next;
  };

  void add_rows(const Problem &problem, Poll &poll);
  void add_row(const Matrix &matrix, std::int32_t option, std::int32_t own, bool skip);
  void lay_out_members(Poll &poll);
  void lay_out_cells(Poll &poll);
  void select(const Problem &problem, Poll &poll);

  void strike(std::int32_t item, std::int32_t color, std::int32_t step);
  std::int32_t collect(std::int32_t item, std::int32_t step);
  std::int32_t purify(std::int32_t item, std::int32_t color, std::int32_t step);
  void partition(std::int32_t item, std::int32_t cut);
  void withdraw(std::int32_t first);
  template <int width> void withdraw_fixed(std::int32_t first);
  void withdraw_any(std::int32_t first);
  void withdraw_watching(std::int32_t first);
  void give_back(std::int32_t first);
  void count_updates(std::int32_t first);
  const std::int32_t *members_begin(std::int32_t row) const;
  const std::int32_t *members_end(std::int32_t row) const;

  std::int32_t primary_ = 0, items_ = 0;
  std::int32_t width_ = 0;           // > 0: every row has this many primary members, after padding
  std::int32_t uniform_ = -1;        // >= 0: what hiding any row counts for
  std::vector<std::int32_t> owner_;  // row -> option
  std::vector<std::int32_t> death_;  // row -> the step at which it died
  std::vector<std::int32_t> weight_; // row -> links that dlx2 takes out when it hides it
  std::vector<std::int32_t> member_start_; // row -> its primary members, without a fixed width
  std::vector<std::int32_t> member_;
  std::vector<std::int32_t> entry_start_; // row -> all its members; empty without secondary items
  std::vector<std::int32_t> entry_, entry_color_;
  std::vector<std::int32_t> start_, bound_; // item -> its cells, and how many are walked
  std::vector<std::int32_t> cell_, tint_;   // rows and, where there are colors, their colors
  std::vector<std::int32_t> size_;
  std::vector<std::int32_t> fixed_; // item -> whether its color is settled

  std::vector<std::int32_t> hidden_, agreed_, fixed_items_, covered_; // what undo takes back
  std::int32_t hidden_top_ = 0, agreed_top_ = 0, fixed_top_ = 0, covered_top_ = 0;
  std::vector<std::int32_t> shrunk_head_; // step -> bounds to restore with it
  std::vector<Shrunk> shrunk_;
  std::int32_t shrunk_free_ = -1, deepest_ = -1;
  std::vector<std::int32_t> stale_, stale_tints_; // of the item that is being partitioned

  std::vector<std::int32_t> selected_;
  std::vector<std::int32_t> low_;
  std::int32_t empty_ = -1;
  std::int64_t updates_ = 0;
  bool watching_ = false;
  bool possible_ = true;
};

} // namespace minuet
