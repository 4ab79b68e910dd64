#include "propagation/choice.hpp"

#include <algorithm>

namespace minuet::propagation {

Literal Choice::next(Variable &cursor) {
  const std::span<const std::int32_t> spare = constraints_.items.spare();
  const auto least = std::min_element(spare.begin(), spare.end());
  std::int32_t ways = *least < PlainItems::settled / 2 ? *least + 1 : PlainItems::settled;
  const auto item = static_cast<std::int32_t>(least - spare.begin());
  Literal best = no_literal;
  if (!constraints_.rules.empty())
    best = by_rule(ways);
  if (ways > 2 && costs_.any())
    if (const Literal literal = cheapest(); literal != no_literal)
      return literal;
  if (ways > 2 && constraints_.sums.size() > 0)
    if (const Literal literal = by_sum(ways); literal != no_literal)
      best = literal;
  if (best != no_literal)
    return best;
  return ways == PlainItems::settled ? next_open(cursor) : by_item(item);
}

Literal Choice::by_item(std::int32_t item) const {
  for (const Variable variable : constraints_.items.variables(item))
    if (trail_.is_open(chosen(variable)))
      return chosen(variable);
  return no_literal;
}

// Where nothing is to be covered any more, what decides most of the costs is left as it costs
// least.
Literal Choice::cheapest() const {
  const std::int32_t item = costs_.reduced >= 0 ? costs_.reduced : costs_.item;
  return constraints_.sums.lightest(item, constraints_.options, trail_);
}

Literal Choice::by_sum(std::int32_t &ways) const {
  Literal best = no_literal;
  const WeightedItems &sums = constraints_.sums;
  for (std::int32_t item = 0; item < sums.size(); ++item) {
    if (costs_.is(item) || sums.is_met(item))
      continue;
    const WeightedItems::Branch branch = sums.branch(item, constraints_.options, trail_);
    if (branch.literal != no_literal && branch.ways < ways) {
      ways = branch.ways;
      best = branch.literal;
    }
  }
  return best;
}

Literal Choice::by_rule(std::int32_t &ways) {
  Literal best = no_literal;
  for (const auto &rule : constraints_.rules) {
    few_.clear();
    rule->choices(trail_, few_);
    if (few_.empty() || std::ssize(few_) > ways)
      continue;
    for (const Variable variable : few_) {
      const Variable option = constraints_.option_of(variable);
      if (option >= 0) {
        ways = static_cast<std::int32_t>(few_.size());
        best = chosen(option);
        break;
      }
    }
  }
  return best;
}

// The first variable that is open; options before the engine's own.
Literal Choice::next_open(Variable &cursor) const {
  while (cursor < trail_.variables() && !trail_.is_open(chosen(cursor)))
    ++cursor;
  return cursor < trail_.variables() ? chosen(cursor) : no_literal;
}

} // namespace minuet::propagation
