#include "neighborhoods/freeing.hpp"

#include "neighborhoods/draws.hpp"

#include <algorithm>
#include <cmath>

namespace minuet::neighborhoods {

Freeing::Freeing(const PricedOptions &matrix, std::vector<std::vector<std::int32_t>> groups)
    : matrix_(matrix), groups_(std::move(groups)), taken_(matrix.options(), 0) {
  for (const std::vector<std::int32_t> &family : groups_)
    group_count_.push_back(1 + *std::max_element(family.begin(), family.end()));
}

void Freeing::free(std::int32_t kind, double size, const Incumbent &best, std::mt19937_64 &random,
                   std::vector<std::int32_t> &freed) {
  ++stamp_;
  freed.clear();
  if (kind >= 5)
    return take_groups(kind - 5, size, best, random, freed);
  if (kind == 0) {
    while (std::ssize(freed) <
           std::min<std::ptrdiff_t>(std::lround(size), std::ssize(best.chosen())))
      take(any(best, random), freed);
    return;
  }
  take(kind == 3 ? dear(best, random) : any(best, random), freed);
  if (kind == 4)
    take(dear(best, random), freed);
  grow(size, kind == 1 ? 1.0 : kind == 4 ? 6.0 : 3.0, best, random, freed);
}

std::int32_t Freeing::any(const Incumbent &best, std::mt19937_64 &random) const {
  return best.chosen()[below(best.chosen().size(), random)];
}

// The dearest of some.
std::int32_t Freeing::dear(const Incumbent &best, std::mt19937_64 &random) const {
  std::int32_t dearest = any(best, random);
  for (int k = 0; k < 4; ++k) {
    const std::int32_t other = any(best, random);
    if (matrix_.loss[other] > matrix_.loss[dearest])
      dearest = other;
  }
  return dearest;
}

// An option of the item, one of small reduced cost the sooner the greater the bias.
std::int32_t Freeing::good(std::int32_t item, double bias, std::mt19937_64 &random) const {
  const auto options = matrix_.options_of(item);
  const double place = std::pow(fraction(random), bias) * static_cast<double>(options.size());
  return options[static_cast<std::size_t>(place)];
}

void Freeing::take(std::int32_t option, std::vector<std::int32_t> &freed) {
  if (taken_[option] == stamp_)
    return;
  taken_[option] = stamp_;
  freed.push_back(option);
}

// Takes what an option would have to take the place of.
void Freeing::take_rivals(std::int32_t option, const Incumbent &best,
                          std::vector<std::int32_t> &freed) {
  const auto items = matrix_.items_of(option);
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::int32_t color = matrix_.color(option, static_cast<std::int32_t>(k));
    const std::vector<std::int32_t> &holders = best.holders(items[k]);
    if (holders.empty()) // nor has one that nothing may cover
      continue;
    const std::int32_t tint = best.tint(items[k]);
    if (color != tint)
      for (const std::int32_t holder : holders)
        take(holder, freed);
    else if (tint == 0 && best.room(items[k]) == 0)
      take(holders.front(), freed);
  }
}

void Freeing::grow(double size, double bias, const Incumbent &best, std::mt19937_64 &random,
                   std::vector<std::int32_t> &freed) {
  const auto wanted = std::min<std::ptrdiff_t>(std::lround(size), std::ssize(best.chosen()));
  for (int vain = 0; std::ssize(freed) < wanted && vain < 100;) {
    const std::ptrdiff_t before = std::ssize(freed);
    const auto items = matrix_.items_of(freed[below(freed.size(), random)]);
    if (!items.empty())
      take_rivals(good(items[below(items.size(), random)], bias, random), best, freed);
    vain = std::ssize(freed) == before ? vain + 1 : 0;
  }
}

void Freeing::take_groups(std::int32_t family, double size, const Incumbent &best,
                          std::mt19937_64 &random, std::vector<std::int32_t> &freed) {
  const std::vector<std::int32_t> &groups = groups_[family];
  const std::int32_t count = group_count_[family];
  const double each = static_cast<double>(best.chosen().size()) / count;
  const auto wanted =
      std::clamp<std::int32_t>(static_cast<std::int32_t>(std::lround(size / each)), 2, count);
  std::vector<std::uint8_t> free(count, 0);
  for (std::int32_t k = 0; k < wanted;) {
    std::uint8_t &one = free[below(count, random)];
    k += one == 0;
    one = 1;
  }
  for (const std::int32_t o : best.chosen())
    if (o < matrix_.own && groups[o] >= 0 && free[groups[o]])
      take(o, freed);
  // What is missing and not freed could be had now.
  for (const std::int32_t o : best.chosen())
    if (o >= matrix_.missing)
      take(o, freed);
  if (freed.empty())
    take(any(best, random), freed);
}

} // namespace minuet::neighborhoods
