// The interface of a propagator for a rule on the chosen elements of a graph: its vertices, or its
// edges. Each element stands for one variable (build/build_rules.cpp).
//
// `update` and `undo` follow the trail, in order and in reverse; they count and never fail.
// `propagate` runs after all other propagators. It draws its cheap conclusions only where an
// element changed since it last drew them all; those that take a walk through the graph it draws
// from time to time (Patience), and always once every element is decided.
#pragma once

#include "propagation/trail.hpp"
#include "shared/graph_rule.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace minuet::propagation {

// How often a costly look at the whole graph is worth its time: each look that forces nothing
// doubles the number of calls until the next one, up to a limit, and one that forces something
// resets it.
class Patience {
public:
  // Whether this call should look.
  bool is_over() {
    if (left_ > 0) {
      --left_;
      return false;
    }
    return true;
  }
  void note_look(bool forced) { left_ = pause_ = forced ? 0 : std::min(2 * pause_ + 1, longest); }

private:
  static constexpr std::int32_t longest = 15; // calls between two looks
  std::int32_t pause_ = 0, left_ = 0;
};

class GraphRule {
public:
  // `number`: of the rule; `variables`: of its elements.
  GraphRule(std::int32_t number, std::vector<Variable> variables)
      : number_(number), variables_(std::move(variables)),
        state_(variables_.size(), State::undecided), undecided_(elements()),
        by_variable_(variables_.size()) {
    std::iota(by_variable_.begin(), by_variable_.end(), 0);
    std::ranges::stable_sort(by_variable_, {}, ByVariable{variables_});
  }
  virtual ~GraphRule() = default;
  GraphRule(const GraphRule &) = delete;
  GraphRule &operator=(const GraphRule &) = delete;

  const std::vector<Variable> &variables() const { return variables_; }

  // The element's variable was set: it is chosen or left out.
  virtual void update(std::int32_t element, bool is_chosen) {
    state_[element] = is_chosen ? State::chosen : State::left_out;
    --undecided_;
    if (is_chosen)
      chosen_.push_back(element);
  }
  virtual void undo(std::int32_t element, bool is_chosen) {
    state_[element] = State::undecided;
    ++undecided_;
    if (is_chosen)
      chosen_.pop_back();
  }
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
  enum class State : std::uint8_t { undecided, chosen, left_out };

  Reason reason() const { return {Reason::Kind::rule, number_}; }
  Literal is_in(std::int32_t element) const { return chosen(variables_[element]); }
  Literal is_out(std::int32_t element) const { return left_out(variables_[element]); }

  std::int32_t elements() const { return static_cast<std::int32_t>(variables_.size()); }
  // The state of an element, and how many are undecided, as of the last `update` or `undo`.
  State state(std::int32_t element) const { return state_[element]; }
  bool is_undecided(std::int32_t element) const { return state_[element] == State::undecided; }
  std::int32_t undecided() const { return undecided_; }
  // The chosen elements, in the order of the trail.
  const std::vector<std::int32_t> &chosen_elements() const { return chosen_; }
  // The chosen element that was set first, other than `without`; -1: none before `time`.
  std::int32_t first_chosen(std::int32_t without, std::int32_t time, const Trail &trail) const {
    for (const std::int32_t element : chosen_)
      if (element != without)
        return trail.held(is_in(element), time) ? element : -1;
    return -1;
  }
  // The elements that stand for a variable.
  std::span<const std::int32_t> elements_of(Variable variable) const {
    return std::ranges::equal_range(by_variable_, variable, {}, ByVariable{variables_});
  }

  // Appends all that was decided of the elements: an explanation of anything.
  void explain_by_all(std::int32_t time, const Trail &trail, std::vector<Literal> &why) const {
    for (const Variable variable : variables_)
      for (const Literal literal : {chosen(variable), left_out(variable)})
        if (trail.held(literal, time))
          why.push_back(literal);
  }

private:
  struct ByVariable {
    const std::vector<Variable> &variables;
    Variable operator()(std::int32_t element) const { return variables[element]; }
  };

  std::int32_t number_;
  std::vector<Variable> variables_;
  std::vector<State> state_;
  std::int32_t undecided_;
  std::vector<std::int32_t> chosen_;
  std::vector<std::int32_t> by_variable_; // elements, sorted by their variables
};

} // namespace minuet::propagation
