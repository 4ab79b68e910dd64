// A graph rule on masks of options: the past, options that were chosen, and those that are chosen
// or live. Whether it is broken is told as a checker does it (docs/trust.md, "Graph rules"), and
// when two pasts are alike; which options it demands or forbids is the search's own business.
#pragma once

#include "folded/mask_states.hpp"
#include "shared/graph_rule.hpp"

#include <optional>
#include <vector>

namespace minuet {

class GraphMasks {
public:
  // Refuses kinds that no checker knows.
  GraphMasks(const RuleArrays &rule, std::int32_t options);

  // Looks at a past and its live options, of which all else speaks.
  void look(const Mask &past, const Mask &live);

  // Whether no set of live options beside the past holds the rule.
  bool broken();
  // Options without which the rule is broken, and some with which it is.
  void force(std::vector<std::int32_t> &needed, std::vector<std::int32_t> &barred);
  // Appends to the key all that the rule's solutions among the live options depend on, but for
  // these. False: they depend on more than that.
  bool future(std::vector<std::uint64_t> &key);
  // Options of edges where a line ends, behind the number of ways on from there.
  void ends(std::vector<std::pair<std::int32_t, std::int32_t>> &ways);

  bool of_lines() const { return kind_ == Kind::loop || kind_ == Kind::path; }
  // How many vertices are open at once at most, if options are decided in their order.
  std::int32_t width() const;

private:
  enum class Kind { connected, tree, loop, path };
  struct Edge {
    std::int32_t u, v;
    MaskParts options; // none: chosen if both ends are
  };

  std::int32_t full(std::int32_t vertex) const { return is_end_[vertex] ? 1 : 2; }
  bool reaches_all(const std::vector<std::uint8_t> &edges, std::int32_t start);
  void draw(const Mask &mask, std::vector<std::uint8_t> &vertices,
            std::vector<std::uint8_t> &edges) const;
  void count_degrees();
  void join_chosen();
  std::int32_t root(std::int32_t vertex);
  bool has_open_edge(std::size_t edge) const { return edges_then_[edge] > edges_now_[edge]; }
  void force_between(std::vector<std::int32_t> &needed, std::vector<std::int32_t> &barred);
  void force_degrees(std::vector<std::int32_t> &needed, std::vector<std::int32_t> &barred);
  void bar_cycles(std::vector<std::int32_t> &barred);

  Kind kind_;
  std::int32_t vertices_;
  std::vector<std::uint8_t> is_end_;
  std::vector<std::int32_t> ends_;
  std::vector<std::optional<MaskParts>> own_; // of each vertex that options choose, these
  std::vector<Edge> edges_;
  std::vector<std::vector<std::int32_t>> at_; // of each vertex its edges

  // What was looked at: of it, and of vertices and edges whether they are chosen now, and whether
  // they are if all live options are chosen.
  Mask past_, live_, both_;
  std::vector<std::uint8_t> own_now_, own_then_, edges_now_, edges_then_;
  std::vector<std::uint8_t> chosen_; // with the ends of edges
  std::int32_t start_ = -1;          // a chosen vertex

  std::vector<std::int32_t> least_, most_, parts_, queue_, from_;
  std::vector<std::uint8_t> reached_;
  bool cycle_ = false;
};

} // namespace minuet
