#include "cells/weighted_cells.hpp"

#include <algorithm>
#include <limits>

namespace minuet {

namespace {
constexpr double first_limit = 100, growth = 1.3; // failures before a restart
} // namespace

WeightedCells::WeightedCells(Problem &problem, std::uint32_t seed, Poll &poll)
    : sets_(problem, poll), lightness_(sets_.sizes().size(), 1.0F), random_(seed + 1),
      failures_left_(static_cast<std::int64_t>(first_limit)), limit_(first_limit) {}

// What is forced from the start; false if there is no solution.
bool WeightedCells::begin() {
  if (!sets_.possible())
    return false;
  sets_.watch(true);
  sets_.clear_watch();
  for (std::int32_t i = 0; i < sets_.primary(); ++i) {
    if (sets_.sizes()[i] == 0)
      return false;
    if (sets_.sizes()[i] == 1)
      sets_.low().push_back(i);
  }
  return settle();
}

// Covers the items of which one option is left, until there is none or some item runs empty.
bool WeightedCells::settle() {
  std::vector<std::int32_t> &low = sets_.low();
  while (sets_.empty() < 0 && !low.empty()) {
    const std::int32_t item = low.back();
    low.pop_back();
    if (sets_.sizes()[item] != 1)
      continue;
    chosen_.push_back(sets_.only(item));
    sets_.commit(chosen_.back(), -1, step());
  }
  return sets_.empty() < 0;
}

// The item of the least size by weight; -1 if all are covered.
std::int32_t WeightedCells::heaviest() const {
  const std::int32_t *const sizes = sets_.sizes().data();
  const float *const light = lightness_.data();
  float least = std::numeric_limits<float>::max();
  for (std::size_t k = 0; k < lightness_.size(); ++k) {
    const float score = sizes[k] >= CellSets::gone ? std::numeric_limits<float>::max()
                                                   : static_cast<float>(sizes[k]) * light[k];
    least = std::min(least, score);
  }
  for (std::size_t k = 0; k < lightness_.size(); ++k)
    if (sizes[k] < CellSets::gone && static_cast<float>(sizes[k]) * light[k] == least)
      return static_cast<std::int32_t>(k);
  return -1;
}

// The option that takes the fewest others away, by the sizes of its items; at random among equals.
std::int32_t WeightedCells::pick(std::int32_t item) {
  rows_.clear();
  sets_.living(item, rows_);
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int32_t best = -1;
  std::uint_fast32_t equals = 0;
  for (const std::int32_t row : rows_) {
    const std::int64_t room = sets_.elbow_room(row);
    if (room < least)
      least = room, best = row, equals = 1;
    else if (room == least && random_() % ++equals == 0)
      best = row;
  }
  return best;
}

void WeightedCells::branch(std::int32_t item) {
  const std::int32_t row = pick(item);
  levels_.push_back({sets_.mark(), row, static_cast<std::int32_t>(chosen_.size())});
  chosen_.push_back(row);
  sets_.commit(row, -1, step());
}

// Undoes the levels from `depth` on.
void WeightedCells::back_to(std::size_t depth) {
  const Level &level = levels_[depth];
  sets_.undo(level.mark, static_cast<std::int32_t>(depth), true);
  sets_.clear_watch();
  chosen_.resize(level.chosen);
  levels_.resize(depth);
}

void WeightedCells::fail() {
  float &light = lightness_[sets_.empty()];
  light = light / (1.0F + light);
  ++failures_;
  --failures_left_;
}

// Takes back the latest choice that may still be another one; false if there is none.
bool WeightedCells::give_up() {
  for (;;) {
    fail();
    if (levels_.empty())
      return false;
    const std::int32_t row = levels_.back().row;
    back_to(levels_.size() - 1);
    sets_.hide(row, step());
    if (settle())
      return true;
  }
}

void WeightedCells::restart() {
  back_to(0);
  limit_ *= growth;
  failures_left_ = static_cast<std::int64_t>(std::min(limit_, 1e18));
  ++restarts_;
}

State WeightedCells::run(std::int64_t node_limit, bool count_only) {
  stop_ = nodes_ + node_limit;
  if (phase_ == Phase::start)
    phase_ = begin() ? Phase::down : Phase::done;
  while (phase_ != Phase::done) {
    if (nodes_ >= stop_)
      return State::paused;
    if (failures_left_ <= 0 && !levels_.empty())
      restart();
    const std::int32_t item = heaviest();
    ++nodes_;
    if (item < 0) {
      ++solutions_;
      phase_ = Phase::done;
      if (!count_only)
        return State::solution;
      break;
    }
    branch(item);
    if (!settle() && !give_up())
      phase_ = Phase::done;
  }
  return State::exhausted;
}

void WeightedCells::append_solution(std::vector<std::int32_t> &to) const {
  to.insert(to.end(), sets_.selected().begin(), sets_.selected().end());
  for (const std::int32_t row : chosen_)
    if (sets_.option(row) >= 0)
      to.push_back(sets_.option(row));
}

} // namespace minuet
