// Laying out the costs: as they are, and less what multipliers put on them (costs.hpp).
#include "propagation/build/build.hpp"
#include "propagation/build/multipliers.hpp"

#include <algorithm>
#include <cmath>

namespace minuet::propagation {

namespace {

constexpr std::int64_t scale = 1 << 10;
constexpr double most_sum = 0x1p53; // up to which a number in floating point is exact

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

// The items without colors as rows; those of which the groups are made are rows no more.
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
  for (const Once &once : onces_) {
    const auto is_taken = [&](Variable v) { return v >= problem_.options() || taken[v]; };
    if (!once.needed || std::any_of(once.variables.begin(), once.variables.end(), is_taken))
      continue;
    for (const Variable variable : once.variables)
      taken[variable] = 1;
    linear.groups.push_back(once.variables);
  }
  for (std::int32_t o = 0; o < matrix.options(); ++o)
    if (!problem_.allowed(o))
      linear.costs[o] = 0;
  return linear;
}

// Whatever the multipliers are, what is made of their integer parts is exact.
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
