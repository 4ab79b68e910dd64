// A rule on the chosen elements of a graph, as flat arrays:
// minuet.models.matrix.conditions.GraphRule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace minuet {

// Edges are undirected, except in rules that say otherwise.
struct Graph {
  std::int32_t vertices = 0;
  std::vector<std::int32_t> tails, heads;

  std::int32_t edges() const { return static_cast<std::int32_t>(tails.size()); }
};

struct RuleArrays {
  std::string kind;
  Graph graph;
  // Option options[k] chooses element places[k], a vertex or an edge.
  std::vector<std::int32_t> options, places;
  std::vector<std::int32_t> roots;
};

// The kind of several paths that share no vertex, as minuet.solvers.encoding.disjoint_paths finds
// them: path k runs between roots[2 * k] and roots[2 * k + 1], and its edges are the elements from
// k * edges on.
inline constexpr const char *disjoint_paths = "disjoint_paths";

// Whether the elements of the kind are vertices; else they are edges.
inline bool is_of_vertices(const std::string &kind) {
  return kind == "connected" || kind == "reachable";
}

std::int32_t elements_of(const RuleArrays &arrays);

// Throws std::invalid_argument for arrays that are no rule on so many options.
void require_rule(const RuleArrays &arrays, std::int32_t options);

} // namespace minuet
