// Laying out the sparse sets of cell_sets.hpp: rows, members, cells, and the given options.
#include "cells/cell_sets.hpp"
#include "shared/bounds.hpp"

#include <algorithm>
#include <functional>

namespace minuet {

namespace {
constexpr std::int32_t widest = 8;  // rows of up to so many primary members get a fixed width
constexpr std::int32_t lanes = 8;   // sizes are scanned so many at a time
constexpr std::int32_t walk = 4096; // steps, or more, through the options that a given one excludes
// An option may get an own item, and then a row and two entries more.
constexpr std::int64_t rows_of_option = 2, entries_of_option = 2;
constexpr std::int64_t most_rows = CellSets::gone - 1; // each may be an item's
constexpr std::int64_t most_padding = CellSets::gone / 2;

// What is padded with loses all of it at most, and still looks gone.
static_assert(CellSets::gone / 2 >= most_padding);
static_assert(CellSets::gone + std::int64_t{CellSets::gone / 2} <= most_places);
// Every row that is chosen takes two steps.
static_assert(2 * most_rows + 1 <= CellSets::alive);
} // namespace

CellSets::CellSets(Problem &problem, Poll &poll) {
  const std::int64_t options = problem.options();
  require_at_most(rows_of_option * options, most_rows, "rows");
  require_at_most(problem.entries() + entries_of_option * options, most_places, "entries");
  require_at_most(problem.items() + options, most_places - lanes, "items");
  refuse_weights(problem.matrix());
  problem.prepare(poll);
  add_rows(problem, poll);
  lay_out_members(poll);
  lay_out_cells(poll);
  // Each trail has room for all that can ever stand on it, and one place that is written too far.
  hidden_.resize(rows() + 1);
  agreed_.resize(tint_.size() + 1);
  fixed_.assign(items_, 0);
  fixed_items_.resize(items_ - primary_ + 1);
  covered_.resize(primary_ + 1);
  select(problem, poll);
  updates_ = 0;
}

// An option that nothing else decides on gets a primary item of its own, covered either by it or
// by a skip: a second row with that one item. These items follow the matrix's primary ones.
void CellSets::add_rows(const Problem &problem, Poll &poll) {
  const Matrix &matrix = problem.matrix();
  const std::int32_t skips = problem.undecided_options();
  primary_ = matrix.primary + skips;
  items_ = matrix.items() + skips;
  member_start_.push_back(0);
  entry_start_.push_back(0);
  std::int32_t next = matrix.primary;
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    if (!problem.allowed(o))
      continue;
    poll(matrix.size(o) + 1);
    const std::int32_t own = problem.undecided(o) ? next++ : -1;
    add_row(matrix, o, own, false);
    if (own >= 0)
      add_row(matrix, o, own, true);
  }
  death_.assign(owner_.size(), alive);
}

void CellSets::add_row(const Matrix &matrix, std::int32_t option, std::int32_t own, bool skip) {
  const std::int32_t shift = primary_ - matrix.primary;
  if (!skip)
    for (auto e = matrix.starts[option]; e < matrix.starts[option + 1]; ++e) {
      const std::int32_t item = matrix.members[e];
      if (item < matrix.primary)
        member_.push_back(item);
      entry_.push_back(item < matrix.primary ? item : item + shift);
      entry_color_.push_back(matrix.colors[e]);
    }
  if (own >= 0) {
    member_.push_back(own);
    entry_.push_back(own);
    entry_color_.push_back(0);
  }
  weight_.push_back(static_cast<std::int32_t>(entry_.size()) - entry_start_.back() - 1);
  member_start_.push_back(static_cast<std::int32_t>(member_.size()));
  entry_start_.push_back(static_cast<std::int32_t>(entry_.size()));
  owner_.push_back(skip ? -1 : option);
}

// Sizes, and the fixed width: short rows are padded with an item that does not exist, so that the
// loop over their members is unrolled.
void CellSets::lay_out_members(Poll &poll) {
  size_.assign((primary_ + lanes) / lanes * lanes, gone + gone / 2);
  std::fill(size_.begin(), size_.begin() + primary_, 0);
  for (const std::int32_t item : member_)
    ++size_[item];
  std::int32_t width = 1;
  poll(std::ssize(member_) + rows());
  for (std::int32_t r = 0; r < rows(); ++r)
    width = std::max(width, member_start_[r + 1] - member_start_[r]);
  const std::int64_t padding = std::int64_t{width} * rows() - std::ssize(member_);
  if (width > widest || padding > std::ssize(member_) + 8 || padding > most_padding)
    return;
  width_ = width;
  std::vector<std::int32_t> padded(static_cast<std::size_t>(width) * rows(), primary_);
  for (std::int32_t r = 0; r < rows(); ++r) {
    poll(width);
    std::copy(member_.begin() + member_start_[r], member_.begin() + member_start_[r + 1],
              padded.begin() + static_cast<std::ptrdiff_t>(r) * width);
  }
  member_ = std::move(padded);
  member_start_ = {};
}

void CellSets::lay_out_cells(Poll &poll) {
  start_.assign(items_ + 1, 0);
  const auto each = [&](auto &&act) {
    for (std::int32_t r = 0; r < rows(); ++r) {
      poll(entry_start_[r + 1] - entry_start_[r]);
      for (auto e = entry_start_[r]; e < entry_start_[r + 1]; ++e)
        act(r, entry_[e], entry_color_[e]);
    }
  };
  bool colors = false;
  each([&](std::int32_t, std::int32_t item, std::int32_t color) {
    ++start_[item + 1];
    colors |= color != 0;
  });
  for (std::int32_t i = 0; i < items_; ++i)
    start_[i + 1] += start_[i];
  cell_.resize(start_[items_]);
  if (colors)
    tint_.resize(cell_.size());
  bound_.assign(items_, 0);
  each([&](std::int32_t row, std::int32_t item, std::int32_t color) {
    const std::int32_t place = start_[item] + bound_[item]++;
    cell_[place] = row;
    if (colors)
      tint_[place] = color;
  });
  const std::int32_t longest = items_ ? *std::max_element(bound_.begin(), bound_.end()) : 0;
  stale_.resize(longest + 1);
  stale_tints_.resize(colors ? longest + 1 : 0);
  const bool same =
      std::adjacent_find(weight_.begin(), weight_.end(), std::not_equal_to<>()) == weight_.end();
  if (same && !colors && !weight_.empty())
    uniform_ = weight_.front();
  if (items_ == primary_)
    entry_ = {}, entry_color_ = {}, entry_start_ = {};
}

// Commits the given options for good; two that clash leave nothing to search.
void CellSets::select(const Problem &problem, Poll &poll) {
  possible_ = problem.possible();
  if (problem.given().empty() || !possible_)
    return;
  std::vector<std::int32_t> row_of(problem.options(), -1);
  for (std::int32_t r = 0; r < rows(); ++r)
    if (owner_[r] >= 0)
      row_of[owner_[r]] = r;
  for (const std::int32_t option : problem.given()) {
    poll(walk);
    selected_.push_back(option);
    hide(row_of[option], before);
    commit(row_of[option], -1, before);
  }
}

} // namespace minuet
