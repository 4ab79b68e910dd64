// A node of the search and the ascent of its prices.
//
// A node has open items, options that fit, and each option's loss: its cost less the prices of its
// items. Whatever the prices are, its solutions cost at least the sum of all prices that were taken
// off and of the losses below 0: that is its bound (Lagrange's relaxation: Geoffrion 1974). An
// option whose loss lifts the bound past the limit is dropped.
//
// A sweep goes through the open items. The bound is a concave function of one item's price, and
// greatest between the least and the second least loss of the item's options; the price is set to
// the middle of the two (Wedelin, "An algorithm for large scale 0-1 integer programming with
// application to airline crew scheduling", 1995). So no sweep lowers the bound, and a few of them
// come near to what a linear program would say, from a parent's prices on; then the least option
// of an item has a loss below 0, which the other items of that option share in.
//
// Losses are integers, and so is what they prove. Where the sum of their sizes would pass 2^61 a
// sweep ends early: any prices do. A limit of 2^62 and as much still fit 64 bits.
#pragma once

#include "ascent/exact_partition.hpp"

namespace minuet::ascent {

struct Node {
  Loss spent = 0;                    // prices and chosen options
  std::vector<std::int32_t> open;    // items
  std::vector<std::int32_t> options; // that fit, ascending
  std::vector<Loss> loss;            // of each of these
};

class Prices {
public:
  explicit Prices(const ExactPartition &matrix);

  // Begins at a node; false: it has no solution within the limit.
  bool enter(Node &node, Loss limit, Loss &cut);
  // Goes through the items once; false likewise.
  bool sweep(Node &node, Loss limit, Loss &cut);
  // Lists the options of each item, if need be; false: an item has none.
  bool list(const Node &node);
  // Of the node after the last of these.
  Loss bound() const { return bound_; }

  // The places in the node of the options of an open item.
  std::span<const std::int32_t> users(std::int32_t item) const {
    return {users_.data() + first_[item], users_.data() + last_[item]};
  }
  std::int64_t entries() const { return entries_; }

private:
  bool settle(Node &node, Loss limit, Loss &cut);

  const ExactPartition &matrix_;
  std::vector<std::int32_t> first_, last_, users_; // first_, last_: of each item
  std::int64_t entries_ = 0;
  Loss bound_ = 0;
  bool listed_ = false;
};

} // namespace minuet::ascent
