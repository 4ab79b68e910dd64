#include "proofs/rup_checker.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <stdexcept>

namespace minuet::proofs {

namespace {

constexpr const char *unwritten = "is not written as one";
constexpr std::uint32_t gone = 0xFFFFFFFFu; // the size of a clause that was deleted
constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
constexpr std::size_t head = 2; // words before the literals of a clause

std::uint32_t of_number(std::int32_t number) {
  const auto variable = static_cast<std::uint32_t>(std::abs(static_cast<std::int64_t>(number)));
  return 2 * variable + (number < 0);
}

} // namespace

RupChecker::RupChecker(std::span<const std::int64_t> starts, std::span<const std::int32_t> literals,
                       Lrat *lrat)
    : lrat_(lrat) {
  if (starts.empty() || starts.front() != 0 ||
      starts.back() != static_cast<std::int64_t>(literals.size()) ||
      !std::is_sorted(starts.begin(), starts.end()))
    throw std::invalid_argument("starts that do not part the literals");
  std::int64_t most = 0;
  for (const std::int32_t literal : literals) {
    if (literal == 0)
      throw std::invalid_argument("a literal 0");
    most = std::max(most, std::abs(static_cast<std::int64_t>(literal)));
  }
  const auto size = static_cast<std::size_t>(2 * most + 2);
  watches_.resize(size);
  values_.resize(size);
  seen_.resize(size);
  reasons_.resize(size / 2);
  units_.resize(size / 2);
  needed_.resize(size / 2);
  for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
    ++marked_;
    clause_.clear();
    for (std::int64_t i = starts[k]; i < starts[k + 1]; ++i) {
      const Literal literal = of_number(literals[static_cast<std::size_t>(i)]);
      if (seen_[literal] != marked_)
        clause_.push_back(literal);
      seen_[literal] = marked_;
    }
    add(static_cast<ClauseId>(k + 1));
  }
}

bool RupChecker::read(std::string_view steps) {
  while (!steps.empty() && !proved_ && refusal_.empty()) {
    const std::size_t end = steps.find('\n');
    const std::string_view line = steps.substr(0, end);
    steps.remove_prefix(end == std::string_view::npos ? steps.size() : end + 1);
    ++steps_;
    bool deletes = false;
    if (const char *const wrong = parse(line, deletes)) {
      refusal_ = wrong;
    } else if (deletes) {
      remove();
    } else if (!follows()) {
      refusal_ = "does not follow";
    } else if (clause_.empty()) {
      proved_ = true;
    } else {
      add(0);
    }
  }
  return !proved_ && refusal_.empty();
}

// Reads a step into clause_; returns what is wrong with it, or nullptr.
const char *RupChecker::parse(std::string_view line, bool &deletes) {
  clause_.clear();
  ++marked_;
  const char *at = line.data(), *const end = at + line.size();
  const auto blank = [&] {
    while (at < end && (*at == ' ' || *at == '\r'))
      ++at;
  };
  blank();
  deletes = at < end && *at == 'd';
  at += deletes;
  while (true) {
    blank();
    std::int32_t number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || (next < end && *next != ' ' && *next != '\r'))
      return unwritten;
    at = next;
    if (number == 0)
      break;
    const Literal literal = of_number(number);
    if (literal >= values_.size())
      return "names a variable that the clauses do not have";
    if (seen_[literal] != marked_)
      clause_.push_back(literal);
    seen_[literal] = marked_;
  }
  blank();
  return at == end ? nullptr : unwritten;
}

bool RupChecker::follows() {
  if (clash_)
    return true;
  const std::size_t before = trail_.size();
  bool clash = false;
  for (const Literal literal : clause_) {
    if (is_true(literal)) { // it holds anyway, or holds a literal and its negation
      clash = true;
      break;
    }
    if (!is_false(literal))
      assign(literal ^ 1, nowhere);
  }
  if (!clash && !propagate()) {
    clash = true;
    if (lrat_)
      explain(clash_at_, before);
  }
  undo(before);
  return clash;
}

// Adds clause_; what follows from it at once is assigned for good. `id` is 0 for a derived one.
void RupChecker::add(ClauseId id) {
  if (clash_)
    return;
  for (const Literal literal : clause_)
    if (is_true(literal) || seen_[literal ^ 1] == marked_)
      return; // it says nothing, and never will
  if (lrat_ && id == 0)
    id = lrat_->add(clause_, hints_);
  std::partition(clause_.begin(), clause_.end(), [&](Literal one) { return !is_false(one); });
  const Place place = clauses_.size();
  clauses_.insert(clauses_.end(), {static_cast<std::uint32_t>(clause_.size()), id});
  clauses_.insert(clauses_.end(), clause_.begin(), clause_.end());
  if (clause_.empty() || is_false(clause_[0])) {
    clash_ = true;
    clash_at_ = place;
    name_units();
  } else if (clause_.size() == 1 || is_false(clause_[1])) {
    assign(clause_[0], place);
    clash_ = !propagate();
    name_units();
  } else {
    watches_[clause_[0]].push_back({place, clause_[1]});
    watches_[clause_[1]].push_back({place, clause_[0]});
    places_.emplace(key(), place);
  }
}

