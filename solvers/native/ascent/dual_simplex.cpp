#include "ascent/dual_simplex.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace minuet::ascent {

namespace {

constexpr double feasible = 1e-7, tolerance = 1e-9, least_entry = 1e-9, least_pivot = 1e-7;
constexpr double least_weight = 1e-4, negligible = 1e-13, drift = 1e-5;

// What a pivot needs besides: kept, so that none of it is allocated anew.
struct Scratch {
  std::vector<double> row, column, tau, entries;
  std::vector<std::int32_t> candidates;
};

Scratch &scratch() {
  thread_local Scratch one;
  return one;
}

// Brings the left half of m rows to the identity, and the right half to its inverse.
bool inverted(std::vector<double> &a, std::size_t m) {
  const std::size_t wide = 2 * m;
  for (std::size_t c = 0; c < m; ++c) {
    std::size_t p = c;
    for (std::size_t i = c; i < m; ++i)
      if (std::abs(a[i * wide + c]) > std::abs(a[p * wide + c]))
        p = i;
    if (std::abs(a[p * wide + c]) < tolerance)
      return false;
    if (p != c)
      std::swap_ranges(&a[p * wide], &a[p * wide] + wide, &a[c * wide]);
    const double by = 1 / a[c * wide + c];
    for (std::size_t k = c; k < wide; ++k)
      a[c * wide + k] *= by;
    for (std::size_t i = 0; i < m; ++i)
      if (const double part = a[i * wide + c]; i != c && part != 0)
        for (std::size_t k = c; k < wide; ++k)
          a[i * wide + k] -= part * a[c * wide + k];
  }
  return true;
}

} // namespace

void Columns::add(std::vector<std::int32_t> covered, Loss lost, double price) {
  items.push_back(std::move(covered));
  loss.push_back(lost);
  cost.push_back(price);
}

Simplex::Simplex(const Columns &columns)
    : rows_(columns.rows), inverse_(std::size_t(rows_) * rows_, 0.0), basis_(rows_),
      value_(rows_, 1), weight_(rows_, 1), price_(rows_, 0), reduced_(columns.cost),
      basic_(columns.size(), 0), removed_(columns.size(), 0) {
  for (std::int32_t i = 0; i < rows_; ++i) {
    inverse_[std::size_t(i) * rows_ + i] = 1;
    basis_[i] = -1 - i;
  }
  for (std::int32_t j = 0; j < columns.size(); ++j)
    live_.push_back(j);
}

Outcome Simplex::solve(const Columns &columns, double limit, std::int64_t pivots) {
  looked_at_ = 0;
  for (;; --pivots) {
    if (total_ > limit)
      return Outcome::beyond;
    Pivot pivot;
    if (!leaving(pivot))
      return Outcome::optimal;
    if (pivots <= 0)
      return Outcome::unfinished;
    if (!entering(columns, pivot)) {
      if (!scratch().candidates.empty())
        return Outcome::stuck;
      ray_ = scratch().row;
      for (double &one : ray_)
        one *= pivot.sign;
      infeasibility_ = std::abs(value_[pivot.row]);
      return Outcome::infeasible;
    }
    if (!apply(columns, pivot))
      return Outcome::stuck;
  }
}

// The row whose value is out of bounds, by the most for its length: below 0, or above it where its
// column was taken away.
bool Simplex::leaving(Pivot &pivot) const {
  double most = 0;
  for (std::int32_t i = 0; i < rows_; ++i) {
    const double value = value_[i];
    const bool above = value > feasible && gone(basis_[i]);
    if (value >= -feasible && !above)
      continue;
    const double by = value * value / weight_[i];
    if (by > most) {
      most = by;
      pivot.row = i;
      pivot.sign = above ? 1 : -1;
    }
  }
  return pivot.row >= 0;
}

bool Simplex::entering(const Columns &columns, Pivot &pivot) {
  Scratch &s = scratch();
  s.row.resize(rows_);
  s.entries.resize(columns.size());
  s.candidates.clear();
  for (std::int32_t k = 0; k < rows_; ++k)
    s.row[k] = inverse_[std::size_t(k) * rows_ + pivot.row];
  double most = std::numeric_limits<double>::infinity();
  for (const std::int32_t j : live_) {
    if (basic_[j])
      continue;
    double entry = 0;
    for (const std::int32_t i : columns.items[j])
      entry += s.row[i];
    looked_at_ += std::ssize(columns.items[j]);
    entry *= pivot.sign;
    s.entries[j] = entry;
    if (entry <= least_entry)
      continue;
    s.candidates.push_back(j);
    most = std::min(most, (reduced_[j] + tolerance) / entry);
  }
  for (const std::int32_t j : s.candidates)
    if (reduced_[j] <= most * s.entries[j] && s.entries[j] > pivot.entry) {
      pivot.column = j;
      pivot.entry = s.entries[j];
    }
  return pivot.entry >= least_pivot;
}

// False: the pivot is not what it should be; nothing is changed then.
bool Simplex::apply(const Columns &columns, const Pivot &pivot) {
  Scratch &s = scratch();
  const std::int32_t r = pivot.row, q = pivot.column;
  s.column.assign(rows_, 0.0);
  for (const std::int32_t i : columns.items[q]) {
    const double *from = &inverse_[std::size_t(i) * rows_];
    for (std::int32_t k = 0; k < rows_; ++k)
      s.column[k] += from[k];
  }
  const double entry = s.column[r];
  if (std::abs(entry - pivot.sign * pivot.entry) > drift * (1 + std::abs(entry)))
    return false;
  const double step = std::max(0.0, reduced_[q] / pivot.entry);
  for (const std::int32_t j : live_)
    if (!basic_[j])
      reduced_[j] -= step * s.entries[j];
  reduced_[q] = 0;
  for (std::int32_t k = 0; k < rows_; ++k)
    price_[k] += step * pivot.sign * s.row[k];
  total_ += step * std::abs(value_[r]);
  update(pivot, 1 / entry);
  if (const std::int32_t b = basis_[r]; b >= 0) {
    basic_[b] = 0;
    reduced_[b] = -pivot.sign * step;
  }
  basis_[r] = q;
  basic_[q] = 1;
  return true;
}

