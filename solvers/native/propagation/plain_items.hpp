// Items whose options count one each: covered `low` to `high` times.
//
// An item keeps two numbers: its room, how often it may still be covered, and its spare options,
// how many more of those that are left may be left out. Each choice lowers one of them by one in
// each of its items and is taken back likewise. No room: what is open is left out. None to spare
// while it still needs some: what is open is chosen.
#pragma once

#include "propagation/lists.hpp"
#include "propagation/trail.hpp"

namespace minuet::propagation {

class PlainItems {
public:
  // Added to the spare options of an item that needs none: it is not branched on.
  static constexpr std::int32_t settled = 1 << 30;

  // At least `low`, at most `high` of the variables; returns the number of the item.
  std::int32_t add(std::int64_t low, std::int64_t high, std::span<const Variable> variables);
  void lay_out(std::int32_t variables);
  std::int32_t size() const { return static_cast<std::int32_t>(room_.size()); }

  // Forces what is forced before any choice.
  bool begin(Trail &trail) const;
  void count(Literal literal);
  void take_back(Literal literal);
  // Forces what follows from a literal that was counted.
  bool enforce(Literal literal, Trail &trail) const;
  // Appends the literals, holding before `time`, for which the item forced its literal then.
  void explain(Reason reason, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const;

  std::span<const Variable> variables(std::int32_t item) const { return variables_[item]; }
  std::span<const std::int32_t> items(Variable variable) const { return items_[variable]; }
  // Spare options, or more than `settled`, of all items, padded to a multiple of 8.
  std::span<const std::int32_t> spare() const { return spare_; }
  std::int64_t low(std::int32_t item) const { return low_[item]; }
  std::int64_t high(std::int32_t item) const { return high_[item]; }

private:
  bool close(std::int32_t item, Trail &trail) const;
  bool fill(std::int32_t item, Trail &trail) const;

  Lists<Variable> variables_; // item -> its variables
  Lists<std::int32_t> items_; // variable -> its items
  std::vector<std::int64_t> low_, high_;
  std::vector<std::int32_t> room_, spare_;
  std::vector<std::int32_t> met_; // item -> the room at which it needs no more
};

} // namespace minuet::propagation
