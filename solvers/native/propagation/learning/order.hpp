// Variables by how much they had to do with the latest conflicts (Moskewicz et al., Chaff, 2001),
// as a heap (MiniSat's, 2003): what weighs is raised, and everything older counts for less.
#pragma once

#include "propagation/trail.hpp"

#include <utility>

namespace minuet::propagation {

class Order {
public:
  explicit Order(std::int32_t variables)
      : weight_(variables, 0.0), place_(variables, -1), heap_(variables) {
    for (std::int32_t k = 0; k < variables; ++k)
      heap_[k] = place_[k] = k;
  }

  void raise(Variable variable) {
    if ((weight_[variable] += step_) > 1e100) {
      for (double &weight : weight_)
        weight *= 1e-100;
      step_ *= 1e-100;
    }
    if (place_[variable] >= 0)
      rise(place_[variable]);
  }
  void let_older_fade() { step_ /= 0.95; }

  void add(Variable variable) {
    if (place_[variable] >= 0)
      return;
    place_[variable] = static_cast<std::int32_t>(heap_.size());
    heap_.push_back(variable);
    rise(place_[variable]);
  }

  // Takes out the first that is open; -1: none is.
  Variable take(const Trail &trail) {
    while (!heap_.empty()) {
      const Variable first = heap_.front();
      place_[first] = -1;
      const Variable last = heap_.back();
      heap_.pop_back();
      if (!heap_.empty() && last != first) {
        heap_.front() = last;
        place_[last] = 0;
        sink(0);
      }
      if (trail.is_open(chosen(first)))
        return first;
    }
    return -1;
  }

private:
  bool before(Variable a, Variable b) const { return weight_[a] > weight_[b]; }

  void rise(std::int32_t at) {
    const Variable variable = heap_[at];
    for (; at > 0 && before(variable, heap_[(at - 1) / 2]); at = (at - 1) / 2)
      place_[heap_[at] = heap_[(at - 1) / 2]] = at;
    place_[heap_[at] = variable] = at;
  }

  void sink(std::int32_t at) {
    const Variable variable = heap_[at];
    const auto size = static_cast<std::int32_t>(heap_.size());
    for (std::int32_t below; (below = 2 * at + 1) < size; at = below) {
      if (below + 1 < size && before(heap_[below + 1], heap_[below]))
        ++below;
      if (!before(heap_[below], variable))
        break;
      place_[heap_[at] = heap_[below]] = at;
    }
    place_[heap_[at] = variable] = at;
  }

  std::vector<double> weight_;
  std::vector<std::int32_t> place_; // variable -> where in the heap; -1
  std::vector<Variable> heap_;
  double step_ = 1;
};

} // namespace minuet::propagation
