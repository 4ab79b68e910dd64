#include "memo/sum_states.hpp"

#include <algorithm>
#include <bit>

namespace minuet {

SumStates::SumStates(const PackedMatrix &matrix, const MemoMasks &masks)
    : sums_(matrix.sums), users_(sums_.size()), values_(sums_.size(), 0), spans_(sums_.size()) {
  if (!any())
    return;
  for (std::int32_t o = masks.options - 1; o >= 0; --o)
    for (const auto &[sum, weight] : masks.adds[o]) {
      spans_[sum].join(weight);
      users_[sum].options.push_back(o);
      users_[sum].least.push_back(spans_[sum].least);
      users_[sum].most.push_back(spans_[sum].most);
    }
  for (Users &users : users_) {
    std::ranges::reverse(users.options);
    std::ranges::reverse(users.least);
    std::ranges::reverse(users.most);
  }
  std::int32_t word = 0, shift = 0;
  for (std::size_t s = 0; s < sums_.size(); ++s) {
    const auto values = static_cast<std::uint64_t>(spans_[s].most - spans_[s].least) + 1;
    const std::int32_t width = std::bit_width(values);
    if (shift + width > 64)
      ++word, shift = 0;
    places_.push_back({word, shift, spans_[s].least});
    shift += width;
  }
  key_words_ = word + 1;
}

std::int32_t SumStates::add(std::size_t level, const MemoMasks &masks, std::int32_t option,
                            std::span<Word> anti) {
  const std::size_t size = sums_.size();
  if (values_.size() < (level + 2) * size)
    values_.resize(2 * (level + 2) * size);
  std::int64_t *const mine = &values_[(level + 1) * size];
  std::copy_n(mine - size, size, mine);
  std::int32_t reach = 0;
  for (const auto &[s, weight] : masks.adds[option]) {
    mine[s] += weight;
    if (!SumSpan{mine[s]}.full(sums_[s]))
      continue;
    anti[sums_[s].bit / 64] |= Word{1} << sums_[s].bit % 64;
    reach = std::max(reach, users_[s].options.back() + 1);
  }
  work_ += static_cast<std::int64_t>(size) / 4 + 1;
  return reach;
}

bool SumStates::weigh(std::size_t level, const MemoMasks &masks,
                      std::span<const std::int32_t> listed, std::int32_t tail) {
  for (std::size_t s = 0; s < sums_.size(); ++s) {
    const Users &users = users_[s];
    spans_[s] = {values_[level * sums_.size() + s]};
    const auto next = std::ranges::lower_bound(users.options, tail);
    if (next == users.options.end())
      continue;
    spans_[s].least = users.least[next - users.options.begin()];
    spans_[s].most = users.most[next - users.options.begin()];
  }
  work_ += std::ssize(sums_) + std::ssize(listed);
  for (const std::int32_t o : listed)
    for (const auto &[s, weight] : masks.adds[o])
      spans_[s].join(weight);
  for (std::size_t s = 0; s < sums_.size(); ++s)
    if (!spans_[s].can_be(sums_[s])) {
      dead_ = sums_[s].item;
      return false;
    }
  press(masks, listed);
  return true;
}

// Without an option that has to be chosen a sum would come to too little or, by a negative weight,
// to too much.
void SumStates::press(const MemoMasks &masks, std::span<const std::int32_t> listed) {
  pressed_ = -1;
  for (const std::int32_t o : listed)
    for (const auto &[s, weight] : masks.adds[o]) {
      const SumSpan &span = spans_[s];
      if (span.value + span.most - weight < sums_[s].low ||
          span.value + span.least - weight > sums_[s].high) {
        pressed_ = o;
        return;
      }
    }
}

bool SumStates::met(std::size_t level) {
  for (std::size_t s = 0; s < sums_.size(); ++s)
    if (!SumSpan{values_[level * sums_.size() + s]}.can_be(sums_[s])) {
      dead_ = sums_[s].item;
      return false;
    }
  return true;
}

std::int32_t SumStates::tightest(const MemoMasks &masks, std::span<const std::int32_t> listed,
                                 std::int64_t &spare) const {
  std::int32_t best = -1;
  for (const std::int32_t o : listed)
    for (const auto &[s, weight] : masks.adds[o]) {
      const std::int64_t left = spans_[s].value + spans_[s].most - sums_[s].low;
      const bool needs = spans_[s].value + spans_[s].least < sums_[s].low;
      if (needs && (best < 0 || left < spare)) {
        best = o;
        spare = left;
      }
    }
  return best;
}

void SumStates::write_key(std::span<Word> to) const {
  std::ranges::fill(to, 0);
  for (std::size_t s = 0; s < sums_.size(); ++s)
    if (spans_[s].matters(sums_[s]))
      to[places_[s].word] |= static_cast<Word>(spans_[s].value - places_[s].base + 1)
                             << places_[s].shift;
}

} // namespace minuet
