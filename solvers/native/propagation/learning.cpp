#include "propagation/learning.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <utility>

namespace minuet::propagation {

namespace {

constexpr std::int64_t restart_unit = 200;    // conflicts until the first restart
constexpr std::int64_t first_learned = 10000; // learned clauses up to which none is forgotten
constexpr std::size_t deepest = 100;          // steps in which a literal of a clause may follow

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
      options_(constraints_->options), choice_(*constraints_, Costs(), false),
      activity_(trail_.variables()), analysis_(*constraints_), value_(trail_.variables(), 0),
      until_restart_(restart_unit), most_learned_(first_learned) {
  std::minstd_rand random(seed + 1);
  for (Variable k = 0; seed > 0 && k < trail_.variables(); ++k)
    if (random() % 2 == 0)
      activity_.raise(k);
}

// The search loop.
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
    consistent = exclude_solution();
  consistent = consistent && attach_clauses() && constraints_->propagate();
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
    consistent = exclude_solution() && constraints_->propagate();
  }
}

Literal LearningSearch::choose() {
  if (restarts_ == 0) {
    Variable cursor = 0;
    return choice_.next(cursor);
  }
  const Variable variable = activity_.take(trail_);
  if (variable < 0)
    return no_literal;
  return value_[variable] ? chosen(variable) : left_out(variable);
}

// Learns a clause from the conflict and jumps back to where it forces its first literal; false: no
// decision is to blame, so that there is no further solution.
bool LearningSearch::learn() {
  const std::int32_t top = analysis_.begin();
  if (top == 0) {
    done_ = true;
    return false;
  }
  backjump(top);
  const std::vector<Literal> &clause = analysis_.learn(activity_);
  activity_.decay();
  const std::int32_t spread = analysis_.spread();
  backjump(analysis_.level());
  if (clause.size() == 1) {
    if (!trail_.set(clause[0], {}))
      return false;
  } else {
    const std::int32_t number = constraints_->clauses.learn(clause, spread);
    trail_.set(clause[0], {Reason::Kind::clause, number});
  }
  if (--until_restart_ <= 0)
    restart();
  return true;
}

void LearningSearch::backjump(std::int32_t level) {
  if (level == trail_.levels())
    return;
  for (std::int32_t place = trail_.start(level + 1); place < trail_.size(); ++place) {
    const Variable variable = variable_of(trail_[place]);
    value_[variable] = says_chosen(trail_[place]);
    activity_.add(variable);
  }
  constraints_->shrink(level);
}

void LearningSearch::restart() {
  until_restart_ = restart_unit * luby(++restarts_);
  backjump(0);
  if (constraints_->clauses.learned() > most_learned_) {
    constraints_->clauses.forget_half();
    most_learned_ += most_learned_ / 10;
  }
}

// ---- Conflict analysis ---------------------------------------------------------------------

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

// Adds the literals of lower levels to the clause, and counts those of the top level as open.
void Analysis::note(const std::vector<Literal> &why, std::int32_t top, ActivityHeap &activity) {
  for (const Literal literal : why) {
    const Variable variable = variable_of(literal);
    const std::int32_t level = trail_.level(variable);
    if (level == 0 || marks_[variable] != Mark::none)
      continue;
    mark(variable, Mark::noted);
    activity.raise(variable);
    if (level == top)
      ++open_;
    else
      clause_.push_back(negation(literal));
  }
}

void Analysis::mark(Variable variable, Mark mark) {
  if (marks_[variable] == Mark::none)
    marked_.push_back(variable);
  marks_[variable] = mark;
}

// Resolves open literals, the latest first, until one of the top level is left.
const std::vector<Literal> &Analysis::learn(ActivityHeap &activity) {
  marks_.resize(trail_.variables(), Mark::none);
  clause_.assign(1, no_literal);
  const std::int32_t top = trail_.levels();
  open_ = 0;
  note(conflict_, top, activity);
  for (std::int32_t place = trail_.size();;) {
    while (marks_[variable_of(trail_[--place])] == Mark::none) {
    }
    const Literal literal = trail_[place];
    if (--open_ == 0) {
      clause_[0] = negation(literal);
      break;
    }
    why_.clear();
    constraints_.explain(trail_.reason(variable_of(literal)), literal, place, why_);
    note(why_, top, activity);
  }
  spread(); // marks the levels of the clause as seen
  const auto implied = [this](Literal literal) { return is_implied(negation(literal), 0); };
  clause_.erase(std::remove_if(clause_.begin() + 1, clause_.end(), implied), clause_.end());
  for (const Variable variable : marked_)
    marks_[variable] = Mark::none;
  marked_.clear();
  const auto lower = [this](Literal a, Literal b) {
    return trail_.level(variable_of(a)) < trail_.level(variable_of(b));
  };
  if (clause_.size() > 1)
    std::iter_swap(clause_.begin() + 1,
                   std::max_element(clause_.begin() + 1, clause_.end(), lower));
  return clause_;
}

