// Dancing cells: all solutions without links, on the sparse sets of cell_sets.hpp.
//
// The search is that of Knuth's dlx2 (primary and secondary items, colors), node by node: the
// first smallest item in list order, its options in their order. So nodes, updates and the order
// of the solutions are those of dlx2, and of links/dancing_links.hpp; only the time differs.
//
// A step is not aborted as soon as an item runs empty, as SSXCC does: that would leave the nodes
// as they are, but the updates would no longer be Knuth's.
#pragma once

#include "cells/cell_sets.hpp"
#include "shared/state.hpp"
#include "shared/subtree.hpp"

namespace minuet {

class DancingCells : public Stoppable {
public:
  DancingCells(Problem &problem, Poll &poll);

  // Searches on until a solution (unless `count_only`), the end, or `node_limit` more nodes.
  State run(std::int64_t node_limit, bool count_only);

  // What the last run left of its `node_limit`.
  std::int64_t work_left() const { return stop_ - nodes_; }

  // The options of the solution at which `run` stopped.
  void append_solution(std::vector<std::int32_t> &to) const;

  // Gives subtrees away that were not begun, `least` of them if there are so many: each as the
  // options to be given to another engine. They follow, in this order, what stays here. Not for a
  // selection in which an option can be skipped.
  std::vector<std::vector<std::int32_t>> give(std::int32_t least);

  // What was not searched yet, as disjoint subtrees in their order: with the solutions so far they
  // are everything. For a checkpoint, which is made between two runs.
  std::vector<Subtree> open() const;

  // The part of the tree that is done, each child of a node weighing the same.
  double progress() const;

  std::int64_t nodes() const { return nodes_; }
  std::int64_t updates() const { return sets_.updates(); }
  std::int64_t solutions() const { return solutions_; }

private:
  struct Level {
    CellSets::Mark mark; // after the item is covered: before any choice
    std::int32_t item;
    std::int32_t first;       // of the choices
    std::int32_t choice, end; // the choice and those that follow it, as places among the hidden
  };

  bool enter(std::int32_t item, bool sorted);
  void choose();
  bool advance();
  Subtree below(Subtree above, const Level &level, std::int32_t choice) const;

  CellSets sets_;
  std::vector<Level> levels_;
  std::vector<std::int32_t> copies_; // sizes at each level, where there are few enough items
  bool copying_;
  std::int64_t nodes_ = 0, solutions_ = 0, stop_ = 0;
  enum class Phase { start, down, up, done } phase_ = Phase::start;
};

} // namespace minuet
