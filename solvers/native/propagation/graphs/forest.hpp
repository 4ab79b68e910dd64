// Chosen edges that hold no cycle: union-find, undone link by link.
#pragma once

#include "propagation/graphs/walk.hpp"

namespace minuet::propagation {

class Forest : public GraphRule {
public:
  Forest(std::int32_t number, std::vector<Variable> variables, Graph graph);

  void note(std::int32_t edge, bool is_chosen) override;
  void take_back(std::int32_t edge, bool is_chosen) override;
  bool propagate(Trail &trail) override;
  void explain(Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const override;

private:
  std::int32_t root(std::int32_t vertex) const;
  bool path(std::int32_t edge, std::int32_t time, const Trail &trail,
            std::vector<Literal> &why) const;

  Graph graph_;
  Adjacency adjacency_;
  std::vector<std::int32_t> above_, size_; // vertex -> nearer to the root of its tree; its size
  std::vector<std::int32_t> links_;        // of each chosen edge in turn: the root that it hung; -1
  std::int32_t cycles_ = 0;
  mutable Walk walk_;
};

} // namespace minuet::propagation
