// The search that learns: each conflict teaches a clause, and the search goes back to where that
// clause would have forced something (analysis.hpp). Its decisions are those of choice.hpp at
// first, then those of the variables that conflicts are about, with the value that they had last;
// it restarts often (Luby, Sinclair and Zuckerman, 1993), and forgets clauses of many levels.
//
// Measured on 12 pencil puzzles (benchmarks/pencil.py), together 118 ms: other decisions are
// behind, those of choice.hpp alone (578 ms), those by conflicts from the start (156), with options
// chosen first (224); and so are restarts after 32 or 64 conflicts in place of 200 (195, 151).
//
// A solution is forbidden by its decisions, since all else followed from them: so each is met once.
// What is left cannot be told as parts of a tree.
#pragma once

#include "propagation/choice.hpp"
#include "propagation/learning/analysis.hpp"
#include "shared/state.hpp"

namespace minuet::propagation {

class LearningSearch : public Stoppable {
public:
  // The constraints are laid out.
  LearningSearch(std::unique_ptr<Constraints> constraints, std::uint32_t seed);

  State run(std::int64_t node_limit, bool count_only);
  std::int64_t work_left() const { return stop_ - nodes_; }
  void append_solution(std::vector<std::int32_t> &to) const;
  void add_clause(std::vector<Literal> literals);

  std::int32_t options() const { return options_; }
  // Decisions and conflicts.
  std::int64_t nodes() const { return nodes_; }
  std::int64_t updates() const { return constraints_->updates(); }
  std::int64_t solutions() const { return solutions_; }
  double progress() const { return done_ ? 1 : 0; }

private:
  Literal choose();
  bool learn();
  bool leave_solution();
  bool take_clauses();
  bool take_clause(std::vector<Literal> literals);
  void go_back_to(std::int32_t level);
  void restart();

  std::unique_ptr<Constraints> constraints_;
  Trail &trail_;
  std::int32_t options_;
  Choice choice_;
  Order order_;
  Analysis analysis_;
  std::vector<std::int8_t> value_; // variable -> whether it was chosen when it was decided last
  std::vector<std::vector<Literal>> new_clauses_;
  std::int64_t conflicts_ = 0, left_, restarts_ = 0, most_learned_;
  bool begun_ = false, at_solution_ = false, done_ = false;
  std::int64_t nodes_ = 0, solutions_ = 0, stop_ = 0;
};

} // namespace minuet::propagation
