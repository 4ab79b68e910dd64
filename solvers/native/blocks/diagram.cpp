#include "blocks/diagram.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace minuet::blocks {

namespace {

using Word = std::uint64_t;

// A node, on the average. Of fewer, the processor seldom foretells the last one of a node: a loop
// over all edges without that branch takes a quarter off the time of a proof at 12x12, and adds a
// tenth to that of neighborhoods, whose nodes have more.
constexpr double many_edges = 2.5;
constexpr const char *too_many = "blocks whose covers are too many to hold";

// The states of one level, numbered; whole keys are compared.
class States {
public:
  explicit States(std::int32_t words) : words_(words), slots_(16, -1) {}

  std::int32_t size() const { return size_; }
  const Word *state(std::int32_t n) const { return keys_.data() + std::ptrdiff_t{n} * words_; }

  std::int32_t number(const Word *key) {
    if (2 * size_ >= std::ssize(slots_))
      grow();
    std::size_t at = hash(key) & (slots_.size() - 1);
    for (; slots_[at] >= 0; at = (at + 1) & (slots_.size() - 1))
      if (std::equal(key, key + words_, state(slots_[at])))
        return slots_[at];
    slots_[at] = size_;
    keys_.insert(keys_.end(), key, key + words_);
    return size_++;
  }

private:
  std::size_t hash(const Word *key) const {
    Word h = 0;
    for (std::int32_t w = 0; w < words_; ++w)
      h = std::rotl((h ^ key[w]) * 0x9e3779b97f4a7c15u, 29);
    return h ^ h >> 31;
  }
  void grow() {
    std::fill(slots_.begin(), slots_.end(), -1);
    slots_.resize(2 * slots_.size(), -1);
    for (std::int32_t n = 0; n < size_; ++n) {
      std::size_t at = hash(state(n)) & (slots_.size() - 1);
      while (slots_[at] >= 0)
        at = (at + 1) & (slots_.size() - 1);
      slots_[at] = n;
    }
  }

  std::int32_t words_, size_ = 0;
  std::vector<Word> keys_;
  std::vector<std::int32_t> slots_;
};

// Builds the diagram level by level: the states whose first open item is the same one. An item that
// no later option has counts as covered, so that states which it alone tells apart are one.
class Building {
public:
  struct Arc {
    std::int32_t option, level, state;
  };

  Building(const Block &block, std::int64_t most, Poll &poll)
      : block_(block), most_(most), poll_(poll), words_(block.items / 64 + 1) {
    const std::int64_t rows = std::ssize(block.options) + block.primary + 1;
    if (rows * words_ > most)
      throw std::overflow_error(too_many);
    masks_.assign(block.options.size() * words_, 0);
    over_.assign(std::size_t(block.primary + 1) * words_, 0);
    by_first_.resize(block.primary);
    arcs_.resize(block.primary + 1);
    ends_.resize(block.primary + 1);
    levels_.assign(block.primary + 1, States(words_));
    std::vector<std::int32_t> last(block.items, -1);
    for (std::int32_t o = 0; o < std::ssize(block.options); ++o) {
      const auto &own = block.options[o].own;
      for (const std::int32_t b : own) {
        masks_[o * words_ + b / 64] |= Word{1} << b % 64;
        last[b] = std::max(last[b], own.front());
      }
      by_first_[own.front()].push_back(o);
    }
    for (std::int32_t b = block.primary; b < block.items; ++b, poll(block.primary))
      for (std::int32_t level = last[b] + 1; level <= block.primary; ++level)
        over_[level * words_ + b / 64] |= Word{1} << b % 64;
    key_.assign(words_, 0);
    reach();
    for (std::int32_t level = 0; level < block.primary; ++level)
      expand(level);
  }

