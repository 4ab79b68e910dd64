// Chosen edges that are exactly one simple cycle.
//
// Every vertex has none or two of them. The parts of the loop are paths: each end knows the other
// (the mates of Knuth's Simpath; The Art of Computer Programming, volume 4A, section 7.1.4), so
// that an edge which would close a loop too early is seen at once. And a loop lies within one block
// of the graph: what of the edges that are left is not in the block of a chosen one is out.
#pragma once

#include "propagation/graphs/walk.hpp"

namespace minuet::propagation {

class Loop : public GraphRule {
public:
  Loop(std::int32_t number, std::vector<Variable> variables, Graph graph);

  void note(std::int32_t edge, bool is_chosen) override;
  void take_back(std::int32_t edge, bool is_chosen) override;
  bool propagate(Trail &trail) override;
  void explain(Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const override;
  void choices(const Trail &trail, std::vector<Variable> &to) const override;

private:
  enum class Change { none, closed, joined };
  struct Record {
    Change change;
    std::int32_t one, one_mate, other, other_mate; // what the ends' mates were
  };

  bool fit_degrees(Trail &trail);
  bool fit_paths(Trail &trail);
  bool fit_block(Trail &trail);
  void find_block(std::int32_t first, const Trail &trail, std::int32_t time) const;
  bool in_block(std::int32_t edge) const;
  bool is_loop(std::int32_t edge) const { return graph_.tails[edge] == graph_.heads[edge]; }

  using Why = std::vector<Literal>;
  bool explain_vertex(std::int32_t vertex, std::int32_t edge, bool in, std::int32_t time,
                      const Trail &trail, Why &why) const;
  bool explain_path(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const;
  bool explain_closed(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const;
  bool explain_block(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const;

  Graph graph_;
  Adjacency adjacency_;
  std::vector<std::int32_t> degree_, open_; // vertex -> ends of edges chosen, and open
  std::vector<std::int32_t> mate_;          // vertex -> the other end of its path; itself
  std::vector<Record> records_;             // of each chosen edge in turn
  std::int32_t paths_ = 0, closed_ = 0, chosen_ = 0, left_ = 0;
  mutable Walk walk_;
  mutable std::vector<std::uint8_t> inside_; // vertex -> whether the edge to it is in the block
};

} // namespace minuet::propagation
