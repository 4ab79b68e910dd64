#include "propagation/build/build.hpp"

#include "propagation/graphs/forest.hpp"
#include "propagation/graphs/joined.hpp"
#include "propagation/graphs/loop.hpp"
#include <algorithm>
#include <stdexcept>

namespace minuet::propagation {

// Returns the options that choose each element.
std::vector<std::vector<Variable>> Build::options_of(const RuleArrays &arrays) {
  std::vector<std::vector<Variable>> options(elements_of(arrays));
  for (std::size_t k = 0; k < arrays.options.size(); ++k)
    if (problem_.allowed(arrays.options[k]))
      options[arrays.places[k]].push_back(arrays.options[k]);
  for (std::vector<Variable> &choosing : options) {
    poll_(std::ssize(choosing) + 1);
    std::sort(choosing.begin(), choosing.end());
    choosing.erase(std::unique(choosing.begin(), choosing.end()), choosing.end());
  }
  return options;
}

void Build::add_rule(const RuleArrays &arrays) {
  require_rule(arrays, problem_.options());
  std::vector<std::vector<Variable>> options = options_of(arrays);
  std::vector<Variable> elements; // -1: no option can choose it
  for (const std::vector<Variable> &choosing : options)
    elements.push_back(choosing.empty() ? -1 : any_of(choosing));
  if (is_of_vertices(arrays.kind))
    add_vertices(arrays, elements);
  else if (arrays.kind == disjoint_paths)
    add_paths(arrays, elements);
  else
    add_edges(arrays, elements);
  if (arrays.kind == "connected")
    connected_.push_back({arrays.graph, std::move(options), std::move(elements)});
}

void Build::add_vertices(const RuleArrays &arrays, const std::vector<Variable> &elements) {
  std::vector<std::int32_t> number(elements.size(), -1), roots;
  std::vector<Variable> variables;
  Graph graph;
  for (std::size_t v = 0; v < elements.size(); ++v)
    if (elements[v] >= 0) {
      number[v] = graph.vertices++;
      variables.push_back(elements[v]);
    }
  for (std::int32_t e = 0; e < arrays.graph.edges(); ++e) {
    const std::int32_t tail = number[arrays.graph.tails[e]], head = number[arrays.graph.heads[e]];
    if (tail >= 0 && head >= 0 && tail != head) {
      graph.tails.push_back(tail);
      graph.heads.push_back(head);
    }
  }
  for (const std::int32_t root : arrays.roots)
    if (number[root] >= 0)
      roots.push_back(number[root]);
  make<JoinedVertices>(std::move(variables), std::move(graph),
                       arrays.kind == "reachable" ? &roots : nullptr);
}

void Build::add_edges(const RuleArrays &arrays, const std::vector<Variable> &elements) {
  std::vector<Variable> variables;
  Graph graph;
  graph.vertices = arrays.graph.vertices;
  for (std::size_t e = 0; e < elements.size(); ++e)
    if (elements[e] >= 0) {
      variables.push_back(elements[e]);
      graph.tails.push_back(arrays.graph.tails[e]);
      graph.heads.push_back(arrays.graph.heads[e]);
    }
  if (arrays.kind == "path")
    close_path(arrays.roots, variables, graph);
  if (arrays.kind == "tree")
    make<JoinedEdges>(variables, graph);
  if (arrays.kind == "tree" || arrays.kind == "acyclic")
    make<Forest>(std::move(variables), std::move(graph));
  else if (arrays.kind == "one_loop" || arrays.kind == "path")
    make<Loop<false>>(std::move(variables), std::move(graph));
  else if (arrays.kind == "one_cycle")
    make<Loop<true>>(std::move(variables), std::move(graph));
  else
    throw std::invalid_argument("a graph rule of the kind " + arrays.kind);
}

// Makes a path a loop: by one chosen edge between its ends, or, if the ends are open, by two of the
// edges from one more vertex to all others. These edges are auxiliary variables.
void Build::close_path(const std::vector<std::int32_t> &ends, std::vector<Variable> &variables,
                       Graph &graph) {
  const auto add = [&](std::int32_t tail, std::int32_t head) {
    variables.push_back(new_variable());
    graph.tails.push_back(tail);
    graph.heads.push_back(head);
    return variables.back();
  };
  if (!ends.empty()) {
    if (ends.size() != 2)
      throw std::invalid_argument("a path with " + std::to_string(ends.size()) +
                                  " ends, expected two or none");
    if (ends[0] == ends[1])
      constraints_->impossible = true;
    constraints_->fixed.push_back(chosen(add(ends[0], ends[1])));
    return;
  }
  const std::int32_t beyond = graph.vertices++;
  std::vector<WeightedItems::Group> two;
  for (std::int32_t v = 0; v < beyond; ++v) {
    const Variable end = add(beyond, v);
    two.push_back({{left_out(end), 0}, {chosen(end), 1}});
  }
  constraints_->sums.add(2, 2, std::move(two)); // no plain item: not branched on
}

} // namespace minuet::propagation