  const std::vector<Arc> &arcs(std::int32_t level) const { return arcs_[level]; }
  const std::vector<std::int64_t> &ends(std::int32_t level) const { return ends_[level]; }
  std::int32_t size(std::int32_t level) const { return levels_[level].size(); }

private:
  // The state of `key_`: its level and its number there.
  std::pair<std::int32_t, std::int32_t> reach() {
    std::int32_t level = 0;
    for (std::int32_t w = 0; w < words_; ++w, level = 64 * w)
      if (~key_[w] != 0) {
        level += std::countr_one(key_[w]);
        break;
      }
    level = std::min(level, block_.primary);
    for (std::int32_t w = 0; w < words_; ++w)
      key_[w] |= over_[level * words_ + w];
    return {level, levels_[level].number(key_.data())};
  }

  void expand(std::int32_t level) {
    for (std::int32_t n = 0; n < size(level); ++n) {
      for (const std::int32_t o : by_first_[level]) {
        poll_(4 * words_);
        const Word *mask = masks_.data() + std::ptrdiff_t{o} * words_;
        const Word *state = levels_[level].state(n);
        bool fits = true;
        for (std::int32_t w = 0; w < words_; ++w) {
          fits &= (state[w] & mask[w]) == 0;
          key_[w] = state[w] | mask[w];
        }
        if (!fits)
          continue;
        if (++edges_ > most_)
          throw std::overflow_error(too_many);
        const auto [to, number] = reach();
        arcs_[level].push_back({o, to, number});
      }
      ends_[level].push_back(std::ssize(arcs_[level]));
    }
  }

  const Block &block_;
  std::int64_t most_, edges_ = 0;
  Poll &poll_;
  std::int32_t words_;
  std::vector<Word> masks_;
  std::vector<std::vector<std::int32_t>> by_first_;
  std::vector<Word> over_; // levels: the items that no option has from there on
  std::vector<States> levels_;
  std::vector<std::vector<Arc>> arcs_;          // levels
  std::vector<std::vector<std::int64_t>> ends_; // levels, states: where their arcs end
  std::vector<Word> key_;
};

} // namespace

Diagram::Diagram(const Block &block, std::int64_t most_edges, Poll &poll) {
  const Building built(block, most_edges, poll);
  const std::int32_t last = block.primary;
  // From the end back: nodes from which it is reached get a number, counted from the last one.
  std::vector<std::vector<std::int32_t>> node(last + 1);
  for (std::int32_t level = 0; level <= last; ++level)
    node[level].assign(built.size(level), level == last ? 0 : -1);
  const auto live = [&](const Building::Arc &arc) { return node[arc.level][arc.state] >= 0; };
  for (std::int32_t level = last - 1; level >= 0; --level) {
    const auto &arcs = built.arcs(level);
    const auto &ends = built.ends(level);
    for (std::int32_t n = 0; n < built.size(level); ++n)
      for (std::int64_t a = n == 0 ? 0 : ends[n - 1]; a < ends[n]; ++a, poll(2))
        if (live(arcs[a]))
          node[level][n] = 0;
  }
  empty_ = node[0].empty() ? node[last].empty() : node[0][0] < 0;
  if (empty_) {
    starts_.push_back(0);
    return;
  }
  std::int32_t next = 0;
  for (auto &level : node)
    for (std::int32_t &n : level)
      n = n < 0 ? n : next++;
  for (std::int32_t level = 0; level < last; ++level)
    for (std::int32_t n = 0; n < built.size(level); ++n) {
      if (node[level][n] < 0)
        continue;
      starts_.push_back(std::ssize(edges_));
      const auto &ends = built.ends(level);
      for (std::int64_t a = n == 0 ? 0 : ends[n - 1]; a < ends[n]; ++a, poll(2))
        if (const Building::Arc &arc = built.arcs(level)[a]; live(arc))
          add(arc.option, node[arc.level][arc.state]);
    }
  starts_.push_back(std::ssize(edges_));
}

// An edge of the last node that was begun.
void Diagram::add(std::int32_t option, std::int32_t to) {
  const std::uint32_t first = starts_.back() == std::ssize(edges_);
  edges_.push_back({static_cast<std::uint32_t>(option), first, to});
}

