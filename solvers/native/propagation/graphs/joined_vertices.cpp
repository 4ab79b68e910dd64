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
  below_.assign(adjacency_.vertices(), 0); // chosen vertices below, with itself
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

// The vertices that were out and stood around what could be reached without passing one vertex.
void JoinedVertices::wall(std::int32_t from, std::int32_t without, std::int32_t time,
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

// A vertex that is out, or should not be: walk from it, and a root or someone chosen is not met. A
// vertex that is in: someone chosen is not met from another without it.
void JoinedVertices::explain(Literal literal, std::int32_t time, const Trail &trail,
                             std::vector<Literal> &why) const {
  const std::size_t before = why.size();
  const auto other = [&](std::int32_t without) { // someone chosen who was not met
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
    wall(from, in ? v : -1, time, trail, why);
    const bool apart = !in && source_ >= 0 && !walk_.met(source_);
    const std::int32_t chosen_one = apart ? -1 : other(v);
    if (apart || chosen_one >= 0) {
      if (chosen_one >= 0)
        why.push_back(is_in(chosen_one));
      if (in && from != source_)
        why.push_back(is_in(from));
      return;
    }
    why.resize(before);
  }
  everything(time, trail, why);
}

} // namespace minuet::propagation
