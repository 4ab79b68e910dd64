// The best solution so far: what is chosen, who covers an item, and how often it is covered.
#pragma once

#include "neighborhoods/priced_options.hpp"

namespace minuet::neighborhoods {

class Incumbent {
public:
  // Nothing is chosen, so all covers are missing.
  explicit Incumbent(const PricedOptions &matrix);

  // Leaves all that is chosen, so that all covers are missing.
  void clear();
  void choose(std::int32_t option);
  void leave(std::int32_t option);

  const std::vector<std::int32_t> &chosen() const { return chosen_; }
  bool is_chosen(std::int32_t option) const { return place_[option] >= 0; }
  const std::vector<std::int32_t> &holders(std::int32_t item) const { return holders_[item]; }
  std::int32_t need(std::int32_t item) const {
    return std::max(matrix_.low[item] - covers(item), 0);
  }
  std::int32_t room(std::int32_t item) const {
    if (tint_[item] != 0) // many options may share it, in this color
      return matrix_.options();
    return matrix_.high[item] - covers(item);
  }
  std::int32_t tint(std::int32_t item) const { return tint_[item]; }
  // Whether the option can be chosen beside the others.
  bool fits(std::int32_t option) const;
  // Reduced costs and charges.
  std::int64_t loss() const { return loss_; }
  std::int32_t missing() const { return missing_; }

private:
  std::int32_t covers(std::int32_t item) const {
    return static_cast<std::int32_t>(holders_[item].size());
  }
  std::int64_t charge(std::int32_t item) const {
    return matrix_.charge.empty() ? 0 : matrix_.charge[item];
  }

  const PricedOptions &matrix_;
  std::vector<std::int32_t> chosen_, place_; // options
  std::vector<std::vector<std::int32_t>> holders_;
  std::vector<std::int32_t> tint_; // items: the color that they are given
  std::int64_t loss_ = 0;
  std::int32_t missing_ = 0;
};

} // namespace minuet::neighborhoods
