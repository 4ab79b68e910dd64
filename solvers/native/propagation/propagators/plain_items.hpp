// Items whose options count one each: `low` to `high` of its variables are chosen.
//
// An item has two counters: its room, how many more may be chosen, and its spare variables, how
// many more of the open ones may be left out. A literal lowers one of them in each of its items. If
// there is no room, open variables are left out; if none is spare and the item needs some, open
// variables are chosen.
#pragma once

#include "propagation/lists.hpp"
#include "propagation/trail.hpp"

namespace minuet::propagation {

class PlainItems {
public:
  // Added to the spare variables of an item that needs no more: it is not branched on.
  static constexpr std::int32_t settled = 1 << 30;

  // Returns the number of the item.
  std::int32_t add(std::int64_t low, std::int64_t high, std::span<const Variable> variables);
  void lay_out(std::int32_t variables);
  std::int32_t size() const { return static_cast<std::int32_t>(room_.size()); }

  // Forces what follows before any literal is set.
  bool begin(Trail &trail) const;
  void update(Literal literal);
  void undo(Literal literal);
  // Forces what follows from a literal, after its update.
  bool enforce(Literal literal, Trail &trail) const;
  // Appends the literals that held before `time` and from which the item forced its literal then.
  void explain(Reason reason, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const;

  std::span<const Variable> variables(std::int32_t item) const { return variables_[item]; }
  std::span<const std::int32_t> items(Variable variable) const { return items_[variable]; }
  // The spare variables of all items, plus `settled` if it needs none, padded to a multiple of 8.
  std::span<const std::int32_t> spare() const { return spare_; }
  std::int64_t low(std::int32_t item) const { return low_[item]; }
  std::int64_t high(std::int32_t item) const { return high_[item]; }

private:
  bool leave_open_out(std::int32_t item, Trail &trail) const;
  bool choose_open(std::int32_t item, Trail &trail) const;

  Lists<Variable> variables_; // item -> its variables
  Lists<std::int32_t> items_; // variable -> its items
  std::vector<std::int64_t> low_, high_;
  std::vector<std::int32_t> room_, spare_;
  std::vector<std::int32_t> met_; // item -> the room at which it needs no more
};

} // namespace minuet::propagation
