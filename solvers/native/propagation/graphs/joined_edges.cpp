#include "propagation/graphs/joined.hpp"

namespace minuet::propagation {

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
  below_.assign(graph_.vertices, 0); // ends of chosen edges below, with itself
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

// An edge that is out, or should not be: walk from it, and someone chosen is not met. An edge that
// is in: someone chosen is not met from another without it.
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
  everything(time, trail, why);
}

} // namespace minuet::propagation
