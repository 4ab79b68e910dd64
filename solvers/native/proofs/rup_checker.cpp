#include "proofs/rup_checker.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <stdexcept>

namespace minuet::proofs {

namespace {

constexpr const char *unwritten = "is not written as one";
constexpr std::uint32_t gone = 0xFFFFFFFFu; // the size of a clause that was deleted

std::uint32_t of_number(std::int32_t number) {
  const auto variable = static_cast<std::uint32_t>(std::abs(static_cast<std::int64_t>(number)));
  return 2 * variable + (number < 0);
}

} // namespace

RupChecker::RupChecker(std::span<const std::int64_t> starts,
                       std::span<const std::int32_t> literals) {
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
  for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
    ++marked_;
    clause_.clear();
    for (std::int64_t i = starts[k]; i < starts[k + 1]; ++i) {
      const Literal literal = of_number(literals[static_cast<std::size_t>(i)]);
      if (seen_[literal] != marked_)
        clause_.push_back(literal);
      seen_[literal] = marked_;
    }
    add();
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
      add();
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
      assign(literal ^ 1);
  }
  clash = clash || !propagate();
  undo(before);
  return clash;
}

// Adds clause_; what follows from it at once is assigned for good.
void RupChecker::add() {
  if (clash_)
    return;
  for (const Literal literal : clause_)
    if (is_true(literal) || seen_[literal ^ 1] == marked_)
      return; // it says nothing, and never will
  std::partition(clause_.begin(), clause_.end(), [&](Literal one) { return !is_false(one); });
  if (clause_.empty() || is_false(clause_[0])) {
    clash_ = true;
    return;
  }
  if (clause_.size() == 1 || is_false(clause_[1])) {
    settle(clause_[0]);
    return;
  }
  const Place place = clauses_.size();
  clauses_.push_back(static_cast<std::uint32_t>(clause_.size()));
  clauses_.insert(clauses_.end(), clause_.begin(), clause_.end());
  watches_[clause_[0]].push_back({place, clause_[1]});
  watches_[clause_[1]].push_back({place, clause_[0]});
  places_.emplace(key(), place);
}

// Deletes clause_, if it is there. One that settled a literal was not kept: that stays settled.
void RupChecker::remove() {
  const auto [first, last] = places_.equal_range(key());
  for (auto one = first; one != last; ++one)
    if (is_same(one->second)) {
      clauses_[one->second] = gone;
      places_.erase(one);
      return;
    }
}

void RupChecker::settle(Literal literal) {
  assign(literal);
  clash_ = !propagate();
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
  std::uint32_t *const literals = clauses_.data() + watch.clause + 1;
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
  if (is_false(other))
    return false;
  if (!is_true(other))
    assign(other);
  return true;
}

void RupChecker::assign(Literal literal) {
  values_[literal] = 1;
  values_[literal ^ 1] = -1;
  trail_.push_back(literal);
}

void RupChecker::undo(std::size_t size) {
  while (trail_.size() > size) {
    values_[trail_.back()] = values_[trail_.back() ^ 1] = 0;
    trail_.pop_back();
  }
  ahead_ = size;
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
  const auto *const literals = clauses_.data() + place + 1;
  return std::all_of(literals, literals + clause_.size(),
                     [&](Literal one) { return seen_[one] == marked_; });
}

} // namespace minuet::proofs
