// What to branch on: a literal of the item with the fewest ways to be covered, of the rule that
// leaves the fewest, or of the weighted item that is tightest.
#pragma once

#include "propagation/constraints.hpp"
#include "propagation/costs.hpp"

namespace minuet::propagation {

class Choice {
public:
  Choice(const Constraints &constraints, Costs costs)
      : constraints_(constraints), trail_(constraints.trail), costs_(costs) {}

  // An open literal to be tried first; no_literal: nothing is open. The variables before `cursor`
  // are decided.
  Literal next(Variable &cursor);

private:
  Literal by_item(std::int32_t item) const;
  Literal cheapest() const;
  Literal by_sum(std::int32_t &ways) const;
  Literal by_rule(std::int32_t &ways);
  Literal next_open(Variable &cursor) const;

  const Constraints &constraints_;
  const Trail &trail_;
  Costs costs_;
  std::vector<Variable> few_;
};

} // namespace minuet::propagation
