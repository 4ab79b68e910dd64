// A folded tree in flat arrays, children first: while it is built, as Python keeps it, and
// restricted to the solutions without some options, or with one. What nodes and edges mean is told
// in solvers/search/solution_sets/tree.py.
#pragma once

#include "shared/bounds.hpp"
#include "shared/poll.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace minuet {

struct FoldedEdge {
  std::int32_t option, child;
};

struct FoldedArrays {
  // Kinds beside items. What is broken is a leaf without solutions: a graph rule forbids it.
  static constexpr std::int32_t leaf = -1, product = -2, free = -3, broken = -4;
  static constexpr std::int32_t none = -1; // no option, no node

  std::vector<std::int32_t> kind;
  std::vector<std::int64_t> first{0};
  std::vector<std::int32_t> option, child;

  std::int32_t nodes() const { return static_cast<std::int32_t>(kind.size()); }
  std::size_t bytes() const {
    return (kind.capacity() + option.capacity() + child.capacity()) * sizeof(std::int32_t) +
           first.capacity() * sizeof(std::int64_t);
  }

  // Returns the number of the new node.
  std::int32_t add(std::int32_t of_kind, std::span<const FoldedEdge> edges) {
    require_at_most(std::ssize(kind) + 1, most_places, "nodes of a folded tree");
    kind.push_back(of_kind);
    for (const FoldedEdge &edge : edges) {
      option.push_back(edge.option);
      child.push_back(edge.child);
    }
    first.push_back(std::ssize(option));
    return nodes() - 1;
  }

  // Appends the nodes of another tree, and returns how much higher their numbers are here.
  std::int32_t append(const FoldedArrays &other) {
    const std::int32_t nodes_before = nodes();
    const std::int64_t edges_before = std::ssize(option);
    require_at_most(std::ssize(kind) + std::ssize(other.kind), most_places,
                    "nodes of a folded tree");
    kind.insert(kind.end(), other.kind.begin(), other.kind.end());
    option.insert(option.end(), other.option.begin(), other.option.end());
    for (const std::int32_t node : other.child)
      child.push_back(node + nodes_before);
    for (std::size_t n = 1; n < other.first.size(); ++n)
      first.push_back(other.first[n] + edges_before);
    return nodes_before;
  }
};

// A folded tree that somebody else keeps.
struct FoldedView {
  std::span<const std::int32_t> kind;
  std::span<const std::int64_t> first;
  std::span<const std::int32_t> option, child;

  std::int32_t nodes() const { return static_cast<std::int32_t>(kind.size()); }
  std::int64_t begin(std::int32_t node) const { return first[node]; }
  std::int64_t end(std::int32_t node) const { return first[node + 1]; }

  // Throws std::invalid_argument unless children stand before parents, and all numbers are those of
  // a matrix of so many items and options.
  void require_tree(std::int32_t items, std::int32_t options, Poll &poll) const;
};

// Leaves out the edges that choose one of the options, and what is then without solutions. The
// result has no nodes where none is left.
FoldedArrays without_options(const FoldedView &tree, std::span<const std::uint8_t> forbidden,
                             Poll &poll);

// Keeps the ways on which the option is chosen.
FoldedArrays with_option(const FoldedView &tree, std::int32_t option, Poll &poll);

} // namespace minuet
