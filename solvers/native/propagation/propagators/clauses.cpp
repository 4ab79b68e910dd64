#include "propagation/propagators/clauses.hpp"

#include <algorithm>
#include <utility>

namespace minuet::propagation {

namespace {
constexpr std::int32_t narrow = 2; // clauses of so many levels are never forgotten
}

void Clauses::reserve(std::span<const std::int32_t> watches) {
  for (std::size_t literal = 0; literal < watches.size(); ++literal)
    watches_[literal].reserve(watches[literal]);
}

std::int32_t Clauses::add(std::span<const Literal> literals) {
  const std::int32_t clause = size();
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  if (literals.size() == 1) // both watches are on it
    literals_.push_back(literals[0]);
  starts_.push_back(static_cast<std::int64_t>(literals_.size()));
  spread_.push_back(0);
  watch(clause);
  return clause;
}

void Clauses::watch(std::int32_t clause) {
  const Literal *const literals = literals_.data() + starts_[clause];
  watches_[literals[0]].push_back({clause, literals[1]});
  watches_[literals[1]].push_back({clause, literals[0]});
}

std::int32_t Clauses::learn(std::span<const Literal> literals, std::int32_t spread) {
  const std::int32_t clause = add(literals);
  spread_[clause] = spread;
  ++learned_;
  return clause;
}

void Clauses::forget_half() {
  std::vector<std::int32_t> spreads;
  for (const std::int32_t spread : spread_)
    if (spread > 0)
      spreads.push_back(spread);
  const auto middle = spreads.begin() + std::ssize(spreads) / 2;
  std::nth_element(spreads.begin(), middle, spreads.end());
  const std::int32_t most = std::max(*middle, narrow);
  std::int64_t end = 0;
  std::int32_t kept = 0;
  for (std::int32_t clause = 0; clause < size(); ++clause) {
    if (spread_[clause] > most || (spread_[clause] == most && most > narrow)) {
      --learned_;
      continue;
    }
    const auto literals = (*this)[clause];
    const auto length = std::ssize(literals);
    std::copy(literals.begin(), literals.end(), literals_.begin() + end);
    spread_[kept] = spread_[clause];
    starts_[kept++] = end;
    end += length;
  }
  starts_[kept] = end;
  starts_.resize(kept + 1);
  spread_.resize(kept);
  literals_.resize(end);
  for (std::vector<Watch> &watches : watches_)
    watches.clear();
  for (std::int32_t clause = 0; clause < kept; ++clause)
    watch(clause);
}

bool Clauses::enforce(Literal literal, Trail &trail) {
  const Literal failed = negation(literal);
  std::vector<Watch> &watches = watches_[failed];
  std::size_t kept = 0, at = 0;
  bool consistent = true;
  while (at < watches.size()) {
    const Watch watch = watches[at++];
    if (trail.holds(watch.other)) {
      watches[kept++] = watch;
      continue;
    }
    Literal *const literals = literals_.data() + starts_[watch.clause];
    const auto length = starts_[watch.clause + 1] - starts_[watch.clause];
    if (literals[0] == failed)
      std::swap(literals[0], literals[1]);
    const Watch moved{watch.clause, literals[0]};
    std::int64_t next = 2;
    if (!trail.holds(literals[0]))
      while (next < length && trail.fails(literals[next]))
        ++next;
    else
      next = length;
    if (next < length) {
      std::swap(literals[1], literals[next]);
      watches_[literals[1]].push_back(moved);
      continue;
    }
    watches[kept++] = moved;
    if (!trail.set(literals[0], {Reason::Kind::clause, watch.clause})) {
      consistent = false;
      break;
    }
  }
  while (at < watches.size())
    watches[kept++] = watches[at++];
  watches.resize(kept);
  return consistent;
}

void Clauses::explain(Reason reason, Literal literal, std::vector<Literal> &why) const {
  for (const Literal other : (*this)[reason.index])
    if (other != literal)
      why.push_back(negation(other));
}

} // namespace minuet::propagation