void Diagram::distances(std::span<const Length> lengths, std::vector<Length> &to_end) const {
  to_end.resize(end() + 1);
  to_end[end()] = 0;
  if (std::ssize(edges_) >= many_edges * static_cast<double>(end())) {
    for (std::int32_t n = end() - 1; n >= 0; --n) {
      Length least = never;
      for (const Edge &edge : edges(n))
        least = std::min(least, lengths[edge.option] + to_end[edge.to]);
      to_end[n] = least;
    }
    return;
  }
  std::int32_t n = end() - 1;
  Length least = never;
  for (std::size_t e = edges_.size(); e-- > 0;) {
    const Edge edge = edges_[e];
    least = std::min(least, lengths[edge.option] + to_end[edge.to]);
    to_end[n] = least;
    least = edge.first ? never : least;
    n -= edge.first;
  }
}

std::vector<Length> Diagram::from_start(std::span<const Length> lengths,
                                        std::span<const std::uint8_t> alive) const {
  std::vector<Length> result(end() + 1, never);
  result[0] = 0;
  for (std::int32_t n = 0; n < end(); ++n)
    if (result[n] < never)
      for (const Edge &edge : edges(n))
        if (alive.empty() || alive[edge.option])
          result[edge.to] = std::min(result[edge.to], result[n] + lengths[edge.option]);
  return result;
}

void Diagram::through(std::span<const Length> lengths, std::span<const Length> to_end,
                      std::vector<Length> &least) const {
  least.assign(lengths.size(), never);
  const std::vector<Length> from = from_start(lengths, {});
  for (std::int32_t n = 0; n < end(); ++n)
    for (const Edge &edge : edges(n))
      least[edge.option] =
          std::min(least[edge.option], from[n] + lengths[edge.option] + to_end[edge.to]);
}

double Diagram::paths() const {
  std::vector<double> result(end() + 1, 0);
  result[end()] = empty_ ? 0 : 1;
  for (std::int32_t n = end() - 1; n >= 0; --n)
    for (const Edge &edge : edges(n))
      result[n] += result[edge.to];
  return result[0];
}

void Diagram::mark(std::span<std::uint8_t> options) const {
  for (const Edge &edge : edges_)
    options[edge.option] = 1;
}

std::vector<Length> Diagram::to_end(std::span<const Length> lengths,
                                    std::span<const std::uint8_t> alive) const {
  std::vector<Length> result(end() + 1, never);
  result[end()] = 0;
  for (std::int32_t n = end() - 1; n >= 0; --n)
    for (const Edge &edge : edges(n))
      if (alive[edge.option] && result[edge.to] < never)
        result[n] = std::min(result[n], lengths[edge.option] + result[edge.to]);
  return result;
}

Diagram Diagram::within(std::span<const Length> lengths, std::span<const std::uint8_t> alive,
                        Length limit, Length &least) const {
  const std::vector<Length> from = from_start(lengths, alive), to = to_end(lengths, alive);
  const auto kept = [&](std::int32_t n, const Edge &edge) {
    if (!alive[edge.option] || from[n] == never || to[edge.to] == never)
      return false;
    const Length length = from[n] + lengths[edge.option] + to[edge.to];
    if (length > limit)
      least = std::min(least, length);
    return length <= limit;
  };
  Diagram result;
  result.empty_ = empty_ || to[0] > limit;
  if (result.empty_) {
    if (to[0] < never)
      least = std::min(least, to[0]);
    result.starts_.push_back(0);
    return result;
  }
  std::vector<std::int32_t> number(end() + 1, -1);
  std::int32_t next = 0;
  for (std::int32_t n = 0; n <= end(); ++n)
    if (from[n] < never && to[n] < never && from[n] + to[n] <= limit)
      number[n] = next++;
  for (std::int32_t n = 0; n < end(); ++n) {
    if (number[n] >= 0)
      result.starts_.push_back(std::ssize(result.edges_));
    for (const Edge &edge : edges(n))
      if (kept(n, edge)) // asked of all, for the least of what is too long
        result.add(edge.option, number[edge.to]);
  }
  result.starts_.push_back(std::ssize(result.edges_));
  return result;
}

} // namespace minuet::blocks
