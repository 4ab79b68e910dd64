#include "sums/search.hpp"

#include <algorithm>

namespace minuet::sums {

namespace {
constexpr double first_limit = 64, growth = 1.3; // failures between two restarts
}

Search::Search(std::unique_ptr<Constraints> constraints, std::int32_t cost)
    : constraints_(std::move(constraints)), trail_(constraints_->trail),
      options_(constraints_->options), cost_(cost), weights_{1}, cursors_{0} {}

State Search::run(std::int64_t node_limit, bool count_only) {
  stop_ = nodes_ + node_limit;
  bool consistent = true;
  if (phase_ == Phase::start) {
    consistent = constraints_->begin();
    if (consistent && cost_ >= 0)
      least_cost_ = constraints_->sums.least(cost_);
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
      consistent = fail() && constraints_->propagate();
    }
    if (nodes_ >= stop_)
      return State::paused;
    ++nodes_;
    const Literal literal = choose();
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
    constraints_->sums.note(cost_);
  return trail_.set(negation(literal), {});
}

void Search::restart_often(std::uint32_t seed) {
  failures_ = {std::vector<float>(constraints_->items.size(), 1.0F), std::minstd_rand(seed + 1),
               static_cast<std::int64_t>(first_limit), first_limit};
}

// Turns the latest decision, as `go_back` does, or begins anew.
bool Search::fail() {
  if (!failures_)
    return go_back();
  const Reason reason = trail_.last_conflict().reason;
  if (reason.kind == Reason::Kind::full || reason.kind == Reason::Kind::needed)
    ++failures_->weights[reason.index];
  if (--failures_->left > 0)
    return go_back();
  const bool more = go_back();
  restart();
  return more;
}

// What follows from the whole search so far stands at level 0, and stays.
void Search::restart() {
  if (trail_.levels() > 0)
    shrink(0);
  weights_ = {1};
  done_ = 0;
  failures_->limit *= growth;
  failures_->left = static_cast<std::int64_t>(std::min(failures_->limit, 1e18));
  if (lowered_)
    constraints_->sums.note(cost_);
}

Literal Search::choose() {
  const std::span<const std::int32_t> spare = constraints_->items.spare();
  const auto least = std::min_element(spare.begin(), spare.end());
  std::int32_t ways = *least < PlainItems::settled / 2 ? *least + 1 : PlainItems::settled;
  const auto item = static_cast<std::int32_t>(least - spare.begin());
  Literal best = no_literal;
  if (!constraints_->rules.empty())
    best = choose_by_rule(ways);
  if (ways > 2 && constraints_->sums.size() > 0)
    if (const Literal literal = choose_by_sum(ways); literal != no_literal)
      best = literal;
  if (best != no_literal)
    return best;
  if (ways == PlainItems::settled)
    return next_open();
  return failures_ ? choose_by_weight() : choose_by_item(item);
}

Literal Search::choose_by_item(std::int32_t item) const {
  for (const Variable variable : constraints_->items.variables(item))
    if (trail_.is_open(chosen(variable)))
      return chosen(variable);
  return no_literal;
}

// The item of the fewest ways by weight, and any of its options.
Literal Search::choose_by_weight() {
  const std::span<const std::int32_t> spare = constraints_->items.spare();
  std::int32_t best = 0;
  float least = std::numeric_limits<float>::max();
  for (std::int32_t item = 0; item < constraints_->items.size(); ++item) {
    const float score = static_cast<float>(spare[item] + 1) / failures_->weights[item];
    if (spare[item] < PlainItems::settled / 2 && score < least) {
      least = score;
      best = item;
    }
  }
  Literal literal = no_literal;
  std::uint_fast32_t met = 0;
  for (const Variable variable : constraints_->items.variables(best))
    if (trail_.is_open(chosen(variable)) && variable < options_ &&
        failures_->random() % ++met == 0)
      literal = chosen(variable);
  return literal;
}

Literal Search::choose_by_sum(std::int32_t &ways) const {
  Literal best = no_literal;
  const WeightedItems &sums = constraints_->sums;
  for (std::int32_t item = 0; item < sums.size(); ++item) {
    if (item == cost_ || sums.is_met(item))
      continue;
    const WeightedItems::Branch branch = sums.branch(item, options_, trail_);
    if (branch.literal != no_literal && branch.ways < ways) {
      ways = branch.ways;
      best = branch.literal;
    }
  }
  return best;
}

Literal Search::choose_by_rule(std::int32_t &ways) {
  Literal best = no_literal;
  for (const auto &rule : constraints_->rules) {
    few_.clear();
    rule->choices(trail_, few_);
    if (few_.empty() || std::ssize(few_) > ways)
      continue;
    for (const Variable variable : few_) {
      const Variable option = constraints_->option_of(variable);
      if (option >= 0) {
        ways = static_cast<std::int32_t>(few_.size());
        best = chosen(option);
        break;
      }
    }
  }
  return best;
}

// The first variable that is open; options before the engine's own.
Literal Search::next_open() {
  Variable &cursor = cursors_.back();
  while (cursor < trail_.variables() && !trail_.is_open(chosen(cursor)))
    ++cursor;
  return cursor < trail_.variables() ? chosen(cursor) : no_literal;
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
  constraints_->sums.lower(cost_, budget);
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

} // namespace minuet::sums
