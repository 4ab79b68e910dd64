// The search that learns: each conflict teaches a clause (conflict-driven clause learning; Marques-
// Silva and Sakallah, GRASP, 1999; Moskewicz et al., Chaff, 2001), with lazy explanations: a
// propagator says why it forced a literal only when the analysis asks (lazy clause generation;
// Ohrimenko, Stuckey and Codish, "Propagation via lazy clause generation", Constraints 2009).
//
// Until the first restart, decisions are those of the tree search (Choice); afterwards, the open
// variable with the most activity in conflicts, with its latest value. Restarts follow the sequence
// of Luby, Sinclair and Zuckerman (1993), and clauses of many levels are forgotten. Measured on 12
// pencil puzzles, 118 ms in all: decisions by Choice only take 578 ms, by
// activity from the start 156, options chosen first 224; a first restart after 32 or 64 conflicts,
// not 200, takes 195 or 151.
//
// A solution is excluded by the clause of its decisions, since all else followed from them: each
// solution comes once. What is left is no list of subtrees, so there is no `open`.
#pragma once

#include "propagation/search.hpp"

namespace minuet::propagation {

// Variables by activity, as a binary heap (MiniSat, 2003): recent conflicts weigh more.
class ActivityHeap {
public:
  explicit ActivityHeap(std::int32_t variables);

  void raise(Variable variable);
  void decay() { step_ /= 0.95; }
  void add(Variable variable);
  // Removes the open variable with the highest activity; -1: none is open.
  Variable take(const Trail &trail);

private:
  bool before(Variable a, Variable b) const { return activity_[a] > activity_[b]; }
  void sift_up(std::int32_t at);
  void sift_down(std::int32_t at);

  std::vector<double> activity_;
  std::vector<std::int32_t> place_; // variable -> where in the heap; -1
  std::vector<Variable> heap_;
  double step_ = 1;
};

// The clause that a conflict teaches: the first unique implication point (Zhang et al., "Efficient
// conflict driven learning in a Boolean satisfiability solver", 2001), without the literals that
// follow from the others (Soerensson and Biere, "Minimizing learned clauses", SAT 2009). Literals
// that follow in several steps are dropped too: eleven variant sudokus take .85 of the time that
// they take without those (geometric mean of three seeds), 7 s in all where they took 11.
class Analysis {
public:
  explicit Analysis(Constraints &constraints)
      : constraints_(constraints), trail_(constraints.trail) {}

  // Explains the last conflict. Returns the highest level in the explanation; 0: no decision is to
  // blame.
  std::int32_t begin();
  // Returns the clause; the levels beyond that of `begin` were taken back. Its first literal is of
  // that level, its second of the highest other level. Raises the variables that it meets.
  const std::vector<Literal> &learn(ActivityHeap &activity);
  // The level at which all literals of the clause but the first fail.
  std::int32_t level() const;
  // The number of levels in the clause (Audemard and Simon, Glucose, 2009).
  std::int32_t spread();

private:
  // Of a variable: it is in the clause, or was resolved; it follows from those, or it does not.
  enum class Mark : std::uint8_t { none, noted, implied, needed };

  void note(const std::vector<Literal> &why, std::int32_t top, ActivityHeap &activity);
  bool is_implied(Literal literal, std::size_t depth);
  void mark(Variable variable, Mark mark);

  Constraints &constraints_;
  const Trail &trail_;
  std::vector<Literal> conflict_, why_, clause_;
  std::vector<std::vector<Literal>> whys_; // of the literals whose explanation is looked at
  std::vector<Variable> marked_;
  std::vector<Mark> marks_;        // of each variable
  std::vector<std::int32_t> seen_; // level -> the latest clause that has a literal of it
  std::int32_t clauses_ = 0, open_ = 0;
};

class LearningSearch : public Stoppable {
public:
  // The constraints are laid out.
  LearningSearch(std::unique_ptr<Constraints> constraints, std::uint32_t seed);

  // As TreeSearch.
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
  bool exclude_solution();
  bool attach_clauses();
  bool attach_clause(std::vector<Literal> literals);
  void backjump(std::int32_t level);
  void restart();

  std::unique_ptr<Constraints> constraints_;
  Trail &trail_;
  std::int32_t options_;
  Choice choice_;
  ActivityHeap activity_;
  Analysis analysis_;
  std::vector<std::int8_t> value_; // variable -> whether it was chosen when it was last decided
  std::vector<std::vector<Literal>> new_clauses_;
  std::int64_t until_restart_, restarts_ = 0, most_learned_;
  bool begun_ = false, at_solution_ = false, done_ = false;
  std::int64_t nodes_ = 0, solutions_ = 0, stop_ = 0;
};

} // namespace minuet::propagation
