// What a rule about the chosen elements of a graph (its vertices, or its edges) gives the search.
//
// The engine lays a rule out so that each element stands for one variable (build.cpp). `note` and
// `take_back` follow the trail, in order and in reverse; they count and never fail. `propagate`
// looks at the whole, when nothing else is left to be done.
#pragma once

#include "propagation/trail.hpp"

#include <utility>

namespace minuet::propagation {

// The graph of a rule. Edges are undirected but for the rules that say otherwise.
struct Graph {
  std::int32_t vertices = 0;
  std::vector<std::int32_t> tails, heads;

  std::int32_t edges() const { return static_cast<std::int32_t>(tails.size()); }
};

class GraphRule {
public:
  // `variables`: of the elements.
  GraphRule(std::int32_t number, std::vector<Variable> variables)
      : number_(number), variables_(std::move(variables)) {}
  virtual ~GraphRule() = default;
  GraphRule(const GraphRule &) = delete;
  GraphRule &operator=(const GraphRule &) = delete;

  const std::vector<Variable> &variables() const { return variables_; }

  virtual void note(std::int32_t, bool) {}
  virtual void take_back(std::int32_t, bool) {}
  // Forces what it can; false, and the trail has the conflict, where the rule cannot hold.
  virtual bool propagate(Trail &trail) = 0;
  // Appends literals that held before `time` and for which the rule forced the literal then; or,
  // for `no_literal`, could not hold.
  virtual void explain(Literal literal, std::int32_t time, const Trail &trail,
                       std::vector<Literal> &why) const = 0;

  // Open variables of which at least one must be chosen, for a branch: few, or none.
  virtual void choices(const Trail &, std::vector<Variable> &) const {}

protected:
  Reason reason() const { return {Reason::Kind::rule, number_}; }
  Literal is_in(std::int32_t element) const { return chosen(variables_[element]); }
  Literal is_out(std::int32_t element) const { return left_out(variables_[element]); }

  // Appends all that was decided of the elements: a reason for whatever was forced.
  void everything(std::int32_t time, const Trail &trail, std::vector<Literal> &why) const {
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
