// The search of all solutions with propagation, as the tree of a certificate: under graph rules,
// and where sums settle much.
//
// Each step of propagation is a node with two edges, one of which is a dead end: an option that a
// sum or a graph rule forbids or demands. Under graph rules a state also has the options that were
// chosen above it, its past, and two may share a node if what their rules allow is alike
// (docs/trust.md, "Pasts that are alike").
//
// Pasts are alike again and again if the options of a narrow graph are decided in their order, row
// by row, and hardly in another order, where they are not compared. Where propagation settles much
// that order is a bad one, so that both are searched by turns. Turns are counted in nodes, so that
// the tree of a matrix is the same everywhere.
#pragma once

#include "folded/graph_masks.hpp"
#include "folded/mask_states.hpp"
#include "folded/tree.hpp"
#include "shared/state.hpp"

#include <memory>
#include <span>
#include <vector>

namespace minuet {

class PropagatedSearch; // in one order (propagated.cpp)

class PropagatedFolding : public Stoppable {
public:
  // memory  bytes of the tree and of the table of states
  // Refuses kinds of graph rules that no checker knows.
  PropagatedFolding(Problem &problem, std::span<const RuleArrays> rules, std::size_t memory,
                    Poll poll);
  PropagatedFolding(const PropagatedFolding &) = delete;
  ~PropagatedFolding();

  // Searches on for some nodes. True: it is over, the tree complete or the memory full.
  bool step();
  bool full() const { return full_; }
  // The complete tree, its dead ends included.
  FoldedArrays take();

  std::int64_t nodes() const;
  std::int64_t updates() const { return 0; }
  double progress() const { return 0; }
  std::size_t bytes() const;

private:
  struct Turn {
    std::unique_ptr<PropagatedSearch> search;
    std::int64_t nodes; // of its first turn; each is twice as long as the last
  };

  std::size_t memory_;
  Poll poll_;
  MaskStates states_;
  std::vector<Turn> turns_;
  std::size_t turn_ = 0;
  std::int64_t left_ = 0; // nodes of this turn
  bool full_ = false;
};

} // namespace minuet
