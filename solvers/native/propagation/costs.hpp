// The costs of a search: two weighted items whose upper bounds sink with each better solution.
//
// One adds up the costs themselves. The other adds up reduced costs, those less prices that the
// items' multipliers put on them (reduced_costs.cpp): it holds wherever the first and the items do,
// and its least sum is the bound of the Lagrangian relaxation, so that it fixes what the costs
// alone leave open (reduced cost fixing; Nemhauser and Wolsey, 1988).
#pragma once

#include "propagation/weighted_items.hpp"

#include <algorithm>
#include <limits>

namespace minuet::propagation {

struct Costs {
  std::int32_t item = -1;    // of the costs; -1: there are none
  std::int32_t reduced = -1; // -1: there are no multipliers
  std::int64_t scale = 1;    // scale * cost >= base + reduced cost, for every solution
  std::int64_t base = 0;

  bool any() const { return item >= 0; }
  bool is(std::int32_t number) const {
    return number >= 0 && (number == item || number == reduced);
  }

  // No solution costs less, as far as the options that are decided tell.
  std::int64_t least(const WeightedItems &sums) const {
    if (reduced < 0)
      return sums.least(item);
    const std::int64_t all = sums.least(reduced) + base;
    return std::max(sums.least(item), all / scale + (all % scale > 0));
  }
  // Lets no solution cost more.
  void lower(WeightedItems &sums, std::int64_t budget) const {
    sums.lower(item, budget);
    if (reduced >= 0)
      sums.lower(reduced, room(budget));
  }
  void note(WeightedItems &sums) const {
    sums.note(item);
    if (reduced >= 0)
      sums.note(reduced);
  }

private:
  std::int64_t room(std::int64_t budget) const {
    std::int64_t all = 0;
    if (__builtin_mul_overflow(budget, scale, &all) || __builtin_sub_overflow(all, base, &all))
      return budget < 0 ? -WeightedItems::weight_limit : WeightedItems::weight_limit;
    return all;
  }
};

} // namespace minuet::propagation