// Deletes clause_, if it is there. One that settled a literal is not found: that stays settled.
void RupChecker::remove() {
  const auto [first, last] = places_.equal_range(key());
  for (auto one = first; one != last; ++one)
    if (is_same(one->second)) {
      clauses_[one->second] = gone;
      places_.erase(one);
      return;
    }
}

// Assigns what follows; false at a clash.
bool RupChecker::propagate() {
  while (ahead_ < trail_.size()) {
    const Literal made_false = trail_[ahead_++] ^ 1;
    std::vector<Watch> &watches = watches_[made_false];
    std::size_t kept = 0, next = 0;
    bool clash = false;
    while (next < watches.size() && !clash)
      clash = !visit(made_false, watches, kept, watches[next++]);
    while (next < watches.size())
      watches[kept++] = watches[next++];
    watches.resize(kept);
    if (clash)
      return false;
  }
  return true;
}

// Looks at a clause of which a watched literal became false; false if it cannot be kept.
bool RupChecker::visit(Literal made_false, std::vector<Watch> &watches, std::size_t &kept,
                       Watch watch) {
  if (is_true(watch.blocker)) {
    watches[kept++] = watch;
    return true;
  }
  const std::uint32_t size = clauses_[watch.clause];
  if (size == gone)
    return true;
  std::uint32_t *const literals = clauses_.data() + watch.clause + head;
  if (literals[0] == made_false)
    std::swap(literals[0], literals[1]);
  const Literal other = literals[0];
  for (std::uint32_t k = 2; !is_true(other) && k < size; ++k)
    if (!is_false(literals[k])) {
      std::swap(literals[1], literals[k]);
      watches_[literals[1]].push_back({watch.clause, other});
      return true;
    }
  watches[kept++] = {watch.clause, other};
  if (is_false(other)) {
    clash_at_ = watch.clause;
    return false;
  }
  if (!is_true(other))
    assign(other, watch.clause);
  return true;
}

void RupChecker::assign(Literal literal, Place reason) {
  values_[literal] = 1;
  values_[literal ^ 1] = -1;
  reasons_[literal / 2] = reason;
  trail_.push_back(literal);
}

void RupChecker::undo(std::size_t size) {
  while (trail_.size() > size) {
    values_[trail_.back()] = values_[trail_.back() ^ 1] = 0;
    trail_.pop_back();
  }
  ahead_ = size;
}

// Derives a unit clause of each value that lasts, and the empty clause at a clash.
void RupChecker::name_units() {
  if (!lrat_)
    return;
  ++marked_; // no literal is assumed
  for (; named_ < trail_.size(); ++named_) {
    const Literal literal = trail_[named_];
    const Place reason = reasons_[literal / 2];
    if (clauses_[reason] == 1) {
      units_[literal / 2] = clauses_[reason + 1];
    } else {
      explain(reason, trail_.size());
      units_[literal / 2] = lrat_->add({&literal, 1}, hints_);
    }
  }
  if (clash_) {
    explain(clash_at_, trail_.size());
    lrat_->add({}, hints_);
  }
}

// Sets hints_ to the clauses that make literals of a clause false, and it: first the unit clauses
// of values that last, then what gave the values on the trail from `before` on.
void RupChecker::explain(Place clause, std::size_t before) {
  ++explained_;
  hints_.clear();
  std::vector<ClauseId> last_first{clauses_[clause + 1]};
  need(clause);
  for (std::size_t k = trail_.size(); k-- > before;) {
    const std::uint32_t variable = trail_[k] / 2;
    const Place reason = reasons_[variable];
    if (needed_[variable] != explained_ || reason == nowhere)
      continue;
    last_first.push_back(clauses_[reason + 1]);
    need(reason);
  }
  hints_.insert(hints_.end(), last_first.rbegin(), last_first.rend());
}

// Marks the variables of a clause. What the clause to be derived assumes needs no unit clause.
void RupChecker::need(Place clause) {
  const auto *const literals = clauses_.data() + clause + head;
  for (std::uint32_t k = 0; k < clauses_[clause]; ++k) {
    const std::uint32_t variable = literals[k] / 2;
    if (needed_[variable] != explained_ && units_[variable] && seen_[literals[k]] != marked_)
      hints_.push_back(units_[variable]);
    needed_[variable] = explained_;
  }
}

// The same for the same literals in any order.
std::uint64_t RupChecker::key() const {
  std::uint64_t sum = 0, product = 1;
  for (const Literal literal : clause_) {
    sum += literal;
    product *= 2 * std::uint64_t{literal} + 1;
  }
  return sum * 0x9E3779B97F4A7C15u ^ product;
}

// Whether the clause at a place holds the literals of clause_, which are marked.
bool RupChecker::is_same(Place place) {
  if (clauses_[place] != clause_.size())
    return false;
  const auto *const literals = clauses_.data() + place + head;
  return std::all_of(literals, literals + clause_.size(),
                     [&](Literal one) { return seen_[one] == marked_; });
}

} // namespace minuet::proofs
