// What a conflict teaches: a clause of the literals that led to it, one of them of its level (the
// first unique implication point; Marques-Silva and Sakallah, GRASP, 1999; Zhang et al., 2001).
//
// Constraints say why they forced a literal only when they are asked (lazy clause generation;
// Ohrimenko, Stuckey and Codish, "Propagation via lazy clause generation", Constraints 2009). What
// is learned is a clause like any other.
#pragma once

#include "propagation/constraints.hpp"
#include "propagation/learning/order.hpp"

namespace minuet::propagation {

class Analysis {
public:
  explicit Analysis(Constraints &constraints)
      : constraints_(constraints), trail_(constraints.trail) {}

  // Looks at the last conflict: the level at which its causes met, 0 where it is of no choice.
  std::int32_t begin();
  // The clause, the levels beyond that of `begin` having been taken back: its first literal is of
  // that level, its second the latest of the others. Raises what led to the conflict.
  const std::vector<Literal> &learn(Order &order);
  // At this level all others of the clause fail.
  std::int32_t level() const;
  // At how many levels they were decided (Audemard and Simon, Glucose, 2009).
  std::int32_t spread();

private:
  void note(const std::vector<Literal> &why, std::int32_t top, Order &order);
  bool is_implied(Literal literal);

  Constraints &constraints_;
  const Trail &trail_;
  std::vector<Literal> conflict_, why_, clause_;
  std::vector<Variable> noted_;
  std::vector<std::uint8_t> is_noted_;
  std::vector<std::int32_t> seen_; // level -> the latest clause that it was seen in
  std::int32_t clauses_ = 0, open_ = 0;
};

} // namespace minuet::propagation
