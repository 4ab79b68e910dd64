// Weighted cells: one solution, fast, of a large sparse matrix, on the sparse sets of
// cell_sets.hpp.
//
// Failure weights (Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting
// constraints", ECAI 2004): an item that runs empty becomes heavier, and the search branches on
// the item of the least size divided by weight, so it goes where the failures are. It branches in
// two: an option is chosen, or, if that fails, given up for good under the same choices. Forced
// items are covered at once. Restarts keep the weights; their limits grow geometrically, so the
// search is complete and a matrix without solutions is seen to have none.
//
// On variant sudokus whose lines are tables of thousands of options (sandwiches, betweens) it may
// not end where plain cells take .1 s. Tried, on 17 variants, one seed: the square of the size by
// weight ends on two of these in .3 s, and takes 4 times as long, or does not end, on four others;
// items of at most 3 or 8 times the least size: as before; the size to the power of 1.5: a fifth
// less in the mean, but twice as long on three. So the size stays, and plain cells take turns
// (solvers/auto.py).
//
// Of the item's options the one that takes the fewest others away is tried first. What lost, on
// quasigroups of order 40 with 672 holes (median milliseconds of five seeds on four of them):
// options at random 85 to 1400 against 3 to 13; the option that takes the most away, most not in
// 2000; options by the weights of their items alone, 110 to 310.
#pragma once

#include "cells/cell_sets.hpp"
#include "shared/state.hpp"

#include <random>

namespace minuet {

class WeightedCells : public Stoppable {
public:
  WeightedCells(Problem &problem, std::uint32_t seed, Poll &poll);

  // Searches on until the first solution, the end, or `node_limit` more nodes. After a solution
  // there is nothing more: this is no way to enumerate.
  State run(std::int64_t node_limit, bool count_only);

  // What the last run left of its `node_limit`.
  std::int64_t work_left() const { return stop_ - nodes_; }

  void append_solution(std::vector<std::int32_t> &to) const;

  // The part of the search that is done: none before its end, for restarts begin it anew.
  double progress() const { return phase_ == Phase::done ? 1 : 0; }

  std::int64_t nodes() const { return nodes_; }
  std::int64_t updates() const { return sets_.updates(); }
  std::int64_t solutions() const { return solutions_; }
  std::int64_t failures() const { return failures_; }
  std::int64_t restarts() const { return restarts_; }

private:
  struct Level {
    CellSets::Mark mark;
    std::int32_t row;
    std::int32_t chosen; // how many rows were chosen before
  };

  std::int32_t step() const { return static_cast<std::int32_t>(levels_.size()) - 1; }
  bool begin();
  std::int32_t heaviest() const;
  std::int32_t pick(std::int32_t item);
  void branch(std::int32_t item);
  bool settle();
  void fail();
  bool give_up();
  void restart();
  void back_to(std::size_t depth);

  CellSets sets_;
  std::vector<float> lightness_; // item -> 1 / weight, padded
  std::vector<Level> levels_;
  std::vector<std::int32_t> chosen_, rows_;
  std::minstd_rand random_;
  std::int64_t nodes_ = 0, solutions_ = 0, stop_ = 0, failures_ = 0, restarts_ = 0;
  std::int64_t failures_left_;
  double limit_;
  enum class Phase { start, down, done } phase_ = Phase::start;
};

} // namespace minuet
