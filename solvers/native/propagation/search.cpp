#include "propagation/search.hpp"

#include <algorithm>

namespace minuet::propagation {

TreeSearch::TreeSearch(std::unique_ptr<Constraints> constraints, Costs costs)
    : constraints_(std::move(constraints)), trail_(constraints_->trail),
      options_(constraints_->options), costs_(costs), choice_(*constraints_, costs, true),
      weights_{1}, cursors_{0} {}

// The search loop.
State TreeSearch::run(std::int64_t node_limit, bool count_only) {
  stop_ = nodes_ + node_limit;
  bool consistent = resume();
  if (phase_ == Phase::done)
    return State::exhausted;
  phase_ = Phase::node;
  for (;;) {
    while (!consistent) {
      if (trail_.levels() == 0) {
        phase_ = Phase::done;
        return State::exhausted;
      }
      consistent = backtrack() && constraints_->propagate();
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
      phase_ = Phase::solution;
      return State::solution;
    }
    consistent = false;
  }
}

// Propagates what changed since the last run: the root, the solution left, clauses, the budget.
bool TreeSearch::resume() {
  switch (phase_) {
  case Phase::start:
    if (!constraints_->begin())
      return false;
    if (costs_.any())
      least_cost_ = costs_.least(constraints_->sums);
    return true;
  case Phase::solution:
    return backtrack() && attach_clauses() && constraints_->propagate();
  case Phase::node:
    return attach_clauses() && constraints_->propagate();
  case Phase::done:
    break;
  }
  return false;
}

void TreeSearch::decide(Literal literal) {
  weights_.push_back(weights_.back() / 2);
  cursors_.push_back(cursors_.back());
  constraints_->open_level();
  trail_.set(literal, {});
}

// Replaces the latest decision by its negation, at the level above; false if there is none.
bool TreeSearch::backtrack() {
  const std::int32_t level = trail_.levels();
  if (level == 0) {
    done_ = 1;
    return false;
  }
  const Literal literal = trail_.decision(level);
  done_ += weights_[level];
  weights_[level - 1] -= weights_[level];
  shrink(level - 1);
  if (has_budget_)
    costs_.queue(constraints_->sums);
  return trail_.set(negation(literal), {});
}

void TreeSearch::shrink(std::int32_t level) {
  constraints_->shrink(level);
  weights_.resize(level + 1);
  cursors_.resize(level + 1);
}

// ---- Propagation ---------------------------------------------------------------------------

// Wakes the propagators, cheap ones first: a later one runs only when the earlier ones have nothing
// left to do.
bool Constraints::propagate() {
  for (;;) {
    while (head_ < trail.size())
      if (!propagate_literal(trail[head_]))
        return fail();
    if (!sums.filter(trail))
      return fail();
    if (head_ < trail.size())
      continue;
    if (!distinct.filter(trail))
      return fail();
    if (head_ < trail.size())
      continue;
    if (!propagate_rules())
      return fail();
    if (head_ == trail.size() && !any_changed_)
      return true;
  }
}

// Updates all counts for the literal first, so that `shrink` can undo the whole literal, and then
// forces what follows from it in plain items, colors and clauses.
bool Constraints::propagate_literal(Literal literal) {
  ++head_;
  ++updates_;
  items.update(literal);
  if (distinct.size() > 0)
    distinct.update(literal);
  for (const auto &[rule, element] : elements_[variable_of(literal)]) {
    rules[rule]->update(element, says_chosen(literal));
    changed_[rule] = 1;
    any_changed_ = true;
  }
  sums.update(literal, trail);
  return items.enforce(literal, trail) && colors.enforce(literal, trail) &&
         clauses.enforce(literal, trail);
}

// Graph rules that changed, in their order. What one forces is propagated before the next one runs.
bool Constraints::propagate_rules() {
  for (std::size_t r = 0; any_changed_ && r < rules.size(); ++r) {
    if (!changed_[r])
      continue;
    changed_[r] = 0;
    if (!rules[r]->propagate(trail))
      return false;
    if (head_ < trail.size())
      return true;
  }
  any_changed_ = false;
  return true;
}

// Clears all queues: what is in them belongs to levels that will be taken back.
bool Constraints::fail() {
  sums.clear_queue();
  distinct.clear_queue();
  std::fill(changed_.begin(), changed_.end(), 0);
  any_changed_ = false;
  return false;
}

bool Constraints::begin() {
  const auto set = [this](Literal literal) { return trail.set(literal, {}); };
  return !impossible && std::all_of(fixed.begin(), fixed.end(), set) && items.begin(trail) &&
         propagate();
}

void Constraints::open_level() {
  marks_.push_back({colors.mark(), sums.mark()});
  trail.open_level();
}

void Constraints::shrink(std::int32_t level) {
  const std::int32_t end = trail.start(level + 1);
  while (head_ > end) {
    const Literal literal = trail[--head_];
    items.undo(literal);
    if (distinct.size() > 0)
      distinct.undo(literal);
    const auto elements = elements_[variable_of(literal)];
    for (auto at = elements.rbegin(); at != elements.rend(); ++at)
      rules[at->rule]->undo(at->element, says_chosen(literal));
  }
  colors.shrink(marks_[level].colors);
  sums.shrink(marks_[level].sums);
  marks_.resize(level);
  trail.shrink(level);
}

void Constraints::explain(Reason reason, Literal literal, std::int32_t time,
                          std::vector<Literal> &why) {
  switch (reason.kind) {
  case Reason::Kind::full:
  case Reason::Kind::needed:
    return items.explain(reason, time, trail, why);
  case Reason::Kind::color:
    return colors.explain(reason, literal, time, trail, why);
  case Reason::Kind::sum:
  case Reason::Kind::pair:
    return sums.explain(reason, literal, time, trail, why);
  case Reason::Kind::distinct:
    return distinct.explain(reason, literal, time, trail, why);
  case Reason::Kind::clause:
    return clauses.explain(reason, literal, why);
  case Reason::Kind::rule:
    return rules[reason.index]->explain(literal, time, trail, why);
  case Reason::Kind::none:
    return;
  }
}

void Constraints::lay_out(std::int32_t variables) {
  trail.resize(variables);
  items.lay_out(variables);
  colors.lay_out(variables);
  sums.lay_out(variables);
  distinct.lay_out(variables);
  clauses.resize(variables);
  for (std::int32_t r = 0; r < std::ssize(rules); ++r) {
    const std::vector<Variable> &elements = rules[r]->variables();
    for (std::int32_t k = 0; k < std::ssize(elements); ++k)
      elements_.add(elements[k], {r, k});
  }
  elements_.lay_out(variables);
  changed_.assign(rules.size(), 1);
  any_changed_ = !rules.empty();
}

Variable Constraints::option_of(Variable variable) const {
  if (variable < options)
    return variable;
  const auto at = any_of.find(variable);
  if (at != any_of.end())
    for (const Variable option : at->second)
      if (trail.is_open(chosen(option)))
        return option;
  return -1;
}

// ---- The literal to branch on --------------------------------------------------------------

// The plain item with the fewest ways is compared with the rule with the fewest choices. A branch
// in two or fewer ways is taken at once; else the costs decide, then weighted items.
Literal Choice::next(Variable &cursor) {
  const std::span<const std::int32_t> spare = constraints_.items.spare();
  const auto least = std::min_element(spare.begin(), spare.end());
  std::int32_t ways = *least < PlainItems::settled / 2 ? *least + 1 : PlainItems::settled;
  const auto item = static_cast<std::int32_t>(least - spare.begin());
  Literal best = no_literal;
  if (!constraints_.rules.empty())
    best = of_rules(ways);
  if (ways > 2 && costs_.any())
    if (const Literal literal = of_costs(); literal != no_literal)
      return literal;
  if (ways > 2 && constraints_.sums.size() > 0)
    if (const Literal literal = of_sums(ways); literal != no_literal)
      best = literal;
  if (best != no_literal)
    return best;
  if (ways != PlainItems::settled)
    best = of_item(item);
  return best != no_literal ? best : first_open(cursor);
}

Literal Choice::of_item(std::int32_t item) const {
  for (const Variable variable : constraints_.items.variables(item))
    if (trail_.is_open(chosen(variable)))
      if (const Variable own = of_options_ ? constraints_.option_of(variable) : variable; own >= 0)
        return chosen(own);
  return no_literal;
}

// The group that decides most of the costs, at its cheapest.
Literal Choice::of_costs() const {
  const std::int32_t item = costs_.reduced >= 0 ? costs_.reduced : costs_.item;
  return constraints_.sums.lightest(item, constraints_.options, trail_);
}

Literal Choice::of_sums(std::int32_t &ways) const {
  Literal best = no_literal;
  const WeightedItems &sums = constraints_.sums;
  for (std::int32_t item = 0; item < sums.size(); ++item) {
    if (costs_.is(item) || sums.is_met(item))
      continue;
    const WeightedItems::Branch branch = sums.branch(item, constraints_.options, trail_);
    if (branch.literal != no_literal && branch.ways < ways) {
      ways = branch.ways;
      best = branch.literal;
    }
  }
  return best;
}

Literal Choice::of_rules(std::int32_t &ways) {
  Literal best = no_literal;
  for (const auto &rule : constraints_.rules) {
    candidates_.clear();
    rule->choices(trail_, candidates_);
    if (candidates_.empty() || std::ssize(candidates_) > ways)
      continue;
    for (const Variable variable : candidates_) {
      const Variable option = of_options_ ? constraints_.option_of(variable) : variable;
      if (option >= 0) {
        ways = static_cast<std::int32_t>(candidates_.size());
        best = chosen(option);
        break;
      }
    }
  }
  return best;
}

// The first open variable; options come before auxiliary variables.
Literal Choice::first_open(Variable &cursor) const {
  while (cursor < trail_.variables() && !trail_.is_open(chosen(cursor)))
    ++cursor;
  return cursor < trail_.variables() ? chosen(cursor) : no_literal;
}

// ---- Between two runs ----------------------------------------------------------------------

void TreeSearch::append_solution(std::vector<std::int32_t> &to) const {
  for (Variable option = 0; option < options_; ++option)
    if (trail_.holds(chosen(option)))
      to.push_back(option);
}

// Every level gives one subtree: the literals that no propagator forced at the levels above, and
// the negation of the level's own decision. Auxiliary variables follow from options and are left
// out.
std::vector<Subtree> TreeSearch::open() const {
  std::vector<Subtree> parts;
  if (phase_ == Phase::done || constraints_->impossible)
    return parts;
  Subtree above;
  const auto add = [this](Subtree &part, Literal literal) {
    if (variable_of(literal) < options_)
      (says_chosen(literal) ? part.first : part.second).push_back(variable_of(literal));
  };
  if (phase_ == Phase::start)
    for (const Literal literal : constraints_->fixed)
      add(above, literal);
  for (std::int32_t place = 0, level = 0; place < trail_.size(); ++place) {
    if (level < trail_.levels() && place == trail_.start(level + 1)) {
      ++level;
      parts.push_back(above);
      add(parts.back(), negation(trail_[place]));
    }
    if (trail_.reason(variable_of(trail_[place])).kind == Reason::Kind::none)
      add(above, trail_[place]);
  }
  if (phase_ != Phase::solution)
    parts.push_back(std::move(above));
  std::reverse(parts.begin(), parts.end());
  return parts;
}

void TreeSearch::set_budget(std::int64_t budget) {
  costs_.lower(constraints_->sums, budget);
  has_budget_ = true;
}

void TreeSearch::add_clause(std::vector<Literal> literals) {
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  new_clauses_.push_back(std::move(literals));
}

bool TreeSearch::attach_clauses() {
  for (std::vector<Literal> &literals : new_clauses_)
    if (!attach_clause(literals)) {
      phase_ = Phase::done;
      return false;
    }
  new_clauses_.clear();
  return true;
}

// Adds a clause to the watched ones. If all its literals fail, there is no solution below the level
// at which the last of them failed: the search backtracks until one is open. False: none ever is.
bool TreeSearch::attach_clause(std::vector<Literal> &literals) {
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
    while (trail_.levels() > level) { // no solution is left in these
      done_ += weights_.back();
      const double part = weights_.back();
      shrink(trail_.levels() - 1);
      weights_.back() -= part;
    }
    backtrack();
  }
  std::sort(literals.begin(), literals.end(), later);
  const std::int32_t clause = constraints_->clauses.add(literals);
  const bool unit = literals.size() == 1 || trail_.fails(literals[1]);
  return !unit || trail_.set(literals[0], {Reason::Kind::clause, clause});
}

} // namespace minuet::propagation
