// Chosen arcs that are exactly one directed cycle: every vertex has none, or one that comes and one
// that goes. The parts are paths whose ends know each other, as in loop.hpp; and what cannot be
// reached from a chosen arc, or cannot reach it, is out.
#pragma once

#include "propagation/graphs/walk.hpp"

namespace minuet::propagation {

class Circuit : public GraphRule {
public:
  Circuit(std::int32_t number, std::vector<Variable> variables, Graph graph);

  void note(std::int32_t arc, bool is_chosen) override;
  void take_back(std::int32_t arc, bool is_chosen) override;
  bool propagate(Trail &trail) override;
  void explain(Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const override;
  void choices(const Trail &trail, std::vector<Variable> &to) const override;

private:
  enum class Change { none, closed, joined };
  struct Side { // of a vertex: the arcs that come, or that go
    std::int32_t chosen = 0, open = 0;
  };
  struct Record {
    Change change;
    std::int32_t start, end; // of the path that was joined
  };

  bool fit_degrees(Trail &trail);
  bool fit_vertex(std::int32_t vertex, bool going, Trail &trail);
  bool fit_paths(Trail &trail);
  bool fit_reach(Trail &trail);

  using Why = std::vector<Literal>;
  bool explain_vertex(std::int32_t vertex, std::int32_t arc, bool in, std::int32_t time,
                      const Trail &trail, Why &why) const;
  bool explain_closed(std::int32_t arc, bool all, std::int32_t time, const Trail &trail,
                      Why &why) const;
  bool explain_reach(std::int32_t arc, std::int32_t time, const Trail &trail, Why &why) const;
  const Adjacency &side(bool going) const { return going ? goings_ : comings_; }

  Graph graph_;
  Adjacency goings_, comings_;
  std::vector<Side> going_, coming_;
  std::vector<std::int32_t> start_, end_; // last vertex of a path -> its first; and the reverse
  std::vector<Record> records_;
  std::int32_t paths_ = 0, closed_ = 0, chosen_ = 0, left_ = 0;
  mutable Walk walk_;
};

} // namespace minuet::propagation
