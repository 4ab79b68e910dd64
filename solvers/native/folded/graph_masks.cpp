#include "folded/graph_masks.hpp"

#include "shared/bounds.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace minuet {

GraphMasks::GraphMasks(const RuleArrays &rule, std::int32_t options)
    : vertices_(rule.graph.vertices), ends_(rule.roots) {
  require_rule(rule, options);
  if (rule.kind == "connected")
    kind_ = Kind::connected;
  else if (rule.kind == "tree")
    kind_ = Kind::tree;
  else if (rule.kind == "one_loop")
    kind_ = Kind::loop;
  else if (rule.kind == "path" && ends_.size() == 2 && ends_[0] != ends_[1])
    kind_ = Kind::path;
  else
    throw std::overflow_error("graph rules like " + rule.kind);
  std::vector<std::vector<std::int32_t>> by(elements_of(rule));
  for (std::size_t k = 0; k < rule.options.size(); ++k)
    by[rule.places[k]].push_back(rule.options[k]);
  std::vector<MaskParts> chosen_by(by.size());
  for (std::size_t k = 0; k < by.size(); ++k) {
    std::ranges::sort(by[k]);
    for (const std::int32_t option : by[k])
      append(chosen_by[k], option);
  }
  own_.resize(vertices_);
  at_.resize(vertices_);
  const auto add_edge = [&](std::int32_t u, std::int32_t v, MaskParts parts) {
    if (u == v)
      throw std::overflow_error("edges of one vertex");
    at_[u].push_back(static_cast<std::int32_t>(edges_.size()));
    at_[v].push_back(static_cast<std::int32_t>(edges_.size()));
    edges_.push_back({u, v, std::move(parts)});
  };
  const auto &[tails, heads] = std::tie(rule.graph.tails, rule.graph.heads);
  if (is_of_vertices(rule.kind)) {
    for (std::int32_t v = 0; v < vertices_; ++v)
      if (!chosen_by[v].empty())
        own_[v] = chosen_by[v];
    for (std::size_t e = 0; e < tails.size(); ++e)
      if (own_[tails[e]] && own_[heads[e]])
        add_edge(tails[e], heads[e], {});
  } else
    for (std::size_t e = 0; e < tails.size(); ++e)
      if (!chosen_by[e].empty())
        add_edge(tails[e], heads[e], std::move(chosen_by[e]));
  is_end_.resize(vertices_);
  for (const std::int32_t v : ends_)
    is_end_[v] = 1;
  parts_.resize(vertices_);
  reached_.resize(vertices_);
  from_.resize(vertices_);
}

void GraphMasks::draw(const Mask &mask, std::vector<std::uint8_t> &vertices,
                      std::vector<std::uint8_t> &edges) const {
  vertices.assign(vertices_, 0);
  edges.resize(edges_.size());
  for (std::int32_t v = 0; v < vertices_; ++v)
    vertices[v] = own_[v] && meets(mask, *own_[v]);
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const auto &[u, v, options] = edges_[e];
    edges[e] = options.empty() ? vertices[u] && vertices[v] : meets(mask, options);
  }
}

void GraphMasks::look(const Mask &past, const Mask &live) {
  if (!both_.empty() && past == past_ && live == live_)
    return;
  past_ = past;
  live_ = live;
  both_ = past;
  for (std::size_t word = 0; word < live.size(); ++word)
    both_[word] |= live[word];
  draw(past_, own_now_, edges_now_);
  draw(both_, own_then_, edges_then_);
  chosen_ = own_now_;
  for (std::size_t e = 0; e < edges_.size(); ++e)
    if (edges_now_[e])
      chosen_[edges_[e].u] = chosen_[edges_[e].v] = 1;
  const auto first = std::ranges::find(chosen_, 1);
  start_ = first == chosen_.end() ? -1 : static_cast<std::int32_t>(first - chosen_.begin());
}

// Whether some edges link all chosen vertices with one; what they reach is marked.
bool GraphMasks::reaches_all(const std::vector<std::uint8_t> &edges, std::int32_t start) {
  std::ranges::fill(reached_, 0);
  queue_.assign(1, start);
  reached_[start] = 1;
  from_[start] = -1;
  for (std::size_t k = 0; k < queue_.size(); ++k) {
    const std::int32_t vertex = queue_[k];
    for (const std::int32_t e : at_[vertex]) {
      const std::int32_t other = edges_[e].u == vertex ? edges_[e].v : edges_[e].u;
      if (!edges[e] || reached_[other])
        continue;
      reached_[other] = 1;
      from_[other] = vertex;
      queue_.push_back(other);
    }
  }
  for (std::int32_t v = 0; v < vertices_; ++v)
    if (chosen_[v] && !reached_[v])
      return false;
  return true;
}

