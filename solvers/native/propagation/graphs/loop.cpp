#include "propagation/graphs/loop.hpp"

#include <limits>
#include <numeric>

namespace minuet::propagation {

template <bool directed>
Loop<directed>::Loop(std::int32_t number, std::vector<Variable> variables, Graph graph)
    : GraphRule(number, std::move(variables)), graph_(std::move(graph)), mate_(graph_.vertices),
      open_(graph_.edges()) {
  using Along = Adjacency::Along;
  ends_[0] = Adjacency(graph_, directed ? Along::forward : Along::both);
  if (directed)
    ends_[1] = Adjacency(graph_, Along::backward);
  for (int side = 0; side < sides; ++side)
    sides_[side].resize(graph_.vertices);
  for (std::int32_t e = 0; e < graph_.edges(); ++e) {
    ++sides_[0][graph_.tails[e]].open, ++sides_[at_head][graph_.heads[e]].open;
    has_loops_ = has_loops_ || (directed && graph_.tails[e] == graph_.heads[e]);
  }
  std::iota(mate_.begin(), mate_.end(), 0);
}

// Whether an edge between the two vertices has room at both ends.
template <bool directed> bool Loop<directed>::has_room(std::int32_t tail, std::int32_t head) const {
  return sides_[0][tail].chosen < most && sides_[at_head][head].chosen < most;
}

template <bool directed> bool Loop<directed>::is_isolated(std::int32_t vertex) const {
  return sides_[0][vertex].chosen == 0 && sides_[at_head][vertex].chosen == 0;
}

// An edge without room changes no path: propagate_degrees reports the conflict.
template <bool directed> void Loop<directed>::update(std::int32_t edge, bool is_chosen) {
  const std::int32_t u = graph_.tails[edge], v = graph_.heads[edge];
  --sides_[0][u].open, --sides_[at_head][v].open, --open_;
  if (!is_chosen)
    return;
  ++chosen_;
  Record record{Change::none, mate_[u], mate_[v]};
  if (has_room(u, v)) {
    if (u == v ? is_isolated(u) : record.start == v) {
      record.change = Change::closed;
      ++closed_;
      paths_ += u == v;
    } else if (u != v) {
      record.change = Change::joined;
      paths_ += is_isolated(u) + is_isolated(v) - 1;
      mate_[record.start] = record.end, mate_[record.end] = record.start;
    }
  }
  ++sides_[0][u].chosen, ++sides_[at_head][v].chosen;
  records_.push_back(record);
}

template <bool directed> void Loop<directed>::undo(std::int32_t edge, bool is_chosen) {
  const std::int32_t u = graph_.tails[edge], v = graph_.heads[edge];
  ++sides_[0][u].open, ++sides_[at_head][v].open, ++open_;
  if (!is_chosen)
    return;
  --chosen_;
  --sides_[0][u].chosen, --sides_[at_head][v].chosen;
  const auto [change, start, end] = records_.back();
  records_.pop_back();
  if (change == Change::closed) {
    --closed_;
    paths_ -= u == v;
  } else if (change == Change::joined) {
    mate_[start] = u, mate_[end] = v;
    paths_ -= is_isolated(u) + is_isolated(v) - 1;
  }
}

template <bool directed> bool Loop<directed>::propagate(Trail &trail) {
  const std::int32_t before = trail.size();
  if (!propagate_degrees(trail))
    return false;
  if (trail.size() > before)
    return true; // called again when that was counted
  if (!propagate_paths(trail))
    return false;
  if (trail.size() > before || closed_ > 0)
    return true;
  const std::int32_t first = first_chosen(-1, trail.size(), trail);
  return first < 0 || (directed ? propagate_reach(first, trail) : propagate_block(first, trail));
}

template <bool directed> bool Loop<directed>::propagate_degrees(Trail &trail) {
  for (std::int32_t v = 0; v < graph_.vertices; ++v)
    for (int side = 0; side < sides; ++side)
      if (!propagate_side(v, side, trail))
        return false;
  return true;
}

// Whether a path ends at the vertex and must go on at this side.
template <bool directed> bool Loop<directed>::goes_on(std::int32_t vertex, int side) const {
  const std::int32_t mine = sides_[side][vertex].chosen;
  return directed ? mine == 0 && sides_[1 - side][vertex].chosen > 0 : mine == 1;
}

template <bool directed>
bool Loop<directed>::propagate_side(std::int32_t vertex, int side, Trail &trail) {
  const Side mine = sides_[side][vertex];
  const bool needed = goes_on(vertex, side);
  if (mine.chosen > most || (needed && mine.open == 0))
    return trail.conflict(reason());
  const Side other = sides_[directed ? 1 - side : side][vertex];
  const bool is_undecided =
      directed ? other.chosen + other.open > 0 && !(needed && mine.open == 1) : mine.open > 1;
  if (mine.open == 0 || (mine.chosen < most && is_undecided))
    return true;
  for (const auto &[edge, to] : ends_[side][vertex])
    if (trail.is_open(is_in(edge)) && !trail.set(needed ? is_in(edge) : is_out(edge), reason()))
      return false;
  return true;
}

template <bool directed> bool Loop<directed>::propagate_paths(Trail &trail) {
  if ((closed_ > 0 && paths_ > 1) || (chosen_ == 0 && open_ == 0))
    return trail.conflict(reason());
  if (closed_ == 0 && (paths_ == 0 || (paths_ == 1 && !has_loops_)))
    return true;
  for (std::int32_t e = 0; e < graph_.edges(); ++e) {
    const std::int32_t u = graph_.tails[e], v = graph_.heads[e];
    const bool closes = u == v || (mate_[u] == v && has_room(u, v) && paths_ > 1);
    if ((closed_ > 0 || closes) && trail.is_open(is_in(e)) && !trail.set(is_out(e), reason()))
      return false;
  }
  return true;
}

template <bool directed> bool Loop<directed>::propagate_block(std::int32_t first, Trail &trail) {
  find_block(first, trail, trail.size());
  for (std::int32_t e = 0; e < graph_.edges(); ++e)
    if (e != first && !in_block(e) && !trail.set(is_out(e), reason()))
      return false;
  return true;
}

// Finds the block of a chosen edge, by a walk that takes it first. An edge of the walk is marked at
// the deeper of its ends.
template <bool directed>
void Loop<directed>::find_block(std::int32_t first, const Trail &trail, std::int32_t time) const {
  const std::int32_t root = graph_.tails[first], next = graph_.heads[first];
  walk_.from(
      ends_[0], root,
      [&](std::int32_t edge, std::int32_t) { return !trail.failed(is_in(edge), time); }, first);
  inside_.assign(graph_.vertices, 0);
  for (const std::int32_t v : walk_.order) {
    const std::int32_t above = walk_.parent[v];
    if (above >= 0)
      inside_[v] = v == next || (inside_[above] && walk_.low[v] < walk_.place[above]);
  }
}

template <bool directed> bool Loop<directed>::in_block(std::int32_t edge) const {
  const std::int32_t u = graph_.tails[edge], v = graph_.heads[edge];
  if (u == v || !walk_.met(u) || !walk_.met(v))
    return false;
  return inside_[walk_.place[u] > walk_.place[v] ? u : v];
}

template <bool directed> bool Loop<directed>::propagate_reach(std::int32_t first, Trail &trail) {
  for (const int side : {0, 1}) {
    const auto &from = side == 0 ? graph_.tails : graph_.heads;
    const auto &to = side == 0 ? graph_.heads : graph_.tails;
    walk_.from(ends_[side], to[first],
               [&](std::int32_t arc, std::int32_t) { return !trail.fails(is_in(arc)); });
    for (std::int32_t a = 0; a < graph_.edges(); ++a)
      if (a != first && !walk_.met(from[a]) && !trail.set(is_out(a), reason()))
        return false;
  }
  return true;
}

// One of the edges by which a path may go on is chosen; the path with the fewest.
template <bool directed>
void Loop<directed>::choices(const Trail &trail, std::vector<Variable> &to) const {
  std::int32_t least = -1, fewest = std::numeric_limits<std::int32_t>::max();
  int at = 0;
  for (std::int32_t v = 0; v < graph_.vertices; ++v)
    for (int side = 0; side < sides; ++side)
      if (goes_on(v, side) && sides_[side][v].open < fewest)
        least = v, at = side, fewest = sides_[side][v].open;
  if (least >= 0)
    for (const auto &[edge, next] : ends_[at][least])
      if (trail.is_open(is_in(edge)))
        to.push_back(variables()[edge]);
}

// By the first of the arguments of `propagate` that applied when the trail was `time` long.
template <bool directed>
void Loop<directed>::explain(Literal literal, std::int32_t time, const Trail &trail,
                             Why &why) const {
  if (literal == no_literal) {
    for (std::int32_t v = 0; v < graph_.vertices; ++v)
      if (explain_vertex(v, -1, false, time, trail, why))
        return;
    if (explain_closed(-1, time, trail, why))
      return;
  }
  for (std::int32_t e = 0; literal != no_literal && e < graph_.edges(); ++e) {
    if (variables()[e] != variable_of(literal))
      continue;
    const bool in = says_chosen(literal);
    if (explain_vertex(graph_.tails[e], e, in, time, trail, why) ||
        explain_vertex(graph_.heads[e], e, in, time, trail, why))
      return;
    if (!in &&
        (explain_path(e, time, trail, why) || explain_closed(e, time, trail, why) ||
         (directed ? explain_reach(e, time, trail, why) : explain_block(e, time, trail, why))))
      return;
  }
  explain_by_all(time, trail, why);
}

// Explains by the degrees of a vertex, as if the edge (-1: none) had the opposite value: too many
// edges are chosen at a side, or no edge is left by which a path could go on.
template <bool directed>
bool Loop<directed>::explain_vertex(std::int32_t vertex, std::int32_t edge, bool in,
                                    std::int32_t time, const Trail &trail, Why &why) const {
  const auto was_chosen = [&](std::int32_t e) {
    return e == edge ? !in : trail.held(is_in(e), time);
  };
  const auto all_others_out = [&](int side) {
    bool all = true;
    for (const auto &[e, to] : ends_[side][vertex])
      if (e != edge && !was_chosen(e)) {
        all = all && trail.failed(is_in(e), time);
        why.push_back(is_out(e));
      }
    return all;
  };
  const std::size_t before = why.size();
  for (int side = 0; side < sides; ++side) {
    std::int32_t ends = 0;
    for (const auto &[e, to] : ends_[side][vertex])
      if (was_chosen(e) && ends <= most) {
        ends += !directed && graph_.tails[e] == graph_.heads[e] ? 2 : 1;
        if (e != edge)
          why.push_back(is_in(e));
      }
    if (ends > most)
      return true;
    if (!directed && ends == 1 && all_others_out(side))
      return true;
    if (directed && ends == 0) {
      std::int32_t other = -1;
      for (const auto &[e, to] : ends_[1 - side][vertex])
        other = was_chosen(e) ? e : other;
      if (other >= 0 && all_others_out(side)) {
        if (other != edge)
          why.push_back(is_in(other));
        return true;
      }
    }
    why.resize(before);
  }
  return false;
}

// Walks from the tail of the edge by chosen edges, against their directions, without the edge
// itself and `without`. Returns whether the head is met, so that the edge closes a loop.
template <bool directed>
bool Loop<directed>::walk_to_head(std::int32_t edge, std::int32_t without, std::int32_t time,
                                  const Trail &trail) const {
  walk_.from(ends_[at_head], graph_.tails[edge], [&](std::int32_t by, std::int32_t) {
    return by != edge && by != without && trail.held(is_in(by), time);
  });
  return walk_.met(graph_.heads[edge]);
}

// By a path that the edge would close, and an edge chosen beside it.
template <bool directed>
bool Loop<directed>::explain_path(std::int32_t edge, std::int32_t time, const Trail &trail,
                                  Why &why) const {
  if (!walk_to_head(edge, -1, time, trail))
    return false;
  std::vector<std::uint8_t> on_it(graph_.edges(), 0);
  const std::size_t before = why.size();
  for (std::int32_t v = graph_.heads[edge]; walk_.edge[v] >= 0; v = walk_.parent[v]) {
    why.push_back(is_in(walk_.edge[v]));
    on_it[walk_.edge[v]] = 1;
  }
  for (std::int32_t e = 0; e < graph_.edges(); ++e)
    if (e != edge && !on_it[e] && trail.held(is_in(e), time)) {
      why.push_back(is_in(e));
      return true;
    }
  why.resize(before);
  return false;
}

// By a closed loop without the edge; for no edge, by a closed loop and an edge chosen beside it, or
// because all edges are left out.
template <bool directed>
bool Loop<directed>::explain_closed(std::int32_t edge, std::int32_t time, const Trail &trail,
                                    Why &why) const {
  bool none = edge < 0;
  for (std::int32_t e = 0; e < graph_.edges(); ++e) {
    none = none && trail.failed(is_in(e), time);
    if (e == edge || !trail.held(is_in(e), time) || !walk_to_head(e, edge, time, trail))
      continue;
    std::vector<std::uint8_t> on_it(graph_.edges(), 0);
    on_it[e] = 1;
    for (std::int32_t v = graph_.heads[e]; walk_.edge[v] >= 0; v = walk_.parent[v])
      on_it[walk_.edge[v]] = 1;
    std::int32_t other = -1; // chosen beside the loop
    for (std::int32_t f = 0; f < graph_.edges(); ++f)
      if (!on_it[f] && trail.held(is_in(f), time))
        other = f;
    if (edge < 0 && other < 0)
      continue;
    for (std::int32_t f = 0; f < graph_.edges(); ++f)
      if (on_it[f])
        why.push_back(is_in(f));
    if (edge < 0)
      why.push_back(is_in(other));
    return true;
  }
  for (std::int32_t e = 0; none && e < graph_.edges(); ++e)
    why.push_back(is_out(e));
  return none;
}

// By the block of a chosen edge: at most one of its vertices is reachable from the edge.
template <bool directed>
bool Loop<directed>::explain_block(std::int32_t edge, std::int32_t time, const Trail &trail,
                                   Why &why) const {
  const std::int32_t first = first_chosen(edge, time, trail);
  if (first < 0)
    return false;
  find_block(first, trail, time);
  std::vector<std::uint8_t> wall(graph_.vertices, 0), around(graph_.vertices, 0);
  for (const std::int32_t v : walk_.order)
    if (inside_[v])
      wall[v] = wall[walk_.parent[v]] = 1;
  std::vector<std::int32_t> open;
  std::int32_t door = -1;
  bool apart = true;
  const auto reach = [&](std::int32_t v) {
    if (wall[v]) {
      apart = apart && (door < 0 || door == v);
      door = v;
    } else if (!std::exchange(around[v], 1)) {
      open.push_back(v);
    }
  };
  reach(graph_.tails[edge]), reach(graph_.heads[edge]);
  while (!open.empty()) {
    const std::int32_t v = open.back();
    open.pop_back();
    for (const auto &[e, to] : ends_[0][v])
      if (!trail.failed(is_in(e), time))
        reach(to);
  }
  if (!apart)
    return false;
  for (std::int32_t e = 0; e < graph_.edges(); ++e) {
    const std::int32_t u = graph_.tails[e], v = graph_.heads[e];
    if (around[u] != around[v] && (around[u] ? v : u) != door)
      why.push_back(is_out(e));
  }
  why.push_back(is_in(first));
  return true;
}

// By the arcs that were out around what a chosen arc reaches, or what reaches it, directed.
template <bool directed>
bool Loop<directed>::explain_reach(std::int32_t edge, std::int32_t time, const Trail &trail,
                                   Why &why) const {
  const std::int32_t first = first_chosen(edge, time, trail);
  if (first < 0)
    return false;
  for (const int side : {0, 1}) {
    const auto &from = side == 0 ? graph_.tails : graph_.heads;
    const auto &to = side == 0 ? graph_.heads : graph_.tails;
    walk_.from(ends_[side], to[first],
               [&](std::int32_t arc, std::int32_t) { return !trail.failed(is_in(arc), time); });
    if (walk_.met(from[edge]))
      continue;
    for (std::int32_t a = 0; a < graph_.edges(); ++a)
      if (walk_.met(from[a]) && !walk_.met(to[a]))
        why.push_back(is_out(a));
    why.push_back(is_in(first));
    return true;
  }
  return false;
}

// The first edge that was chosen, other than `without`; -1: none was.
template <bool directed>
std::int32_t Loop<directed>::first_chosen(std::int32_t without, std::int32_t time,
                                          const Trail &trail) const {
  for (std::int32_t e = 0; e < graph_.edges(); ++e)
    if (e != without && trail.held(is_in(e), time))
      return e;
  return -1;
}

template class Loop<false>;
template class Loop<true>;

} // namespace minuet::propagation
