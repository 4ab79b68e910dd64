// Dancing links: the engine whose answers the other solvers verify.
//
// Knuth's Algorithms X, C and M (The Art of Computer Programming, volume 4B, section 7.2.2.1) in
// one iterative search: primary and secondary items, colors, multiplicities. The data structure,
// the order of the links, the branching rule (the first smallest item in list order) and what is
// counted as a node and as an update follow his program dlx2, so that the counts can be compared
// with published ones. Costs are Knuth's Algorithm C$ in spirit: the options of an item are kept
// in order of their reduced cost, and those beyond what is left of the budget are not tried. `cut`
// tells what the next greater budget is that could show more, as iterative deepening wants it
// (Korf's IDA*, 1985).
//
// An item with a charge makes every option of its list dearer by it once it is covered often
// enough. When only the least total is asked for, such an item needs no branch from then on: no
// reduced cost is negative, so nothing is gained by choosing more.
#pragma once

#include "shared/problem.hpp"
#include "shared/state.hpp"
#include "shared/subtree.hpp"

#include <optional>
#include <random>
#include <vector>

namespace minuet {

// What choices cost beyond the prices (solvers/encoding/priced_matrix.py); all empty: nothing.
struct ReducedCosts {
  std::span<const std::int64_t> choose; // options: >= 0, what choosing it costs
  std::span<const std::int64_t> leave;  // options: >= 0, what leaving it costs
  std::span<const std::int64_t> charge; // items: >= 0, what each cover beyond `low` costs
};

class DancingLinks : public Stoppable {
public:
  // all: every solution, costs aside. within: every solution whose reduced costs sum to at most the
  // budget. least: as within, but without those that choose more than their items need, or an
  // option that no item decides on and that costs nothing by being left.
  enum class Goal { all, within, least };

  // encoding/priced_matrix.py has it too
  static constexpr std::int64_t reduced_cost_limit = std::int64_t{1} << 62;

  // All solutions. Throws std::overflow_error for a matrix whose links pass the numbers of 32 bits.
  DancingLinks(Problem &problem, Poll &poll);
  // And if all reduced costs and charges (one for each entry of the item) could sum to
  // `reduced_cost_limit`: below, no sum that the search makes leaves 64 bits. For it adds to what a
  // path has spent, which is within that and within the budget, one such sum more at most.
  DancingLinks(Problem &problem, const ReducedCosts &costs, Goal goal, std::int64_t budget,
               Poll &poll);

  // Searches on until a solution (unless `count_only`), the end, or `node_limit` more nodes.
  State run(std::int64_t node_limit, bool count_only);

  // What the last run left of its `node_limit`.
  std::int64_t work_left() const { return stop_ - nodes_; }

  // The options of the solution at which `run` stopped.
  void append_solution(std::vector<std::int32_t> &to) const;

  // What was not searched yet (open.cpp), as disjoint subtrees in their order: with the solutions
  // so far they are everything. For a checkpoint, which is made between two runs, without costs.
  std::vector<Subtree> open() const;

  // Only solutions whose reduced costs sum to at most this are looked for.
  void set_budget(std::int64_t budget) { budget_ = budget; }

  // What a random way down the tree met; all but the depth count `exp(scale)` times as much.
  struct Way {
    double scale = 0, nodes = 0, leaves = 0, solutions = 0;
    double forked = 0; // children of nodes that have several
    std::int32_t depth = 0;
  };

  // Goes down at random, and back (random_ways.cpp); not amid a search, nor where there are costs.
  Way random_way(std::mt19937_64 &random, bool ahead);

  // Chooses options, as the root of random ways, until `go_up`; each needs an item that is covered
  // once. False, and nothing is chosen: these options exclude each other.
  bool go_below(std::span<const std::int32_t> options);
  void go_up();

  std::int64_t nodes() const { return nodes_; }
  std::int64_t updates() const { return updates_; }
  std::int64_t solutions() const { return solutions_; }
  // The part of the tree that is done, each child of a node weighing the same.
  double progress() const;
  // With a budget below this nothing is found that was not found; none: nothing was left out.
  std::optional<std::int64_t> cut() const { return cut_; }

private:
  static constexpr std::int32_t root = 0; // of the list of active items, in items_

  struct Node {
    std::int32_t up, down; // in a spacer: first node of the option before, last of the one after
    std::int32_t item;     // <= 0 marks a spacer
    std::int32_t color;    // 0 none, < 0 already known to agree
  };
  struct Item {
    std::int32_t previous, next; // in the list of active items
    std::int32_t length;         // options left in its list
    std::int32_t bound;          // how often it may still be covered
    std::int32_t slack;          // high - low
  };
  struct Level {
    std::int32_t item;        // what is branched on
    std::int32_t choice;      // the node being tried; the item itself: no further option
    std::int32_t first_tweak; // the first node that was taken out of the item's list
    std::int64_t spent;       // reduced costs of the levels above
  };

