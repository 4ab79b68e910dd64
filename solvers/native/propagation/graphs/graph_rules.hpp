// The rules about graphs by their kinds.
#pragma once

#include "propagation/graphs/graph_rule.hpp"

#include <memory>
#include <string>

namespace minuet::propagation {

// A rule as flat arrays, as minuet.models.matrix.conditions.GraphRule has it.
struct RuleArrays {
  std::string kind;
  Graph graph;
  std::vector<std::int32_t> options, places, roots;
};

// Throws std::invalid_argument for arrays that are no rule on so many options.
void require_rule(const RuleArrays &arrays, std::int32_t options);

// Whether the elements of the kind are vertices; else they are edges.
inline bool is_of_vertices(const std::string &kind) {
  return kind == "connected" || kind == "reachable";
}

} // namespace minuet::propagation
