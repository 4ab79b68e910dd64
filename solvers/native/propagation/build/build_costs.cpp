#include "propagation/build/build.hpp"

#include <algorithm>
#include <cmath>

namespace minuet::propagation {

// The costs as a linear program over variables that are 0 or 1.
struct Linear {
  struct Entry {
    std::int32_t row;
    double weight;
  };
  std::vector<double> low, high;                 // of the rows: finite
  std::vector<double> costs;                     // of the variables
  std::vector<std::vector<Entry>> entries;       // variable -> the rows that it is in
  std::vector<std::vector<std::int32_t>> groups; // exactly one variable of each is 1

  std::int64_t size() const {
    std::int64_t all = std::ssize(costs);
    for (const std::vector<Entry> &row : entries)
      all += std::ssize(row);
    return all;
  }
};

namespace {

constexpr std::int64_t scale = 1 << 10;
constexpr double most_sum = 0x1p53; // up to which whole numbers in floating point are exact

constexpr std::int64_t most_work = 20'000'000; // visits of entries
constexpr int most_steps = 600, patience = 15;
constexpr double least_step = 1e-4;

// The relaxation: the cheapest variable of each group, and all other variables of negative cost.
class Relaxation {
public:
  explicit Relaxation(const Linear &linear)
      : linear_(linear), in_group_(linear.costs.size(), 0), sums_(linear.low.size()) {
    for (const auto &group : linear.groups)
      for (const std::int32_t variable : group)
        in_group_[variable] = 1;
  }

  // Returns the bound, and sets the sums of the rows.
  double bound(const std::vector<double> &prices) {
    double all = 0;
    for (std::size_t row = 0; row < prices.size(); ++row)
      all += prices[row] * (prices[row] > 0 ? linear_.low[row] : linear_.high[row]);
    std::fill(sums_.begin(), sums_.end(), 0.0);
    for (std::size_t variable = 0; variable < in_group_.size(); ++variable) {
      if (in_group_[variable])
        continue;
      const double cost = reduced(static_cast<std::int32_t>(variable), prices);
      if (cost < 0) {
        all += cost;
        take(static_cast<std::int32_t>(variable));
      }
    }
    for (const auto &group : linear_.groups) {
      std::int32_t best = group.front();
      double least = reduced(best, prices);
      for (const std::int32_t variable : group)
        if (const double cost = reduced(variable, prices); cost < least)
          best = variable, least = cost;
      all += least;
      take(best);
    }
    return all;
  }

  // What the row's sum lacks of its bound: a subgradient.
  double lack(std::size_t row, double price) const {
    const double low = linear_.low[row] - sums_[row], high = linear_.high[row] - sums_[row];
    return price > 0 ? low : price < 0 ? high : std::max(low, 0.0) + std::min(high, 0.0);
  }

private:
  double reduced(std::int32_t variable, const std::vector<double> &prices) const {
    double cost = linear_.costs[variable];
    for (const auto &[row, weight] : linear_.entries[variable])
      cost -= prices[row] * weight;
    return cost;
  }
  void take(std::int32_t variable) {
    for (const auto &[row, weight] : linear_.entries[variable])
      sums_[row] += weight;
  }

