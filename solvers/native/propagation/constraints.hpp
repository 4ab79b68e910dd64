// All constraints of a search, and the trail that they share: propagation until nothing follows.
#pragma once

#include "propagation/clauses.hpp"
#include "propagation/colors.hpp"
#include "propagation/distinct/distinct_sums.hpp"
#include "propagation/graphs/graph_rule.hpp"
#include "propagation/plain_items.hpp"
#include "propagation/trail.hpp"
#include "propagation/weighted_items.hpp"

#include <map>
#include <memory>

namespace minuet::propagation {

class Constraints {
public:
  // To be filled, then laid out, then begun.
  Trail trail;
  PlainItems items;
  Colors colors;
  WeightedItems sums;
  DistinctSums distinct;
  Clauses clauses;
  std::vector<std::unique_ptr<GraphRule>> rules;
  std::vector<Literal> fixed;                       // what holds before any choice
  std::map<Variable, std::vector<Variable>> any_of; // own variables that stand for one of these
  std::int32_t options = 0; // the first variables; the others are the engine's own
  bool impossible = false;  // whether there is no solution, as those who filled it know

  void lay_out(std::int32_t variables);

  // Says that what follows from no choice holds; false: there is no solution.
  bool begin();
  // Forces what follows; false: the trail has a conflict.
  bool propagate();
  void open_level();
  // Takes back all levels beyond this one.
  void shrink(std::int32_t level);
  // Appends literals, holding before `time`, for which the reason forced the literal then.
  void explain(Reason reason, Literal literal, std::int32_t time, std::vector<Literal> &why);

  // An open option by which an open variable may be chosen; -1 if it is not by any option.
  Variable option_of(Variable variable) const;
  // Literals whose consequences were drawn.
  std::int64_t updates() const { return updates_; }

private:
  struct Element {
    std::int32_t rule, element;
  };
  struct Mark {
    std::int32_t colors, sums;
  };

  bool draw(Literal literal);
  bool ask_rules();
  bool fail();

  Lists<Element> elements_;           // variable -> the elements that it is
  std::vector<std::uint8_t> changed_; // rules
  bool any_changed_ = false;
  std::vector<Mark> marks_;
  std::int32_t head_ = 0;
  std::int64_t updates_ = 0;
};

} // namespace minuet::propagation
