// Branch and bound with a linear program at every node: two items are covered together, or apart.
//
// A node solves its relaxation from its parent's basis on (dual_simplex.hpp). Where that takes
// options in part, there are two items that are covered by one option only in part: they are
// covered together in one child, which takes away what covers one of them alone, and apart in the
// other, which takes away what covers both (Ryan and Foster, "An integer programming approach to
// scheduling", 1981). Both children are far from the node, while to choose an option says much and
// to leave it nothing. Of pairs near a half, some are tried by a few pivots (strong branching). At
// the root, cliques that are violated are added (cliques.hpp).
//
// A node is closed by the bound of its prices, rounded to integers and added up again in integers:
// the sum of all prices and of what every option that is left costs less than its own; and so is an
// option that would lift the bound past the limit.
//
// A pair that was tried at another node is not tried again unless it went up furthest there
// (pseudo-costs: Benichou et al. 1971).
//
// aa04, an airline's set partition of 426 items and 7,195 options behind an answer of 26,602: 1,243
// nodes and 9.1 s of the processor, with eight pairs tried by up to 20 pivots; 678 nodes and 11.5 s
// if each is tried at every node. A trial program, behind 26,592, once each: four by ten 1,753
// nodes and 15 s, sixteen by fifteen 664 nodes and 16 s; without cliques 1,067 and 14 s. Of 50
// items and 3,000 options no proof is had in 13 to 19 s, where sweeps (ascent_search.hpp) take 3:
// there a relaxation proves little more, and takes much longer.
#pragma once

#include "ascent/dual_simplex.hpp"
#include "ascent/search.hpp"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace minuet::ascent {

class PairSearch final : public Search {
public:
  // For solutions whose losses sum to at most `limit`, each to less than the one before. Throws
  // std::overflow_error where the nodes of a path could take more than `memory` bytes, and where
  // a solution may lose 2^55 or more: bounds would not be worked out, and no node closed.
  PairSearch(std::unique_ptr<const ExactPartition> matrix, Loss limit, std::int64_t memory);

  // No solution that is left totals less.
  Loss open_bound() const;
  double progress() const override { return open_.empty() ? 1 : done_; }

protected:
  bool any_open() const override { return !open_.empty(); }
  Step advance() override;
  void leave() override;
  void branch() override;

private:
  using Marks = std::vector<std::uint8_t>;
  // A node that is open, and its share of the tree.
  struct Open {
    Simplex simplex;
    double share;
    Loss bound;        // of its prices, or of those above it
    bool fresh = true; // it was not looked at
  };
  struct Pair {
    std::int32_t one, other;
    double distance; // from a half: how far both are covered together
  };
  Step look_at_values(Open &node, bool optimal);
  bool cut_cliques(Open &node);
  Outcome solve(Simplex &simplex, double limit, std::int64_t pivots);
  bool closed(Simplex &simplex, Outcome outcome, bool fix);
  bool beyond(Simplex &simplex, const std::vector<double> &prices, bool fix);
  bool solved(const std::vector<std::int32_t> &columns);
  Step choose_pair(Open &node);
  Step try_pair(Open &node, const Pair &pair, double &best);
  std::vector<Pair> pairs(const Open &node) const;
  std::optional<Pair> any_pair(const Open &node) const;
  Simplex child(const Simplex &simplex, const Pair &pair, bool together) const;
  bool covers(std::int32_t column, std::int32_t item) const;
  double linear_limit() const;

  std::vector<std::int32_t> numbers_; // the option of each column
  Columns columns_;
  std::int32_t items_ = 0;  // rows of cliques come after these
  std::int32_t rounds_ = 0; // of cliques
  bool root_ = true;
  std::vector<Open> open_; // the last one is at work
  std::vector<double> values_;
  std::vector<Simplex> children_; // of the best pair that was tried: together, apart
  // By how much the children of a pair, tried last, went up: the product.
  std::map<std::pair<std::int32_t, std::int32_t>, double> gains_;
  Loss bound_ = 0; // of the last prices that were looked at
  double done_ = 0;
};

} // namespace minuet::ascent
