// The choices of a search by propagation, in the order in which they were made.
//
// A variable is an option, or one of a few that the engine adds (build.cpp) and whose values the
// options settle. A literal says that a variable is chosen, or that it is left out. Every literal
// on the trail has a reason: the constraint that forced it. The constraints follow the trail at
// their own pace: `head` is how far, and what they count is taken back from there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace minuet::propagation {

using Variable = std::int32_t;
using Literal = std::int32_t;

constexpr Literal chosen(Variable variable) { return 2 * variable; }
constexpr Literal left_out(Variable variable) { return 2 * variable + 1; }
constexpr Literal negation(Literal literal) { return literal ^ 1; }
constexpr Variable variable_of(Literal literal) { return literal >> 1; }
constexpr bool says_chosen(Literal literal) { return (literal & 1) == 0; }
constexpr Literal no_literal = -1;

// What forced a literal; `index` is of the constraint among those of its kind.
struct Reason {
  enum class Kind : std::int32_t { none, full, needed, color, sum, pair, distinct, clause, rule };
  Kind kind = Kind::none;
  std::int32_t index = -1;
};

// What two constraints disagree about: a literal that was forced although it fails, or, without a
// literal, a constraint that cannot hold any more.
struct Conflict {
  Reason reason;
  Literal literal = no_literal;
};

class Trail {
public:
  void resize(std::int32_t variables) {
    value_.assign(2 * static_cast<std::size_t>(variables), 0);
    place_.assign(variables, -1);
    level_.assign(variables, 0);
    reason_.assign(variables, {});
    trail_.reserve(variables);
  }
  std::int32_t variables() const { return static_cast<std::int32_t>(place_.size()); }

  bool is_open(Literal literal) const { return value_[literal] == 0; }
  bool holds(Literal literal) const { return value_[literal] > 0; }
  bool fails(Literal literal) const { return value_[literal] < 0; }

  // Says that the literal holds; false, and a conflict, where it fails.
  bool set(Literal literal, Reason reason) {
    if (value_[literal] != 0) {
      if (value_[literal] > 0)
        return true;
      conflict_ = {reason, literal};
      return false;
    }
    value_[literal] = 1;
    value_[negation(literal)] = -1;
    const Variable variable = variable_of(literal);
    place_[variable] = size();
    level_[variable] = levels();
    reason_[variable] = reason;
    trail_.push_back(literal);
    return true;
  }

  bool conflict(Reason reason) {
    conflict_ = {reason, no_literal};
    return false;
  }
  const Conflict &last_conflict() const { return conflict_; }

  std::int32_t size() const { return static_cast<std::int32_t>(trail_.size()); }
  Literal operator[](std::int32_t place) const { return trail_[place]; }
  std::int32_t place(Variable variable) const { return place_[variable]; }
  std::int32_t level(Variable variable) const { return level_[variable]; }
  Reason reason(Variable variable) const { return reason_[variable]; }
  // Whether the literal held, or failed, when the trail was `time` long.
  bool held(Literal literal, std::int32_t time) const {
    return value_[literal] > 0 && place_[variable_of(literal)] < time;
  }
  bool failed(Literal literal, std::int32_t time) const { return held(negation(literal), time); }

  std::int32_t levels() const { return static_cast<std::int32_t>(starts_.size()); }
  void open_level() { starts_.push_back(size()); }
  // Where the level begins on the trail: with its decision. Levels count from 1.
  std::int32_t start(std::int32_t level) const { return starts_[level - 1]; }
  Literal decision(std::int32_t level) const { return trail_[start(level)]; }
  // Takes back all levels beyond this one.
  void shrink(std::int32_t level) {
    const std::int32_t end = starts_[level];
    for (std::int32_t place = size(); --place >= end;) {
      const Literal literal = trail_[place];
      value_[literal] = value_[negation(literal)] = 0;
      place_[variable_of(literal)] = -1;
    }
    trail_.resize(end);
    starts_.resize(level);
  }

private:
  std::vector<std::int8_t> value_;  // literal -> 1 holds, -1 fails, 0 is open
  std::vector<std::int32_t> place_; // variable -> where on the trail; -1
  std::vector<std::int32_t> level_; // variable -> the level at which it was set
  std::vector<Reason> reason_;      // variable -> what set it
  std::vector<Literal> trail_;
  std::vector<std::int32_t> starts_; // level - 1 -> its start on the trail
  Conflict conflict_;
};

} // namespace minuet::propagation
