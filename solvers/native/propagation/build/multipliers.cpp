#include "propagation/build/multipliers.hpp"

#include <algorithm>
#include <cmath>

namespace minuet::propagation {

namespace {

constexpr std::int64_t most_work = 20'000'000; // entries looked at
constexpr int most_steps = 600, patience = 15;
constexpr double least_step = 1e-4;

// The relaxation: each group, each variable beside, at its cheapest.
class Relaxation {
public:
  explicit Relaxation(const Linear &linear)
      : linear_(linear), in_group_(linear.costs.size(), 0), sums_(linear.low.size()) {
    for (const auto &group : linear.groups)
      for (const std::int32_t variable : group)
        in_group_[variable] = 1;
  }

  // The bound, and what the rows add up to.
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

  // What the row lacks of the bound that counts.
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

} // namespace

std::int64_t Linear::size() const {
  std::int64_t all = std::ssize(costs);
  for (const auto &its : entries)
    all += std::ssize(its);
  return all;
}

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
      prices[row] = old * next < 0 ? 0 : next; // through no bend
    }
  }
  return best;
}

} // namespace minuet::propagation
