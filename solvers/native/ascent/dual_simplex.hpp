// The linear relaxation of a set partition, by the dual simplex method with an explicit inverse.
//
// Every item is covered exactly once by options that may be chosen in part. A node of a search
// takes columns away and adds none, so that the basis of its parent stays dual feasible (Lemke
// 1954): a column that was taken away and is in the basis has to leave it, which takes some 20
// pivots. It begins where nothing is covered: an artificial column an item, each of which has to
// leave. Which leaves first is decided by dual steepest edges (Forrest and Goldfarb 1992), which
// enters by Harris' ratio test. Of 338 items and 5,690 options a pivot takes 65 microseconds; SCIP
// and HiGHS take some 300 for one of the same program, all else that they do
// included.
//
// All figures are floating point, and costs are perturbed against ties: they prove nothing. What
// prices are worth is worked out in integers by whoever asks (pair_search.hpp).
#pragma once

#include "ascent/exact_partition.hpp"

#include <cstdint>
#include <vector>

namespace minuet::ascent {

// The columns: options, and a slack for each clique of options.
struct Columns {
  std::int32_t rows = 0;
  std::vector<std::vector<std::int32_t>> items; // of each column, ascending
  std::vector<Loss> loss;
  std::vector<double> cost; // loss / unit, perturbed
  double unit = 1;

  std::int32_t size() const { return static_cast<std::int32_t>(items.size()); }
  void add(std::vector<std::int32_t> rows, Loss loss, double cost);
};

enum class Outcome { optimal, beyond, infeasible, unfinished, stuck };

class Simplex {
public:
  explicit Simplex(const Columns &columns);

  // Makes up to `pivots` pivots, or until the total is beyond the limit.
  Outcome solve(const Columns &columns, double limit, std::int64_t pivots);
  // Takes the columns away that are marked.
  void remove(const std::vector<std::uint8_t> &marked);
  void remove_one(std::int32_t column) { removed_[column] = 1; }
  // Forgets those that were taken away one by one.
  void tidy();
  // Takes rows over that were added to the columns, with their slacks: the last ones of both.
  void extend(const Columns &columns);
  // Works the inverse out anew; false: it is singular.
  bool refactor(const Columns &columns);

  const std::vector<std::int32_t> &live() const { return live_; }
  const std::vector<double> &prices() const { return price_; }
  // After `infeasible`: prices by which the total passes the limit.
  std::vector<double> prices_beyond(double limit) const;
  double total() const { return total_; }
  // How much of each column is taken, 0 of those that are not in the basis.
  void values(std::vector<double> &to) const;
  bool in_basis(std::int32_t column) const { return basic_[column] != 0; }
  std::int64_t bytes() const { return static_cast<std::int64_t>(inverse_.size() * sizeof(double)); }
  std::int64_t looked_at() const { return looked_at_; } // entries, by the last `solve`

private:
  struct Pivot {
    std::int32_t row = -1, column = -1;
    double sign = 0, entry = 0;
  };

  bool leaving(Pivot &pivot) const;
  bool entering(const Columns &columns, Pivot &pivot);
  bool apply(const Columns &columns, const Pivot &pivot);
  void update(const Pivot &pivot, double inverse_pivot);
  bool gone(std::int32_t column) const { return column < 0 || removed_[column] != 0; }

  std::int32_t rows_;
  std::vector<double> inverse_;                // by columns
  std::vector<std::int32_t> basis_;            // the column of each row; below 0: artificial
  std::vector<double> value_, weight_, price_; // of each row
  std::vector<double> reduced_;                // cost of each column
  std::vector<std::uint8_t> basic_, removed_;  // columns
  std::vector<std::int32_t> live_;
  std::vector<double> ray_;
  double total_ = 0, infeasibility_ = 1;
  std::int64_t looked_at_ = 0;
};

} // namespace minuet::ascent
