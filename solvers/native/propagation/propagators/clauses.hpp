// Clauses: at least one literal of each holds. Two literals of each are watched (Moskewicz et al.,
// Chaff, 2001): while neither fails there is nothing to do, and there is nothing to undo.
#pragma once

#include "propagation/trail.hpp"

#include <span>
#include <vector>

namespace minuet::propagation {

class Clauses {
public:
  void resize(std::int32_t variables) { watches_.resize(2 * static_cast<std::size_t>(variables)); }

  // Makes room for clauses: so many that will watch each literal.
  void reserve(std::span<const std::int32_t> watches);

  // Adds a clause of at least one literal, without repeats, and returns its number. The first two
  // literals are watched: if they fail, they must be the last ones that did.
  std::int32_t add(std::span<const Literal> literals);
  // Adds a learned clause, whose literals are of `spread` levels; it may be forgotten.
  std::int32_t learn(std::span<const Literal> literals, std::int32_t spread);
  std::int32_t learned() const { return learned_; }
  // Forgets about half of the learned clauses, those of most levels. To be called at level
  // 0, whose literals are never explained, for the other clauses get new numbers.
  void forget_half();
  std::int32_t size() const { return static_cast<std::int32_t>(starts_.size()) - 1; }
  std::span<const Literal> operator[](std::int32_t clause) const {
    return {literals_.data() + starts_[clause],
            static_cast<std::size_t>(starts_[clause + 1] - starts_[clause])};
  }

  // Forces what follows in the clauses that watch the negation of this literal, which holds now.
  bool enforce(Literal literal, Trail &trail);
  void explain(Reason reason, Literal literal, std::vector<Literal> &why) const;

private:
  struct Watch {
    std::int32_t clause;
    Literal other; // another literal of it: if that holds, the clause is not visited
  };

  void watch(std::int32_t clause);

  std::vector<std::int64_t> starts_{0};
  std::vector<std::int32_t> spread_; // 0: the clause was not learned
  std::int32_t learned_ = 0;
  std::vector<Literal> literals_;
  std::vector<std::vector<Watch>> watches_; // literal -> the clauses that watch it
};

} // namespace minuet::propagation
