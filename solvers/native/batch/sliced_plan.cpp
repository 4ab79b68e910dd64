#include "batch/sliced_plan.hpp"

#include "batch/exclusions.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace minuet {

namespace {

constexpr std::int32_t most_sliced = 1024; // options; items

// Lists of numbers as rows of the same length, the rest of them filled up.
std::vector<std::uint16_t> table(const std::vector<std::vector<std::uint16_t>> &lists,
                                 std::int32_t width, std::int32_t filling) {
  std::vector<std::uint16_t> rows(lists.size() * width, static_cast<std::uint16_t>(filling));
  for (std::size_t k = 0; k < lists.size(); ++k)
    std::copy_n(lists[k].begin(), std::min<std::ptrdiff_t>(std::ssize(lists[k]), width),
                rows.begin() + static_cast<std::ptrdiff_t>(k) * width);
  return rows;
}

} // namespace

bool SlicedPlan::accepts(const Problem &problem) {
  const Matrix &matrix = problem.matrix();
  return problem.primary() > 0 && problem.exactly_once() && problem.undecided_options() == 0 &&
         problem.options() <= most_sliced && problem.items() <= most_sliced &&
         std::ranges::all_of(matrix.colors, [](std::int32_t color) { return color == 0; });
}

SlicedPlan::SlicedPlan(const Problem &problem) {
  read_matrix(problem);
  find_grids();
  find_needs();
  find_terms();
}

void SlicedPlan::read_matrix(const Problem &problem) {
  const Matrix &matrix = problem.matrix();
  shape_.options = matrix.options();
  shape_.items = matrix.items();
  shape_.primary = matrix.primary;
  shape_.row_words = (shape_.options + 255) / 256 * 4;
  root_.resize(shape_.row_words);
  option_items_.resize(shape_.options);
  std::vector<std::vector<std::uint16_t>> item_options(shape_.items);
  for (std::int32_t o = 0; o < shape_.options; ++o)
    for (auto e = matrix.starts[o]; problem.allowed(o) && e < matrix.starts[o + 1]; ++e) {
      root_[o / 64] |= std::uint64_t{1} << o % 64;
      option_items_[o].push_back(static_cast<std::uint16_t>(matrix.members[e]));
      item_options[matrix.members[e]].push_back(static_cast<std::uint16_t>(o));
    }
  starts_.push_back(0);
  for (const auto &options : item_options) {
    members_.insert(members_.end(), options.begin(), options.end());
    starts_.push_back(static_cast<std::int32_t>(members_.size()));
  }
  const Exclusions exclusions(problem);
  Poll poll;
  left_by_.reserve(std::size_t(shape_.options) * shape_.row_words);
  for (std::int32_t o = 0; o < shape_.options; ++o) {
    left_by_.insert(left_by_.end(), root_.begin(), root_.end());
    std::uint64_t *const row = left_by_.data() + std::size_t(o) * shape_.row_words;
    const auto remove = [row](std::int32_t other) {
      row[other / 64] &= ~(std::uint64_t{1} << other % 64);
    };
    exclusions.each(o, remove, poll);
  }
  items_of_ = table(option_items_, sliced_items, shape_.items);
  shape_.starts = starts_.data();
  shape_.members = members_.data();
  shape_.items_of = items_of_.data();
}

std::vector<std::uint16_t> SlicedPlan::shared(std::int32_t item, std::int32_t other) const {
  const auto options = members_.begin();
  std::vector<std::uint16_t> both;
  std::set_intersection(options + starts_[item], options + starts_[item + 1],
                        options + starts_[other], options + starts_[other + 1],
                        std::back_inserter(both));
  return both;
}

