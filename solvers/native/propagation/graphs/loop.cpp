#include "propagation/graphs/loop.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace minuet::propagation {

template <bool directed>
Loop<directed>::Loop(std::int32_t number, std::vector<Variable> variables, Graph graph)
    : GraphRule(number, std::move(variables)), graph_(std::move(graph)), mate_(graph_.vertices),
      argument_(graph_.edges(), Argument::degrees), touched_(graph_.vertices),
      on_it_(graph_.edges()), wall_(graph_.vertices), around_(graph_.vertices) {
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
  for (std::int32_t v = 0; v < graph_.vertices; ++v)
    touched_.add(v);
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
  GraphRule::update(edge, is_chosen);
  const std::int32_t u = graph_.tails[edge], v = graph_.heads[edge];
  --sides_[0][u].open, --sides_[at_head][v].open;
  touched_.add(u), touched_.add(v);
  if (!is_chosen) {
    has_new_outs_ = true;
    return;
  }
  Record record{Change::none, mate_[u], mate_[v]};
  if (has_room(u, v)) {
    if (u == v ? is_isolated(u) : record.start == v) {
      record.change = Change::closed;
      closing_.push_back(edge);
      paths_ += u == v;
    } else if (u != v) {
      record.change = Change::joined;
      paths_ += is_isolated(u) + is_isolated(v) - 1;
      mate_[record.start] = record.end, mate_[record.end] = record.start;
      touched_.add(record.start), touched_.add(record.end);
    }
  }
  ++sides_[0][u].chosen, ++sides_[at_head][v].chosen;
  fewest_paths_ = std::min(fewest_paths_, paths_);
  records_.push_back(record);
}

template <bool directed> void Loop<directed>::undo(std::int32_t edge, bool is_chosen) {
  GraphRule::undo(edge, is_chosen);
  const std::int32_t u = graph_.tails[edge], v = graph_.heads[edge];
  ++sides_[0][u].open, ++sides_[at_head][v].open;
  if (!is_chosen)
    return;
  --sides_[0][u].chosen, --sides_[at_head][v].chosen;
  const auto [change, start, end] = records_.back();
  records_.pop_back();
  if (change == Change::closed) {
    closing_.pop_back();
    paths_ -= u == v;
  } else if (change == Change::joined) {
    mate_[start] = u, mate_[end] = v;
    paths_ -= is_isolated(u) + is_isolated(v) - 1;
  }
  fewest_paths_ = std::min(fewest_paths_, paths_);
}

template <bool directed> bool Loop<directed>::propagate(Trail &trail) {
  const std::int32_t before = trail.size();
  faulty_ = -1;
  if (!propagate_degrees(trail))
    return false;
  if (trail.size() > before)
    return true; // called again when that was counted
  if (!propagate_paths(trail))
    return false;
  touched_.clear();
  fewest_paths_ = paths_;
  if (trail.size() > before || !closing_.empty() || chosen_elements().empty())
    return true;
  const std::int32_t first = chosen_elements().front();
  if ((!has_new_outs_ && first == looked_from_) || !patience_.is_over())
    return true;
  const bool consistent = directed ? propagate_reach(first, trail) : propagate_block(first, trail);
  patience_.note_look(!consistent || trail.size() > before);
  has_new_outs_ = !consistent;
  looked_from_ = first;
  return consistent;
}

template <bool directed> bool Loop<directed>::propagate_degrees(Trail &trail) {
  for (const std::int32_t v : touched_)
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
  if (mine.chosen > most || (needed && mine.open == 0)) {
    faulty_ = vertex;
    return trail.conflict(reason());
  }
  const Side other = sides_[directed ? 1 - side : side][vertex];
  const bool has_choice =
      directed ? other.chosen + other.open > 0 && !(needed && mine.open == 1) : mine.open > 1;
  if (mine.open == 0 || (mine.chosen < most && has_choice))
    return true;
  for (const auto &[edge, to] : ends_[side][vertex])
    if (is_undecided(edge) &&
        !(needed ? trail.set(is_in(edge), reason()) : leave_out(edge, Argument::degrees, trail)))
      return false;
  return true;
}

