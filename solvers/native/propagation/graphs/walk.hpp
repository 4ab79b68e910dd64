// Depth-first search of a graph with the low points of Hopcroft and Tarjan (1973), which tell what
// a vertex or an edge separates, and what lies in one block (on a common loop).
#pragma once

#include "propagation/graphs/graph_rule.hpp"
#include "propagation/lists.hpp"

#include <algorithm>

namespace minuet::propagation {

// The edges at each vertex; an edge from a vertex to itself is listed once.
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

// A set of vertices or edges, in the order in which they were added.
class IndexSet {
public:
  explicit IndexSet(std::int32_t size = 0) : contains_(size, 0) {}

  // Adds an index; false if it was there.
  bool add(std::int32_t index) {
    if (std::exchange(contains_[index], 1))
      return false;
    indices_.push_back(index);
    return true;
  }
  bool contains(std::int32_t index) const { return contains_[index]; }
  void clear() {
    for (const std::int32_t index : indices_)
      contains_[index] = 0;
    indices_.clear();
  }
  std::int32_t size() const { return static_cast<std::int32_t>(indices_.size()); }
  std::int32_t operator[](std::int32_t place) const { return indices_[place]; }
  auto begin() const { return indices_.begin(); }
  auto end() const { return indices_.end(); }

private:
  std::vector<std::uint8_t> contains_;
  std::vector<std::int32_t> indices_;
};

class Walk {
public:
  std::vector<std::int32_t> order;  // the vertices met, each after its parent
  std::vector<std::int32_t> place;  // vertex -> its place in the order; -1: not met
  std::vector<std::int32_t> low;    // vertex -> the first place that it and its subtree reach
  std::vector<std::int32_t> parent; // vertex -> the vertex from which it was met; -1
  std::vector<std::int32_t> edge;   // vertex -> the edge by which it was met; -1

  bool met(std::int32_t vertex) const { return place[vertex] >= 0; }

  // Walks from the root by the edges with `usable(edge, vertex at its end)`; from the root itself
  // only by `first`, if that is an edge.
  template <class Usable>
  void from(const Adjacency &graph, std::int32_t root, Usable usable, std::int32_t first = -1) {
    const std::int32_t vertices = graph.vertices();
    for (const std::int32_t vertex : order)
      place[vertex] = -1;
    order.clear();
    place.resize(vertices, -1), low.resize(vertices), parent.resize(vertices);
    edge.resize(vertices), next_.resize(vertices);
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
