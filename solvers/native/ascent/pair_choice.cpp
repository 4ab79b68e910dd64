// Which two items a node branches on, and what is left of it where they are together or apart.
#include "ascent/pair_search.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

namespace minuet::ascent {

namespace {

constexpr std::size_t tried_pairs = 8;
constexpr double nearly_whole = 1e-6, in_part = 1e-4;

} // namespace

// Items that are covered together in part, the nearest to a half first, each of another set of
// options.
std::vector<PairSearch::Pair> PairSearch::pairs(const Open &node) const {
  const auto n = static_cast<std::size_t>(items_);
  std::vector<float> together(n * n, 0);
  std::vector<std::int32_t> parts;
  for (const std::int32_t j : node.simplex.live()) {
    const double value = values_[j];
    if (value < nearly_whole || value > 1 - nearly_whole)
      continue;
    parts.push_back(j);
    for (const std::int32_t a : columns_.items[j])
      for (const std::int32_t b : columns_.items[j])
        if (a < b && b < items_)
          together[a * n + b] += static_cast<float>(value);
  }
  std::vector<Pair> every, result;
  for (std::int32_t a = 0; a < items_; ++a)
    for (std::int32_t b = a + 1; b < items_; ++b)
      if (const double one = together[a * n + b]; one > in_part && one < 1 - in_part)
        every.push_back({a, b, std::abs(one - 0.5)});
  std::sort(every.begin(), every.end(), [](const Pair &p, const Pair &q) {
    return std::tie(p.distance, p.one, p.other) < std::tie(q.distance, q.one, q.other);
  });
  std::set<std::vector<std::int32_t>> seen;
  for (const Pair &pair : every) {
    std::vector<std::int32_t> key;
    for (const std::int32_t j : parts)
      if (covers(j, pair.one) && covers(j, pair.other))
        key.push_back(j);
    if (!seen.insert(std::move(key)).second)
      continue;
    result.push_back(pair);
    if (result.size() == tried_pairs)
      break;
  }
  return result;
}

// Items that some options that are left cover together, and some apart.
std::optional<PairSearch::Pair> PairSearch::any_pair(const Open &node) const {
  for (const std::int32_t j : node.simplex.live())
    for (const std::int32_t a : columns_.items[j])
      for (const std::int32_t b : columns_.items[j])
        if (a < items_ && b < items_ && a != b)
          for (const std::int32_t other : node.simplex.live())
            if (covers(other, a) != covers(other, b))
              return Pair{a, b, 0};
  return std::nullopt;
}

Simplex PairSearch::child(const Simplex &simplex, const Pair &pair, bool together) const {
  Simplex result = simplex;
  for (const std::int32_t j : simplex.live()) {
    const bool one = covers(j, pair.one), other = covers(j, pair.other);
    if (together ? one != other : one && other)
      result.remove_one(j);
  }
  result.tidy();
  return result;
}

bool PairSearch::covers(std::int32_t column, std::int32_t item) const {
  const auto &items = columns_.items[column];
  return std::binary_search(items.begin(), items.end(), item);
}

} // namespace minuet::ascent
