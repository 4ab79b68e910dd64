// Depth-first walks on a graph, with the low points of Hopcroft and Tarjan (1973): from them one
// reads what falls apart when a vertex or an edge is taken out, and what lies on a loop together.
#pragma once

#include "propagation/graphs/graph_rule.hpp"
#include "propagation/lists.hpp"

#include <algorithm>

namespace minuet::propagation {

// The edges at each vertex; a loop at a vertex stands there once.
class Adjacency {
public:
  struct End {
    std::int32_t edge, vertex; // the vertex at the other end
  };
  enum class Along { both, forward, backward };

  Adjacency() = default;
  explicit Adjacency(const Graph &graph, Along along = Along::both) {
    for (std::int32_t e = 0; e < graph.edges(); ++e) {
      const std::int32_t tail = graph.tails[e], head = graph.heads[e];
      if (along != Along::backward)
        ends_.add(tail, {e, head});
      if (along == Along::backward || (along == Along::both && head != tail))
        ends_.add(head, {e, tail});
    }
    ends_.lay_out(graph.vertices);
  }

  std::int32_t vertices() const { return ends_.size(); }
  std::span<const End> operator[](std::int32_t vertex) const { return ends_[vertex]; }

private:
  Lists<End> ends_;
};

class Walk {
public:
  std::vector<std::int32_t> order;  // the vertices met, each behind its parent
  std::vector<std::int32_t> place;  // vertex -> its place in the order; -1: not met
  std::vector<std::int32_t> low;    // vertex -> the first place that it and those below it reach
  std::vector<std::int32_t> parent; // vertex -> the vertex from which it was met; -1
  std::vector<std::int32_t> edge;   // vertex -> by this edge; -1

  bool met(std::int32_t vertex) const { return place[vertex] >= 0; }

  // Walks from the root by the edges of which `usable(edge, vertex it leads to)` says so; where
  // `first` is an edge, by no other from the root itself.
  template <class Usable>
  void from(const Adjacency &graph, std::int32_t root, Usable usable, std::int32_t first = -1) {
    const std::int32_t vertices = graph.vertices();
    order.clear();
    place.assign(vertices, -1);
    low.resize(vertices), parent.resize(vertices), edge.resize(vertices), next_.resize(vertices);
    enter(root, -1, -1);
    for (std::int32_t at = root; at >= 0;) {
      const auto ends = graph[at];
      if (next_[at] == static_cast<std::int32_t>(ends.size())) {
        const std::int32_t above = parent[at];
        if (above >= 0)
          low[above] = std::min(low[above], low[at]);
        at = above;
        continue;
      }
      const auto [by, to] = ends[next_[at]++];
      if (by == edge[at] || !usable(by, to) || (at == root && first >= 0 && by != first))
        continue;
      if (met(to)) {
        low[at] = std::min(low[at], place[to]);
      } else {
        enter(to, at, by);
        at = to;
      }
    }
  }

private:
  void enter(std::int32_t vertex, std::int32_t above, std::int32_t by) {
    place[vertex] = low[vertex] = static_cast<std::int32_t>(order.size());
    order.push_back(vertex);
    parent[vertex] = above;
    edge[vertex] = by;
    next_[vertex] = 0;
  }

  std::vector<std::int32_t> next_;
};

} // namespace minuet::propagation
