#include "propagation/graphs/joined.hpp"

namespace minuet::propagation {

JoinedVertices::JoinedVertices(std::int32_t number, std::vector<Variable> variables, Graph graph,
                               const std::vector<std::int32_t> *roots)
    : GraphRule(number, std::move(variables)), source_(roots != nullptr ? graph.vertices : -1),
      adjacency_(with_source(std::move(graph), roots)) {}

Graph JoinedVertices::with_source(Graph graph, const std::vector<std::int32_t> *roots) {
  if (roots == nullptr)
    return graph;
  for (const std::int32_t root : *roots) {
    graph.tails.push_back(graph.vertices);
    graph.heads.push_back(root);
  }
  ++graph.vertices;
  return graph;
}

bool JoinedVertices::propagate(Trail &trail) {
  std::int32_t root = source_;
  for (std::int32_t v = 0; root < 0 && v < elements(); ++v)
    if (trail.holds(is_in(v)))
      root = v;
  if (root < 0)
    return true;
  walk_.from(adjacency_, root, [&](std::int32_t, std::int32_t to) {
    return to == source_ || !trail.fails(is_in(to));
  });
  for (std::int32_t v = 0; v < elements(); ++v)
    if (!walk_.met(v) && !trail.set(is_out(v), reason()))
      return false;
  below_.assign(adjacency_.vertices(), 0);
  for (std::size_t k = walk_.order.size(); --k > 0;) {
    const std::int32_t v = walk_.order[k], above = walk_.parent[v];
    below_[v] += is_chosen(v, trail);
    below_[above] += below_[v];
    if (below_[v] > 0 && above != root && walk_.low[v] >= walk_.place[above] &&
        !trail.set(is_in(above), reason()))
      return false;
  }
  return true;
}

// Appends the vertices that were out around what could be reached without the vertex `without`.
void JoinedVertices::explain_wall(std::int32_t from, std::int32_t without, std::int32_t time,
                                  const Trail &trail, std::vector<Literal> &why) const {
  walk_.from(adjacency_, from, [&](std::int32_t, std::int32_t to) {
    return to != without && (to == source_ || !trail.failed(is_in(to), time));
  });
  std::vector<std::uint8_t> seen(adjacency_.vertices(), 0);
  for (const std::int32_t v : walk_.order)
    for (const auto &[edge, to] : adjacency_[v])
      if (!walk_.met(to) && to != without && !std::exchange(seen[to], 1))
        why.push_back(is_out(to));
}

// A vertex that is out: a walk from it does not meet the source, or a chosen vertex. A vertex that
// is in: a walk from a chosen vertex that avoids it does not meet another.
void JoinedVertices::explain(Literal literal, std::int32_t time, const Trail &trail,
                             std::vector<Literal> &why) const {
  const std::size_t before = why.size();
  const auto unmet = [&](std::int32_t without) { // a chosen vertex that the walk did not meet
    for (std::int32_t v = 0; v < elements(); ++v)
      if (v != without && !walk_.met(v) && trail.held(is_in(v), time))
        return v;
    return std::int32_t{-1};
  };
  for (std::int32_t v = 0; v < elements(); ++v) {
    if (variables()[v] != variable_of(literal))
      continue;
    const bool in = says_chosen(literal);
    std::int32_t from = v;
    if (in) {
      from = source_;
      for (std::int32_t u = 0; from < 0 && u < elements(); ++u)
        if (u != v && trail.held(is_in(u), time))
          from = u;
      if (from < 0)
        continue;
    }
    explain_wall(from, in ? v : -1, time, trail, why);
    const bool apart = !in && source_ >= 0 && !walk_.met(source_);
    const std::int32_t other = apart ? -1 : unmet(v);
    if (apart || other >= 0) {
      if (other >= 0)
        why.push_back(is_in(other));
      if (in && from != source_)
        why.push_back(is_in(from));
      return;
    }
    why.resize(before);
  }
  explain_by_all(time, trail, why);
}

JoinedEdges::JoinedEdges(std::int32_t number, std::vector<Variable> variables, Graph graph)
    : GraphRule(number, std::move(variables)), graph_(std::move(graph)), adjacency_(graph_) {}

bool JoinedEdges::propagate(Trail &trail) {
  std::int32_t root = -1;
  for (std::int32_t e = 0; root < 0 && e < edges(); ++e)
    if (trail.holds(is_in(e)))
      root = graph_.tails[e];
  if (root < 0)
    return true;
  walk_.from(adjacency_, root,
             [&](std::int32_t edge, std::int32_t) { return !trail.fails(is_in(edge)); });
  below_.assign(graph_.vertices, 0);
  for (std::int32_t e = 0; e < edges(); ++e) {
    if (!walk_.met(graph_.tails[e]) && !trail.set(is_out(e), reason()))
      return false;
    if (trail.holds(is_in(e)))
      ++below_[graph_.tails[e]], ++below_[graph_.heads[e]];
  }
  for (std::size_t k = walk_.order.size(); --k > 0;) {
    const std::int32_t v = walk_.order[k], above = walk_.parent[v];
    below_[above] += below_[v];
    if (below_[v] > 0 && walk_.low[v] > walk_.place[above] &&
        !trail.set(is_in(walk_.edge[v]), reason()))
      return false;
  }
  return true;
}

// An edge that is out: a walk from it does not meet some chosen edge. An edge that is in: a walk
// from a chosen edge that avoids it does not meet another.
void JoinedEdges::explain(Literal literal, std::int32_t time, const Trail &trail,
                          std::vector<Literal> &why) const {
  const std::size_t before = why.size();
  for (std::int32_t e = 0; e < edges(); ++e) {
    if (variables()[e] != variable_of(literal))
      continue;
    const std::int32_t without = says_chosen(literal) ? e : -1;
    std::int32_t from = without < 0 ? e : -1;
    for (std::int32_t f = 0; from < 0 && f < edges(); ++f)
      if (f != e && trail.held(is_in(f), time))
        from = f;
    if (from < 0)
      continue;
    walk_.from(adjacency_, graph_.tails[from], [&](std::int32_t edge, std::int32_t) {
      return edge != without && !trail.failed(is_in(edge), time);
    });
    std::int32_t other = -1;
    for (std::int32_t f = 0; f < edges(); ++f) {
      const bool tail = walk_.met(graph_.tails[f]), head = walk_.met(graph_.heads[f]);
      if (!tail && !head && f != e && trail.held(is_in(f), time))
        other = f;
      if (tail != head && f != without)
        why.push_back(is_out(f));
    }
    if (other >= 0) {
      why.push_back(is_in(other));
      if (from != e)
        why.push_back(is_in(from));
      return;
    }
    why.resize(before);
  }
  explain_by_all(time, trail, why);
}

} // namespace minuet::propagation
