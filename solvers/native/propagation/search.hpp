// The search by propagation: branch, draw what follows, go back.
//
// A node takes a literal: first that it holds, then that it fails. What is refuted is said at the
// level above, so the levels are the decisions that may still be turned, and what is left to be
// searched is told by them. The literal is of the item with the fewest ways to be covered.
#pragma once

#include "propagation/choice.hpp"
#include "shared/state.hpp"
#include "shared/subtree.hpp"

#include <limits>

namespace minuet::propagation {

class Search : public Stoppable {
public:
  // The constraints are laid out.
  Search(std::unique_ptr<Constraints> constraints, Costs costs);

  // Searches on until a solution (unless `count_only`), the end, or `node_limit` more nodes.
  State run(std::int64_t node_limit, bool count_only);
  // What the last run left of its `node_limit`.
  std::int64_t work_left() const { return stop_ - nodes_; }
  // The options of the solution at which `run` stopped.
  void append_solution(std::vector<std::int32_t> &to) const;

  // Adds, between two runs, that one of the literals holds.
  void add_clause(std::vector<Literal> literals);
  // Looks, from now on, only for solutions that cost at most this.
  void set_budget(std::int64_t budget);
  // No solution, of those that the search began with, costs less.
  std::int64_t least_cost() const { return least_cost_; }

  // What was not searched yet, as disjoint subtrees: with the solutions so far they are everything.
  std::vector<Subtree> open() const;

  std::int32_t options() const { return options_; }
  std::int64_t nodes() const { return nodes_; }
  std::int64_t updates() const { return constraints_->updates(); }
  std::int64_t solutions() const { return solutions_; }
  // The part of the tree that is done, both children of a node weighing the same.
  double progress() const { return phase_ == Phase::done ? 1 : done_; }

private:
  void decide(Literal literal);
  bool go_back();
  bool take_clauses();
  bool take_clause(std::vector<Literal> &literals);
  void shrink(std::int32_t level);

  std::unique_ptr<Constraints> constraints_;
  Trail &trail_;
  std::int32_t options_;
  Costs costs_;
  Choice choice_;
  std::vector<double> weights_;   // level -> the part of the tree that is below it
  std::vector<Variable> cursors_; // level -> the variables before this one are decided
  std::vector<std::vector<Literal>> new_clauses_;
  double done_ = 0;
  bool lowered_ = false; // the budget, at some time
  std::int64_t least_cost_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t nodes_ = 0, solutions_ = 0, stop_ = 0;
  enum class Phase { start, down, up, done } phase_ = Phase::start;
};

} // namespace minuet::propagation
