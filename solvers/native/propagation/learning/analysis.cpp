#include "propagation/learning/analysis.hpp"

#include <algorithm>

namespace minuet::propagation {

std::int32_t Analysis::begin() {
  const Conflict conflict = trail_.last_conflict();
  conflict_.clear();
  constraints_.explain(conflict.reason, conflict.literal, trail_.size(), conflict_);
  if (conflict.literal != no_literal)
    conflict_.push_back(negation(conflict.literal));
  std::int32_t top = 0;
  for (const Literal literal : conflict_)
    top = std::max(top, trail_.level(variable_of(literal)));
  return top;
}

// Notes literals that held: those of the top level are open, the others are in the clause.
void Analysis::note(const std::vector<Literal> &why, std::int32_t top, Order &order) {
  for (const Literal literal : why) {
    const Variable variable = variable_of(literal);
    const std::int32_t level = trail_.level(variable);
    if (level == 0 || is_noted_[variable])
      continue;
    is_noted_[variable] = 1;
    noted_.push_back(variable);
    order.raise(variable);
    if (level == top)
      ++open_;
    else
      clause_.push_back(negation(literal));
  }
}

const std::vector<Literal> &Analysis::learn(Order &order) {
  is_noted_.resize(trail_.variables(), 0);
  clause_.assign(1, no_literal);
  const std::int32_t top = trail_.levels();
  open_ = 0;
  note(conflict_, top, order);
  for (std::int32_t place = trail_.size();;) {
    while (!is_noted_[variable_of(trail_[--place])]) {
    }
    const Literal literal = trail_[place];
    if (--open_ == 0) {
      clause_[0] = negation(literal);
      break;
    }
    why_.clear();
    constraints_.explain(trail_.reason(variable_of(literal)), literal, place, why_);
    note(why_, top, order);
  }
  const auto implied = [this](Literal literal) { return is_implied(negation(literal)); };
  clause_.erase(std::remove_if(clause_.begin() + 1, clause_.end(), implied), clause_.end());
  for (const Variable variable : noted_)
    is_noted_[variable] = 0;
  noted_.clear();
  const auto later = [this](Literal a, Literal b) {
    return trail_.level(variable_of(a)) < trail_.level(variable_of(b));
  };
  if (clause_.size() > 1)
    std::iter_swap(clause_.begin() + 1,
                   std::max_element(clause_.begin() + 1, clause_.end(), later));
  return clause_;
}

// Whether a literal follows from others that are noted.
bool Analysis::is_implied(Literal literal) {
  const Variable variable = variable_of(literal);
  const Reason reason = trail_.reason(variable);
  if (reason.kind == Reason::Kind::none || reason.kind == Reason::Kind::rule)
    return false;
  why_.clear();
  constraints_.explain(reason, literal, trail_.place(variable), why_);
  return std::all_of(why_.begin(), why_.end(), [this](Literal one) {
    return is_noted_[variable_of(one)] || trail_.level(variable_of(one)) == 0;
  });
}

std::int32_t Analysis::level() const {
  return clause_.size() < 2 ? 0 : trail_.level(variable_of(clause_[1]));
}

std::int32_t Analysis::spread() {
  seen_.resize(trail_.levels() + 1, 0);
  ++clauses_;
  std::int32_t levels = 0;
  for (const Literal literal : clause_)
    if (std::exchange(seen_[trail_.level(variable_of(literal))], clauses_) != clauses_)
      ++levels;
  return levels;
}

} // namespace minuet::propagation