void GraphMasks::count_degrees() {
  least_.assign(vertices_, 0);
  most_.assign(vertices_, 0);
  for (std::size_t e = 0; e < edges_.size(); ++e)
    for (const std::int32_t v : {edges_[e].u, edges_[e].v}) {
      least_[v] += edges_now_[e];
      most_[v] += edges_then_[e];
    }
}

std::int32_t GraphMasks::root(std::int32_t vertex) {
  while (parts_[vertex] != vertex)
    vertex = parts_[vertex] = parts_[parts_[vertex]];
  return vertex;
}

// Joins what chosen edges link, and looks for a cycle.
void GraphMasks::join_chosen() {
  std::iota(parts_.begin(), parts_.end(), 0);
  cycle_ = false;
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    if (!edges_now_[e])
      continue;
    const std::int32_t u = root(edges_[e].u), v = root(edges_[e].v);
    cycle_ |= u == v;
    parts_[u] = v;
  }
}

bool GraphMasks::broken() {
  if (of_lines()) { // quicker than the search of what is linked
    count_degrees();
    bool any = false;
    for (std::int32_t v = 0; v < vertices_; ++v) {
      any |= most_[v] > 0;
      if (is_end_[v] ? least_[v] > 1 || most_[v] < 1 : least_[v] && (least_[v] > 2 || most_[v] < 2))
        return true;
    }
    if (kind_ == Kind::loop && !any)
      return true;
  }
  if (start_ >= 0 && !reaches_all(edges_then_, start_))
    return true;
  if (kind_ != Kind::tree)
    return false;
  join_chosen();
  return cycle_;
}

void GraphMasks::force(std::vector<std::int32_t> &needed, std::vector<std::int32_t> &barred) {
  if (kind_ == Kind::connected) {
    force_between(needed, barred);
    return;
  }
  if (of_lines())
    force_degrees(needed, barred);
  bar_cycles(barred);
}

void GraphMasks::force_degrees(std::vector<std::int32_t> &needed,
                               std::vector<std::int32_t> &barred) {
  count_degrees();
  for (std::int32_t v = 0; v < vertices_; ++v) {
    if (most_[v] <= least_[v])
      continue;
    const bool wants_all = most_[v] == full(v) && (least_[v] || is_end_[v]);
    const bool wants_none = least_[v] >= full(v) || (most_[v] == 1 && full(v) == 2);
    if (!wants_all && !wants_none)
      continue;
    for (const std::int32_t e : at_[v]) {
      if (!has_open_edge(static_cast<std::size_t>(e)))
        continue;
      const MaskParts &options = edges_[e].options;
      if (wants_all && !wants_none && common(live_, options) > 1)
        continue;
      any_of(live_, options, [&](std::int32_t option) {
        (wants_none ? barred : needed).push_back(option);
        return false;
      });
    }
  }
}

// Live options that close a cycle and break the rule.
void GraphMasks::bar_cycles(std::vector<std::int32_t> &barred) {
  join_chosen();
  std::vector<std::int32_t> closing;
  for (const auto &[u, v, options] : edges_)
    if (meets(live_, options) && root(u) == root(v))
      any_of(live_, options, [&](std::int32_t option) {
        closing.push_back(option);
        return false;
      });
  if (closing.empty())
    return;
  const Mask past = past_, live = live_;
  for (const std::int32_t option : closing) {
    Mask more = past, less = live;
    add(more, option);
    drop(less, option);
    look(more, less);
    if (broken())
      barred.push_back(option);
  }
  look(past, live);
}

