// Multipliers on linear constraints that make the Lagrangian relaxation of the costs large, by a
// subgradient method (Held and Karp, 1971; Fisher, "The Lagrangian relaxation method for solving
// integer programming problems", Management Science 27, 1981).
//
// Of the variables some fall into groups of which exactly one is 1; the others are 0 or 1. What is
// reached is about the bound of the linear relaxation, without a linear program.
#pragma once

#include "shared/poll.hpp"

#include <cstdint>
#include <vector>

namespace minuet::propagation {

struct Linear {
  struct Entry {
    std::int32_t row;
    double weight;
  };
  std::vector<double> low, high;           // of the rows: finite
  std::vector<double> costs;               // of the variables
  std::vector<std::vector<Entry>> entries; // variable -> the rows that it is in
  std::vector<std::vector<std::int32_t>> groups;

  std::int64_t size() const;
};

// One a row: positive where its lower bound counts, negative where its upper bound does.
std::vector<double> multipliers(const Linear &linear, Poll &poll);

} // namespace minuet::propagation
