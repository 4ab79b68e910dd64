// Sums of different weights: a weighted item whose groups (weighted_items.hpp) exclude one another.
//
// Where no number stands twice in a cage, the least that it can add up to is not that of the
// least number of each cell, but that of different ones. A class of an item is all literals of one
// weight of which at most one holds, by an item that is covered at most once; every other literal
// is a class of its own. Groups that share classes are a part, and a lightest assignment
// (assignment.hpp) of classes to its groups bounds what they add up to, exactly as far as the part
// alone tells; a literal is left out where the lightest assignment with it is too heavy.
//
// Only sums whose bounds this narrows by much at the root are here, and what has fewer than three
// open groups is left to the plain bounds and their pairs: magic squares of order 4 take 0.7 of the
// time so. Against none of it, 14 killer sudokus took .29 s for more than 10 by propagation alone
// and .21 for .39 by learning; 5 sudokus with the sums of their diagonals .12 for .28, and .09 for
// .09. The least different weights of all groups together, in place of an assignment, took .59 s on
// the former (learning .15) and .17 on the latter (.10).
#pragma once

#include "propagation/distinct/assignment.hpp"
#include "propagation/lists.hpp"
#include "propagation/trail.hpp"

namespace minuet::propagation {

class DistinctSums {
public:
  struct Term {
    Literal literal;
    std::int32_t group, of_class; // numbered within the part
  };
  struct Part {
    Classes classes;         // by weight, the lightest first
    std::vector<Term> terms; // by class; a group and a class have one literal at most
  };

  void add(std::int64_t low, std::int64_t high, const std::vector<Part> &parts);
  void lay_out(std::int32_t variables);
  std::int32_t size() const { return static_cast<std::int32_t>(items_.size()); }

  void count(Literal literal);
  void take_back(Literal literal);
  // Forces what follows for the items that were noted.
  bool filter(Trail &trail);
  void forget_noted();
  // Appends the literals, holding before `time`, for which the item forced the literal then.
  void explain(Reason reason, Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why);

private:
  struct Item {
    std::int64_t low, high;
    std::int32_t first, last; // its parts
    std::int32_t open;        // groups of which none is chosen yet
    bool noted;
  };
  struct Place {
    std::int32_t part, term;
  };

  bool filter(std::int32_t item, bool upper, Trail &trail);
  bool prune(std::int32_t part, std::int64_t slack, Reason reason, Trail &trail);
  bool prune_class(std::int32_t part, std::int32_t one, std::int64_t slack, Reason reason,
                   Trail &trail);
  std::int32_t leave(std::int32_t part, std::int32_t time, const Trail &trail, Literal literal);
  void blame(std::int32_t part, Groups groups, std::int32_t first, std::int32_t last,
             std::int32_t time, const Trail &trail, std::vector<Literal> &why) const;

  std::vector<Item> items_;
  std::vector<Part> parts_;
  std::vector<std::int32_t> item_;                // part -> its item
  std::vector<std::vector<std::int32_t>> starts_; // part, class -> its first term
  Lists<Place> places_;                           // literal -> its terms
  std::vector<Assignment> assigned_;
  Classes left_;    // what `leave` leaves
  Assignment told_; // of it
  std::vector<std::int32_t> noted_;
};

} // namespace minuet::propagation
