// Chosen vertices that are connected, or that are reachable from roots; and chosen edges that are
// connected. A walk from a chosen element passes whatever may still be chosen: elements that it
// does not meet are left out, and cut vertices and bridges on the way to chosen elements are
// chosen.
#pragma once

#include "propagation/graphs/walk.hpp"

namespace minuet::propagation {

class JoinedVertices : public GraphRule {
public:
  // The elements are the vertices. `roots`, if given: a source, one more vertex, is joined to each
  // of them, and all chosen vertices are connected with it.
  JoinedVertices(std::int32_t number, std::vector<Variable> variables, Graph graph,
                 const std::vector<std::int32_t> *roots);

  bool propagate(Trail &trail) override;
  void explain(Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const override;

private:
  static Graph with_source(Graph graph, const std::vector<std::int32_t> *roots);
  bool look(std::int32_t root, Trail &trail);
  void explain_wall(std::int32_t from, std::int32_t without, std::int32_t time, const Trail &trail,
                    std::vector<Literal> &why) const;

  std::int32_t source_; // -1: none
  Adjacency adjacency_;
  Patience patience_;
  mutable Walk walk_;
  mutable IndexSet wall_;
  std::vector<std::int32_t> below_; // vertex -> chosen elements in its subtree of the walk
};

class JoinedEdges : public GraphRule {
public:
  JoinedEdges(std::int32_t number, std::vector<Variable> variables, Graph graph);

  bool propagate(Trail &trail) override;
  void explain(Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const override;

private:
  bool look(Trail &trail);

  Graph graph_;
  Adjacency adjacency_;
  Patience patience_;
  mutable Walk walk_;
  std::vector<std::int32_t> below_; // vertex -> chosen elements in its subtree of the walk
};

} // namespace minuet::propagation
