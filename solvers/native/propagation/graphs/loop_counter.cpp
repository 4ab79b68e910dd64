#include "propagation/graphs/loop_counter.hpp"

#include <algorithm>
#include <numeric>

namespace minuet::propagation {

namespace {
constexpr std::int32_t most_vertices = 65'000; // a mate is a number of 16 bits
}

LoopCounter::LoopCounter(const Problem &problem, const RuleArrays &arrays)
    : vertices_(arrays.graph.vertices), possible_(problem.possible()) {
  countable_ = vertices_ < most_vertices && take_edges(problem, arrays);
  if (!countable_)
    return;
  order_edges();
  take_items(problem);
}

// False where an option is no edge, or several, or an edge can be chosen by several.
bool LoopCounter::take_edges(const Problem &problem, const RuleArrays &arrays) {
  std::vector<std::int32_t> option_of(arrays.graph.edges(), -1);
  std::vector<std::uint8_t> seen(problem.options(), 0);
  for (std::size_t k = 0; k < arrays.options.size(); ++k) {
    const std::int32_t option = arrays.options[k], edge = arrays.places[k];
    if (!problem.allowed(option))
      continue;
    if (std::exchange(seen[option], 1) != 0 || option_of[edge] >= 0)
      return false;
    option_of[edge] = option;
  }
  for (std::int32_t option = 0; option < problem.options(); ++option)
    if (problem.allowed(option) && !seen[option])
      return false;
  for (std::int32_t e = 0; e < arrays.graph.edges(); ++e)
    if (option_of[e] >= 0)
      edges_.push_back({arrays.graph.tails[e], arrays.graph.heads[e], option_of[e],
                        problem.is_given(option_of[e])});
  if (arrays.kind != "path")
    return arrays.kind == "one_loop";
  if (arrays.roots.size() == 2) {
    possible_ = possible_ && arrays.roots[0] != arrays.roots[1];
    edges_.push_back({arrays.roots[0], arrays.roots[1], -1, true});
    return true;
  }
  beyond_ = vertices_++;
  for (std::int32_t v = 0; v < beyond_; ++v)
    edges_.push_back({beyond_, v, -1, false});
  return true;
}

// Vertex by vertex, in the order of their numbers.
void LoopCounter::order_edges() {
  const auto rank = [this](const Edge &edge) {
    const auto place = [this](std::int32_t v) { return v == beyond_ ? -1 : v; };
    const std::int32_t a = place(edge.tail), b = place(edge.head);
    return std::pair(std::max(a, b), std::min(a, b));
  };
  std::stable_sort(edges_.begin(), edges_.end(),
                   [&](const Edge &a, const Edge &b) { return rank(a) < rank(b); });
  first_.assign(vertices_, -1), last_.assign(vertices_, -1);
  for (std::int32_t step = 0; step < static_cast<std::int32_t>(edges_.size()); ++step)
    for (const std::int32_t v : {edges_[step].tail, edges_[step].head}) {
      first_[v] = first_[v] < 0 ? step : first_[v];
      last_[v] = step;
    }
  mate_.resize(vertices_);
}

void LoopCounter::take_items(const Problem &problem) {
  const Matrix &matrix = problem.matrix();
  items_of_.resize(edges_.size());
  for (std::int32_t item = 0; item < matrix.items(); ++item) {
    items_.push_back({matrix.low[item], matrix.high[item]});
    countable_ = countable_ && !problem.weighted(item);
  }
  for (std::int32_t step = 0; step < static_cast<std::int32_t>(edges_.size()); ++step) {
    const std::int32_t option = edges_[step].option;
    if (option < 0)
      continue;
    for (auto e = matrix.starts[option]; e < matrix.starts[option + 1]; ++e) {
      Item &item = items_[matrix.members[e]];
      countable_ = countable_ && matrix.colors[e] == 0;
      items_of_[step].push_back(matrix.members[e]);
      item.first = item.first < 0 ? step : item.first;
      item.last = step;
    }
  }
  for (const Item &item : items_)
    possible_ = possible_ && (item.first >= 0 || item.low <= 0);
  countable_ = countable_ && edges_.size() < 65'000; // so are covers
  covers_.resize(items_.size());
}

std::optional<Wide> LoopCounter::count(std::int64_t most_states, Poll &poll) {
  if (!countable_)
    return std::nullopt;
  if (!possible_)
    return Wide(0);
  States states{{Key(), Wide(1)}};
  for (std::int32_t step = 0; step < static_cast<std::int32_t>(edges_.size()); ++step) {
    begin_step(step);
    States next;
    most_states -= std::ssize(states);
    if (most_states < 0 || !step_on(step, states, next, poll))
      return std::nullopt;
    states = std::move(next);
  }
  return total_;
}

// What is at the frontier before the step's edge, and after it.
void LoopCounter::begin_step(std::int32_t step) {
  before_ = after_, open_before_ = open_after_;
  const auto stays = [&](std::int32_t v) { return last_[v] > step; };
  const auto is_open = [&](std::int32_t item) { return items_[item].last > step; };
  after_.clear(), open_after_.clear();
  std::copy_if(before_.begin(), before_.end(), std::back_inserter(after_), stays);
  std::copy_if(open_before_.begin(), open_before_.end(), std::back_inserter(open_after_), is_open);
  const auto [tail, head, option, forced] = edges_[step];
  if (first_[tail] == step && stays(tail))
    after_.push_back(tail);
  if (first_[head] == step && stays(head) && head != tail)
    after_.push_back(head);
  for (const std::int32_t item : items_of_[step])
    if (items_[item].first == step && is_open(item))
      open_after_.push_back(item);
}

bool LoopCounter::step_on(std::int32_t step, const States &states, States &next, Poll &poll) {
  for (const auto &[key, ways] : states) {
    poll(16 + 4 * std::ssize(key));
    for (const bool chosen : {false, true}) {
      if (!chosen && edges_[step].forced)
        continue;
      decode(key);
      for (const std::int32_t v : {edges_[step].tail, edges_[step].head})
        if (first_[v] == step)
          mate_[v] = static_cast<std::uint16_t>(v + 1);
      for (const std::int32_t item : items_of_[step])
        if (items_[item].first == step)
          covers_[item] = 0;
      if (chosen && !choose(step)) {
        if (closes_all(step)) {
          total_ += ways;
          if (total_ < ways)
            return false;
        }
        continue;
      }
      if (may_leave(step) && !add(next, encode(), ways))
        return false;
    }
  }
  return true;
}

bool LoopCounter::add(States &states, Key key, const Wide &ways) {
  Wide &sum = states[std::move(key)];
  sum += ways;
  return !(sum < ways); // that is beyond 128 bits
}

// Joins what the edge joins; false where it cannot be chosen, or closes a loop.
bool LoopCounter::choose(std::int32_t step) {
  const auto [u, v, option, forced] = edges_[step];
  for (const std::int32_t item : items_of_[step])
    ++covers_[item];
  const std::uint16_t a = mate_[u], b = mate_[v];
  if (a == 0 || b == 0 || u == v || a == v + 1)
    return false;
  mate_[u] = mate_[v] = 0; // unless they are ends still
  mate_[a - 1] = b, mate_[b - 1] = a;
  return true;
}

// Whether the edge that was refused closes the one loop, with which nothing else is chosen.
bool LoopCounter::closes_all(std::int32_t step) const {
  const auto [u, v, option, forced] = edges_[step];
  if (mate_[u] != v + 1)
    return false;
  for (const std::int32_t w : before_)
    if (w != u && w != v && mate_[w] != 0 && mate_[w] != w + 1)
      return false;
  const bool waits = beyond_ >= 0 && last_[beyond_] >= step;
  if (waits && beyond_ != u && beyond_ != v && (first_[beyond_] > step || mate_[beyond_] != 0))
    return false;
  const auto within = [&](std::int32_t item) {
    return items_[item].low <= covers_[item] && covers_[item] <= items_[item].high;
  };
  if (!std::all_of(open_before_.begin(), open_before_.end(), within) ||
      !std::all_of(items_of_[step].begin(), items_of_[step].end(), within))
    return false;
  for (const Item &item : items_)
    if (item.first > step && item.low > 0)
      return false;
  for (std::size_t later = step + 1; later < edges_.size(); ++later)
    if (edges_[later].forced)
      return false;
  return true;
}

// Whether no path ends, and no item is left short, where no edge comes any more.
bool LoopCounter::may_leave(std::int32_t step) const {
  for (const std::int32_t v : {edges_[step].tail, edges_[step].head})
    if (last_[v] == step && mate_[v] != 0 && (mate_[v] != v + 1 || v == beyond_))
      return false;
  for (const std::int32_t item : items_of_[step])
    if (covers_[item] > items_[item].high ||
        (items_[item].last == step && covers_[item] < items_[item].low))
      return false;
  return true;
}

void LoopCounter::decode(const Key &key) {
  std::size_t at = 0;
  for (const std::int32_t v : before_)
    mate_[v] = key[at++];
  for (const std::int32_t item : open_before_)
    covers_[item] = key[at++];
}

LoopCounter::Key LoopCounter::encode() const {
  Key key;
  for (const std::int32_t v : after_)
    key.push_back(mate_[v]);
  for (const std::int32_t item : open_after_)
    key.push_back(covers_[item]);
  return key;
}

} // namespace minuet::propagation
