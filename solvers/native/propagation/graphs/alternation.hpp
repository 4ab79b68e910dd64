// Two disjoint connected sets of vertices at the boundary of a face of a plane graph: going round,
// they alternate at most once. (Of two vertices of each in turn, a path that joins the first two
// and one that joins the others would cross.)
#pragma once

#include "propagation/graphs/graph_rule.hpp"

#include <array>

namespace minuet::propagation {

class Alternation : public GraphRule {
public:
  static constexpr Variable none = -1;
  // Around a face, the variables by which a vertex is in the first set and in the second.
  using Boundary = std::vector<std::array<Variable, 2>>;

  Alternation(std::int32_t number, const Boundary &boundary);

  void update(std::int32_t element, bool is_chosen) override;
  bool propagate(Trail &trail) override;
  void explain(Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const override;

private:
  struct Run { // places of the boundary that are in one set, with nothing of the other between
    int set;
    std::int32_t first, last;
  };

  std::int32_t places() const { return static_cast<std::int32_t>(elements_at_.size()); }
  // The place so many steps from another one.
  std::int32_t step(std::int32_t place, std::int32_t steps) const {
    return (place + steps + places()) % places();
  }
  template <class IsIn> std::vector<Run> runs(IsIn is_in) const;
  bool explain_place(std::int32_t place, int set, std::int32_t time, const Trail &trail,
                     std::vector<Literal> &why) const;

  std::vector<std::array<std::int32_t, 2>> elements_at_; // place -> set -> element; -1
  std::vector<std::pair<std::int32_t, int>> place_of_;   // element -> its place and set
  bool has_new_chosen_ = false;                          // since `propagate`
};

} // namespace minuet::propagation
