// A refutation in LRAT: each clause that is derived names the clauses from which it follows by unit
// propagation, in the order in which they propagate, so that a checker need not search
// (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT verification",
// CADE 2017).
//
// The text has the lines alone that the last one, the empty clause, rests on. A clause is deleted
// after the last line that names it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace minuet::proofs {

using Literal = std::uint32_t;  // 2 * variable, and 1 more for its negation
using ClauseId = std::uint32_t; // 1 to n for the clauses of the formula, then the derived ones

class Lrat {
public:
  explicit Lrat(std::size_t clauses) : clauses_(clauses) {}

  // Derives a clause; returns its number. Throws std::length_error where numbers run out.
  ClauseId add(std::span<const Literal> clause, std::span<const ClauseId> hints);

  // Empty unless the last line is the empty clause.
  std::string text() const;

private:
  struct Line {
    std::size_t clause, hints, end; // in words_
  };

  std::span<const std::uint32_t> clause(const Line &line) const;
  std::span<const ClauseId> hints(const Line &line) const;
  std::vector<std::size_t> last_uses() const;

  std::size_t clauses_; // of the formula
  std::vector<Line> lines_;
  std::vector<std::uint32_t> words_;
};

} // namespace minuet::proofs
