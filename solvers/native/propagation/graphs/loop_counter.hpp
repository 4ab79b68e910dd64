// Counting loops and paths edge by edge: the frontier method (Knuth's Simpath; The Art of Computer
// Programming, volume 4A, section 7.1.4), for matrices in which every option is an edge of one
// rule.
//
// The edges come in a fixed order. Of those that came, what matters to the others is how the
// vertices that still have edges to come are joined, and how often the items that do were covered:
// equal states are counted together.
#pragma once

#include "propagation/graphs/graph_rules.hpp"
#include "shared/problem.hpp"
#include "shared/wide.hpp"

#include <optional>
#include <string>
#include <unordered_map>

namespace minuet::propagation {

class LoopCounter {
public:
  // For a rule of the kind one_loop or path; the problem is prepared.
  LoopCounter(const Problem &problem, const RuleArrays &arrays);

  // None: the matrix holds what this cannot count, there were more states than `most_states`, or
  // the number passes 128 bits.
  std::optional<Wide> count(std::int64_t most_states, Poll &poll);

private:
  using Key = std::u16string; // of each vertex at the frontier its mate, then covers of open items
  using States = std::unordered_map<Key, Wide>;
  struct Edge {
    std::int32_t tail, head;
    std::int32_t option; // -1: of a path's own, see build_rules.cpp
    bool forced;
  };
  struct Item {
    std::int64_t low, high;
    std::int32_t first = -1, last = -1; // the steps of its first edge and its last
  };

  bool take_edges(const Problem &problem, const RuleArrays &arrays);
  void order_edges();
  void take_items(const Problem &problem);
  void begin_step(std::int32_t step);
  bool choose(std::int32_t step);
  bool closes_all(std::int32_t step) const;
  bool may_leave(std::int32_t step) const;
  void decode(const Key &key);
  Key encode() const;
  bool add(States &states, Key key, const Wide &ways);
  bool step_on(std::int32_t step, const States &states, States &next, Poll &poll);

  std::int32_t vertices_ = 0, beyond_ = -1; // the vertex that the loop must pass; -1: none
  bool countable_, possible_;
  std::vector<Edge> edges_;
  std::vector<Item> items_;
  std::vector<std::vector<std::int32_t>> items_of_;    // edge -> its items
  std::vector<std::int32_t> first_, last_;             // vertex -> steps
  std::vector<std::int32_t> before_, after_;           // the vertices at the frontier
  std::vector<std::int32_t> open_before_, open_after_; // items
  std::vector<std::uint16_t> mate_;                    // vertex -> 1 + the other end; 0: passed
  std::vector<std::uint16_t> covers_;                  // item
  Wide total_ = 0;
};

} // namespace minuet::propagation
