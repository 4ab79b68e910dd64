// The exact search of one try: the cheapest way to cover what was freed.
//
// The options that fit beside what is fixed are written down anew, small and dense. A node filters
// its parent's list, as the bit masks do, and then prices the items that must be covered: each
// option shares its loss among its items, each item takes the least share that it is offered off
// all its options (a step of dual ascent), and what was taken is a bound. Losses are floating-point
// numbers here: nothing is claimed by them, and what is found is added up anew in integers.
#pragma once

#include "neighborhoods/incumbent.hpp"

#include <cstdint>
#include <random>
#include <vector>

namespace minuet::neighborhoods {

class ExactSearch {
public:
  enum class End { exhausted, spent };

  explicit ExactSearch(const PricedOptions &matrix);

  // Writes down what can cover the items beside what is fixed, each option of at most the loss
  // `limit`; false: more than `most` entries.
  bool load(const Incumbent &fixed, const std::vector<std::int32_t> &items, double limit,
            std::int64_t most, std::mt19937_64 &random);
  // Looks for the cheapest solution whose loss is at most the limit; each further one must be
  // `step` cheaper. `work` is in entries looked at.
  End run(double step, std::int64_t work);

  bool found() const { return found_; }
  const std::vector<std::int32_t> &best() const { return best_; }
  std::int64_t spent() const { return spent_; }
  std::int64_t nodes() const { return nodes_; }

private:
  struct Live {
    std::int32_t option;
    float loss;
  };
  struct Level {
    std::size_t begin, end;  // its list, in `live_`
    std::size_t first, next; // of the branches, the last ones in `branches_`
    double spent;            // the losses of what is chosen, and the prices
  };
  struct Item {
    std::int32_t need, room;
    std::int32_t over;         // covers beyond what it needed
    std::int32_t tint, tinted; // the color that it is given, and how often
    float charge;
    bool due; // with this choice its charge begins to be paid
  };

  std::int32_t local(std::int32_t item, const Incumbent &fixed);
  void add(std::int32_t option, const Incumbent &fixed);
  void descend(std::size_t begin, double spent);
  void ascend();
  void note(double spent);
  bool price(std::size_t begin, double &spent, int rounds);
  void offer(std::size_t begin);
  void take(std::size_t begin, float room);
  std::int32_t smallest() const;
  void branch_on(std::int32_t item, std::size_t begin);
  void choose(std::int32_t option);
  void undo(std::int32_t option);
  void filter(std::size_t begin, std::size_t end, float room);
  bool stays(Live &live) const;

  const PricedOptions &matrix_;
  // What was written down.
  std::vector<std::int32_t> name_, start_, entry_, tint_;
  std::vector<float> part_; // one by the number of items that take a share
  std::vector<Item> items_;
  std::vector<std::int32_t> item_name_, local_, seen_;
  std::int32_t stamp_ = 0;
  bool plain_ = true; // each item is covered exactly once
  // Where the search is.
  std::vector<Live> live_, branches_;
  std::vector<Level> levels_;
  std::vector<std::int32_t> path_, best_;
  std::vector<std::int32_t> count_;
  std::vector<float> share_;
  std::vector<std::int32_t> due_;
  std::vector<std::uint8_t> tried_;
  double limit_ = 0, step_ = 0;
  std::int32_t open_ = 0; // covers that are still needed
  std::int64_t spent_ = 0, nodes_ = 0;
  bool found_ = false;
};

} // namespace minuet::neighborhoods
