// Chosen edges without a cycle: union-find by size, undone link by link.
#pragma once

#include "propagation/graphs/walk.hpp"

namespace minuet::propagation {

class Forest : public GraphRule {
public:
  Forest(std::int32_t number, std::vector<Variable> variables, Graph graph);

  void update(std::int32_t edge, bool is_chosen) override;
  void undo(std::int32_t edge, bool is_chosen) override;
  bool propagate(Trail &trail) override;
  void explain(Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const override;

private:
  std::int32_t root(std::int32_t vertex) const;
  bool explain_path(std::int32_t edge, std::int32_t time, const Trail &trail,
                    std::vector<Literal> &why) const;

  Graph graph_;
  Adjacency adjacency_;
  std::vector<std::int32_t> above_, size_; // vertex -> its parent in its tree; the size of its tree
  std::vector<std::int32_t> links_;        // chosen edges in order -> the root that was linked; -1
  std::int32_t cycles_ = 0;
  mutable Walk walk_;
};

} // namespace minuet::propagation
