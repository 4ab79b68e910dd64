// Clauses: at least one of some literals holds. Two of each are watched (Moskewicz et al., Chaff,
// 2001): while neither fails there is nothing to do, and nothing to take back.
#pragma once

#include "propagation/trail.hpp"

#include <span>
#include <vector>

namespace minuet::propagation {

class Clauses {
public:
  void resize(std::int32_t variables) { watches_.resize(2 * static_cast<std::size_t>(variables)); }

  // Keeps a clause of one literal or more, none of them twice; the first two are watched: unless
  // these are open or hold, they must be the last that failed. Returns its number.
  std::int32_t add(std::span<const Literal> literals);
  // Keeps one that was learned, of literals of so many levels, until it is forgotten.
  std::int32_t learn(std::span<const Literal> literals, std::int32_t spread);
  std::int32_t learned() const { return learned_; }
  // Forgets half of what was learned, of it what is of many levels, while nothing above level 0
  // has a clause for its reason. The others get new numbers.
  void forget_half();
  std::int32_t size() const { return static_cast<std::int32_t>(starts_.size()) - 1; }
  std::span<const Literal> operator[](std::int32_t clause) const {
    return {literals_.data() + starts_[clause],
            static_cast<std::size_t>(starts_[clause + 1] - starts_[clause])};
  }

  // Forces what follows in the clauses that watch the negation of what holds now.
  bool enforce(Literal literal, Trail &trail);
  void explain(Reason reason, Literal literal, std::vector<Literal> &why) const;

private:
  struct Watch {
    std::int32_t clause;
    Literal other; // one more of its literals: where it holds the clause is not looked at
  };

  void watch(std::int32_t clause);

  std::vector<std::int64_t> starts_{0};
  std::vector<std::int32_t> spread_; // of those learned; 0: the clause was not
  std::int32_t learned_ = 0;
  std::vector<Literal> literals_;
  std::vector<std::vector<Watch>> watches_; // literal -> clauses in which it is watched
};

} // namespace minuet::propagation