// Leaves an edge out by an argument, which is kept unless the edge is out already.
template <bool directed>
bool Loop<directed>::leave_out(std::int32_t edge, Argument argument, Trail &trail) {
  if (trail.fails(is_in(edge)))
    return true;
  argument_[edge] = argument;
  return trail.set(is_out(edge), reason());
}

// Whether the edge would close a loop beside another path.
template <bool directed> bool Loop<directed>::closes(std::int32_t edge) const {
  const std::int32_t u = graph_.tails[edge], v = graph_.heads[edge];
  return u == v || (mate_[u] == v && has_room(u, v) && paths_ > 1);
}

template <bool directed> bool Loop<directed>::propagate_paths(Trail &trail) {
  if (closing_.empty() ? undecided() == 0 && chosen_elements().empty() : paths_ > 1)
    return trail.conflict(reason());
  if (undecided() == 0 || (closing_.empty() && (paths_ == 0 || (paths_ == 1 && !has_loops_))))
    return true;
  if (!closing_.empty() || fewest_paths_ <= 1) {
    for (std::int32_t e = 0; e < graph_.edges(); ++e)
      if (is_undecided(e) && (!closing_.empty() || closes(e)) &&
          !leave_out(e, closing_.empty() ? Argument::path : Argument::closed, trail))
        return false;
    return true;
  }
  for (const std::int32_t v : touched_)
    for (const auto &[edge, to] : ends_[0][v])
      if (is_undecided(edge) && closes(edge) && !leave_out(edge, Argument::path, trail))
        return false;
  return true;
}

template <bool directed> bool Loop<directed>::propagate_block(std::int32_t first, Trail &trail) {
  find_block(first, [&](std::int32_t edge) { return state(edge) != State::left_out; });
  for (std::int32_t e = 0; e < graph_.edges(); ++e)
    if (e != first && state(e) != State::left_out && !in_block(e) &&
        !leave_out(e, Argument::reach, trail))
      return false;
  return true;
}

// Finds the block of a chosen edge, by a walk that takes it first. An edge of the walk is marked at
// the deeper of its ends.
template <bool directed>
template <class Usable>
void Loop<directed>::find_block(std::int32_t first, Usable usable) const {
  const std::int32_t root = graph_.tails[first], next = graph_.heads[first];
  walk_.from(ends_[0], root, [&](std::int32_t edge, std::int32_t) { return usable(edge); }, first);
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
               [&](std::int32_t arc, std::int32_t) { return state(arc) != State::left_out; });
    for (std::int32_t a = 0; a < graph_.edges(); ++a)
      if (a != first && state(a) != State::left_out && !walk_.met(from[a]) &&
          !leave_out(a, Argument::reach, trail))
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

// By the argument that was kept. Where elements share a variable, it may be of another element:
// then by the first argument that applied when the trail was `time` long.
template <bool directed>
void Loop<directed>::explain(Literal literal, std::int32_t time, const Trail &trail,
                             Why &why) const {
  if (literal == no_literal && explain_conflict(time, trail, why))
    return;
  const bool in = says_chosen(literal);
  const auto candidates = elements_of(variable_of(literal));
  for (const std::int32_t e : candidates)
    if (explain_edge(e, in, in ? Argument::degrees : argument_[e], time, trail, why))
      return;
  for (const std::int32_t e : candidates)
    for (const Argument argument :
         {Argument::degrees, Argument::path, Argument::closed, Argument::reach})
      if (!in && explain_edge(e, in, argument, time, trail, why))
        return;
  explain_by_all(time, trail, why);
}

template <bool directed>
bool Loop<directed>::explain_conflict(std::int32_t time, const Trail &trail, Why &why) const {
  if (faulty_ >= 0)
    return explain_vertex(faulty_, -1, false, time, trail, why);
  return explain_closed(-1, time, trail, why);
}