  // An option as it is linked; `skip`: that it is left, where that needs a branch.
  struct Row {
    std::int64_t reduced;
    std::int32_t option;
    bool skip;
  };

  void build(const Problem &problem, const ReducedCosts &costs, Poll &poll);
  std::vector<Row> rows_of(const Problem &problem, const ReducedCosts &costs, Poll &poll) const;
  void require_small_sums(const Matrix &matrix, const std::vector<Row> &rows,
                          const ReducedCosts &costs) const;
  void add_items(const Problem &problem, std::int32_t skips);
  void add_entry(std::int32_t item, std::int32_t color, std::int32_t option);
  void close_option(std::int32_t first);
  void add_rows(const Problem &problem, std::vector<Row> &rows, Poll &poll);
  void select(const Problem &problem, Poll &poll);
  void activate(std::int32_t item);

  void hide_all(std::int32_t first);
  void hide(std::int32_t node);
  void unhide(std::int32_t node);
  void cover(std::int32_t item);
  void uncover(std::int32_t item);
  void purify(std::int32_t node);
  void unpurify(std::int32_t node);
  void commit(std::int32_t node);
  void uncommit(std::int32_t node);
  void commit_others(std::int32_t node);
  void uncommit_others(std::int32_t node);
  [[gnu::noinline]] void meet(std::int32_t item);
  [[gnu::noinline]] void unmeet(std::int32_t item);
  void charge(std::int32_t item, std::int64_t amount);
  void tweak(std::int32_t node, std::int32_t item, bool hiding);
  void untweak(const Level &level, bool hiding);
  void unlink(std::int32_t item);
  void relink(std::int32_t item);

  struct Affordable {
    std::int32_t count; // options that can be afforded
    std::int64_t next;  // the least reduced cost of those that cannot
  };

  static constexpr std::int32_t no_item = -1, dead_end = -2; // what `choose` may tell of a leaf
  std::int32_t choose();
  std::int64_t tax(std::int64_t left);
  std::int32_t choose_plain() const;
  [[gnu::noinline]] std::int32_t choose_general();
  Affordable affordable(std::int32_t item, std::int32_t most, std::int64_t left,
                        std::int64_t tax) const;
  void enter(std::int32_t item);
  bool try_choice(Level &level);
  [[gnu::noinline]] bool try_general(Level &level, const Item &item, bool regular);
  bool beyond(const Level &level);
  bool afford(Level &level);
  std::int64_t rest_of(std::int32_t node) const;
  void note_cut(std::int64_t total);
  void undo_choice(Level &level);
  Subtree below(Subtree above, const Level &level, std::int32_t choice) const;
  void leave(const Level &level);
  std::int32_t children_of(std::int32_t choice) const;
  std::int32_t look_ahead(std::int32_t item, std::int32_t children);
  void go_to(std::int32_t item, std::int32_t child);
  void go_back();

  std::vector<Node> nodes_of_;           // items' heads first, then the options between spacers
  std::vector<std::int32_t> owner_;      // node -> option, or -1 for a skip
  std::vector<std::int32_t> first_node_; // of each option, once `go_below` needs it
  std::vector<Item> items_;
  std::vector<std::int64_t> reduced_; // node -> reduced cost of its option; empty without costs
  std::vector<std::int64_t> charge_;  // item -> its charge; empty without charges
  std::vector<std::int32_t> row_; // node -> its place in order of reduced cost; empty without costs
  std::vector<std::int64_t> extra_;   // row -> what the items charge for it now
  std::vector<std::int64_t> taken_;   // row -> what its items tax it at this node
  std::vector<std::int32_t> touched_; // rows with a tax
  std::vector<std::uint8_t> several_; // item -> may be covered several times; empty: none may
  std::vector<Level> levels_;
  std::vector<double> weights_;     // of the children that were looked at, summed up
  std::int32_t seen_solutions_ = 0; // among them
  std::vector<std::int32_t> selected_;
  std::int64_t budget_;
  std::int64_t spent_ = 0;
  std::optional<std::int64_t> cut_;
  std::int64_t nodes_ = 0, updates_ = 0, solutions_ = 0, stop_ = 0;
  std::int32_t last_item_ = 0; // nodes up to this one are heads
  bool costs_;                 // the budget counts
  bool closing_;               // items that are covered often enough are not branched on
  bool multiplicities_ = false;
  bool impossible_ = false;
  enum class Phase { start, down, up, done } phase_ = Phase::start;
};

} // namespace minuet