void SlicedPlan::find_grids() {
  std::map<std::array<std::uint16_t, 3>, std::vector<std::uint16_t>> rows_of;
  std::vector<std::int32_t> common(shape_.items);
  std::vector<std::uint16_t> beside;
  for (std::int32_t i = 0; i < shape_.primary; ++i) {
    beside.clear();
    std::ranges::fill(common, 0);
    for (auto e = starts_[i]; e < starts_[i + 1]; ++e)
      for (const auto j : option_items_[members_[e]])
        if (j != i && j < shape_.primary && ++common[j] == 2)
          beside.push_back(j);
    std::ranges::sort(beside);
    std::int32_t covered = 0;
    for (const auto j : beside)
      covered += common[j] <= 3 ? common[j] : shape_.options;
    if (beside.size() == 3 && covered == size(i))
      rows_of[{beside[0], beside[1], beside[2]}].push_back(static_cast<std::uint16_t>(i));
  }
  for (const auto &[columns, rows] : rows_of) {
    if (rows.size() != 3)
      continue;
    SlicedGrid grid{};
    std::ranges::fill(grid.option, static_cast<std::uint16_t>(shape_.options));
    std::array<std::int32_t, 3> sizes{};
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        const auto both = shared(rows[r], columns[c]);
        std::ranges::copy(both, grid.option + 9 * r + 3 * c);
        sizes[c] += static_cast<std::int32_t>(both.size());
      }
    std::ranges::copy(rows, grid.item);
    std::ranges::copy(columns, grid.item + 3);
    if (sizes[0] == size(columns[0]) && sizes[1] == size(columns[1]) &&
        sizes[2] == size(columns[2]))
      grids_.push_back(grid);
  }
  shape_.grids = grids_.data();
  shape_.grid_count = static_cast<std::int32_t>(grids_.size());
}

// Through which items one pass learns what another needs. What a grid needs of a row it needs of a
// column, so columns are enough.
void SlicedPlan::find_needs() {
  std::vector<bool> in_grid(shape_.items), is_column(shape_.items);
  for (const SlicedGrid &grid : grids_)
    for (int k = 0; k < 6; ++k) {
      in_grid[grid.item[k]] = true;
      is_column[grid.item[k]] = is_column[grid.item[k]] || k >= 3;
    }
  std::vector<std::uint16_t> single(shape_.options + 1, static_cast<std::uint16_t>(shape_.items));
  for (std::int32_t i = 0; i < shape_.items; ++i) {
    if (in_grid[i])
      continue;
    lone_.push_back(static_cast<std::uint16_t>(i));
    shape_.lone_primary += i < shape_.primary;
    for (auto e = starts_[i]; i < shape_.primary && e < starts_[i + 1]; ++e)
      single[members_[e]] = static_cast<std::uint16_t>(i);
  }
  for (SlicedGrid &grid : grids_)
    for (int k = 0; k < 27; ++k)
      grid.single[k] = single[grid.option[k]];
  std::vector<std::vector<std::uint16_t>> others(members_.size());
  std::size_t most = 1;
  for (std::int32_t i = 0; i < shape_.items; ++i)
    for (auto e = starts_[i]; e < starts_[i + 1]; ++e) {
      for (const auto j : option_items_[members_[e]])
        if (j != i && j < shape_.primary && (!in_grid[j] || is_column[j]))
          others[e].push_back(j);
      most = std::max(most, others[e].size());
    }
  shape_.most_others = static_cast<std::int32_t>(most);
  others_ = table(others, shape_.most_others, shape_.items);
  shape_.others = others_.data();
  shape_.lone = lone_.data();
  shape_.lone_count = static_cast<std::int32_t>(lone_.size());
}

// What choosing an option removes is, item by item, the options beside it. Of a row of a grid that
// is the other sets of it, for the set of the option is in the column, too.
void SlicedPlan::find_terms() {
  std::vector<std::vector<std::uint16_t>> terms(shape_.options + 1);
  std::vector<bool> is_row(shape_.items);
  for (std::size_t g = 0; g < grids_.size(); ++g) {
    for (int k = 0; k < 27; ++k)
      terms[grids_[g].option[k]].push_back(static_cast<std::uint16_t>(9 * g + k / 3));
    for (int r = 0; r < 3; ++r)
      is_row[grids_[g].item[r]] = true;
  }
  for (std::int32_t i = 0; i < shape_.items; ++i) {
    if (is_row[i])
      continue;
    for (auto e = starts_[i]; e < starts_[i + 1]; ++e)
      terms[members_[e]].push_back(static_cast<std::uint16_t>(9 * grids_.size() + added_.size()));
    added_.push_back(static_cast<std::uint16_t>(i));
  }
  shape_.added = added_.data();
  shape_.added_count = static_cast<std::int32_t>(added_.size());
  terms_of_ = table(terms, sliced_terms, 9 * shape_.grid_count + shape_.added_count);
  shape_.terms_of = terms_of_.data();
}

} // namespace minuet
