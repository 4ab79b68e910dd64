// Weighted items: the weights of the literals that hold sum to `low` to `high`.
//
// Bounds propagation over groups. The literals of an item are divided into groups of which exactly
// one holds (all options of another item, with weight 0 if they are not in this one; or an option
// that is chosen or left out). A group sorts its literals by weight and keeps two places, of the
// lightest and of the heaviest literal that may still hold; the sums of these over all groups are
// the least and the most of the item. A literal is refuted if it passes a bound even with the best
// of the other groups. Moves of places are recorded, so that `shrink` undoes each in one step.
//
// Bounds of single options in place of groups are weak: sixteen values of a cell would all count.
#pragma once

#include "propagation/lists.hpp"
#include "propagation/trail.hpp"

namespace minuet::propagation {

class WeightedItems {
public:
  struct Term {
    Literal literal;
    std::int64_t weight;
  };
  using Group = std::vector<Term>; // exactly one of its literals holds

  // The weights of an item, and its bounds, must sum to less than this.
  static constexpr std::int64_t weight_limit = std::int64_t{1} << 62;

  // Returns the number of the item.
  std::int32_t add(std::int64_t low, std::int64_t high, std::vector<Group> groups);
  void lay_out(std::int32_t variables);
  std::int32_t size() const { return static_cast<std::int32_t>(items_.size()); }

  // Moves the places that a literal changes, and queues their items.
  void update(Literal literal, const Trail &trail);
  // Forces what follows for the queued items.
  bool filter(Trail &trail);
  void queue(std::int32_t item);
  void clear_queue();
  void explain(Reason reason, Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const;
  std::int32_t mark() const { return static_cast<std::int32_t>(moves_.size()); }
  void shrink(std::int32_t mark);

  std::int64_t least(std::int32_t item) const { return items_[item].least; }
  std::int64_t most(std::int32_t item) const { return items_[item].most; }
  // Whether the bounds hold for all values of the open literals.
  bool is_met(std::int32_t number) const {
    const Item &item = items_[number];
    return item.least >= item.low && item.most <= item.high;
  }
  struct Branch {
    Literal literal = no_literal;
    std::int32_t ways = 0; // about how many children a node on the item has
  };
  // The heaviest open literal of the widest group of two, which decides most (larger groups are
  // branched on as plain items). Only one of the first `options` variables: a group has at most one
  // other.
  Branch branch(std::int32_t item, std::int32_t options, const Trail &trail) const;
  // The lightest open literal of the widest group; no_literal: there is none.
  Literal lightest(std::int32_t item, std::int32_t options, const Trail &trail) const;
  // Lowers the upper bound of an item, from the next `filter` on.
  void lower(std::int32_t item, std::int64_t high);

private:
  struct Item {
    std::int64_t low, high;
    std::int64_t least, most;
    std::int32_t first, last; // its groups, the widest first
    bool queued;
  };
  struct Places {
    std::int32_t item;
    std::int32_t first, last; // its entries
    std::int32_t light, heavy;
  };
  struct Move {
    std::int32_t group, light, heavy;
  };

  std::int64_t width(const Places &group) const {
    return weight_[group.last - 1] - weight_[group.first];
  }
  void move(std::int32_t group, std::int32_t light, std::int32_t heavy);
  bool filter_item(std::int32_t item, Trail &trail);
  bool filter_group(std::int32_t number, Item &item, std::int32_t group, Trail &trail);
  bool filter_pair(std::int32_t item, Trail &trail);
  bool filter_by(std::int32_t group, std::int32_t other, std::int64_t low, std::int64_t high,
                 Reason reason, Trail &trail);
  std::int64_t bound_of(const Places &group, bool upper, std::int32_t time, const Trail &trail,
                        std::vector<Literal> &why) const;

  std::vector<Item> items_;
  std::vector<Places> groups_;
  std::vector<Literal> literal_;     // entry -> its literal, each group by weight
  std::vector<std::int64_t> weight_; // entry -> its weight
  std::vector<std::int32_t> group_;  // entry -> its group
  Lists<std::int32_t> entries_;      // literal -> its entries
  std::vector<Move> moves_;
  std::vector<std::int32_t> queue_;
};

} // namespace minuet::propagation
