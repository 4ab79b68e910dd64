#include "shared/graph_rule.hpp"

#include "shared/bounds.hpp"

#include <stdexcept>

namespace minuet {

namespace {

void require_numbers(const std::vector<std::int32_t> &numbers, std::int32_t end, const char *what) {
  for (const std::int32_t number : numbers)
    if (number < 0 || number >= end)
      throw std::invalid_argument("a graph rule on " + std::string(what) + " " +
                                  std::to_string(number) + ", expected 0 to " +
                                  std::to_string(end - 1));
}

} // namespace

std::int32_t elements_of(const RuleArrays &arrays) {
  if (is_of_vertices(arrays.kind))
    return arrays.graph.vertices;
  if (arrays.kind != disjoint_paths)
    return arrays.graph.edges();
  const std::int64_t elements = std::ssize(arrays.roots) / 2 * std::int64_t{arrays.graph.edges()};
  require_at_most(elements, 1 << 29, "elements of a graph rule");
  return static_cast<std::int32_t>(elements);
}

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
  require_numbers(arrays.places, elements_of(arrays), "element");
}

} // namespace minuet
