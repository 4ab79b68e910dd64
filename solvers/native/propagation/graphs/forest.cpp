#include "propagation/graphs/forest.hpp"

#include <numeric>

namespace minuet::propagation {

Forest::Forest(std::int32_t number, std::vector<Variable> variables, Graph graph)
    : GraphRule(number, std::move(variables)), graph_(std::move(graph)), adjacency_(graph_),
      above_(graph_.vertices), size_(graph_.vertices, 1) {
  std::iota(above_.begin(), above_.end(), 0);
}

// The smaller tree hangs on the larger: no way up is longer than the logarithm.
std::int32_t Forest::root(std::int32_t vertex) const {
  while (above_[vertex] != vertex)
    vertex = above_[vertex];
  return vertex;
}

void Forest::note(std::int32_t edge, bool is_chosen) {
  if (!is_chosen)
    return;
  std::int32_t one = root(graph_.tails[edge]), other = root(graph_.heads[edge]);
  if (one == other) {
    ++cycles_;
    links_.push_back(-1);
    return;
  }
  if (size_[one] > size_[other])
    std::swap(one, other);
  above_[one] = other;
  size_[other] += size_[one];
  links_.push_back(one);
}

void Forest::take_back(std::int32_t, bool is_chosen) {
  if (!is_chosen)
    return;
  const std::int32_t one = links_.back();
  links_.pop_back();
  if (one < 0) {
    --cycles_;
    return;
  }
  size_[above_[one]] -= size_[one];
  above_[one] = one;
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

// Appends the chosen edges on a way between the ends of the edge, if there is one without it.
bool Forest::path(std::int32_t edge, std::int32_t time, const Trail &trail,
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

// An edge that closes a cycle; without a literal, one that did.
void Forest::explain(Literal literal, std::int32_t time, const Trail &trail,
                     std::vector<Literal> &why) const {
  for (std::int32_t e = 0; e < graph_.edges(); ++e) {
    const bool asked =
        literal == no_literal ? trail.held(is_in(e), time) : variables()[e] == variable_of(literal);
    if (!asked || !path(e, time, trail, why))
      continue;
    if (literal == no_literal)
      why.push_back(is_in(e));
    return;
  }
  everything(time, trail, why);
}

} // namespace minuet::propagation
