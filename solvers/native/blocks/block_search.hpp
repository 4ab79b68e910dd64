// The search for solutions whose total stays within a limit: prices at every node, then covers.
//
// A node holds the diagrams of its blocks and its prices. There the prices climb a few steps; edges
// on no path within the limit are left out, what that forces is chosen, and so on while it pays.
// While the blocks have many covers the node branches on the options of one item (a link that must
// be covered, or an item of a block), the one whose choice takes most from the limit; once they
// have few, these are listed, and one cover a block is looked for (cover_search.hpp).
//
// Measured (processor time, random weights of 0 to 99, maximised): lists alone, without prices at
// nodes, proved twenty blank 9x9 grids in 1.6 s and this in 1.2; but on 12x12 lists end at losses
// of 100, where there are 260 thousand covers, of 1.7 million at 150. With prices at nodes all
// losses up to 170 were excluded there in 23 s, by 15 thousand nodes. Nodes of 20, 40 and 80 steps
// and lists from 5,000 to 20,000 covers take the same time within a tenth; from 1,000 or 60,000 on
// up to half as much again.
#pragma once

#include "blocks/cover_search.hpp"

#include <optional>

namespace minuet::blocks {

class BlockSearch : public Stoppable {
public:
  static constexpr double few_covers = 20'000;

  // From this node on, which is settled. Covers are listed where there are fewer than `few`.
  BlockSearch(Relaxation root, Length limit, double few = few_covers);

  State run(std::int64_t work, bool counting);
  std::int64_t work_left() const { return work_; }
  void append_solution(std::vector<std::int32_t> &to) const { leaf_->append_solution(to); }

  // Only solutions within this total are looked for from now on.
  void set_limit(Length limit);
  // The least total that was left out; `never`: none was, so that there are no more solutions.
  Length cut() const { return cut_; }

  std::int64_t solutions() const { return solutions_; }
  std::int64_t nodes() const { return nodes_; }
  std::int64_t updates() const { return updates_; } // covers filtered, and edges looked at
  double progress() const;

private:
  // A node that has branched.
  struct Branched {
    Relaxation node;
    std::vector<Place> children;
    std::size_t next;
  };

  void enter(Relaxation node);
  void advance();
  void finish();
  bool descend();
  State run_leaf(bool counting);

  std::vector<Branched> path_;
  std::optional<Relaxation> node_; // that climbs; or that of the leaf
  std::unique_ptr<CoverSearch> leaf_;
  Length limit_, cut_ = never;
  double few_;
  std::int32_t steps_ = 0, rounds_ = 0; // of the node that climbs
  std::int64_t work_ = 0, solutions_ = 0, nodes_ = 0, updates_ = 0;
};

} // namespace minuet::blocks
