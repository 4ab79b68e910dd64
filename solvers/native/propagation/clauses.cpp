#include "propagation/clauses.hpp"

#include <algorithm>
#include <utility>

namespace minuet::propagation {

namespace {
constexpr std::int32_t narrow = 2; // levels of a clause that is never forgotten
}

std::int32_t Clauses::add(std::span<const Literal> literals) {
  const std::int32_t clause = size();
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  if (literals.size() == 1) // watched twice, it is seen to fail
    literals_.push_back(literals[0]);
  starts_.push_back(static_cast<std::int64_t>(literals_.size()));
  spread_.push_back(0);
  watch(clause);
  return clause;
}

void Clauses::watch(std::int32_t clause) {
  const Literal *const its = literals_.data() + starts_[clause];
  watches_[its[0]].push_back({clause, its[1]});
  watches_[its[1]].push_back({clause, its[0]});
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
    const auto its = (*this)[clause];
    const auto length = std::ssize(its);
    std::copy(its.begin(), its.end(), literals_.begin() + end);
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
    Literal *const its = literals_.data() + starts_[watch.clause];
    const auto length = starts_[watch.clause + 1] - starts_[watch.clause];
    if (its[0] == failed)
      std::swap(its[0], its[1]);
    const Watch moved{watch.clause, its[0]};
    std::int64_t next = 2;
    if (!trail.holds(its[0]))
      while (next < length && trail.fails(its[next]))
        ++next;
    else
      next = length;
    if (next < length) {
      std::swap(its[1], its[next]);
      watches_[its[1]].push_back(moved);
      continue;
    }
    watches[kept++] = moved;
    if (!trail.set(its[0], {Reason::Kind::clause, watch.clause})) {
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
