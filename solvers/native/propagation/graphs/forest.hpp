// Chosen edges without a cycle: union-find by size, undone link by link. The vertices of a tree are
// a ring, so that after a link only the edges at the smaller tree are looked at.
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
  std::vector<std::int32_t> next_;         // vertex -> the next one in the ring of its tree
  std::vector<std::int32_t> links_;        // chosen edges in order -> the root that was linked; -1
  std::vector<std::int32_t> closing_;      // chosen edges that closed a cycle, in order
  IndexSet touched_; // vertices at which an edge may be within one tree since `propagate`
  mutable Walk walk_;
};

} // namespace minuet::propagation