// Whether a literal that holds follows from those that are noted, perhaps in several steps: of
// levels that the clause has anyway. Graph rules, which search their whole graph for an
// explanation, are not asked.
bool Analysis::is_implied(Literal literal, std::size_t depth) {
  const Variable variable = variable_of(literal);
  const Reason reason = trail_.reason(variable);
  if (reason.kind == Reason::Kind::none || reason.kind == Reason::Kind::rule)
    return false;
  if (whys_.size() <= depth)
    whys_.resize(depth + 1);
  whys_[depth].clear();
  constraints_.explain(reason, literal, trail_.place(variable), whys_[depth]);
  for (std::size_t k = 0; k < whys_[depth].size(); ++k) { // `whys_` may move
    const Literal other = whys_[depth][k];
    const Variable source = variable_of(other);
    const std::int32_t level = trail_.level(source);
    if (level == 0 || marks_[source] == Mark::noted || marks_[source] == Mark::implied)
      continue;
    if (marks_[source] == Mark::needed || depth == deepest || seen_[level] != clauses_)
      return false;
    const bool implied = is_implied(other, depth + 1);
    mark(source, implied ? Mark::implied : Mark::needed);
    if (!implied)
      return false;
  }
  return true;
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

// ---- Solutions and added clauses -----------------------------------------------------------

void LearningSearch::append_solution(std::vector<std::int32_t> &to) const {
  for (Variable option = 0; option < options_; ++option)
    if (trail_.holds(chosen(option)))
      to.push_back(option);
}

bool LearningSearch::exclude_solution() {
  at_solution_ = false;
  std::vector<Literal> decisions;
  for (std::int32_t level = trail_.levels(); level > 0; --level)
    decisions.push_back(negation(trail_.decision(level)));
  return attach_clause(std::move(decisions));
}

void LearningSearch::add_clause(std::vector<Literal> literals) {
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  new_clauses_.push_back(std::move(literals));
}

bool LearningSearch::attach_clauses() {
  for (std::vector<Literal> &literals : new_clauses_)
    if (!attach_clause(std::move(literals)))
      return false;
  new_clauses_.clear();
  return true;
}

// Adds a clause to the watched ones, at a level at which it forces one literal or none.
bool LearningSearch::attach_clause(std::vector<Literal> literals) {
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
    backjump(0);
    return trail_.set(literals[0], {});
  }
  backjump(std::min({trail_.levels(), rank(literals[0]) - 1, rank(literals[1])}));
  const std::int32_t clause = constraints_->clauses.add(literals);
  return !trail_.fails(literals[1]) || trail_.set(literals[0], {Reason::Kind::clause, clause});
}

// ---- Activity ------------------------------------------------------------------------------

ActivityHeap::ActivityHeap(std::int32_t variables)
    : activity_(variables, 0.0), place_(variables, -1), heap_(variables) {
  for (std::int32_t k = 0; k < variables; ++k)
    heap_[k] = place_[k] = k;
}

void ActivityHeap::raise(Variable variable) {
  if ((activity_[variable] += step_) > 1e100) {
    for (double &activity : activity_)
      activity *= 1e-100;
    step_ *= 1e-100;
  }
  if (place_[variable] >= 0)
    sift_up(place_[variable]);
}

void ActivityHeap::add(Variable variable) {
  if (place_[variable] >= 0)
    return;
  place_[variable] = static_cast<std::int32_t>(heap_.size());
  heap_.push_back(variable);
  sift_up(place_[variable]);
}

Variable ActivityHeap::take(const Trail &trail) {
  while (!heap_.empty()) {
    const Variable first = heap_.front();
    place_[first] = -1;
    const Variable last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty() && last != first) {
      heap_.front() = last;
      place_[last] = 0;
      sift_down(0);
    }
    if (trail.is_open(chosen(first)))
      return first;
  }
  return -1;
}

void ActivityHeap::sift_up(std::int32_t at) {
  const Variable variable = heap_[at];
  for (; at > 0 && before(variable, heap_[(at - 1) / 2]); at = (at - 1) / 2)
    place_[heap_[at] = heap_[(at - 1) / 2]] = at;
  place_[heap_[at] = variable] = at;
}

void ActivityHeap::sift_down(std::int32_t at) {
  const Variable variable = heap_[at];
  const auto size = static_cast<std::int32_t>(heap_.size());
  for (std::int32_t below; (below = 2 * at + 1) < size; at = below) {
    if (below + 1 < size && before(heap_[below + 1], heap_[below]))
      ++below;
    if (!before(heap_[below], variable))
      break;
    place_[heap_[at] = heap_[below]] = at;
  }
  place_[heap_[at] = variable] = at;
}

} // namespace minuet::propagation