template <bool directed>
bool Loop<directed>::explain_edge(std::int32_t edge, bool in, Argument argument, std::int32_t time,
                                  const Trail &trail, Why &why) const {
  switch (argument) {
  case Argument::degrees:
    return explain_vertex(graph_.tails[edge], edge, in, time, trail, why) ||
           explain_vertex(graph_.heads[edge], edge, in, time, trail, why);
  case Argument::path:
    return explain_path(edge, time, trail, why);
  case Argument::closed:
    return explain_closed(edge, time, trail, why);
  case Argument::reach:
    return directed ? explain_reach(edge, time, trail, why) : explain_block(edge, time, trail, why);
  }
  return false;
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
  on_it_.clear();
  on_it_.add(edge);
  for (std::int32_t v = graph_.heads[edge]; walk_.edge[v] >= 0; v = walk_.parent[v])
    on_it_.add(walk_.edge[v]);
  const std::int32_t other = chosen_beside(time, trail);
  if (other < 0)
    return false;
  for (const std::int32_t e : on_it_)
    if (e != edge)
      why.push_back(is_in(e));
  why.push_back(is_in(other));
  return true;
}

// By a closed loop without the edge; for no edge, by a closed loop and an edge chosen beside it, or
// because all edges are left out.
template <bool directed>
bool Loop<directed>::explain_closed(std::int32_t edge, std::int32_t time, const Trail &trail,
                                    Why &why) const {
  if (closing_.empty()) {
    if (edge >= 0 || !chosen_elements().empty() || undecided() > 0)
      return false;
    for (std::int32_t e = 0; e < graph_.edges(); ++e)
      why.push_back(is_out(e));
    return true;
  }
  const std::int32_t closing = closing_.front();
  if (closing == edge || !trail.held(is_in(closing), time) ||
      !walk_to_head(closing, edge, time, trail))
    return false;
  on_it_.clear();
  on_it_.add(closing);
  for (std::int32_t v = graph_.heads[closing]; walk_.edge[v] >= 0; v = walk_.parent[v])
    on_it_.add(walk_.edge[v]);
  const std::int32_t other = edge < 0 ? chosen_beside(time, trail) : -1;
  if (edge < 0 && other < 0)
    return false;
  for (const std::int32_t e : on_it_)
    why.push_back(is_in(e));
  if (other >= 0)
    why.push_back(is_in(other));
  return true;
}

// The chosen edge that was set first of those that are not in `on_it_`; -1: none before `time`.
template <bool directed>
std::int32_t Loop<directed>::chosen_beside(std::int32_t time, const Trail &trail) const {
  for (const std::int32_t e : chosen_elements())
    if (!on_it_.contains(e))
      return trail.held(is_in(e), time) ? e : -1;
  return -1;
}

// By the block of a chosen edge: at most one of its vertices is reachable from the edge.
template <bool directed>
bool Loop<directed>::explain_block(std::int32_t edge, std::int32_t time, const Trail &trail,
                                   Why &why) const {
  const std::int32_t first = first_chosen(edge, time, trail);
  if (first < 0)
    return false;
  const auto usable = [&](std::int32_t e) { return !trail.failed(is_in(e), time); };
  find_block(first, usable);
  wall_.clear(), around_.clear();
  for (const std::int32_t v : walk_.order)
    if (inside_[v])
      wall_.add(v), wall_.add(walk_.parent[v]);
  std::int32_t door = -1;
  bool apart = true;
  const auto reach = [&](std::int32_t v) {
    if (!wall_.contains(v)) {
      around_.add(v);
    } else {
      apart = apart && (door < 0 || door == v);
      door = v;
    }
  };
  reach(graph_.tails[edge]), reach(graph_.heads[edge]);
  for (std::int32_t k = 0; apart && k < around_.size(); ++k)
    for (const auto &[e, to] : ends_[0][around_[k]])
      if (usable(e))
        reach(to);
  if (!apart)
    return false;
  for (const std::int32_t v : around_)
    for (const auto &[e, to] : ends_[0][v])
      if (!around_.contains(to) && to != door)
        why.push_back(is_out(e));
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
    for (const std::int32_t v : walk_.order)
      for (const auto &[arc, next] : ends_[side][v])
        if (!walk_.met(next))
          why.push_back(is_out(arc));
    why.push_back(is_in(first));
    return true;
  }
  return false;
}

template class Loop<false>;
template class Loop<true>;

} // namespace minuet::propagation
