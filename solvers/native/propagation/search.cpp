#include "propagation/search.hpp"

#include <algorithm>

namespace minuet::propagation {

Search::Search(std::unique_ptr<Constraints> constraints, Costs costs)
    : constraints_(std::move(constraints)), trail_(constraints_->trail),
      options_(constraints_->options), costs_(costs), choice_(*constraints_, costs), weights_{1},
      cursors_{0} {}

State Search::run(std::int64_t node_limit, bool count_only) {
  stop_ = nodes_ + node_limit;
  bool consistent = true;
  if (phase_ == Phase::start) {
    consistent = constraints_->begin();
    if (consistent && costs_.any())
      least_cost_ = costs_.least(constraints_->sums);
  } else if (phase_ == Phase::up) {
    consistent = go_back() && take_clauses() && constraints_->propagate();
  } else if (phase_ == Phase::down) {
    consistent = take_clauses() && constraints_->propagate();
  }
  if (phase_ == Phase::done)
    return State::exhausted;
  phase_ = Phase::down;
  for (;;) {
    while (!consistent) {
      if (trail_.levels() == 0) {
        phase_ = Phase::done;
        return State::exhausted;
      }
      consistent = go_back() && constraints_->propagate();
    }
    if (nodes_ >= stop_)
      return State::paused;
    ++nodes_;
    const Literal literal = choice_.next(cursors_.back());
    if (literal != no_literal) {
      decide(literal);
      consistent = constraints_->propagate();
      continue;
    }
    ++solutions_;
    if (!count_only) {
      phase_ = Phase::up;
      return State::solution;
    }
    consistent = false;
  }
}

void Search::decide(Literal literal) {
  weights_.push_back(weights_.back() / 2);
  cursors_.push_back(cursors_.back());
  constraints_->open_level();
  trail_.set(literal, {});
}

void Search::shrink(std::int32_t level) {
  constraints_->shrink(level);
  weights_.resize(level + 1);
  cursors_.resize(level + 1);
}

// Turns the latest decision; false if there is none.
bool Search::go_back() {
  const std::int32_t level = trail_.levels();
  if (level == 0) {
    done_ = 1;
    return false;
  }
  const Literal literal = trail_.decision(level);
  done_ += weights_[level];
  weights_[level - 1] -= weights_[level];
  shrink(level - 1);
  if (lowered_)
    costs_.note(constraints_->sums);
  return trail_.set(negation(literal), {});
}

void Search::append_solution(std::vector<std::int32_t> &to) const {
  for (Variable option = 0; option < options_; ++option)
    if (trail_.holds(chosen(option)))
      to.push_back(option);
}

// What holds at a level is in all parts below it: its own decision is turned in one of them. The
// engine's own variables follow from the options, and are not told.
std::vector<Subtree> Search::open() const {
  std::vector<Subtree> parts;
  if (phase_ == Phase::done || constraints_->impossible)
    return parts;
  Subtree above;
  const auto tell = [this](Subtree &part, Literal literal) {
    if (variable_of(literal) < options_)
      (says_chosen(literal) ? part.first : part.second).push_back(variable_of(literal));
  };
  if (phase_ == Phase::start)
    for (const Literal literal : constraints_->fixed)
      tell(above, literal);
  for (std::int32_t place = 0, level = 0; place < trail_.size(); ++place) {
    if (level < trail_.levels() && place == trail_.start(level + 1)) {
      ++level;
      parts.push_back(above);
      tell(parts.back(), negation(trail_[place]));
    }
    if (trail_.reason(variable_of(trail_[place])).kind == Reason::Kind::none)
      tell(above, trail_[place]);
  }
  if (phase_ != Phase::up)
    parts.push_back(std::move(above));
  std::reverse(parts.begin(), parts.end());
  return parts;
}

void Search::set_budget(std::int64_t budget) {
  costs_.lower(constraints_->sums, budget);
  lowered_ = true;
}

void Search::add_clause(std::vector<Literal> literals) {
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  new_clauses_.push_back(std::move(literals));
}

bool Search::take_clauses() {
  for (std::vector<Literal> &literals : new_clauses_)
    if (!take_clause(literals)) {
      phase_ = Phase::done;
      return false;
    }
  new_clauses_.clear();
  return true;
}

// Brings a clause among the others. Where all its literals fail, no solution is below the level at
// which the last of them failed: the search goes back until one is open. False: none ever is.
bool Search::take_clause(std::vector<Literal> &literals) {
  const auto later = [this](Literal a, Literal b) {
    const auto rank = [this](Literal l) {
      return trail_.fails(l) ? trail_.level(variable_of(l)) : std::numeric_limits<int>::max();
    };
    return rank(a) > rank(b);
  };
  const auto fails = [this](Literal l) { return trail_.fails(l); };
  while (std::all_of(literals.begin(), literals.end(), fails)) {
    if (literals.empty())
      return false;
    std::sort(literals.begin(), literals.end(), later);
    const std::int32_t level = trail_.level(variable_of(literals.front()));
    if (level == 0)
      return false;
    while (trail_.levels() > level) { // nothing of what is left there is a solution
      done_ += weights_.back();
      const double part = weights_.back();
      shrink(trail_.levels() - 1);
      weights_.back() -= part;
    }
    go_back();
  }
  std::sort(literals.begin(), literals.end(), later);
  const std::int32_t clause = constraints_->clauses.add(literals);
  const bool unit = literals.size() == 1 || trail_.fails(literals[1]);
  return !unit || trail_.set(literals[0], {Reason::Kind::clause, clause});
}

} // namespace minuet::propagation
