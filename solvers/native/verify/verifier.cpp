#include "verify/verifier.hpp"

#include <algorithm>
#include <stdexcept>

namespace minuet::verify {

namespace {

void require(bool sound, const char *otherwise) {
  if (!sound)
    throw std::invalid_argument(otherwise);
}

template <class Starts> bool part(Starts starts, std::size_t size) {
  return !starts.empty() && starts.front() == 0 && std::is_sorted(starts.begin(), starts.end()) &&
         static_cast<std::size_t>(starts.back()) == size;
}

} // namespace

Verifier::Verifier(const Arrays &matrix, Wide given, Wide forbidden) : matrix_(matrix) {
  const std::size_t items = matrix.low.size();
  require(part(matrix.starts, matrix.members.size()), "starts that do not part the members");
  require(matrix.colors.size() == matrix.members.size(), "not a color for each member");
  require(matrix.weights.empty() || matrix.weights.size() == matrix.members.size(),
          "not a weight for each member");
  require(matrix.high.size() == items, "not a high for each low");
  for (const std::int32_t item : matrix.members)
    require(item >= 0 && static_cast<std::size_t>(item) < items, "an unknown item");
  items_.reserve(items);
  is_weighted_.assign(matrix.weights.empty() ? 0 : items, 0);
  for (std::size_t entry = 0; entry < matrix.weights.size(); ++entry)
    if (matrix.weights[entry] != 1)
      is_weighted_[static_cast<std::size_t>(matrix.members[entry])] = 1;
  for (std::size_t k = 0; k < items; ++k) {
    items_.push_back({matrix.low[k], matrix.high[k], 0, 0, 0});
    if (!is_weighted_.empty() && is_weighted_[k]) {
      weighted_.push_back(k);
      continue;
    }
    require(matrix.low[k] >= 0, "a negative multiplicity");
    // More than there are options is never met, and a sum of such needs might wrap.
    needs_ += std::min(matrix.low[k], static_cast<std::int64_t>(matrix.starts.size()));
  }
  colored_ = std::any_of(matrix.colors.begin(), matrix.colors.end(),
                         [](std::int32_t color) { return color != 0; });
  options_.assign(matrix.starts.size() - 1, {0, false, false});
  const auto mark = [&](Wide options, bool Option::*as) {
    for (const std::int64_t option : options) {
      require(option >= 0 && static_cast<std::size_t>(option) < options_.size(),
              "an unknown option");
      options_[static_cast<std::size_t>(option)].*as = true;
    }
  };
  mark(given, &Option::given);
  mark(forbidden, &Option::forbidden);
  givens_ = std::count_if(options_.begin(), options_.end(),
                          [](const Option &option) { return option.given; });
}

std::int64_t Verifier::first_wrong(const Lists &solutions, const Lists &asked) {
  require(part(solutions.starts, solutions.options.size()), "starts that do not part the options");
  const bool asks = asked.size() > 0;
  if (asks) {
    require(part(asked.starts, asked.options.size()), "starts that do not part the givens");
    require(asked.size() == solutions.size(), "not a list of givens for each solution");
  }
  const std::lock_guard lock(alone_);
  for (std::int64_t k = 0; k < solutions.size(); ++k) {
    begin();
    if (!right(solutions[k]) || (asks && !holds(asked[k])))
      return k;
  }
  return -1;
}

void Verifier::begin() {
  if (++number_ != 0)
    return;
  // All numbers were given out: what was noted under them is forgotten.
  for (Item &item : items_)
    item.number = 0;
  for (Option &option : options_)
    option.number = 0;
  number_ = 1;
}

bool Verifier::right(Wide options) {
  if (!choose(options))
    return false;
  if (!weighted_.empty())
    return (colored_ ? cover<true, true>(options) : cover<false, true>(options)) && adds_up();
  return colored_ ? cover<true, false>(options) : cover<false, false>(options);
}

// Whether all are options, chosen once each, with all that are given and none that is forbidden.
bool Verifier::choose(Wide options) {
  std::int64_t given = 0;
  for (const std::int64_t one : options) {
    if (one < 0 || static_cast<std::size_t>(one) >= options_.size())
      return false;
    Option &option = options_[static_cast<std::size_t>(one)];
    if (option.number == number_ || option.forbidden)
      return false;
    option.number = number_;
    given += option.given;
  }
  return given == givens_;
}

// Whether those that were chosen last hold all of these.
bool Verifier::holds(Wide options) const {
  return std::all_of(options.begin(), options.end(), [&](std::int64_t one) {
    return one >= 0 && static_cast<std::size_t>(one) < options_.size() &&
           options_[static_cast<std::size_t>(one)].number == number_;
  });
}

// Whether every item is covered between low and high times, but for the weighted ones, which it
// adds up; what is covered in a color, in that color alone.
template <bool colored, bool weighted> bool Verifier::cover(Wide options) {
  std::int64_t met = 0; // covers that were needed
  for (const std::int64_t one : options) {
    const auto option = static_cast<std::size_t>(one);
    const auto end = static_cast<std::size_t>(matrix_.starts[option + 1]);
    for (auto entry = static_cast<std::size_t>(matrix_.starts[option]); entry < end; ++entry) {
      Item &item = items_[static_cast<std::size_t>(matrix_.members[entry])];
      if (item.number != number_) {
        item.number = number_;
        item.times = 0;
        item.color = 0;
      }
      if constexpr (weighted) {
        if (is_weighted_[static_cast<std::size_t>(matrix_.members[entry])]) {
          item.times += matrix_.weights[entry];
          continue;
        }
      }
      if constexpr (colored) {
        const auto color = static_cast<std::uint32_t>(matrix_.colors[entry]);
        if (item.color != color && item.times > 0)
          return false;
        item.color = color;
        if (color != 0) {
          item.times = 1;
          continue;
        }
      }
      met += item.times < item.low;
      if (++item.times > item.high)
        return false;
    }
  }
  return met == needs_;
}

// Whether the sums of all weighted items lie within their bounds.
bool Verifier::adds_up() const {
  return std::all_of(weighted_.begin(), weighted_.end(), [&](std::size_t k) {
    const Item &item = items_[k];
    const std::int64_t sum = item.number == number_ ? item.times : 0;
    return item.low <= sum && sum <= item.high;
  });
}

} // namespace minuet::verify
