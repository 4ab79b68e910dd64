// Laying out the rules about graphs: their elements become variables, and a path becomes a loop.
#include "propagation/build/build.hpp"

#include "propagation/graphs/forest.hpp"
#include "propagation/graphs/joined.hpp"
#include "propagation/graphs/loop.hpp"
#include "shared/bounds.hpp"

#include <algorithm>
#include <stdexcept>

namespace minuet::propagation {

namespace {

void require_numbers(const std::vector<std::int32_t> &numbers, std::int32_t end, const char *what) {
  for (const std::int32_t number : numbers)
    if (number < 0 || number >= end)
      throw std::invalid_argument("a graph rule on " + std::string(what) + " " +
                                  std::to_string(number) + ", expected 0 to " +
                                  std::to_string(end - 1));
}

} // namespace

void require_rule(const RuleArrays &arrays, std::int32_t options) {
  const Graph &graph = arrays.graph;
  if (graph.tails.size() != graph.heads.size() || arrays.options.size() != arrays.places.size() ||
      graph.vertices < 0)
    throw std::invalid_argument("arrays whose lengths are not those of a graph rule");
  require_at_most(2 * std::ssize(graph.tails) + graph.vertices + std::ssize(arrays.options),
                  1 << 29, "elements of a graph rule");
  require_numbers(graph.tails, graph.vertices, "vertex");
  require_numbers(graph.heads, graph.vertices, "vertex");
  require_numbers(arrays.roots, graph.vertices, "vertex");
  require_numbers(arrays.options, options, "option");
  require_numbers(arrays.places, is_of_vertices(arrays.kind) ? graph.vertices : graph.edges(),
                  "element");
}

// The variable of each element; -1 where no option can choose it.
std::vector<Variable> Build::elements_of(const RuleArrays &arrays) {
  const bool vertices = is_of_vertices(arrays.kind);
  std::vector<std::vector<Variable>> options(vertices ? arrays.graph.vertices
                                                      : arrays.graph.edges());
  for (std::size_t k = 0; k < arrays.options.size(); ++k)
    if (problem_.allowed(arrays.options[k]))
      options[arrays.places[k]].push_back(arrays.options[k]);
  std::vector<Variable> elements;
  for (std::vector<Variable> &its : options) {
    poll_(std::ssize(its) + 1);
    std::sort(its.begin(), its.end());
    its.erase(std::unique(its.begin(), its.end()), its.end());
    elements.push_back(its.empty() ? -1 : any_of(its));
  }
  return elements;
}

void Build::add_rule(const RuleArrays &arrays) {
  require_rule(arrays, problem_.options());
  const std::vector<Variable> elements = elements_of(arrays);
  if (is_of_vertices(arrays.kind))
    add_vertices(arrays, elements);
  else
    add_edges(arrays, elements);
}

template <class Rule, class... Arguments> void Build::make(Arguments &&...arguments) {
  const auto number = static_cast<std::int32_t>(constraints_->rules.size());
  constraints_->rules.push_back(
      std::make_unique<Rule>(number, std::forward<Arguments>(arguments)...));
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
    make<Loop>(std::move(variables), std::move(graph), false);
  else if (arrays.kind == "one_cycle")
    make<Loop>(std::move(variables), std::move(graph), true);
  else
    throw std::invalid_argument("a graph rule of the kind " + arrays.kind);
}

// A path is a loop without one edge, between its ends, or, where these are open, without two, at a
// vertex beyond the graph. They are variables of the engine's own, which the path settles.
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
  constraints_->sums.add(2, 2, std::move(two)); // no item, for no search branches on these
}

} // namespace minuet::propagation
