#include "neighborhoods/incumbent.hpp"

#include <algorithm>

namespace minuet::neighborhoods {

Incumbent::Incumbent(const PricedOptions &matrix)
    : matrix_(matrix), place_(matrix.options(), -1), holders_(matrix.items()),
      tint_(matrix.items(), 0) {
  clear();
}

void Incumbent::clear() {
  while (!chosen_.empty())
    leave(chosen_.back());
  for (std::int32_t o = matrix_.missing; o < matrix_.options(); ++o)
    choose(o);
}

void Incumbent::choose(std::int32_t option) {
  place_[option] = static_cast<std::int32_t>(chosen_.size());
  chosen_.push_back(option);
  loss_ += matrix_.loss[option];
  missing_ += option >= matrix_.missing;
  const auto items = matrix_.items_of(option);
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::int32_t i = items[k], color = matrix_.color(option, static_cast<std::int32_t>(k));
    if (covers(i) >= matrix_.low[i])
      loss_ += charge(i);
    holders_[i].push_back(option);
    if (color != 0)
      tint_[i] = color;
  }
}

void Incumbent::leave(std::int32_t option) {
  const std::int32_t place = place_[option], last = chosen_.back();
  chosen_[place] = last, place_[last] = place;
  chosen_.pop_back();
  place_[option] = -1;
  loss_ -= matrix_.loss[option];
  missing_ -= option >= matrix_.missing;
  for (const std::int32_t i : matrix_.items_of(option)) {
    std::vector<std::int32_t> &holders = holders_[i];
    *std::find(holders.begin(), holders.end(), option) = holders.back();
    holders.pop_back();
    if (holders.empty())
      tint_[i] = 0;
    if (covers(i) >= matrix_.low[i])
      loss_ -= charge(i);
  }
}

bool Incumbent::fits(std::int32_t option) const {
  const auto items = matrix_.items_of(option);
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::int32_t i = items[k], color = matrix_.color(option, static_cast<std::int32_t>(k));
    if (tint_[i] != 0 ? color != tint_[i] : covers(i) >= (color != 0 ? 1 : matrix_.high[i]))
      return false;
  }
  return true;
}

} // namespace minuet::neighborhoods
