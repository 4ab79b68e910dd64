// Sums of different weights: a weighted item whose groups (weighted_items.hpp) exclude one another.
//
// If no number comes twice in a cage, the least sum is not that of the least number of each cell,
// but that of different numbers. A class is all literals of one weight of which at most one holds,
// by an item that is covered at most once; every other literal is a class of its own. Groups that
// share classes are a part; the lightest assignment of classes to the groups of a part bounds their
// sum, exactly as far as the part alone goes. A literal is refuted if the lightest assignment with
// it is too heavy.
//
// Only sums whose bounds this narrows by much at the root are kept (build/build_items.cpp), and
// items with fewer than three open groups are left to the plain bounds and their pairs: magic
// squares of order 4 take 0.7 of the time so. Compared with none of it, 14 killer sudokus took .29
// s in place of more than 10 by the tree, .21 for .39 by learning; 5 sudokus with sums of diagonals
// .12 for .28, and .09 for .09. The least different weights of all groups together, in place of an
// assignment, took .59 s on the former (learning .15) and .17 on the latter (.10).
#pragma once

#include "propagation/lists.hpp"
#include "propagation/trail.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace minuet::propagation {

using Groups = std::uint64_t; // a set of groups, a bit each

constexpr std::int32_t most_groups = 64;

struct Classes {
  std::int32_t groups = 0;
  std::vector<std::int64_t> weights; // of each class, ascending
  std::vector<Groups> takers;        // of each class: the groups that can take it
};

// The lightest way to give each of some groups a class of its own.
//
// Weights belong to classes, so the sets of classes that can be given to groups all at once are the
// independent sets of a transversal matroid (Edmonds and Fulkerson, 1965): the greedy algorithm,
// which takes the lightest class that an augmenting path can still place, ends with a lightest
// assignment. What a class costs a group more follows from the paths along which other groups give
// way (Regin, "Arc consistency for global cardinality constraints with costs", 1999).
class Assignment {
public:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  // Assigns the lightest classes, or the heaviest ones; false: there are not enough for all groups.
  bool assign(const Classes &classes, bool heaviest);
  // The sum of their weights, negated with `heaviest`.
  std::int64_t total() const { return total_; }
  // Groups that have too few classes together, after `assign` returned false.
  Groups crowded() const { return crowded_; }
  std::span<const std::int32_t> given() const { return {given_.data(), std::size_t(groups_)}; }

  // To be called, after `assign`, before `extra`.
  void compare(const Classes &classes);
  // How much more the lightest assignment weighs if the group takes this class, which it can take;
  // `never` if there is none.
  std::int64_t extra(std::int32_t group, std::int32_t number) const;
  // The least that removing any group saves, and the least that another class costs the group.
  std::int64_t least_gain() const { return least_gain_; }
  std::int64_t loss(std::int32_t group) const { return loss_[group]; }
  bool is_given(std::int32_t number) const { return owner_[number] >= 0; }

private:
  bool place(const Classes &classes, std::int32_t number);
  std::int64_t weight(const Classes &classes, std::int32_t number) const {
    return heaviest_ ? -classes.weights[number] : classes.weights[number];
  }

  bool heaviest_ = false;
  std::int32_t groups_ = 0;
  std::int64_t total_ = 0, least_gain_ = 0;
  Groups placed_ = 0, closed_ = 0, crowded_ = 0;
  std::array<std::int32_t, most_groups> given_; // group -> its class
  std::array<std::int32_t, most_groups> from_;  // group -> the class by which it was reached
  // group -> the groups that can take its class, each leaving its own to the next
  std::array<Groups, most_groups> reached_;
  std::array<std::int64_t, most_groups> gain_; // group -> the most that removing it saves
  std::array<std::int64_t, most_groups> loss_; // group -> the least that another class costs it
  std::vector<std::int32_t> owner_;            // class -> the group that has it; -1
  std::vector<std::int64_t> weight_;           // class -> its weight, negated with `heaviest`
};

class DistinctSums {
public:
  struct Term {
    Literal literal;
    std::int32_t group, of_class; // numbered within the part
  };
  struct Part {
    Classes classes;
    std::vector<Term> terms; // by class; a group has at most one literal of a class
  };

  void add(std::int64_t low, std::int64_t high, const std::vector<Part> &parts);
  void lay_out(std::int32_t variables);
  std::int32_t size() const { return static_cast<std::int32_t>(items_.size()); }

  void update(Literal literal);
  void undo(Literal literal);
  // Forces what follows for the queued items.
  bool filter(Trail &trail);
  void clear_queue();
  // Appends the literals that held before `time` and from which the item forced the literal then.
  void explain(Reason reason, Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why);

private:
  struct Item {
    std::int64_t low, high;
    std::int32_t first, last; // its parts
    std::int32_t open;        // groups of which no literal holds yet
    bool queued;
  };
  struct Place {
    std::int32_t part, term;
  };

  bool filter_bound(std::int32_t item, bool upper, Trail &trail);
  bool filter_part(std::int32_t part, std::int64_t slack, Reason reason, Trail &trail);
  bool filter_class(std::int32_t part, std::int32_t number, std::int64_t slack, Reason reason,
                    Trail &trail);
  std::int32_t restore(std::int32_t part, std::int32_t time, const Trail &trail, Literal literal);
  void blame(std::int32_t part, Groups groups, std::int32_t first, std::int32_t last,
             std::int32_t time, const Trail &trail, std::vector<Literal> &why) const;

  std::vector<Item> items_;
  std::vector<Part> parts_;
  std::vector<std::int32_t> item_;                // part -> its item
  std::vector<std::vector<std::int32_t>> starts_; // part, class -> its first term
  Lists<Place> places_;                           // literal -> its terms
  std::vector<Assignment> assigned_;
  Classes past_; // of a part at an earlier time, for `explain`
  Assignment past_assigned_;
  std::vector<std::int32_t> queue_;
};

} // namespace minuet::propagation