// The options of vertices between chosen ones, and of those that are cut off.
void GraphMasks::force_between(std::vector<std::int32_t> &needed,
                               std::vector<std::int32_t> &barred) {
  if (start_ < 0)
    return;
  reaches_all(edges_then_, start_);
  // Only what lies on these ways to chosen vertices can cut them off.
  std::vector<std::uint8_t> between(vertices_);
  bool several = false;
  for (std::int32_t v = 0; v < vertices_; ++v)
    if (chosen_[v] && v != start_) {
      several = true;
      for (std::int32_t w = v; reached_[w] && w != start_ && !between[w]; w = from_[w])
        between[w] = 1;
    }
  const std::vector<std::uint8_t> reached = reached_;
  std::vector<std::uint8_t> vertices, edges;
  for (std::int32_t v = 0; v < vertices_; ++v) {
    if (!own_[v] || own_now_[v] || !meets(live_, *own_[v]))
      continue;
    const auto note = [&](std::vector<std::int32_t> &options) {
      any_of(live_, *own_[v], [&](std::int32_t option) {
        options.push_back(option);
        return false;
      });
    };
    if (!reached[v])
      note(barred);
    else if (several && between[v] && common(live_, *own_[v]) == 1) {
      Mask left = both_;
      for (const auto [word, bits] : *own_[v])
        left[word] &= ~bits;
      draw(left, vertices, edges);
      if (!reaches_all(edges, start_))
        note(needed);
    }
  }
}

bool GraphMasks::future(std::vector<std::uint64_t> &key) {
  join_chosen();
  if (kind_ == Kind::tree && cycle_)
    return false;
  std::vector<std::uint8_t> open(vertices_); // an open edge ends there, or an own option is live
  for (std::int32_t v = 0; v < vertices_; ++v)
    open[v] = own_[v] && meets(live_, *own_[v]);
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    if (!has_open_edge(e))
      continue;
    const auto &[u, v, options] = edges_[e];
    open[u] = open[v] = 1;
    key.push_back(4 * e);
    if (options.empty())
      key.back() += 2 * own_now_[u] + own_now_[v];
  }
  key.push_back(~std::uint64_t{0});
  std::vector<std::int32_t> name(vertices_, -1); // of each part its first open vertex
  std::vector<std::uint8_t> anchored(vertices_);
  for (std::int32_t v = 0; v < vertices_; ++v)
    if (open[v]) {
      const std::int32_t part = root(v);
      if (name[part] < 0)
        name[part] = v;
      anchored[part] |= chosen_[v];
    }
  for (std::int32_t v = 0; v < vertices_; ++v)
    if (chosen_[v] && !anchored[root(v)])
      return false;
  if (of_lines()) {
    count_degrees();
    for (std::int32_t v = 0; v < vertices_; ++v)
      if (!open[v] && (chosen_[v] || is_end_[v]) && least_[v] != full(v))
        return false;
  }
  for (std::int32_t v = 0; v < vertices_; ++v)
    if (open[v]) {
      key.push_back(2 * static_cast<std::uint64_t>(name[root(v)]) + chosen_[v]);
      if (of_lines())
        key.back() |= static_cast<std::uint64_t>(least_[v]) << 40;
    }
  key.push_back(kind_ == Kind::loop && start_ < 0);
  return true;
}

void GraphMasks::ends(std::vector<std::pair<std::int32_t, std::int32_t>> &ways) {
  if (!of_lines())
    return;
  count_degrees();
  for (const auto &[u, v, options] : edges_)
    for (const std::int32_t vertex : {u, v})
      if (least_[vertex] == full(vertex) - 1 && least_[vertex] < most_[vertex])
        any_of(live_, options, [&](std::int32_t option) {
          ways.emplace_back(most_[vertex], option);
          return true;
        });
}

std::int32_t GraphMasks::width() const {
  std::vector<std::int32_t> first(vertices_, -1), last(vertices_, -1);
  std::int32_t highest = -1;
  const auto note = [&](std::int32_t vertex, const MaskParts &options) {
    for (const auto [word, bits] : options) {
      const std::int32_t low = 64 * word + std::countr_zero(bits);
      const std::int32_t high = 64 * word + 63 - std::countl_zero(bits);
      first[vertex] = first[vertex] < 0 ? low : std::min(first[vertex], low);
      last[vertex] = std::max(last[vertex], high);
      highest = std::max(highest, high);
    }
  };
  for (std::int32_t v = 0; v < vertices_; ++v)
    if (own_[v])
      note(v, *own_[v]);
  for (const auto &[u, v, options] : edges_)
    for (const std::int32_t vertex : {u, v})
      note(vertex, options);
  std::vector<std::int32_t> steps(static_cast<std::size_t>(highest) + 1);
  for (std::int32_t v = 0; v < vertices_; ++v)
    if (first[v] >= 0) {
      ++steps[first[v]];
      --steps[last[v]];
    }
  std::int32_t open = 0, most = 0;
  for (const std::int32_t step : steps)
    most = std::max(most, open += step);
  return most;
}

} // namespace minuet
