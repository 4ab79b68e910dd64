// Why an edge was in or out of a loop, or why there was none: one of the arguments of loop.cpp, as
// far as it held when the trail was shorter.
#include "propagation/graphs/loop.hpp"

namespace minuet::propagation {

void Loop::explain(Literal literal, std::int32_t time, const Trail &trail, Why &why) const {
  if (literal == no_literal) {
    for (std::int32_t v = 0; v < graph_.vertices; ++v)
      if (explain_vertex(v, -1, false, time, trail, why))
        return;
    if (explain_closed(-1, time, trail, why))
      return;
  }
  for (std::int32_t e = 0; literal != no_literal && e < graph_.edges(); ++e) {
    if (variables()[e] != variable_of(literal))
      continue;
    const bool in = says_chosen(literal);
    if (explain_vertex(graph_.tails[e], e, in, time, trail, why) ||
        explain_vertex(graph_.heads[e], e, in, time, trail, why))
      return;
    if (!in && (explain_path(e, time, trail, why) || explain_closed(e, time, trail, why) ||
                explain_block(e, time, trail, why)))
      return;
  }
  everything(time, trail, why);
}

// By the degree of a vertex: the edge (-1: none) had to be in, or out, for the others' sake.
bool Loop::explain_vertex(std::int32_t vertex, std::int32_t edge, bool in, std::int32_t time,
                          const Trail &trail, Why &why) const {
  const std::size_t before = why.size();
  std::int32_t ends = 0;
  bool all_decided = true;
  for (const auto &[e, to] : adjacency_[vertex])
    if (e != edge && trail.held(is_in(e), time)) {
      why.push_back(is_in(e));
      ends += is_loop(e) ? 2 : 1;
    }
  const std::int32_t own = edge < 0 || in ? 0 : is_loop(edge) ? 2 : 1;
  if (ends + own > 2)
    return true;
  for (const auto &[e, to] : adjacency_[vertex])
    if (e != edge && !trail.held(is_in(e), time)) {
      all_decided = all_decided && trail.failed(is_in(e), time);
      why.push_back(is_out(e));
    }
  if (all_decided && ends + own == 1)
    return true;
  why.resize(before);
  return false;
}

// By a way between the edge's ends, beside which someone is chosen.
bool Loop::explain_path(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const {
  walk_.from(adjacency_, graph_.tails[edge], [&](std::int32_t by, std::int32_t) {
    return by != edge && trail.held(is_in(by), time);
  });
  if (!walk_.met(graph_.heads[edge]))
    return false;
  std::vector<std::uint8_t> on_it(graph_.edges(), 0);
  const std::size_t before = why.size();
  for (std::int32_t v = graph_.heads[edge]; walk_.edge[v] >= 0; v = walk_.parent[v]) {
    why.push_back(is_in(walk_.edge[v]));
    on_it[walk_.edge[v]] = 1;
  }
  for (std::int32_t e = 0; e < graph_.edges(); ++e)
    if (e != edge && !on_it[e] && trail.held(is_in(e), time)) {
      why.push_back(is_in(e));
      return true;
    }
  why.resize(before);
  return false;
}

// By a loop that is closed, without the edge; or, for none, because nothing can be chosen.
bool Loop::explain_closed(std::int32_t edge, std::int32_t time, const Trail &trail,
                          Why &why) const {
  bool none = edge < 0;
  for (std::int32_t e = 0; e < graph_.edges(); ++e) {
    none = none && trail.failed(is_in(e), time);
    if (e == edge || !trail.held(is_in(e), time))
      continue;
    walk_.from(adjacency_, graph_.tails[e], [&](std::int32_t by, std::int32_t) {
      return by != e && by != edge && trail.held(is_in(by), time);
    });
    if (!walk_.met(graph_.heads[e]))
      continue;
    std::vector<std::uint8_t> on_it(graph_.edges(), 0);
    on_it[e] = 1;
    for (std::int32_t v = graph_.heads[e]; walk_.edge[v] >= 0; v = walk_.parent[v])
      on_it[walk_.edge[v]] = 1;
    std::int32_t other = -1; // chosen beside the loop
    for (std::int32_t f = 0; f < graph_.edges(); ++f)
      if (!on_it[f] && trail.held(is_in(f), time))
        other = f;
    if (edge < 0 && other < 0)
      continue;
    for (std::int32_t f = 0; f < graph_.edges(); ++f)
      if (on_it[f])
        why.push_back(is_in(f));
    if (edge < 0)
      why.push_back(is_in(other));
    return true;
  }
  for (std::int32_t e = 0; none && e < graph_.edges(); ++e)
    why.push_back(is_out(e));
  return none;
}

// Because at most one vertex leads from the edge's surroundings to the block of a chosen one.
bool Loop::explain_block(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const {
  std::int32_t first = 0;
  while (first < graph_.edges() && (first == edge || !trail.held(is_in(first), time)))
    ++first;
  if (first == graph_.edges())
    return false;
  find_block(first, trail, time);
  std::vector<std::uint8_t> wall(graph_.vertices, 0), around(graph_.vertices, 0);
  for (const std::int32_t v : walk_.order)
    if (inside_[v])
      wall[v] = wall[walk_.parent[v]] = 1;
  std::vector<std::int32_t> open;
  std::int32_t door = -1;
  bool apart = true;
  const auto reach = [&](std::int32_t v) {
    if (wall[v]) {
      apart = apart && (door < 0 || door == v);
      door = v;
    } else if (!std::exchange(around[v], 1)) {
      open.push_back(v);
    }
  };
  reach(graph_.tails[edge]), reach(graph_.heads[edge]);
  while (!open.empty()) {
    const std::int32_t v = open.back();
    open.pop_back();
    for (const auto &[e, to] : adjacency_[v])
      if (!trail.failed(is_in(e), time))
        reach(to);
  }
  if (!apart)
    return false;
  for (std::int32_t e = 0; e < graph_.edges(); ++e) {
    const std::int32_t u = graph_.tails[e], v = graph_.heads[e];
    if (around[u] != around[v] && (around[u] ? v : u) != door)
      why.push_back(is_out(e));
  }
  why.push_back(is_in(first));
  return true;
}

} // namespace minuet::propagation
