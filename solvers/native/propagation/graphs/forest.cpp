#include "propagation/graphs/forest.hpp"

#include <numeric>

namespace minuet::propagation {

Forest::Forest(std::int32_t number, std::vector<Variable> variables, Graph graph)
    : GraphRule(number, std::move(variables)), graph_(std::move(graph)), adjacency_(graph_),
      above_(graph_.vertices), size_(graph_.vertices, 1), next_(graph_.vertices),
      touched_(graph_.vertices) {
  std::iota(above_.begin(), above_.end(), 0);
  std::iota(next_.begin(), next_.end(), 0);
  for (std::int32_t e = 0; e < graph_.edges(); ++e)
    if (graph_.tails[e] == graph_.heads[e])
      touched_.add(graph_.tails[e]);
}

std::int32_t Forest::root(std::int32_t vertex) const {
  while (above_[vertex] != vertex)
    vertex = above_[vertex];
  return vertex;
}

void Forest::update(std::int32_t edge, bool is_chosen) {
  GraphRule::update(edge, is_chosen);
  if (!is_chosen)
    return;
  std::int32_t smaller = root(graph_.tails[edge]), larger = root(graph_.heads[edge]);
  if (smaller == larger) {
    closing_.push_back(edge);
    links_.push_back(-1);
    return;
  }
  if (size_[smaller] > size_[larger])
    std::swap(smaller, larger);
  std::int32_t v = smaller;
  do
    touched_.add(v);
  while ((v = next_[v]) != smaller);
  above_[smaller] = larger;
  size_[larger] += size_[smaller];
  std::swap(next_[smaller], next_[larger]);
  links_.push_back(smaller);
}

void Forest::undo(std::int32_t edge, bool is_chosen) {
  GraphRule::undo(edge, is_chosen);
  if (!is_chosen)
    return;
  const std::int32_t smaller = links_.back();
  links_.pop_back();
  if (smaller < 0) {
    closing_.pop_back();
    return;
  }
  const std::int32_t larger = above_[smaller];
  std::swap(next_[smaller], next_[larger]);
  size_[larger] -= size_[smaller];
  above_[smaller] = smaller;
}

bool Forest::propagate(Trail &trail) {
  if (!closing_.empty())
    return trail.conflict(reason());
  for (const std::int32_t v : touched_)
    for (const auto &[edge, to] : adjacency_[v])
      if (is_undecided(edge) && root(v) == root(to) && !trail.set(is_out(edge), reason()))
        return false;
  touched_.clear();
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
  const std::span<const std::int32_t> candidates = literal == no_literal
                                                       ? std::span<const std::int32_t>(closing_)
                                                       : elements_of(variable_of(literal));
  for (const std::int32_t e : candidates) {
    if (!explain_path(e, time, trail, why))
      continue;
    if (literal == no_literal)
      why.push_back(is_in(e));
    return;
  }
  explain_by_all(time, trail, why);
}

} // namespace minuet::propagation
