// Why an arc was in or out of a directed cycle, or why there was none: one of the arguments of
// circuit.cpp, as far as it held when the trail was shorter.
#include "propagation/graphs/circuit.hpp"

namespace minuet::propagation {

void Circuit::explain(Literal literal, std::int32_t time, const Trail &trail, Why &why) const {
  if (literal == no_literal) {
    for (std::int32_t v = 0; v < graph_.vertices; ++v)
      if (explain_vertex(v, -1, false, time, trail, why))
        return;
    for (std::int32_t a = 0; a < graph_.edges(); ++a)
      if (trail.held(is_in(a), time) && explain_closed(a, true, time, trail, why))
        return;
  }
  for (std::int32_t a = 0; literal != no_literal && a < graph_.edges(); ++a) {
    if (variables()[a] != variable_of(literal))
      continue;
    const bool in = says_chosen(literal);
    if (explain_vertex(graph_.tails[a], a, in, time, trail, why) ||
        explain_vertex(graph_.heads[a], a, in, time, trail, why))
      return;
    if (!in && (explain_closed(a, false, time, trail, why) || explain_reach(a, time, trail, why)))
      return;
  }
  everything(time, trail, why);
}

// By the arcs that come to a vertex and those that go: as if the arc (-1: none) were otherwise.
bool Circuit::explain_vertex(std::int32_t vertex, std::int32_t arc, bool in, std::int32_t time,
                             const Trail &trail, Why &why) const {
  const std::size_t before = why.size();
  const auto is_chosen = [&](std::int32_t a) {
    return a == arc ? !in : trail.held(is_in(a), time);
  };
  const auto is_left_out = [&](std::int32_t a) {
    return a == arc ? in : trail.failed(is_in(a), time);
  };
  const auto tell = [&](std::int32_t a, bool was_in) {
    if (a != arc)
      why.push_back(was_in ? is_in(a) : is_out(a));
  };
  for (const bool going : {true, false}) {
    std::int32_t several = 0, one = -1;
    for (const auto &[a, to] : side(going)[vertex])
      if (is_chosen(a) && ++several <= 2)
        tell(a, true);
    if (several > 1)
      return true;
    why.resize(before);
    for (const auto &[a, to] : side(!going)[vertex])
      if (is_chosen(a))
        one = a;
    bool all = one >= 0;
    for (const auto &[a, to] : side(going)[vertex]) {
      all = all && is_left_out(a);
      tell(a, false);
    }
    if (all) {
      tell(one, true);
      return true;
    }
    why.resize(before);
  }
  return false;
}

// By the way from the head of an arc back to its tail, beside which someone is chosen, or (`all`)
// which is closed with the arc itself. Else by any loop that is closed without it.
bool Circuit::explain_closed(std::int32_t arc, bool all, std::int32_t time, const Trail &trail,
                             Why &why) const {
  walk_.from(goings_, graph_.heads[arc], [&](std::int32_t by, std::int32_t) {
    return by != arc && trail.held(is_in(by), time);
  });
  if (!walk_.met(graph_.tails[arc]))
    return false;
  std::vector<std::uint8_t> on_it(graph_.edges(), 0);
  on_it[arc] = 1;
  for (std::int32_t v = graph_.tails[arc]; walk_.edge[v] >= 0; v = walk_.parent[v])
    on_it[walk_.edge[v]] = 1;
  for (std::int32_t other = 0; other < graph_.edges(); ++other) {
    if (on_it[other] || !trail.held(is_in(other), time))
      continue;
    for (std::int32_t a = 0; a < graph_.edges(); ++a)
      if (on_it[a] && (all || a != arc))
        why.push_back(is_in(a));
    why.push_back(is_in(other));
    return true;
  }
  return false;
}

// By the arcs that were out around what a chosen arc reaches, or what reaches it.
bool Circuit::explain_reach(std::int32_t arc, std::int32_t time, const Trail &trail,
                            Why &why) const {
  std::int32_t first = 0;
  while (first < graph_.edges() && (first == arc || !trail.held(is_in(first), time)))
    ++first;
  if (first == graph_.edges())
    return false;
  for (const bool going : {true, false}) {
    const auto from = [&](std::int32_t a) { return going ? graph_.tails[a] : graph_.heads[a]; };
    const auto to = [&](std::int32_t a) { return going ? graph_.heads[a] : graph_.tails[a]; };
    walk_.from(side(going), to(first),
               [&](std::int32_t a, std::int32_t) { return !trail.failed(is_in(a), time); });
    if (walk_.met(from(arc)))
      continue;
    for (std::int32_t a = 0; a < graph_.edges(); ++a)
      if (walk_.met(from(a)) && !walk_.met(to(a)))
        why.push_back(is_out(a));
    why.push_back(is_in(first));
    return true;
  }
  return false;
}

} // namespace minuet::propagation
