#include "propagation/graphs/joined.hpp"

namespace minuet::propagation {

JoinedVertices::JoinedVertices(std::int32_t number, std::vector<Variable> variables, Graph graph,
                               const std::vector<std::int32_t> *roots)
    : GraphRule(number, std::move(variables)), source_(roots != nullptr ? graph.vertices : -1),
      adjacency_(with_source(std::move(graph), roots)), wall_(adjacency_.vertices()) {}

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
  if (source_ < 0 && chosen_elements().empty())
    return true;
  if (undecided() > 0 && !patience_.is_over())
    return true;
  const std::int32_t before = trail.size();
  const bool consistent = look(source_ >= 0 ? source_ : chosen_elements().front(), trail);
  patience_.note_look(!consistent || trail.size() > before);
  return consistent;
}

bool JoinedVertices::look(std::int32_t root, Trail &trail) {
  walk_.from(adjacency_, root, [&](std::int32_t, std::int32_t to) {
    return to == source_ || state(to) != State::left_out;
  });
  for (std::int32_t v = 0; v < elements(); ++v)
    if (!walk_.met(v) && state(v) != State::left_out && !trail.set(is_out(v), reason()))
      return false;
  below_.assign(adjacency_.vertices(), 0);
  for (const std::int32_t v : chosen_elements())
    below_[v] = 1;
  for (std::size_t k = walk_.order.size(); --k > 0;) {
    const std::int32_t v = walk_.order[k], above = walk_.parent[v];
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
  wall_.clear();
  for (const std::int32_t v : walk_.order)
    for (const auto &[edge, to] : adjacency_[v])
      if (!walk_.met(to) && to != without && wall_.add(to))
        why.push_back(is_out(to));
}

// A vertex that is out: a walk from it does not meet the source, or a chosen vertex. A vertex that
// is in: a walk from a chosen vertex that avoids it does not meet another.
void JoinedVertices::explain(Literal literal, std::int32_t time, const Trail &trail,
                             std::vector<Literal> &why) const {
  const std::size_t before = why.size();
  const auto unmet = [&](std::int32_t without) { // a chosen vertex that the walk did not meet
    for (const std::int32_t v : chosen_elements())
      if (v != without && !walk_.met(v) && trail.held(is_in(v), time))
        return v;
    return std::int32_t{-1};
  };
  const bool in = says_chosen(literal);
  for (const std::int32_t v : elements_of(variable_of(literal))) {
    std::int32_t from = v;
    if (in)
      from = source_ >= 0 ? source_ : first_chosen(v, time, trail);
    if (from < 0)
      continue;
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
  if (chosen_elements().empty() || (undecided() > 0 && !patience_.is_over()))
    return true;
  const std::int32_t before = trail.size();
  const bool consistent = look(trail);
  patience_.note_look(!consistent || trail.size() > before);
  return consistent;
}

bool JoinedEdges::look(Trail &trail) {
  walk_.from(adjacency_, graph_.tails[chosen_elements().front()],
             [&](std::int32_t edge, std::int32_t) { return state(edge) != State::left_out; });
  for (std::int32_t e = 0; e < elements(); ++e)
    if (!walk_.met(graph_.tails[e]) && state(e) != State::left_out &&
        !trail.set(is_out(e), reason()))
      return false;
  below_.assign(graph_.vertices, 0);
  for (const std::int32_t e : chosen_elements())
    ++below_[graph_.tails[e]], ++below_[graph_.heads[e]];
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
  for (const std::int32_t e : elements_of(variable_of(literal))) {
    const std::int32_t without = says_chosen(literal) ? e : -1;
    const std::int32_t from = without < 0 ? e : first_chosen(e, time, trail);
    if (from < 0)
      continue;
    walk_.from(adjacency_, graph_.tails[from], [&](std::int32_t edge, std::int32_t) {
      return edge != without && !trail.failed(is_in(edge), time);
    });
    for (const std::int32_t v : walk_.order)
      for (const auto &[edge, to] : adjacency_[v])
        if (!walk_.met(to) && edge != without)
          why.push_back(is_out(edge));
    for (const std::int32_t other : chosen_elements())
      if (other != e && !walk_.met(graph_.tails[other]) && !walk_.met(graph_.heads[other]) &&
          trail.held(is_in(other), time)) {
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
