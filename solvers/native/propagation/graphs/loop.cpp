#include "propagation/graphs/loop.hpp"

#include <numeric>

namespace minuet::propagation {

Loop::Loop(std::int32_t number, std::vector<Variable> variables, Graph graph)
    : GraphRule(number, std::move(variables)), graph_(std::move(graph)), adjacency_(graph_),
      degree_(graph_.vertices), open_(graph_.vertices), mate_(graph_.vertices),
      left_(graph_.edges()) {
  std::iota(mate_.begin(), mate_.end(), 0);
  for (std::int32_t e = 0; e < graph_.edges(); ++e)
    ++open_[graph_.tails[e]], ++open_[graph_.heads[e]];
}

// A vertex that gets a third edge keeps its mate: the degrees have the conflict.
void Loop::note(std::int32_t edge, bool is_chosen) {
  const std::int32_t u = graph_.tails[edge], v = graph_.heads[edge];
  --open_[u], --open_[v], --left_;
  if (!is_chosen)
    return;
  ++chosen_;
  const std::int32_t a = mate_[u], b = mate_[v];
  Record record{Change::none, a, mate_[a], b, mate_[b]};
  if (degree_[u] < 2 && degree_[v] < 2) {
    if (u == v ? degree_[u] == 0 : a == v) {
      record.change = Change::closed;
      ++closed_;
      paths_ += u == v;
    } else if (u != v) {
      record.change = Change::joined;
      paths_ += 1 - (degree_[u] > 0) - (degree_[v] > 0);
      mate_[a] = b, mate_[b] = a;
    }
  }
  ++degree_[u], ++degree_[v];
  records_.push_back(record);
}

void Loop::take_back(std::int32_t edge, bool is_chosen) {
  const std::int32_t u = graph_.tails[edge], v = graph_.heads[edge];
  ++open_[u], ++open_[v], ++left_;
  if (!is_chosen)
    return;
  --chosen_;
  --degree_[u], --degree_[v];
  const auto [change, one, one_mate, other, other_mate] = records_.back();
  records_.pop_back();
  if (change == Change::closed) {
    --closed_;
    paths_ -= u == v;
  } else if (change == Change::joined) {
    mate_[other] = other_mate, mate_[one] = one_mate;
    paths_ -= 1 - (degree_[u] > 0) - (degree_[v] > 0);
  }
}

bool Loop::propagate(Trail &trail) {
  const std::int32_t before = trail.size();
  if (!fit_degrees(trail))
    return false;
  if (trail.size() > before)
    return true; // this comes again, when that was drawn
  if (!fit_paths(trail))
    return false;
  return trail.size() > before || closed_ > 0 || fit_block(trail);
}

bool Loop::fit_degrees(Trail &trail) {
  for (std::int32_t v = 0; v < graph_.vertices; ++v) {
    if (degree_[v] > 2 || (degree_[v] == 1 && open_[v] == 0))
      return trail.conflict(reason());
    if (open_[v] == 0 || (degree_[v] < 2 && open_[v] > 1))
      continue;
    for (const auto &[edge, to] : adjacency_[v])
      if (trail.is_open(is_in(edge)) &&
          !trail.set(degree_[v] == 1 ? is_in(edge) : is_out(edge), reason()))
        return false;
  }
  return true;
}

bool Loop::fit_paths(Trail &trail) {
  if ((closed_ > 0 && paths_ > 1) || (chosen_ == 0 && left_ == 0))
    return trail.conflict(reason());
  if (closed_ == 0 && paths_ <= 1)
    return true;
  for (std::int32_t e = 0; e < graph_.edges(); ++e) {
    const std::int32_t u = graph_.tails[e], v = graph_.heads[e];
    const bool closes = u == v || (degree_[u] == 1 && degree_[v] == 1 && mate_[u] == v);
    if ((closed_ > 0 || closes) && trail.is_open(is_in(e)) && !trail.set(is_out(e), reason()))
      return false;
  }
  return true;
}

bool Loop::fit_block(Trail &trail) {
  std::int32_t first = 0;
  while (first < graph_.edges() && !trail.holds(is_in(first)))
    ++first;
  if (first == graph_.edges())
    return true;
  find_block(first, trail, trail.size());
  for (std::int32_t e = 0; e < graph_.edges(); ++e)
    if (e != first && !in_block(e) && !trail.set(is_out(e), reason()))
      return false;
  return true;
}

// Walks through a chosen edge first: what is in its block is marked at the deeper of its ends.
void Loop::find_block(std::int32_t first, const Trail &trail, std::int32_t time) const {
  const std::int32_t root = graph_.tails[first], next = graph_.heads[first];
  walk_.from(
      adjacency_, root,
      [&](std::int32_t edge, std::int32_t) { return !trail.failed(is_in(edge), time); }, first);
  inside_.assign(graph_.vertices, 0);
  for (const std::int32_t v : walk_.order) {
    const std::int32_t above = walk_.parent[v];
    if (above >= 0)
      inside_[v] = v == next || (inside_[above] && walk_.low[v] < walk_.place[above]);
  }
}

bool Loop::in_block(std::int32_t edge) const {
  const std::int32_t u = graph_.tails[edge], v = graph_.heads[edge];
  if (u == v || !walk_.met(u) || !walk_.met(v))
    return false;
  return inside_[walk_.place[u] > walk_.place[v] ? u : v];
}

// One of the edges at an end of a path is chosen.
void Loop::choices(const Trail &trail, std::vector<Variable> &to) const {
  std::int32_t least = -1;
  for (std::int32_t v = 0; v < graph_.vertices; ++v)
    if (degree_[v] == 1 && open_[v] > 1 && (least < 0 || open_[v] < open_[least]))
      least = v;
  if (least >= 0)
    for (const auto &[edge, next] : adjacency_[least])
      if (trail.is_open(is_in(edge)))
        to.push_back(variables()[edge]);
}

} // namespace minuet::propagation
