// The whole matrix with its reduced costs, as all tries share it: what costs something by being
// left has an item and a second option of its own, each item that must be covered has options that
// stand for its being missed, and the options of each item stand in the order of their reduced
// costs.
#pragma once

#include "shared/problem.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace minuet::neighborhoods {

// What choices cost beyond the prices (solvers/encoding/priced_matrix.py).
struct Reduced {
  std::span<const std::int64_t> choose; // options: if it is chosen
  std::span<const std::int64_t> leave;  // options: if it is left
  std::span<const std::int64_t> charge; // items: each cover beyond `low`
};

struct PricedOptions {
  // Throws what the poll throws, and std::overflow_error if the numbers could overflow.
  PricedOptions(Problem &problem, const Reduced &reduced, Poll &poll);

  std::int32_t items() const { return static_cast<std::int32_t>(low.size()); }
  std::int32_t options() const { return static_cast<std::int32_t>(loss.size()); }
  std::span<const std::int32_t> items_of(std::int32_t option) const {
    return {members.data() + starts[option], members.data() + starts[option + 1]};
  }
  std::span<const std::int32_t> options_of(std::int32_t item) const {
    return {users.data() + item_starts[item], users.data() + item_starts[item + 1]};
  }
  std::int32_t color(std::int32_t option, std::int32_t place) const {
    return colors.empty() ? 0 : colors[starts[option] + place];
  }

  std::int32_t own = 0;     // options of the matrix; those behind are ours
  std::int32_t missing = 0; // the first of those that stand for a cover that is missing
  std::vector<std::int32_t> starts{0}, members, colors; // colors: empty if there are none
  std::vector<std::int32_t> low, high;                  // items
  std::vector<std::int64_t> loss;                       // options
  std::vector<std::int64_t> charge;                     // items; empty if there are none
  std::vector<std::int32_t> item_starts, users;         // the options of an item, cheapest first

private:
  void add(std::int32_t item, std::int64_t cost);
  void add_missing();
  void list_users(Poll &poll);
};

} // namespace minuet::neighborhoods
