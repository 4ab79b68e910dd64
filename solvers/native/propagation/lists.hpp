// Lists of numbers in one flat array, filled in any order and then laid out once.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace minuet::propagation {

template <typename T> class Lists {
public:
  void add(std::int32_t list, const T &value) { pending_.emplace_back(list, value); }

  // Lays out what was added, each list in the order in which it was.
  void lay_out(std::int32_t lists) {
    start_.assign(static_cast<std::size_t>(lists) + 1, 0);
    for (const auto &[list, value] : pending_)
      ++start_[list + 1];
    for (std::int32_t k = 0; k < lists; ++k)
      start_[k + 1] += start_[k];
    values_.resize(pending_.size());
    std::vector<std::int32_t> next(start_.begin(), start_.end() - 1);
    for (const auto &[list, value] : pending_)
      values_[next[list]++] = value;
    pending_ = {};
  }

  std::int32_t size() const { return static_cast<std::int32_t>(start_.size()) - 1; }
  std::span<const T> operator[](std::int32_t list) const {
    return {values_.data() + start_[list],
            static_cast<std::size_t>(start_[list + 1] - start_[list])};
  }

private:
  std::vector<std::pair<std::int32_t, T>> pending_;
  std::vector<std::int32_t> start_;
  std::vector<T> values_;
};

} // namespace minuet::propagation
