// Weighted items: the weights of what is chosen add up to `low` to `high`.
//
// Bounds propagation. The options of an item fall into groups of which exactly one literal holds
// (all options of another item, the weight being 0 where they are not in this one; or an option
// that is chosen or left out). Each group keeps its literals by weight, and two places, of the
// lightest and the heaviest that may still hold; their sums are the least and the most to which
// the item can add up. A literal that would pass a bound even beside the best of the other groups
// is left out. To move a place is undone in one step by a trail of the places where they were.
//
// Without groups, one option at a time, sixteen values of a cell would all seem to add up.
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

  // All weights of an item, and its bounds, must add up to less than this.
  static constexpr std::int64_t weight_limit = std::int64_t{1} << 62;

  // Returns the number of the item.
  std::int32_t add(std::int64_t low, std::int64_t high, std::vector<Group> groups);
  void lay_out(std::int32_t variables);
  std::int32_t size() const { return static_cast<std::int32_t>(items_.size()); }

  // Moves what a literal moves, and notes the items to be filtered.
  void move(Literal literal, const Trail &trail);
  // Filters the items that were noted.
  bool filter(Trail &trail);
  void forget_noted();
  void note(std::int32_t item);
  void explain(Reason reason, Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const;
  std::int32_t mark() const { return static_cast<std::int32_t>(moves_.size()); }
  void shrink(std::int32_t mark);

  std::int64_t least(std::int32_t item) const { return items_[item].least; }
  std::int64_t most(std::int32_t item) const { return items_[item].most; }
  // Whether whatever is chosen now keeps the bounds.
  bool is_met(std::int32_t item) const {
    const Item &one = items_[item];
    return one.least >= one.low && one.most <= one.high;
  }
  // The heaviest open literals decide most: an open literal of the group that is widest.
  struct Branch {
    Literal literal = no_literal;
    std::int32_t ways = 0; // about how many children a node on the item has
  };
  // Of a literal of the first `options` variables: of a group at most one is of another.
  Branch branch(std::int32_t item, std::int32_t options, const Trail &trail) const;
  // The lightest open literal of the widest group, likewise; no_literal: there is none.
  Literal lightest(std::int32_t item, std::int32_t options, const Trail &trail) const;
  // Lowers the upper bound of an item; holds from the next filtering on.
  void lower(std::int32_t item, std::int64_t high);

private:
  struct Item {
    std::int64_t low, high;
    std::int64_t least, most;
    std::int32_t first, last; // its groups, the widest first
    bool noted;
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
  void go(std::int32_t group, std::int32_t light, std::int32_t heavy);
  bool prune(std::int32_t number, Item &item, std::int32_t group, Trail &trail);
  bool filter(std::int32_t item, Trail &trail);
  bool filter_pair(std::int32_t item, Trail &trail);
  bool support(std::int32_t one, std::int32_t other, std::int64_t low, std::int64_t high,
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
  std::vector<std::int32_t> noted_;
};

} // namespace minuet::propagation
