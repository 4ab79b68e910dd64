// What bit-sliced search (sliced_search.hpp) prepares once for a matrix: rows and grids.
//
// A row has a bit for each option; the row of an option is what choosing it leaves. Grids are found
// from the matrix: a primary item is a row of a grid if its options are in three sets, of three at
// most, that each share another primary item, a column of it; three rows with the same columns,
// which have no further options, are a grid. In a sudoku the rows of a band are crossed by its
// boxes, digit by digit, and the columns of a stack by its boxes. A grid removes by a few
// operations on its nine sets all that "locked candidates" and hidden singles remove.
#pragma once

#include "batch/sliced_state.hpp"
#include "shared/problem.hpp"

#include <cstdint>
#include <vector>

namespace minuet {

class SlicedPlan {
public:
  // Whether the matrix suits: exactly-once primary items, no colors, few options and items.
  static bool accepts(const Problem &problem);

  explicit SlicedPlan(const Problem &problem);
  SlicedPlan(const SlicedPlan &) = delete;
  SlicedPlan &operator=(const SlicedPlan &) = delete;

  const SlicedShape &shape() const { return shape_; }
  const std::uint64_t *root() const { return root_.data(); }
  const std::uint64_t *left_by(std::int32_t option) const {
    return left_by_.data() + std::size_t(option) * shape_.row_words;
  }
  bool allows(std::int32_t option) const { return root_[option / 64] >> option % 64 & 1; }

private:
  void read_matrix(const Problem &problem);
  void find_grids();
  void find_needs();
  void find_terms();
  std::int32_t size(std::int32_t item) const { return starts_[item + 1] - starts_[item]; }
  std::vector<std::uint16_t> shared(std::int32_t item, std::int32_t other) const;

  SlicedShape shape_{};
  std::vector<std::uint64_t> root_, left_by_; // rows
  std::vector<std::int32_t> starts_;
  std::vector<std::uint16_t> members_, others_, lone_, items_of_, added_, terms_of_;
  std::vector<std::vector<std::uint16_t>> option_items_;
  std::vector<SlicedGrid> grids_;
};

} // namespace minuet