// Brings the inverse, the values and the lengths of its rows up to date.
void Simplex::update(const Pivot &pivot, double inverse_pivot) {
  Scratch &s = scratch();
  const std::int32_t r = pivot.row, m = rows_;
  double length = 0;
  s.tau.assign(m, 0.0);
  double *const tau = s.tau.data();
  const double *const column = s.column.data();
  for (std::int32_t k = 0; k < m; ++k) {
    const double one = s.row[k];
    length += one * one;
    if (std::abs(one) < negligible)
      continue;
    double *const to = &inverse_[std::size_t(k) * m];
    const double part = one * inverse_pivot;
    for (std::int32_t i = 0; i < m; ++i) {
      tau[i] += one * to[i];
      to[i] -= part * column[i];
    }
    to[r] = part;
    looked_at_ += m / 4; // by vectors
  }
  const double step = value_[r] * inverse_pivot;
  for (std::int32_t i = 0; i < m; ++i) {
    const double part = column[i] * inverse_pivot;
    value_[i] -= step * column[i];
    weight_[i] = std::max(weight_[i] - 2 * part * tau[i] + part * part * length, least_weight);
  }
  weight_[r] = std::max(length * inverse_pivot * inverse_pivot, least_weight);
  value_[r] = step;
}

void Simplex::remove(const std::vector<std::uint8_t> &marked) {
  for (const std::int32_t j : live_)
    if (marked[j])
      removed_[j] = 1;
  tidy();
}

void Simplex::tidy() {
  std::erase_if(live_, [this](std::int32_t j) { return removed_[j] != 0; });
}

void Simplex::extend(const Columns &columns) {
  const std::int32_t before = rows_;
  const std::int32_t first = columns.size() - (columns.rows - before); // the first slack
  std::vector<double> inverse(std::size_t(columns.rows) * columns.rows, 0.0);
  for (std::int32_t k = 0; k < before; ++k)
    std::copy_n(&inverse_[std::size_t(k) * before], before,
                &inverse[std::size_t(k) * columns.rows]);
  for (std::int32_t t = before; t < columns.rows; ++t) {
    double value = 1;
    for (std::int32_t i = 0; i < before; ++i) {
      const std::int32_t b = basis_[i];
      if (b < 0 || !std::binary_search(columns.items[b].begin(), columns.items[b].end(), t))
        continue;
      value -= value_[i];
      for (std::int32_t k = 0; k < before; ++k)
        inverse[std::size_t(k) * columns.rows + t] -= inverse_[std::size_t(k) * before + i];
    }
    inverse[std::size_t(t) * columns.rows + t] = 1;
    const std::int32_t slack = first + t - before;
    value_.push_back(value);
    price_.push_back(0);
    basis_.push_back(slack);
    reduced_.push_back(0);
    basic_.push_back(1);
    removed_.push_back(0);
    live_.push_back(slack);
  }
  rows_ = columns.rows;
  inverse_ = std::move(inverse);
  weight_.assign(rows_, 0.0);
  for (std::int32_t k = 0; k < rows_; ++k)
    for (std::int32_t i = 0; i < rows_; ++i)
      weight_[i] += std::pow(inverse_[std::size_t(k) * rows_ + i], 2);
}

// By Gauss and Jordan; then values, prices and reduced costs follow from it.
bool Simplex::refactor(const Columns &columns) {
  const std::size_t m = rows_, wide = 2 * m;
  std::vector<double> a(m * wide, 0.0);
  for (std::size_t i = 0; i < m; ++i) {
    if (basis_[i] < 0)
      a[std::size_t(-1 - basis_[i]) * wide + i] = 1;
    else
      for (const std::int32_t k : columns.items[basis_[i]])
        a[k * wide + i] = 1;
    a[i * wide + m + i] = 1;
  }
  if (!inverted(a, m))
    return false;
  total_ = 0;
  for (std::size_t i = 0; i < m; ++i)
    value_[i] = weight_[i] = 0;
  for (std::size_t k = 0; k < m; ++k) {
    double price = 0;
    for (std::size_t i = 0; i < m; ++i) {
      const double one = inverse_[k * m + i] = a[i * wide + m + k];
      value_[i] += one;
      weight_[i] += one * one;
      price += basis_[i] < 0 ? 0 : columns.cost[basis_[i]] * one;
    }
    total_ += price_[k] = price;
  }
  for (double &weight : weight_)
    weight = std::max(weight, least_weight);
  for (const std::int32_t j : live_) {
    reduced_[j] = basic_[j] ? 0 : columns.cost[j];
    if (!basic_[j])
      for (const std::int32_t i : columns.items[j])
        reduced_[j] -= price_[i];
  }
  return true;
}

std::vector<double> Simplex::prices_beyond(double limit) const {
  std::vector<double> result = price_;
  const double step = 2 * (std::max(limit - total_, 0.0) + 1) / infeasibility_;
  for (std::size_t k = 0; k < result.size(); ++k)
    result[k] += step * ray_[k];
  return result;
}

void Simplex::values(std::vector<double> &to) const {
  to.assign(basic_.size(), 0.0);
  for (std::int32_t i = 0; i < rows_; ++i)
    if (basis_[i] >= 0)
      to[basis_[i]] = value_[i];
}

} // namespace minuet::ascent
