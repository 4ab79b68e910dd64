// Folding a whole matrix: its parts one after the other, each in several item orders by turns.
//
// What is forced, and the options that clash with nothing, stand above the parts, and the parts
// below a product. A part whose frontier is narrow in a static order is folded in that one alone,
// as far as the frontier promises; else smallest first and the static orders search by turns, for
// no one order is right (memo/counter.hpp). A static order whose look-ups do not hit is dropped,
// and smallest first goes on without its table then. What they do depends on no clock, so the tree
// of a matrix is the same everywhere. Half of the memory is for the tables, half for the trees.
//
// An order is searched as the counter with memory does it (memo/depth_first.hpp), with nodes
// written down where that one adds counts. The table keeps the node of each state, and states that
// have no solution as none. Items with one option are nodes without a look-up. Where the table
// forgets, the tree has a node twice: it is larger than need be, and as right. A tree that is asked
// for before the search is complete holds the solutions found so far.
//
// States below the root fall apart too, and are left whole: smallest first goes through one part
// before another, and a frontier through one cut after another, so that the states of two parts
// hardly multiply. A tree with a product wherever one could stand
// (tests/oracle/folding_reference.py) has 1625 nodes for 1628 on dominoes of 8x8, 390 for 382 on
// eight queens, 1042 for 1050 on sudokus of 4x4, 1029 for 1029 on Langford's pairs of 8, 178 for
// 265 on five boards of 4x4 that share one item, and 3980 for 4957 on three Latin squares of order
// 4 that do: too little to look for the parts of every state.
#pragma once

#include "folded/tree.hpp"
#include "shared/packed/packed_matrix.hpp"
#include "shared/state.hpp"

#include <memory>
#include <optional>

namespace minuet {

struct FoldingSettings {
  enum class Orders { race, smallest, given, breadth };

  std::size_t memory; // bytes
  bool dead_ends = false;
  Orders orders = Orders::race;
  std::uint32_t hash_mask = ~std::uint32_t{0};
};

class FoldedSearch; // in one order (folding.cpp)

class Folding : public Stoppable {
public:
  // Refuses what is too large for it.
  Folding(Problem &problem, const FoldingSettings &settings, Poll poll);
  Folding(const Folding &) = delete;
  ~Folding();

  // Searches on for a millisecond or so. True: it is over, the tree complete or the memory full.
  bool step();
  bool full() const { return full_; }
  // The tree; of a search that is not over, with the solutions found so far.
  FoldedArrays take();

  std::int64_t nodes() const;
  std::int64_t updates() const { return 0; }
  double progress() const;
  std::size_t bytes() const;

private:
  struct Runner {
    std::unique_ptr<FoldedSearch> search;
    bool fixed;                          // whether its order is static
    std::uint64_t assess_at;             // look-ups at the next assessment
    std::uint64_t lookups = 0, hits = 0; // at the last one
    std::int64_t left = 0;               // work to be done in this round
  };
  using Built = std::pair<FoldedArrays, std::int32_t>; // with its root

  void begin_part();
  void begin_others();
  void add_runner(ItemOrder order, const std::vector<std::int32_t> &items);
  void start_round();
  void share_memory();
  void assess();
  void finish_part(Built tree);
  std::int32_t above(FoldedArrays &tree, std::int32_t node) const;
  std::int32_t dead_end(FoldedArrays &tree) const;
  FoldedArrays without_solutions() const;
  std::int32_t lowest_item() const;

  FoldingSettings settings_;
  Poll poll_;
  bool impossible_, full_ = false;
  std::int32_t dead_;
  std::vector<std::int32_t> few_; // the options of that item, where nothing is forced
  std::vector<ForcedOption> forced_;
  std::vector<std::int32_t> free_;
  std::vector<PackedMatrix> parts_;
  std::vector<std::optional<Built>> built_; // by part
  std::vector<std::size_t> queue_;          // parts still to be built, the next one last
  std::vector<Runner> runners_;
  std::vector<std::int32_t> given_, breadth_; // orders of the part
  bool alone_ = false;                        // whether one order runs alone
  std::size_t turn_ = 0;
  double budget_ = 0;
  std::int64_t nodes_ = 0; // of the runners that are gone
  std::size_t bytes_ = 0;  // of the parts that are built
};

} // namespace minuet
