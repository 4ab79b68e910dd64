#include "cells/dancing_cells.hpp"

#include "cells/smallest.hpp"

#include <algorithm>

namespace minuet {

namespace {
// Up to so many primary items their sizes are copied at every level; beyond it that would take
// memory that grows with the square, and sizes are given back row by row.
constexpr std::int32_t few_items = 1024;
} // namespace

DancingCells::DancingCells(Problem &problem, Poll &poll)
    : sets_(problem, poll), copying_(sets_.primary() <= few_items) {}

// Covers the item and puts its options up for choice, in their order if anybody sees it.
bool DancingCells::enter(std::int32_t item, bool sorted) {
  if (sets_.sizes()[item] == 0) {
    sets_.add_update();
    return false;
  }
  const auto depth = static_cast<std::int32_t>(levels_.size());
  const std::int32_t first = sets_.mark().hidden;
  sets_.cover(item, 2 * depth);
  const CellSets::Mark mark = sets_.mark();
  levels_.push_back({mark, item, first, first, mark.hidden});
  if (mark.hidden - first == 1)
    return true; // nothing will come back to here
  if (sorted)
    std::sort(sets_.hidden() + first, sets_.hidden() + mark.hidden);
  if (copying_) {
    const std::vector<std::int32_t> &sizes = sets_.sizes();
    if (copies_.size() < (depth + 1) * sizes.size())
      copies_.resize(2 * (depth + 1) * sizes.size());
    std::copy(sizes.begin(), sizes.end(), copies_.begin() + depth * sizes.size());
  }
  return true;
}

void DancingCells::choose() {
  const auto depth = static_cast<std::int32_t>(levels_.size()) - 1;
  const Level &level = levels_[depth];
  sets_.commit(sets_.hidden()[level.choice], level.item, 2 * depth + 1);
}

// Goes to the next choice of the deepest level that has one. What the levels below it did is
// undone in one sweep.
bool DancingCells::advance() {
  while (!levels_.empty() && ++levels_.back().choice == levels_.back().end)
    levels_.pop_back();
  if (levels_.empty())
    return false;
  const auto depth = static_cast<std::int32_t>(levels_.size()) - 1;
  sets_.undo(levels_[depth].mark, 2 * depth + 1, !copying_);
  if (copying_) {
    std::vector<std::int32_t> &sizes = sets_.sizes();
    const auto copy = copies_.begin() + depth * sizes.size();
    std::copy(copy, copy + sizes.size(), sizes.begin());
  }
  choose();
  return true;
}

State DancingCells::run(std::int64_t node_limit, bool count_only) {
  stop_ = nodes_ + node_limit;
  if (phase_ == Phase::start)
    phase_ = sets_.possible() ? Phase::down : Phase::done;
  const std::int32_t *const sizes = sets_.sizes().data();
  const auto count = static_cast<std::int32_t>(sets_.sizes().size());
  while (phase_ != Phase::done) {
    if (phase_ == Phase::up) {
      phase_ = advance() ? Phase::down : Phase::done;
      continue;
    }
    if (nodes_ >= stop_)
      return State::paused;
    const std::int32_t item = first_smallest(sizes, count);
    ++nodes_; // as in dlx2, where a solution is a special node
    if (sizes[item] >= CellSets::gone) {
      ++solutions_;
      phase_ = Phase::up;
      if (!count_only)
        return State::solution;
    } else if (enter(item, !count_only)) {
      choose();
    } else {
      phase_ = Phase::up;
    }
  }
  return State::exhausted;
}

void DancingCells::append_solution(std::vector<std::int32_t> &to) const {
  to.insert(to.end(), sets_.selected().begin(), sets_.selected().end());
  for (const Level &level : levels_) {
    const std::int32_t option = sets_.option(sets_.hidden()[level.choice]);
    if (option >= 0)
      to.push_back(option);
  }
}

double DancingCells::progress() const {
  double done = phase_ == Phase::done ? 1 : 0, weight = 1;
  for (const Level &level : levels_) {
    const std::int32_t choices = level.mark.hidden - level.first;
    weight /= choices;
    done += weight * (choices - (level.end - level.choice));
  }
  return done;
}

// Subtrees are the larger the nearer they are to the root, but come the later.
std::vector<std::vector<std::int32_t>> DancingCells::give(std::int32_t least) {
  std::vector<std::vector<std::int32_t>> given;
  std::vector<std::int32_t> above = sets_.selected();
  for (Level &level : levels_) {
    if (static_cast<std::int32_t>(given.size()) >= least)
      break;
    while (--level.end > level.choice) {
      given.push_back(above);
      given.back().push_back(sets_.option(sets_.hidden()[level.end]));
    }
    ++level.end;
    above.push_back(sets_.option(sets_.hidden()[level.choice]));
  }
  std::reverse(given.begin(), given.end());
  return given;
}

// A skip leaves out the option with which it shares its item.
Subtree DancingCells::below(Subtree above, const Level &level, std::int32_t choice) const {
  const std::int32_t *const rows = sets_.hidden();
  if (const std::int32_t option = sets_.option(rows[choice]); option >= 0) {
    above.first.push_back(option);
    return above;
  }
  for (std::int32_t k = level.first; k < level.mark.hidden; ++k)
    if (const std::int32_t option = sets_.option(rows[k]); option >= 0)
      above.second.push_back(option);
  return above;
}

std::vector<Subtree> DancingCells::open() const {
  std::vector<Subtree> parts;
  if (phase_ == Phase::done)
    return parts;
  Subtree above{sets_.selected(), {}};
  for (const Level &level : levels_) {
    for (std::int32_t k = level.end; --k > level.choice;)
      parts.push_back(below(above, level, k));
    above = below(std::move(above), level, level.choice);
  }
  if (phase_ != Phase::up)
    parts.push_back(std::move(above));
  std::reverse(parts.begin(), parts.end());
  return parts;
}

} // namespace minuet
