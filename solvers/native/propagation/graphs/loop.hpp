// Chosen edges that are exactly one simple cycle, or chosen arcs that are exactly one directed one.
//
// An edge counts at the sides of its ends. A vertex without directions has one side, with none or
// two of the chosen edges; one with directions has two, of the arcs that go and of those that come,
// with none or one each. The parts of the loop are paths: each end knows the other (the mates of
// Knuth's Simpath; The Art of Computer Programming, volume 4A, section 7.1.4), so that an edge
// which would close a loop too early is seen at once. Finally, a loop lies within one block of the
// graph, and a directed one within what a chosen arc reaches and is reached from: all else is out.
#pragma once

#include "propagation/graphs/walk.hpp"

#include <array>

namespace minuet::propagation {

class Loop : public GraphRule {
public:
  Loop(std::int32_t number, std::vector<Variable> variables, Graph graph, bool directed);

  void note(std::int32_t edge, bool is_chosen) override;
  void take_back(std::int32_t edge, bool is_chosen) override;
  bool propagate(Trail &trail) override;
  void explain(Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const override;
  void choices(const Trail &trail, std::vector<Variable> &to) const override;

private:
  enum class Change { none, closed, joined };
  struct Side { // of a vertex: ends of edges
    std::int32_t chosen = 0, open = 0;
  };
  struct Record {
    Change change;
    std::int32_t start, end; // of the path that the edge joined
  };

  bool fit_degrees(Trail &trail);
  bool fit_side(std::int32_t vertex, int side, Trail &trail);
  bool fit_paths(Trail &trail);
  bool fit_block(std::int32_t first, Trail &trail);
  bool fit_reach(std::int32_t first, Trail &trail);
  void find_block(std::int32_t first, const Trail &trail, std::int32_t time) const;
  bool in_block(std::int32_t edge) const;

  using Why = std::vector<Literal>;
  bool explain_vertex(std::int32_t vertex, std::int32_t edge, bool in, std::int32_t time,
                      const Trail &trail, Why &why) const;
  bool explain_path(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const;
  bool explain_closed(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const;
  bool explain_block(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const;
  bool explain_reach(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const;
  bool walk_back(std::int32_t edge, std::int32_t without, std::int32_t time,
                 const Trail &trail) const;
  std::int32_t first_chosen(std::int32_t without, std::int32_t time, const Trail &trail) const;

  bool directed() const { return head_ == 1; }
  int sides() const { return directed() ? 2 : 1; }
  std::int32_t most() const { return directed() ? 1 : 2; } // chosen ends at a side
  bool joins(std::int32_t tail, std::int32_t head) const;
  bool is_isolated(std::int32_t vertex) const;
  bool goes_on(std::int32_t vertex, int side) const;

  Graph graph_;
  int head_; // the side at which an edge counts at its head; at its tail it is 0
  std::array<Adjacency, 2> ends_;          // side -> the edges of each vertex there
  std::array<std::vector<Side>, 2> sides_; // side -> of each vertex
  bool has_loops_ = false;                 // arcs from a vertex to itself
  std::vector<std::int32_t> mate_;         // vertex at an end of a path -> the other end; itself
  std::vector<Record> records_;            // of each chosen edge in turn
  std::int32_t paths_ = 0, closed_ = 0, chosen_ = 0, left_ = 0;
  mutable Walk walk_;
  mutable std::vector<std::uint8_t> inside_; // vertex -> whether the edge to it is in the block
};

} // namespace minuet::propagation
