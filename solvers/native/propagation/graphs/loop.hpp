// Chosen edges that are exactly one simple cycle, undirected or directed.
//
// In an undirected graph a vertex has one side, at which none or two edge ends are chosen. In a
// directed graph it has two sides, of the arcs that leave and of those that enter, with none or one
// chosen each, and as many at both. Three arguments follow, each in `propagate` and in `explain`:
// - degrees: what a side needs, or has no room for;
// - paths: chosen edges form paths whose ends know each other (the mates of Knuth's Simpath; The
//   Art of Computer Programming, volume 4A, section 7.1.4), so that an edge that would close a loop
//   beside another path is left out, and so is every edge once a loop is closed;
// - reach: a loop lies in one block of the graph (walk.hpp); a directed one, in what a chosen arc
//   reaches and is reached from. All other edges are left out.
// Degrees and paths are looked at where they changed, reach when an edge was left out (Patience).
// The argument that leaves an edge out is kept, to explain it.
#pragma once

#include "propagation/graphs/walk.hpp"

#include <array>

namespace minuet::propagation {

template <bool directed> class Loop : public GraphRule {
public:
  Loop(std::int32_t number, std::vector<Variable> variables, Graph graph);

  void update(std::int32_t edge, bool is_chosen) override;
  void undo(std::int32_t edge, bool is_chosen) override;
  bool propagate(Trail &trail) override;
  void explain(Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const override;
  void choices(const Trail &trail, std::vector<Variable> &to) const override;

private:
  static constexpr int sides = directed ? 2 : 1; // of a vertex
  static constexpr int at_head = sides - 1;      // the side of an edge at its head; 0 at its tail
  static constexpr std::int32_t most = directed ? 1 : 2; // chosen edge ends at a side

  enum class Argument : std::uint8_t { degrees, path, closed, reach };
  enum class Change { none, closed, joined };
  struct Side { // of a vertex: numbers of edge ends
    std::int32_t chosen = 0, open = 0;
  };
  struct Record {
    Change change;
    std::int32_t start, end; // of the path that the edge made
  };

  bool propagate_degrees(Trail &trail);
  bool propagate_side(std::int32_t vertex, int side, Trail &trail);
  bool propagate_paths(Trail &trail);
  bool propagate_block(std::int32_t first, Trail &trail);
  bool propagate_reach(std::int32_t first, Trail &trail);
  bool leave_out(std::int32_t edge, Argument argument, Trail &trail);
  bool closes(std::int32_t edge) const;
  template <class Usable> void find_block(std::int32_t first, Usable usable) const;
  bool in_block(std::int32_t edge) const;

  using Why = std::vector<Literal>;
  bool explain_conflict(std::int32_t time, const Trail &trail, Why &why) const;
  bool explain_edge(std::int32_t edge, bool in, Argument argument, std::int32_t time,
                    const Trail &trail, Why &why) const;
  bool explain_vertex(std::int32_t vertex, std::int32_t edge, bool in, std::int32_t time,
                      const Trail &trail, Why &why) const;
  bool explain_path(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const;
  bool explain_closed(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const;
  bool explain_block(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const;
  bool explain_reach(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const;
  bool walk_to_head(std::int32_t edge, std::int32_t without, std::int32_t time,
                    const Trail &trail) const;
  std::int32_t chosen_beside(std::int32_t time, const Trail &trail) const;

  bool has_room(std::int32_t tail, std::int32_t head) const;
  bool is_isolated(std::int32_t vertex) const;
  bool goes_on(std::int32_t vertex, int side) const;

  Graph graph_;
  std::array<Adjacency, sides> ends_;          // side -> the edges of each vertex there
  std::array<std::vector<Side>, sides> sides_; // side -> of each vertex
  bool has_loops_ = false;                     // whether an arc leads from a vertex to itself
  std::vector<std::int32_t> mate_; // end of a path -> the other end; a vertex on no path -> itself
  std::vector<Record> records_;    // of each chosen edge in order
  std::vector<std::int32_t> closing_; // chosen edges that closed a loop, in order
  std::vector<Argument> argument_;    // edge -> the one by which it was last left out
  std::int32_t paths_ = 0;            // isolated loops at vertices count as paths
  std::int32_t faulty_ = -1;          // the vertex whose degree was the last conflict; -1: none
  // Since the last `propagate`: vertices at which something changed, and the fewest paths.
  IndexSet touched_;
  std::int32_t fewest_paths_ = 0;
  // Whether an edge was left out since reach was last looked at, from which edge, and when again.
  bool has_new_outs_ = true;
  std::int32_t looked_from_ = -1;
  Patience patience_;
  mutable Walk walk_;
  mutable std::vector<std::uint8_t> inside_; // vertex -> whether the edge to it is in the block
  mutable IndexSet on_it_;                   // edges of a path or loop
  mutable IndexSet wall_, around_;           // vertices of a block; those reached from an edge
};

} // namespace minuet::propagation
