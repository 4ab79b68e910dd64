// The search by propagation: branch, propagate, backtrack.
//
// Constraints holds all propagators and the trail that they share. Its `propagate` is the queue: it
// takes each literal that was set in turn and wakes the propagators, the cheap ones first. The
// trail itself is the queue: `head_` is the first literal whose consequences were not drawn yet.
//
// A propagator counts with `update(literal)`, takes the count back with `undo(literal)`, forces
// what follows from one literal with `enforce(literal)`, and, if that is dearer, what follows from
// everything that it queued with `filter()`. A propagator sets literals on the trail, each with a
// Reason, and returns false if the trail has a conflict. `explain` returns, for a conflict or a
// literal that a propagator forced, the literals that it was forced by (used by learning.hpp).
//
// TreeSearch goes through the tree of choices, depth first. A node takes a literal (Choice): first
// it holds, then it fails. A refuted literal is set at the level above, so the levels are exactly
// the decisions whose other side was not searched yet, and `open` lists what is left as subtrees.
#pragma once

#include "propagation/graphs/graph_rule.hpp"
#include "propagation/propagators/clauses.hpp"
#include "propagation/propagators/colors.hpp"
#include "propagation/propagators/costs.hpp"
#include "propagation/propagators/distinct_sums.hpp"
#include "propagation/propagators/plain_items.hpp"
#include "propagation/propagators/weighted_items.hpp"
#include "propagation/trail.hpp"
#include "shared/state.hpp"
#include "shared/subtree.hpp"

#include <limits>
#include <map>
#include <memory>

namespace minuet::propagation {

class Constraints {
public:
  // Filled by Build (build/build.hpp), then laid out, then begun.
  Trail trail;
  PlainItems items;
  Colors colors;
  WeightedItems sums;
  DistinctSums distinct;
  Clauses clauses;
  std::vector<std::unique_ptr<GraphRule>> rules;
  std::vector<Literal> fixed;                       // what holds before any decision
  std::map<Variable, std::vector<Variable>> any_of; // auxiliary variable -> it means one of these
  std::int32_t options = 0; // the first variables are options; the others are auxiliary
  bool impossible = false;  // whether Build found that there is no solution

  void lay_out(std::int32_t variables);

  // Propagates what follows without any decision; false: there is no solution.
  bool begin();
  // Propagates until nothing follows; false: the trail has a conflict.
  bool propagate();
  void open_level();
  // Takes back all levels beyond this one.
  void shrink(std::int32_t level);
  // Appends literals that held before `time` and from which the reason forced the literal then.
  void explain(Reason reason, Literal literal, std::int32_t time, std::vector<Literal> &why);

  // An open option that would set an open variable; -1 if no option does.
  Variable option_of(Variable variable) const;
  // The number of literals that were propagated.
  std::int64_t updates() const { return updates_; }

private:
  struct Element { // of a graph rule
    std::int32_t rule, element;
  };
  struct Mark { // the lengths of the propagators' own trails at the start of a level
    std::int32_t colors, sums;
  };

  bool propagate_literal(Literal literal);
  bool propagate_rules();
  bool fail();

  Lists<Element> elements_;           // variable -> the elements that it stands for
  std::vector<std::uint8_t> changed_; // rule -> whether an element changed since it was propagated
  bool any_changed_ = false;
  std::vector<Mark> marks_;
  std::int32_t head_ = 0;
  std::int64_t updates_ = 0;
};

// The choice of the literal to branch on: of the item with the fewest ways to be covered, of the
// graph rule that leaves the fewest choices, or of the weighted item that is tightest.
class Choice {
public:
  // `of_options`: whether all literals must be of options.
  Choice(const Constraints &constraints, Costs costs, bool of_options)
      : constraints_(constraints), trail_(constraints.trail), costs_(costs),
        of_options_(of_options) {}

  // An open literal to be tried first; no_literal: nothing is open. All variables before `cursor`
  // are decided.
  Literal next(Variable &cursor);

private:
  Literal of_item(std::int32_t item) const;
  Literal of_costs() const;
  Literal of_sums(std::int32_t &ways) const;
  Literal of_rules(std::int32_t &ways);
  Literal first_open(Variable &cursor) const;

  const Constraints &constraints_;
  const Trail &trail_;
  Costs costs_;
  bool of_options_;
  std::vector<Variable> candidates_;
};

class TreeSearch : public Stoppable {
public:
  // The constraints are laid out.
  TreeSearch(std::unique_ptr<Constraints> constraints, Costs costs);

  // Searches until a solution (unless `count_only`), the end, or `node_limit` more nodes.
  State run(std::int64_t node_limit, bool count_only);
  // What the last run left of its `node_limit`.
  std::int64_t work_left() const { return stop_ - nodes_; }
  // Appends the options of the solution at which `run` stopped.
  void append_solution(std::vector<std::int32_t> &to) const;

  // Adds a clause (at least one of the literals holds) between two runs.
  void add_clause(std::vector<Literal> literals);
  // Accepts, from now on, only solutions that cost at most this.
  void set_budget(std::int64_t budget);
  // A lower bound on the costs of all solutions, from the root.
  std::int64_t least_cost() const { return least_cost_; }

  // What was not searched yet, as disjoint subtrees: with the solutions so far they are everything.
  std::vector<Subtree> open() const;

  std::int32_t options() const { return options_; }
  std::int64_t nodes() const { return nodes_; }
  std::int64_t updates() const { return constraints_->updates(); }
  std::int64_t solutions() const { return solutions_; }
  // The part of the tree that is done, if both children of a node weigh the same.
  double progress() const { return phase_ == Phase::done ? 1 : done_; }

private:
  bool resume();
  void decide(Literal literal);
  bool backtrack();
  void shrink(std::int32_t level);
  bool attach_clauses();
  bool attach_clause(std::vector<Literal> &literals);

  std::unique_ptr<Constraints> constraints_;
  Trail &trail_;
  std::int32_t options_;
  Costs costs_;
  Choice choice_;
  std::vector<double> weights_;   // level -> the part of the tree that is below it
  std::vector<Variable> cursors_; // level -> all variables before this one are decided
  std::vector<std::vector<Literal>> new_clauses_;
  double done_ = 0;
  bool has_budget_ = false;
  std::int64_t least_cost_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t nodes_ = 0, solutions_ = 0, stop_ = 0;
  // How the next run begins: at the root, at a node, by backtracking from a solution, not at all.
  enum class Phase { start, node, solution, done } phase_ = Phase::start;
};

} // namespace minuet::propagation
