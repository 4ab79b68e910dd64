#include "propagation/graphs/loop.hpp"

#include <limits>
#include <numeric>

namespace minuet::propagation {

Loop::Loop(std::int32_t number, std::vector<Variable> variables, Graph graph, bool directed)
    : GraphRule(number, std::move(variables)), graph_(std::move(graph)), head_(directed ? 1 : 0),
      mate_(graph_.vertices), left_(graph_.edges()) {
  using Along = Adjacency::Along;
  ends_[0] = Adjacency(graph_, directed ? Along::forward : Along::both);
  if (directed)
    ends_[1] = Adjacency(graph_, Along::backward);
  for (int side = 0; side < sides(); ++side)
    sides_[side].resize(graph_.vertices);
  for (std::int32_t e = 0; e < graph_.edges(); ++e) {
    ++sides_[0][graph_.tails[e]].open, ++sides_[head_][graph_.heads[e]].open;
    has_loops_ = has_loops_ || (directed && graph_.tails[e] == graph_.heads[e]);
  }
  std::iota(mate_.begin(), mate_.end(), 0);
}

// ---- Counting
// ------------------------------------------------------------------------------------

// Whether an edge between the two finds room at both.
bool Loop::joins(std::int32_t tail, std::int32_t head) const {
  return sides_[0][tail].chosen < most() && sides_[head_][head].chosen < most();
}

bool Loop::is_isolated(std::int32_t vertex) const {
  return sides_[0][vertex].chosen == 0 && sides_[head_][vertex].chosen == 0;
}

// An edge that finds no room changes no path: the degrees have the conflict.
void Loop::note(std::int32_t edge, bool is_chosen) {
  const std::int32_t u = graph_.tails[edge], v = graph_.heads[edge];
  --sides_[0][u].open, --sides_[head_][v].open, --left_;
  if (!is_chosen)
    return;
  ++chosen_;
  Record record{Change::none, mate_[u], mate_[v]};
  if (joins(u, v)) {
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
  ++sides_[0][u].chosen, ++sides_[head_][v].chosen;
  records_.push_back(record);
}

void Loop::take_back(std::int32_t edge, bool is_chosen) {
  const std::int32_t u = graph_.tails[edge], v = graph_.heads[edge];
  ++sides_[0][u].open, ++sides_[head_][v].open, ++left_;
  if (!is_chosen)
    return;
  --chosen_;
  --sides_[0][u].chosen, --sides_[head_][v].chosen;
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

// ---- Forcing
// -------------------------------------------------------------------------------------

bool Loop::propagate(Trail &trail) {
  const std::int32_t before = trail.size();
  if (!fit_degrees(trail))
    return false;
  if (trail.size() > before)
    return true; // this comes again, when that was counted
  if (!fit_paths(trail))
    return false;
  if (trail.size() > before || closed_ > 0)
    return true;
  const std::int32_t first = first_chosen(-1, trail.size(), trail);
  return first < 0 || (directed() ? fit_reach(first, trail) : fit_block(first, trail));
}

bool Loop::fit_degrees(Trail &trail) {
  for (std::int32_t v = 0; v < graph_.vertices; ++v)
    for (int side = 0; side < sides(); ++side)
      if (!fit_side(v, side, trail))
        return false;
  return true;
}

// Whether the path that ends at the vertex goes on at this side.
bool Loop::goes_on(std::int32_t vertex, int side) const {
  const std::int32_t mine = sides_[side][vertex].chosen;
  return directed() ? mine == 0 && sides_[1 - side][vertex].chosen > 0 : mine == 1;
}

bool Loop::fit_side(std::int32_t vertex, int side, Trail &trail) {
  const Side mine = sides_[side][vertex];
  const bool needed = goes_on(vertex, side);
  if (mine.chosen > most() || (needed && mine.open == 0))
    return trail.conflict(reason());
  if (mine.open == 0)
    return true;
  const Side other = sides_[directed() ? 1 - side : side][vertex];
  const bool is_dead_end = other.chosen + other.open == (directed() ? 0 : 1);
  const bool none = mine.chosen == most() || is_dead_end;
  if (!none && !(needed && mine.open == 1))
    return true;
  for (const auto &[edge, to] : ends_[side][vertex])
    if (trail.is_open(is_in(edge)) && !trail.set(none ? is_out(edge) : is_in(edge), reason()))
      return false;
  return true;
}

bool Loop::fit_paths(Trail &trail) {
  if ((closed_ > 0 && paths_ > 1) || (chosen_ == 0 && left_ == 0))
    return trail.conflict(reason());
  if (closed_ == 0 && (paths_ == 0 || (paths_ == 1 && !has_loops_)))
    return true;
  for (std::int32_t e = 0; e < graph_.edges(); ++e) {
    const std::int32_t u = graph_.tails[e], v = graph_.heads[e];
    const bool closes = u == v || (mate_[u] == v && joins(u, v) && paths_ > 1);
    if ((closed_ > 0 || closes) && trail.is_open(is_in(e)) && !trail.set(is_out(e), reason()))
      return false;
  }
  return true;
}

bool Loop::fit_block(std::int32_t first, Trail &trail) {
  find_block(first, trail, trail.size());
  for (std::int32_t e = 0; e < graph_.edges(); ++e)
    if (e != first && !in_block(e) && !trail.set(is_out(e), reason()))
      return false;
  return true;
}

// Walks through a chosen edge first: what is in its block is marked at the deeper of its ends.
void Loop::find_block(std::int32_t first, const Trail &trail, std::int32_t time) const {
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

bool Loop::in_block(std::int32_t edge) const {
  const std::int32_t u = graph_.tails[edge], v = graph_.heads[edge];
  if (u == v || !walk_.met(u) || !walk_.met(v))
    return false;
  return inside_[walk_.place[u] > walk_.place[v] ? u : v];
}

bool Loop::fit_reach(std::int32_t first, Trail &trail) {
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

// ---- Branching
// -----------------------------------------------------------------------------------

// One of the edges by which a path goes on is chosen.
void Loop::choices(const Trail &trail, std::vector<Variable> &to) const {
  std::int32_t least = -1, fewest = std::numeric_limits<std::int32_t>::max();
  int at = 0;
  for (std::int32_t v = 0; v < graph_.vertices; ++v)
    for (int side = 0; side < sides(); ++side)
      if (goes_on(v, side) && sides_[side][v].open < fewest)
        least = v, at = side, fewest = sides_[side][v].open;
  if (least >= 0)
    for (const auto &[edge, next] : ends_[at][least])
      if (trail.is_open(is_in(edge)))
        to.push_back(variables()[edge]);
}

// ---- Explaining: each of the arguments above, as far as it held when the trail was shorter
// -------

void Loop::explain(Literal literal, std::int32_t time, const Trail &trail, Why &why) const {
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
         (directed() ? explain_reach(e, time, trail, why) : explain_block(e, time, trail, why))))
      return;
  }
  everything(time, trail, why);
}

// By the degrees of a vertex, as if the edge (-1: none) were otherwise: too many edges at a side,
// or an edge that finds no other with which to pass.
bool Loop::explain_vertex(std::int32_t vertex, std::int32_t edge, bool in, std::int32_t time,
                          const Trail &trail, Why &why) const {
  const auto is_chosen = [&](std::int32_t e) {
    return e == edge ? !in : trail.held(is_in(e), time);
  };
  const auto tell_chosen = [&](int side) { // how many ends they have there
    std::int32_t ends = 0;
    for (const auto &[e, to] : ends_[side][vertex])
      if (is_chosen(e)) {
        ends += !directed() && graph_.tails[e] == graph_.heads[e] ? 2 : 1;
        if (e != edge)
          why.push_back(is_in(e));
      }
    return ends;
  };
  const auto tell_others_out = [&](int side) { // whether they were
    bool all = true;
    for (const auto &[e, to] : ends_[side][vertex])
      if (e != edge && !is_chosen(e)) {
        all = all && trail.failed(is_in(e), time);
        why.push_back(is_out(e));
      }
    return all;
  };
  const std::size_t before = why.size();
  for (int side = 0; side < sides(); ++side) {
    std::int32_t ends = tell_chosen(side);
    if (ends > most())
      return true;
    if (directed()) {
      why.resize(before);
      ends = ends > 0 ? 0 : tell_chosen(1 - side);
    }
    if (ends == 1 && tell_others_out(side))
      return true;
    why.resize(before);
  }
  return false;
}

// Walks from the tail of the edge to its head, by chosen edges, and against directions: whether it
// gets there. The edge itself is not used, nor `without`.
bool Loop::walk_back(std::int32_t edge, std::int32_t without, std::int32_t time,
                     const Trail &trail) const {
  walk_.from(ends_[head_], graph_.tails[edge], [&](std::int32_t by, std::int32_t) {
    return by != edge && by != without && trail.held(is_in(by), time);
  });
  return walk_.met(graph_.heads[edge]);
}

// By a path that the edge would close, beside which another is chosen.
bool Loop::explain_path(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const {
  if (!walk_back(edge, -1, time, trail))
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

// By a loop that is closed, without the edge; or, for none, because nothing can be chosen.
bool Loop::explain_closed(std::int32_t edge, std::int32_t time, const Trail &trail,
                          Why &why) const {
  bool none = edge < 0;
  for (std::int32_t e = 0; e < graph_.edges(); ++e) {
    none = none && trail.failed(is_in(e), time);
    if (e == edge || !trail.held(is_in(e), time) || !walk_back(e, edge, time, trail))
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

// Because at most one vertex leads from the edge's surroundings to the block of a chosen one.
bool Loop::explain_block(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const {
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

// By the arcs that were out around what a chosen arc reaches, or what reaches it.
bool Loop::explain_reach(std::int32_t edge, std::int32_t time, const Trail &trail, Why &why) const {
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
std::int32_t Loop::first_chosen(std::int32_t without, std::int32_t time, const Trail &trail) const {
  for (std::int32_t e = 0; e < graph_.edges(); ++e)
    if (e != without && trail.held(is_in(e), time))
      return e;
  return -1;
}

} // namespace minuet::propagation
