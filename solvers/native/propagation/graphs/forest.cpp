#include "propagation/graphs/forest.hpp"

#include <numeric>

namespace minuet::propagation {

Forest::Forest(std::int32_t number, std::vector<Variable> variables, Graph graph)
    : GraphRule(number, std::move(variables)), graph_(std::move(graph)), adjacency_(graph_),
      above_(graph_.vertices), size_(graph_.vertices, 1) {
  std::iota(above_.begin(), above_.end(), 0);
}

std::int32_t Forest::root(std::int32_t vertex) const {
  while (above_[vertex] != vertex)
    vertex = above_[vertex];
  return vertex;
}

void Forest::update(std::int32_t edge, bool is_chosen) {
  if (!is_chosen)
    return;
  std::int32_t smaller = root(graph_.tails[edge]), larger = root(graph_.heads[edge]);
  if (smaller == larger) {
    ++cycles_;
    links_.push_back(-1);
    return;
  }
  if (size_[smaller] > size_[larger])
    std::swap(smaller, larger);
  above_[smaller] = larger;
  size_[larger] += size_[smaller];
  links_.push_back(smaller);
}

void Forest::undo(std::int32_t, bool is_chosen) {
  if (!is_chosen)
    return;
  const std::int32_t linked = links_.back();
  links_.pop_back();
  if (linked < 0) {
    --cycles_;
    return;
  }
  size_[above_[linked]] -= size_[linked];
  above_[linked] = linked;
}

bool Forest::propagate(Trail &trail) {
  if (cycles_ > 0)
    return trail.conflict(reason());
  for (std::int32_t e = 0; e < graph_.edges(); ++e)
    if (trail.is_open(is_in(e)) && root(graph_.tails[e]) == root(graph_.heads[e]) &&
        !trail.set(is_out(e), reason()))
      return false;
  return true;
}

// Appends the chosen edges of a path between the ends of the edge, without the edge; false: none.
bool Forest::explain_path(std::int32_t edge, std::int32_t time, const Trail &trail,
                          std::vector<Literal> &why) const {
  walk_.from(adjacency_, graph_.tails[edge], [&](std::int32_t by, std::int32_t) {
    return by != edge && trail.held(is_in(by), time);
  });
  if (!walk_.met(graph_.heads[edge]))
    return false;
  for (std::int32_t v = graph_.heads[edge]; walk_.edge[v] >= 0; v = walk_.parent[v])
    why.push_back(is_in(walk_.edge[v]));
  return true;
}

// By the cycle that the edge would close; without a literal, by a closed one.
void Forest::explain(Literal literal, std::int32_t time, const Trail &trail,
                     std::vector<Literal> &why) const {
  for (std::int32_t e = 0; e < graph_.edges(); ++e) {
    const bool is_candidate =
        literal == no_literal ? trail.held(is_in(e), time) : variables()[e] == variable_of(literal);
    if (!is_candidate || !explain_path(e, time, trail, why))
      continue;
    if (literal == no_literal)
      why.push_back(is_in(e));
    return;
  }
  explain_by_all(time, trail, why);
}

} // namespace minuet::propagation
