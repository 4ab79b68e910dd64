// All covers of a block, as a diagram: a path from node 0 to the end is a cover.
//
// A node stands for the items that are covered so far; the next open item, in their order, is
// covered by one of its options, and equal states share a node (Knuth, The Art of Computer
// Programming, volume 4A, 7.1.4, on decision diagrams; states without dead ends). A digit of a 9x9
// sudoku has 46,656 covers and 289 nodes, one of 16x16 has 110 thousand million and 19,441. So the
// cheapest cover at any prices is a shortest path, in time that the edges take: .004 ms and .1 ms;
// the cheapest one through each option is as quick, and covers within a budget are listed without
// a dead end.
#pragma once

#include "blocks/division.hpp"

#include <span>

namespace minuet::blocks {

using Length = std::int64_t;
// More than any path is long; two of it still fit.
constexpr Length never = Length{1} << 61;

class Diagram {
public:
  struct Edge {
    std::uint32_t option : 31, first : 1; // first: of its node
    std::int32_t to;
  };

  // Throws std::overflow_error if it would have more edges.
  Diagram(const Block &block, std::int64_t most_edges, Poll &poll);

  std::int32_t end() const { return static_cast<std::int32_t>(starts_.size()) - 1; }
  bool empty() const { return empty_; } // no cover at all
  std::int64_t size() const { return std::ssize(edges_); }
  std::span<const Edge> edges(std::int32_t node) const {
    return {edges_.data() + starts_[node], edges_.data() + starts_[node + 1]};
  }

  // How far each node is from the end, where an option is as long as `lengths` says.
  void distances(std::span<const Length> lengths, std::vector<Length> &to_end) const;
  // How long the shortest path through each option is; `never`: there is none.
  void through(std::span<const Length> lengths, std::span<const Length> to_end,
               std::vector<Length> &least) const;
  // How many paths there are, about.
  double paths() const;
  // Marks the options that are on a path.
  void mark(std::span<std::uint8_t> options) const;

  // The same without options that are not alive, and without edges all of whose other paths are
  // longer than `limit`; `least` becomes the least length of what was too long.
  Diagram within(std::span<const Length> lengths, std::span<const std::uint8_t> alive, Length limit,
                 Length &least) const;

private:
  Diagram() = default;
  void add(std::int32_t option, std::int32_t to);
  std::vector<Length> from_start(std::span<const Length> lengths,
                                 std::span<const std::uint8_t> alive) const;
  std::vector<Length> to_end(std::span<const Length> lengths,
                             std::span<const std::uint8_t> alive) const;

  std::vector<std::int64_t> starts_; // nodes + 1; edges lead to later nodes only
  std::vector<Edge> edges_;
  bool empty_ = false;
};

} // namespace minuet::blocks
