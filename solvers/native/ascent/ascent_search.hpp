// Branch and bound by prices that climb at every node, for a set partition with losses.
//
// A node takes over its parent's prices, sweeps through its items a few times (prices.hpp) while
// that pays, and branches on the options of one item, the least loss first.
//
// Measured on set partitions of options of 3 to 8 rows that cost some 100 a row (processor time;
// the solutions to prove are known). 50 rows, 3000 options: 3.4 million nodes and 20 s without
// sweeps, .66 million and 3.7 s with 2, .48 million and 3.6 s with 6, .46 million and 3.6 s
// with 10. The price lies in the middle between the two least losses; with 3 sweeps a fifth of the
// way took .73 million nodes, a third .63, seven tenths .54. The item to branch on: by what its
// options lose in parts of the slack, f, the least sum of (1 - f)^3 + 1/64 takes 5.6 s on 80 rows
// within 40 of the bound and 3.1 on 50 rows to the end, of 64^-f 6.7 and 3.7, of 1/(1 + 32 f) 7.3
// and 3.4, of 1, which is the fewest options, 8.1 and 2.7. Not only what an option loses counts,
// but what sweeps added to the bound so far when it was chosen (pseudo-costs: Benichou et al.
// 1971), beyond the mean of all options: a sixth fewer nodes (docs/best.md).
#pragma once

#include "ascent/prices.hpp"
#include "ascent/search.hpp"

namespace minuet::ascent {

class AscentSearch final : public Search {
public:
  // For solutions whose losses sum to at most `limit`. Throws std::overflow_error where the nodes
  // of a path could take more than `memory` bytes.
  AscentSearch(std::unique_ptr<const ExactPartition> matrix, Loss limit, std::int64_t memory);

  // From now on nodes are closed, too, where the bound and `each` for every open item beyond
  // `least` pass the limit: then `cut` says nothing.
  void expect(Loss each, std::int32_t least);
  double progress() const override;

protected:
  bool any_open() const override { return active_ || depth_ > 0; }
  Step advance() override;
  void leave() override;
  void branch() override;

private:
  // The limit of a node with so many open items.
  Loss limit_of(std::int64_t open) const {
    return limit_ - each_ * std::max<Loss>(open - least_, 0);
  }
  // A node that has branched: the places of its children, the bound each has, and the next one.
  struct Branched {
    Node node;
    std::vector<std::pair<Loss, std::int32_t>> children;
    std::size_t next = 0, chosen = 0; // chosen: how many options above it
  };

  // What sweeps added to the bound after a choice of an option, beyond what its loss did.
  struct Gain {
    double count = 0, sum = 0;
    float beyond = 0; // the mean of all options, on the average
  };

  void enter(Loss bound);
  Step sweep();
  std::int32_t best_item();
  void learn();
  bool descend();
  void choose(const Node &from, std::int32_t place, Node &to);

  Prices prices_;
  Node node_, spare_;
  bool active_ = false;        // whether node_ is to be looked at, else the last that has branched
  std::vector<Branched> path_; // kept for their memory beyond `depth_`
  std::size_t depth_ = 0;
  std::vector<std::uint8_t> covered_; // items
  std::vector<std::uint64_t> signs_;  // of each option: its items, modulo 64
  Loss before_ = 0;                   // the bound before a sweep
  std::int32_t sweeps_ = 0;
  Loss began_ = 0;          // the bound of the node by its parent's prices
  std::vector<Gain> gains_; // of each option
  Gain all_;
  std::vector<float> weights_; // of the node's options, in the choice of an item
  Loss each_ = 0, least_ = 0;
};

} // namespace minuet::ascent
