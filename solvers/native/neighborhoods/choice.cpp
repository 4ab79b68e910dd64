#include "neighborhoods/choice.hpp"

#include "neighborhoods/draws.hpp"

#include <algorithm>
#include <cmath>

namespace minuet::neighborhoods {

namespace {

constexpr double memory = 0.995; // of what a kind gained, from one of its tries to the next
constexpr double growth = 0.005, shrink = 0.97;
constexpr double much_work = 200'000; // a try of so much grows by `growth`, of half by twice that
constexpr double fair = 0.3;          // of the work is drawn blindly

} // namespace

Choice::Choice(std::int32_t kinds, std::uint64_t used) : kinds_(kinds) {
  for (std::int32_t k = 0; k < kinds; ++k)
    if (used >> std::min(k, 63) & 1)
      used_.push_back(k);
  if (used_.empty())
    used_.push_back(0);
}

Choice::Draw Choice::draw(std::mt19937_64 &random, double most) {
  std::vector<double> weights;
  double sum = 0, even = 0;
  for (const std::int32_t k : used_) {
    weights.push_back(kinds_[k].gains / kinds_[k].work), sum += weights.back();
    even += 1 / kinds_[k].work;
  }
  double place = fraction(random);
  for (std::size_t u = 0;; ++u) {
    place -= fair / kinds_[used_[u]].work / even + (1 - fair) * weights[u] / sum;
    if (place < 0 || u + 1 == used_.size()) {
      const double spread = 0.5 + fraction(random);
      Kind &kind = kinds_[used_[u]];
      kind.size = std::min(kind.size, most);
      return {used_[u], std::max(kind.size * spread, 2.0)};
    }
  }
}

void Choice::learn(std::int32_t kind, bool exhausted, bool better, double work) {
  Kind &one = kinds_[kind];
  one.gains = memory * one.gains + (better ? 1.0 : 0.001);
  one.work = memory * one.work + work;
  if (!better)
    one.size *= exhausted ? 1 + growth * std::log2(std::max(much_work / work, 2.0)) : shrink;
  one.size = std::max(one.size, 2.0);
}

} // namespace minuet::neighborhoods
