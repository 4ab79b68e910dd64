// Chosen vertices that are connected, or that can be reached from a root; and chosen edges that are
// connected. What is chosen is walked from: who cannot be reached by what may still be chosen is
// out, and what must be passed on the way to someone chosen is chosen.
#pragma once

#include "propagation/graphs/walk.hpp"

namespace minuet::propagation {

class JoinedVertices : public GraphRule {
public:
  // `roots`: if they are given, a source beyond the graph stands beside each, and all are joined to
  // it. The elements are the vertices.
  JoinedVertices(std::int32_t number, std::vector<Variable> variables, Graph graph,
                 const std::vector<std::int32_t> *roots);

  bool propagate(Trail &trail) override;
  void explain(Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const override;

private:
  static Graph with_source(Graph graph, const std::vector<std::int32_t> *roots);
  std::int32_t elements() const { return static_cast<std::int32_t>(variables().size()); }
  bool is_chosen(std::int32_t vertex, const Trail &trail) const {
    return vertex == source_ || trail.holds(is_in(vertex));
  }
  void wall(std::int32_t from, std::int32_t without, std::int32_t time, const Trail &trail,
            std::vector<Literal> &why) const;

  std::int32_t source_; // the vertex beyond the graph; -1: none
  Adjacency adjacency_;
  mutable Walk walk_;
  std::vector<std::int32_t> below_;
};

class JoinedEdges : public GraphRule {
public:
  JoinedEdges(std::int32_t number, std::vector<Variable> variables, Graph graph);

  bool propagate(Trail &trail) override;
  void explain(Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const override;

private:
  std::int32_t edges() const { return graph_.edges(); }

  Graph graph_;
  Adjacency adjacency_;
  mutable Walk walk_;
  std::vector<std::int32_t> below_;
};

} // namespace minuet::propagation
