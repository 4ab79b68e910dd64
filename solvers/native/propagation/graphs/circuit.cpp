#include "propagation/graphs/circuit.hpp"

#include <numeric>

namespace minuet::propagation {

Circuit::Circuit(std::int32_t number, std::vector<Variable> variables, Graph graph)
    : GraphRule(number, std::move(variables)), graph_(std::move(graph)),
      goings_(graph_, Adjacency::Along::forward), comings_(graph_, Adjacency::Along::backward),
      going_(graph_.vertices), coming_(graph_.vertices), start_(graph_.vertices),
      end_(graph_.vertices), left_(graph_.edges()) {
  std::iota(start_.begin(), start_.end(), 0);
  std::iota(end_.begin(), end_.end(), 0);
  for (std::int32_t a = 0; a < graph_.edges(); ++a)
    ++going_[graph_.tails[a]].open, ++coming_[graph_.heads[a]].open;
}

// An arc at a vertex that has one changes no path: the degrees have the conflict.
void Circuit::note(std::int32_t arc, bool is_chosen) {
  const std::int32_t u = graph_.tails[arc], v = graph_.heads[arc];
  --going_[u].open, --coming_[v].open, --left_;
  if (!is_chosen)
    return;
  ++chosen_;
  Record record{Change::none, start_[u], end_[v]};
  if (going_[u].chosen == 0 && coming_[v].chosen == 0) {
    if (record.start == v) {
      record.change = Change::closed;
      ++closed_;
      paths_ += u == v;
    } else {
      record.change = Change::joined;
      paths_ += 1 - coming_[u].chosen - going_[v].chosen;
      start_[record.end] = record.start, end_[record.start] = record.end;
    }
  }
  ++going_[u].chosen, ++coming_[v].chosen;
  records_.push_back(record);
}

void Circuit::take_back(std::int32_t arc, bool is_chosen) {
  const std::int32_t u = graph_.tails[arc], v = graph_.heads[arc];
  ++going_[u].open, ++coming_[v].open, ++left_;
  if (!is_chosen)
    return;
  --chosen_;
  --going_[u].chosen, --coming_[v].chosen;
  const auto [change, start, end] = records_.back();
  records_.pop_back();
  if (change == Change::closed) {
    --closed_;
    paths_ -= u == v;
  } else if (change == Change::joined) {
    start_[end] = v, end_[start] = u;
    paths_ -= 1 - coming_[u].chosen - going_[v].chosen;
  }
}

bool Circuit::propagate(Trail &trail) {
  const std::int32_t before = trail.size();
  if (!fit_degrees(trail))
    return false;
  if (trail.size() > before)
    return true; // this comes again, when that was drawn
  if (!fit_paths(trail))
    return false;
  return trail.size() > before || closed_ > 0 || fit_reach(trail);
}

bool Circuit::fit_degrees(Trail &trail) {
  for (std::int32_t v = 0; v < graph_.vertices; ++v)
    if (!fit_vertex(v, true, trail) || !fit_vertex(v, false, trail))
      return false;
  return true;
}

// One side of the vertex, as the other has it.
bool Circuit::fit_vertex(std::int32_t vertex, bool going, Trail &trail) {
  const Side mine = (going ? going_ : coming_)[vertex];
  const Side other = (going ? coming_ : going_)[vertex];
  if (mine.chosen > 1 || (other.chosen > 0 && mine.chosen + mine.open == 0))
    return trail.conflict(reason());
  const bool none = mine.chosen > 0 || other.chosen + other.open == 0;
  const bool the_one = mine.open == 1 && other.chosen > 0;
  if (mine.open == 0 || (!none && !the_one))
    return true;
  for (const auto &[arc, to] : side(going)[vertex])
    if (trail.is_open(is_in(arc)) && !trail.set(none ? is_out(arc) : is_in(arc), reason()))
      return false;
  return true;
}

bool Circuit::fit_paths(Trail &trail) {
  if ((closed_ > 0 && paths_ > 1) || (chosen_ == 0 && left_ == 0))
    return trail.conflict(reason());
  if (closed_ == 0 && paths_ == 0)
    return true;
  for (std::int32_t a = 0; a < graph_.edges(); ++a) {
    if (!trail.is_open(is_in(a)))
      continue;
    const std::int32_t u = graph_.tails[a], v = graph_.heads[a];
    const bool closes = u == v || (going_[u].chosen == 0 && coming_[v].chosen == 0 &&
                                   coming_[u].chosen > 0 && start_[u] == v && paths_ > 1);
    if ((closed_ > 0 || closes) && !trail.set(is_out(a), reason()))
      return false;
  }
  return true;
}

bool Circuit::fit_reach(Trail &trail) {
  std::int32_t first = 0;
  while (first < graph_.edges() && !trail.holds(is_in(first)))
    ++first;
  if (first == graph_.edges())
    return true;
  for (const bool going : {true, false}) {
    walk_.from(side(going), going ? graph_.heads[first] : graph_.tails[first],
               [&](std::int32_t arc, std::int32_t) { return !trail.fails(is_in(arc)); });
    for (std::int32_t a = 0; a < graph_.edges(); ++a)
      if (a != first && !walk_.met(going ? graph_.tails[a] : graph_.heads[a]) &&
          !trail.set(is_out(a), reason()))
        return false;
  }
  return true;
}

// One of the arcs that go from the end of a path is chosen, and of those that come to its start.
void Circuit::choices(const Trail &trail, std::vector<Variable> &to) const {
  std::int32_t least = -1, fewest = 0;
  bool goes = true;
  for (std::int32_t v = 0; v < graph_.vertices; ++v)
    for (const bool going : {true, false}) {
      const Side mine = (going ? going_ : coming_)[v], other = (going ? coming_ : going_)[v];
      if (mine.chosen > 0 || other.chosen == 0 || (least >= 0 && mine.open >= fewest))
        continue;
      least = v, fewest = mine.open, goes = going;
    }
  if (least >= 0)
    for (const auto &[arc, next] : side(goes)[least])
      if (trail.is_open(is_in(arc)))
        to.push_back(variables()[arc]);
}

} // namespace minuet::propagation
