#include "propagation/graphs/alternation.hpp"

namespace minuet::propagation {

namespace {

std::vector<Variable> variables_of(const Alternation::Boundary &boundary) {
  std::vector<Variable> variables;
  for (const auto &sets : boundary)
    for (const Variable variable : sets)
      if (variable != Alternation::none)
        variables.push_back(variable);
  return variables;
}

} // namespace

Alternation::Alternation(std::int32_t number, const Boundary &boundary)
    : GraphRule(number, variables_of(boundary)) {
  for (const auto &sets : boundary) {
    std::array<std::int32_t, 2> elements{-1, -1};
    for (const int set : {0, 1})
      if (sets[set] != none) {
        elements[set] = static_cast<std::int32_t>(place_of_.size());
        place_of_.emplace_back(places(), set);
      }
    elements_at_.push_back(elements);
  }
}

void Alternation::update(std::int32_t element, bool is_chosen) {
  GraphRule::update(element, is_chosen);
  has_new_chosen_ = has_new_chosen_ || is_chosen;
}

// Returns the runs in order. `is_in(place, set)`: whether the place is known to be in the set.
template <class IsIn> std::vector<Alternation::Run> Alternation::runs(IsIn is_in) const {
  std::vector<Run> runs;
  for (std::int32_t place = 0; place < places(); ++place)
    for (const int set : {0, 1})
      if (is_in(place, set)) {
        if (runs.empty() || runs.back().set != set)
          runs.push_back({set, place, place});
        runs.back().last = place;
      }
  if (runs.size() > 1 && runs.front().set == runs.back().set) { // one run, across place 0
    runs.front().first = runs.back().first;
    runs.pop_back();
  }
  return runs;
}

bool Alternation::propagate(Trail &trail) {
  if (!has_new_chosen_)
    return true;
  const auto found = runs([this](std::int32_t place, int set) {
    const std::int32_t element = elements_at_[place][set];
    return element >= 0 && state(element) == State::chosen;
  });
  if (found.size() > 2)
    return trail.conflict(reason());
  if (found.size() == 2)
    for (const Run &run : found)
      for (std::int32_t place = run.first; place != run.last; place = step(place, 1))
        if (const std::int32_t other = elements_at_[place][1 - run.set];
            other >= 0 && is_undecided(other) && !trail.set(is_out(other), reason()))
          return false;
  has_new_chosen_ = false;
  return true;
}

// By two vertices of each set, in turn; or by the nearest vertices, which are of the other set, and
// one of its own set beyond them.
void Alternation::explain(Literal literal, std::int32_t time, const Trail &trail,
                          std::vector<Literal> &why) const {
  if (literal != no_literal) {
    for (const std::int32_t element : elements_of(variable_of(literal)))
      if (explain_place(place_of_[element].first, place_of_[element].second, time, trail, why))
        return;
  } else {
    const auto found = runs([&](std::int32_t place, int set) {
      const std::int32_t element = elements_at_[place][set];
      return element >= 0 && trail.held(is_in(element), time);
    });
    if (found.size() > 2) {
      for (std::size_t k = 0; k < 4; ++k)
        why.push_back(is_in(elements_at_[found[k].first][found[k].set]));
      return;
    }
  }
  explain_by_all(time, trail, why);
}

bool Alternation::explain_place(std::int32_t place, int set, std::int32_t time, const Trail &trail,
                                std::vector<Literal> &why) const {
  // The element by which a place was in one of the sets; -1: it was in none.
  const auto held = [&](std::int32_t at, int of) {
    const std::int32_t element = elements_at_[at][of];
    return element >= 0 && trail.held(is_in(element), time) ? element : -1;
  };
  const auto nearest = [&](std::int32_t direction) {
    for (std::int32_t at = step(place, direction); at != place; at = step(at, direction))
      for (const int of : {0, 1})
        if (held(at, of) >= 0)
          return std::pair(at, of);
    return std::pair(place, set);
  };
  const auto before = nearest(-1), after = nearest(1);
  if (before.second == set || after.second == set || before.first == after.first)
    return false;
  for (std::int32_t at = step(after.first, 1); at != before.first; at = step(at, 1))
    if (const std::int32_t own = held(at, set); own >= 0) {
      for (const auto &[other, of] : {before, after})
        why.push_back(is_in(elements_at_[other][of]));
      why.push_back(is_in(own));
      return true;
    }
  return false;
}

} // namespace minuet::propagation
