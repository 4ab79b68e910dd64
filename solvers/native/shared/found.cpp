#include "shared/found.hpp"

#include <algorithm>
#include <bit>

namespace minuet {

void Found::add(const std::vector<std::int32_t> &solution) {
  const std::size_t begin = options_.size(), size = solution.size();
  options_.insert(options_.end(), solution.begin(), solution.end());
  starts_.push_back(static_cast<std::int64_t>(options_.size()));
  const auto first = options_.begin() + static_cast<std::ptrdiff_t>(begin);
  const std::int32_t last = size ? *std::max_element(solution.begin(), solution.end()) : 0;
  const std::size_t words = static_cast<std::size_t>(last) / 64 + 1;
  if (words > size) {
    std::sort(first, options_.end());
    return;
  }
  if (marks_.size() < words)
    marks_.resize(words);
  for (const std::int32_t option : solution)
    marks_[static_cast<std::size_t>(option) / 64] |= std::uint64_t{1} << option % 64;
  auto to = first;
  for (std::size_t word = 0; word < words; ++word)
    for (std::uint64_t left = std::exchange(marks_[word], 0); left != 0; left &= left - 1)
      *to++ = static_cast<std::int64_t>(64 * word) + std::countr_zero(left);
  if (to != options_.end()) { // an option comes twice: that is for the verifier to see
    std::copy(solution.begin(), solution.end(), first);
    std::sort(first, options_.end());
  }
}

} // namespace minuet
