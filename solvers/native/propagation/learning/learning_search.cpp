#include "propagation/learning/learning_search.hpp"

#include <algorithm>
#include <limits>
#include <random>

namespace minuet::propagation {

namespace {

constexpr std::int64_t unit = 200; // conflicts until the first restart
constexpr std::int64_t few = 2000; // learned clauses, of which none is forgotten

std::int64_t luby(std::int64_t k) { // 1 1 2 1 1 2 4 ...
  std::int64_t size = 1;
  while (size < k + 1)
    size = 2 * size + 1;
  while (size - 1 != k) {
    size = (size - 1) / 2;
    k %= size;
  }
  return (size + 1) / 2;
}

} // namespace

LearningSearch::LearningSearch(std::unique_ptr<Constraints> constraints, std::uint32_t seed)
    : constraints_(std::move(constraints)), trail_(constraints_->trail),
      options_(constraints_->options), choice_(*constraints_, Costs()), order_(trail_.variables()),
      analysis_(*constraints_), value_(trail_.variables(), 0), left_(unit), most_learned_(few) {
  std::minstd_rand random(seed + 1);
  for (Variable k = 0; seed > 0 && k < trail_.variables(); ++k)
    if (random() % 2 == 0)
      order_.raise(k);
}

State LearningSearch::run(std::int64_t node_limit, bool count_only) {
  stop_ = nodes_ + node_limit;
  if (done_)
    return State::exhausted;
  bool consistent = true;
  if (!begun_) {
    begun_ = true;
    consistent = constraints_->begin();
  }
  if (consistent && at_solution_)
    consistent = leave_solution();
  consistent = consistent && take_clauses() && constraints_->propagate();
  for (;;) {
    while (!consistent) {
      if (done_ || trail_.levels() == 0) {
        done_ = true;
        return State::exhausted;
      }
      ++nodes_;
      consistent = learn() && constraints_->propagate();
    }
    if (nodes_ >= stop_)
      return State::paused;
    ++nodes_;
    const Literal literal = choose();
    if (literal != no_literal) {
      constraints_->open_level();
      trail_.set(literal, {});
      consistent = constraints_->propagate();
      continue;
    }
    ++solutions_;
    at_solution_ = true;
    if (!count_only)
      return State::solution;
    consistent = leave_solution() && constraints_->propagate();
  }
}

Literal LearningSearch::choose() {
  if (restarts_ == 0) {
    Variable cursor = 0;
    return choice_.next(cursor);
  }
  const Variable variable = order_.take(trail_);
  if (variable < 0)
    return no_literal;
  return value_[variable] ? chosen(variable) : left_out(variable);
}

// False where no choice is left to be blamed.
bool LearningSearch::learn() {
  const std::int32_t top = analysis_.begin();
  if (top == 0) {
    done_ = true;
    return false;
  }
  go_back_to(top);
  const std::vector<Literal> &clause = analysis_.learn(order_);
  order_.let_older_fade();
  ++conflicts_;
  const std::int32_t spread = analysis_.spread();
  go_back_to(analysis_.level());
  if (clause.size() == 1) {
    if (!trail_.set(clause[0], {}))
      return false;
  } else {
    const std::int32_t number = constraints_->clauses.learn(clause, spread);
    trail_.set(clause[0], {Reason::Kind::clause, number});
  }
  if (--left_ <= 0)
    restart();
  return true;
}

void LearningSearch::go_back_to(std::int32_t level) {
  if (level == trail_.levels())
    return;
  for (std::int32_t place = trail_.start(level + 1); place < trail_.size(); ++place) {
    const Variable variable = variable_of(trail_[place]);
    value_[variable] = says_chosen(trail_[place]);
    order_.add(variable);
  }
  constraints_->shrink(level);
}

// What was learned stays, though what it forced may be taken back.
void LearningSearch::restart() {
  left_ = unit * luby(++restarts_);
  go_back_to(0);
  if (constraints_->clauses.learned() > most_learned_) {
    constraints_->clauses.forget_half();
    most_learned_ += most_learned_ / 10;
  }
}

bool LearningSearch::leave_solution() {
  at_solution_ = false;
  std::vector<Literal> decisions;
  for (std::int32_t level = trail_.levels(); level > 0; --level)
    decisions.push_back(negation(trail_.decision(level)));
  return take_clause(std::move(decisions));
}

bool LearningSearch::take_clauses() {
  for (std::vector<Literal> &literals : new_clauses_)
    if (!take_clause(std::move(literals)))
      return false;
  new_clauses_.clear();
  return true;
}

// Brings a clause among the others, at a level at which it forces something or nothing.
bool LearningSearch::take_clause(std::vector<Literal> literals) {
  const auto rank = [this](Literal l) {
    return trail_.fails(l) ? trail_.level(variable_of(l)) : std::numeric_limits<int>::max();
  };
  const auto later = [&](Literal a, Literal b) { return rank(a) > rank(b); };
  std::sort(literals.begin(), literals.end(), later);
  if (literals.empty() || rank(literals[0]) == 0) {
    done_ = true;
    return false;
  }
  if (literals.size() == 1) {
    go_back_to(0);
    return trail_.set(literals[0], {});
  }
  go_back_to(std::min({trail_.levels(), rank(literals[0]) - 1, rank(literals[1])}));
  const std::int32_t clause = constraints_->clauses.add(literals);
  return !trail_.fails(literals[1]) || trail_.set(literals[0], {Reason::Kind::clause, clause});
}

void LearningSearch::add_clause(std::vector<Literal> literals) {
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  new_clauses_.push_back(std::move(literals));
}

void LearningSearch::append_solution(std::vector<std::int32_t> &to) const {
  for (Variable option = 0; option < options_; ++option)
    if (trail_.holds(chosen(option)))
      to.push_back(option);
}

} // namespace minuet::propagation
