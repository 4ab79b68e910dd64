#include "neighborhoods/choice.hpp"

#include <algorithm>
#include <cmath>

namespace minuet::neighborhoods {

namespace {

constexpr double memory = 0.995; // of what a kind gained, from one of its tries to the next
constexpr double growth = 1.005, shrink = 0.97;
constexpr double fair = 0.3; // of the draws are blind

double fraction(std::mt19937_64 &random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

} // namespace

Choice::Draw Choice::draw(std::mt19937_64 &random, double most) {
  std::vector<double> weights;
  double sum = 0;
  for (const Kind &kind : kinds_)
    weights.push_back(kind.gains / kind.work), sum += weights.back();
  double place = fraction(random);
  for (std::size_t k = 0;; ++k) {
    place -= fair / static_cast<double>(kinds_.size()) + (1 - fair) * weights[k] / sum;
    if (place < 0 || k + 1 == kinds_.size()) {
      const double spread = 0.5 + fraction(random);
      kinds_[k].size = std::min(kinds_[k].size, most);
      return {static_cast<std::int32_t>(k), std::max(kinds_[k].size * spread, 2.0)};
    }
  }
}

void Choice::learn(std::int32_t kind, bool exhausted, bool better, double work) {
  Kind &one = kinds_[kind];
  one.gains = memory * one.gains + (better ? 1.0 : 0.001);
  one.work = memory * one.work + work;
  if (!better)
    one.size *= exhausted ? growth : shrink;
  one.size = std::max(one.size, 2.0);
}

} // namespace minuet::neighborhoods