  const Linear &linear_;
  std::vector<std::uint8_t> in_group_;
  std::vector<double> sums_;
};

// Returns a multiplier for each row that makes the Lagrangian relaxation of the costs large, by a
// subgradient method (Held and Karp, 1971; Fisher, "The Lagrangian relaxation method for solving
// integer programming problems", Management Science 27, 1981): about the bound of the linear
// relaxation, without a linear program. It is positive if the row's lower bound counts, negative if
// its upper bound does.
std::vector<double> multipliers(const Linear &linear, Poll &poll) {
  const std::int64_t size = linear.size() + 1;
  const auto steps = std::min<std::int64_t>(most_steps, most_work / size);
  std::vector<double> prices(linear.low.size(), 0.0), best = prices;
  Relaxation relaxation(linear);
  double most = 0, pace = 1;
  for (std::int64_t step = 0, since = 0; step < steps && pace > least_step; ++step) {
    poll(2 * size);
    const double bound = relaxation.bound(prices);
    if (step == 0 || bound > most + 1e-9 * std::abs(most)) {
      most = bound, best = prices, since = 0;
    } else if (++since == patience) {
      since = 0, pace /= 2, prices = best;
      relaxation.bound(prices);
    }
    double norm = 0;
    for (std::size_t row = 0; row < prices.size(); ++row)
      norm += relaxation.lack(row, prices[row]) * relaxation.lack(row, prices[row]);
    if (norm == 0)
      break;
    const double length = pace * (0.05 * std::abs(most) + 1) / norm;
    for (std::size_t row = 0; row < prices.size(); ++row) {
      const double old = prices[row], next = old + length * relaxation.lack(row, old);
      prices[row] = old * next < 0 ? 0 : next; // stops at the bend in 0
    }
  }
  return best;
}

} // namespace

Costs Build::add_costs(std::span<const std::int64_t> costs) {
  Terms terms;
  for (std::int32_t option = 0; option < problem_.options(); ++option)
    if (problem_.allowed(option) && costs[option] != 0)
      terms.emplace_back(option, costs[option]);
  Costs made;
  made.item = add_sum(-WeightedItems::weight_limit, WeightedItems::weight_limit, terms);
  reduce(costs, made);
  return made;
}

// The uncolored items are rows; disjoint items that must be covered exactly once are groups.
Linear Build::linear_of(std::span<const std::int64_t> costs) const {
  const Matrix &matrix = problem_.matrix();
  Linear linear;
  linear.costs.assign(costs.begin(), costs.end());
  linear.entries.resize(problem_.options());
  linear.low.assign(matrix.items(), 0), linear.high = linear.low;
  std::vector<std::uint8_t> colored(matrix.items(), 0);
  for (std::int32_t o = 0; o < matrix.options(); ++o)
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      colored[matrix.members[e]] |= matrix.colors[e] != 0;
      if (problem_.allowed(o))
        linear.entries[o].push_back({matrix.members[e], static_cast<double>(matrix.weight(e))});
      if (problem_.allowed(o))
        (matrix.weight(e) < 0 ? linear.low : linear.high)[matrix.members[e]] +=
            static_cast<double>(matrix.weight(e));
    }
  for (std::int32_t item = 0; item < matrix.items(); ++item) {
    if (colored[item])
      continue;
    linear.low[item] = std::max(linear.low[item], static_cast<double>(matrix.low[item]));
    linear.high[item] = std::min(linear.high[item], static_cast<double>(matrix.high[item]));
  }
  std::vector<std::uint8_t> taken(problem_.options(), 0);
  for (const Exclusion &exclusion : exclusions_) {
    const auto is_taken = [&](Variable v) { return v >= problem_.options() || taken[v]; };
    if (!exclusion.needed ||
        std::any_of(exclusion.variables.begin(), exclusion.variables.end(), is_taken))
      continue;
    for (const Variable variable : exclusion.variables)
      taken[variable] = 1;
    linear.groups.push_back(exclusion.variables);
  }
  for (std::int32_t o = 0; o < matrix.options(); ++o)
    if (!problem_.allowed(o))
      linear.costs[o] = 0;
  return linear;
}

// Multipliers are rounded to multiples of 1 / scale: any are valid, and the reduced costs are
// exact.
void Build::reduce(std::span<const std::int64_t> costs, Costs &made) {
  const Linear linear = linear_of(costs);
  std::vector<std::int64_t> prices;
  double most = 0;
  for (const double price : multipliers(linear, poll_)) {
    const std::size_t row = prices.size();
    const double whole = std::round(price * scale);
    most += std::abs(whole) * (std::abs(linear.low[row]) + std::abs(linear.high[row]));
    if (!(most < most_sum))
      return;
    prices.push_back(static_cast<std::int64_t>(whole));
  }
  if (std::all_of(prices.begin(), prices.end(), [](std::int64_t price) { return price == 0; }))
    return;
  Terms terms;
  for (std::int32_t option = 0; option < problem_.options(); ++option) {
    if (!problem_.allowed(option))
      continue;
    most += std::abs(linear.costs[option]) * scale;
    for (const auto &[row, weight] : linear.entries[option])
      most += std::abs(static_cast<double>(prices[row]) * weight);
    if (!(most < most_sum))
      return;
    std::int64_t cost = costs[option] * scale;
    for (const auto &[row, weight] : linear.entries[option])
      cost -= prices[row] * static_cast<std::int64_t>(weight);
    if (cost != 0)
      terms.emplace_back(option, cost);
  }
  made.reduced = add_sum(-WeightedItems::weight_limit, WeightedItems::weight_limit, terms);
  made.scale = scale;
  for (std::size_t row = 0; row < prices.size(); ++row)
    made.base += prices[row] *
                 static_cast<std::int64_t>(prices[row] > 0 ? linear.low[row] : linear.high[row]);
}

} // namespace minuet::propagation
