#include "sums/clauses.hpp"

#include <utility>

namespace minuet::sums {

std::int32_t Clauses::add(std::span<const Literal> literals) {
  const std::int32_t clause = size();
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  if (literals.size() == 1) // watched twice, it is seen to fail
    literals_.push_back(literals[0]);
  const Literal *const its = literals_.data() + starts_.back();
  watches_[its[0]].push_back({clause, its[1]});
  watches_[its[1]].push_back({clause, its[0]});
  starts_.push_back(static_cast<std::int64_t>(literals_.size()));
  return clause;
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

} // namespace minuet::sums
