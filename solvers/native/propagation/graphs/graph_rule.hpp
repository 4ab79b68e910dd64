// The interface of a propagator for a rule on the chosen elements of a graph: its vertices, or its
// edges. Each element stands for one variable (build/build_rules.cpp).
//
// `update` and `undo` follow the trail, in order and in reverse; they count and never fail.
// `propagate` looks at the whole graph, after all other propagators.
#pragma once

#include "propagation/trail.hpp"
#include "shared/graph_rule.hpp"

#include <utility>

namespace minuet::propagation {

class GraphRule {
public:
  // `number`: of the rule; `variables`: of its elements.
  GraphRule(std::int32_t number, std::vector<Variable> variables)
      : number_(number), variables_(std::move(variables)) {}
  virtual ~GraphRule() = default;
  GraphRule(const GraphRule &) = delete;
  GraphRule &operator=(const GraphRule &) = delete;

  const std::vector<Variable> &variables() const { return variables_; }

  // The element's variable was set: it is chosen or left out.
  virtual void update(std::int32_t /*element*/, bool /*is_chosen*/) {}
  virtual void undo(std::int32_t /*element*/, bool /*is_chosen*/) {}
  // Forces what follows; false, and a conflict, if the rule cannot hold. Called again until it
  // forces nothing.
  virtual bool propagate(Trail &trail) = 0;
  // Appends literals that held before `time` and from which the rule forced the literal then, or,
  // for `no_literal`, from which it could not hold.
  virtual void explain(Literal literal, std::int32_t time, const Trail &trail,
                       std::vector<Literal> &why) const = 0;

  // Appends open variables of which at least one must be chosen, to branch on; perhaps none.
  virtual void choices(const Trail &, std::vector<Variable> &) const {}

protected:
  Reason reason() const { return {Reason::Kind::rule, number_}; }
  Literal is_in(std::int32_t element) const { return chosen(variables_[element]); }
  Literal is_out(std::int32_t element) const { return left_out(variables_[element]); }

  // Appends all that was decided of the elements: an explanation of anything.
  void explain_by_all(std::int32_t time, const Trail &trail, std::vector<Literal> &why) const {
    for (const Variable variable : variables_)
      for (const Literal literal : {chosen(variable), left_out(variable)})
        if (trail.held(literal, time))
          why.push_back(literal);
  }

private:
  std::int32_t number_;
  std::vector<Variable> variables_;
};

} // namespace minuet::propagation
