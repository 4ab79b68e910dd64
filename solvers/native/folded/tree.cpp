#include "folded/tree.hpp"

#include <stdexcept>

namespace minuet {

namespace {

constexpr std::int32_t none = FoldedArrays::none;

FoldedView view_of(const FoldedArrays &tree) {
  return {tree.kind, tree.first, tree.option, tree.child};
}

// The nodes that can be come to from `root`, which becomes the last.
FoldedArrays reachable(const FoldedView &tree, std::int32_t root, Poll &poll) {
  FoldedArrays result;
  if (root == none)
    return result;
  std::vector<std::int32_t> number(static_cast<std::size_t>(root) + 1, none);
  number[root] = 0;
  for (std::int32_t n = root; n >= 0; --n) {
    poll(2 + tree.end(n) - tree.begin(n));
    if (number[n] != none)
      for (std::int64_t e = tree.begin(n); e < tree.end(n); ++e)
        number[tree.child[e]] = 0;
  }
  std::vector<FoldedEdge> edges;
  for (std::int32_t n = 0; n <= root; ++n) {
    if (number[n] == none)
      continue;
    poll(4 + 2 * (tree.end(n) - tree.begin(n)));
    edges.clear();
    for (std::int64_t e = tree.begin(n); e < tree.end(n); ++e)
      edges.push_back({tree.option[e], number[tree.child[e]]});
    number[n] = result.add(tree.kind[n], edges);
  }
  return result;
}

// Writes a node that has some of its edges; none: it has no solution. A decision with one edge that
// chooses nothing is none.
std::int32_t written(FoldedArrays &to, std::int32_t kind, std::span<const FoldedEdge> edges) {
  if (edges.empty())
    return none;
  if (kind == FoldedArrays::free && edges.size() == 1 && edges[0].option == none)
    return edges[0].child;
  return to.add(kind, edges);
}

} // namespace

void FoldedView::require_tree(std::int32_t items, std::int32_t options, Poll &poll) const {
  const auto require = [](bool holds, const char *what) {
    if (!holds)
      throw std::invalid_argument(what);
  };
  const std::int64_t edges = std::ssize(option);
  require(std::ssize(first) == std::int64_t{nodes()} + 1 && first[0] == 0 &&
              first[nodes()] == edges && std::ssize(child) == edges,
          "arrays of lengths that do not fit together");
  for (std::int32_t n = 0; n < nodes(); ++n) {
    poll(4);
    require(begin(n) <= end(n) && end(n) <= edges, "edges that do not ascend");
    require(kind[n] >= FoldedArrays::broken && kind[n] < items, "a node of an unknown kind");
    const bool leaf = kind[n] == FoldedArrays::leaf || kind[n] == FoldedArrays::broken;
    const bool product = kind[n] == FoldedArrays::product;
    require(!leaf || begin(n) == end(n), "a leaf with edges");
    for (std::int64_t e = begin(n); e < end(n); ++e) {
      poll();
      require(child[e] >= 0 && child[e] < n, "a child that does not stand before its parent");
      const bool chosen = option[e] >= 0 && option[e] < options;
      const bool may_be_none = product || kind[n] == FoldedArrays::free;
      require((chosen && !product) || (option[e] == FoldedArrays::none && may_be_none),
              "an edge with an option that cannot stand there");
    }
  }
}

FoldedArrays without_options(const FoldedView &tree, std::span<const std::uint8_t> forbidden,
                             Poll &poll) {
  FoldedArrays result;
  std::vector<std::int32_t> number(tree.kind.size(), none);
  std::vector<FoldedEdge> edges;
  for (std::int32_t n = 0; n < tree.nodes(); ++n) {
    poll(4 + 4 * (tree.end(n) - tree.begin(n)));
    const std::int32_t kind = tree.kind[n];
    edges.clear();
    for (std::int64_t e = tree.begin(n); e < tree.end(n); ++e) {
      const std::int32_t below = number[tree.child[e]], option = tree.option[e];
      if (below != none && (option == none || !forbidden[option]))
        edges.push_back({option, below});
    }
    const bool whole = std::ssize(edges) == tree.end(n) - tree.begin(n);
    if (kind == FoldedArrays::leaf || (kind == FoldedArrays::product && whole))
      number[n] = result.add(kind, edges);
    else if (kind != FoldedArrays::product)
      number[n] = written(result, kind, edges);
  }
  return reachable(view_of(result), tree.nodes() > 0 ? number.back() : none, poll);
}

// Every node twice: as it is, and, behind all those, with what is left of it where the option is
// still to be chosen. A product has the option in one part at most.
FoldedArrays with_option(const FoldedView &tree, std::int32_t option, Poll &poll) {
  FoldedArrays result;
  result.append({{tree.kind.begin(), tree.kind.end()},
                 {tree.first.begin(), tree.first.end()},
                 {tree.option.begin(), tree.option.end()},
                 {tree.child.begin(), tree.child.end()}});
  std::vector<std::int32_t> with(tree.kind.size(), none);
  std::vector<FoldedEdge> edges;
  for (std::int32_t n = 0; n < tree.nodes(); ++n) {
    poll(4 + 4 * (tree.end(n) - tree.begin(n)));
    const bool product = tree.kind[n] == FoldedArrays::product;
    bool met = !product;
    edges.clear();
    for (std::int64_t e = tree.begin(n); e < tree.end(n); ++e) {
      const std::int32_t below = with[tree.child[e]];
      if (!product && tree.option[e] == option)
        edges.push_back({option, tree.child[e]});
      else if (below != none)
        edges.push_back({tree.option[e], below});
      else if (product)
        edges.push_back({none, tree.child[e]});
      met |= product && below != none;
    }
    if (met)
      with[n] = written(result, tree.kind[n], edges);
  }
  return reachable(view_of(result), tree.nodes() > 0 ? with.back() : none, poll);
}

} // namespace minuet
