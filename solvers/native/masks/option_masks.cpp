#include "masks/option_masks.hpp"

#include <algorithm>
#include <new>

namespace minuet {

namespace {

constexpr std::align_val_t line{64};

void release(MaskLevel &level) {
  ::operator delete(level.masks, line);
  level.masks = nullptr;
  level.capacity = 0;
}

void reserve(MaskLevel &level, std::int64_t words) {
  release(level);
  level.masks = static_cast<std::uint64_t *>(::operator new(words * sizeof(std::uint64_t), line));
  level.capacity = words;
}

MaskKernel kernel([[maybe_unused]] SimdPath path, std::int32_t words) {
#if defined(MINUET_AVX512)
  if (path == SimdPath::avx512)
    return avx512_kernel(words);
#endif
#if defined(MINUET_AVX2)
  if (path == SimdPath::avx2)
    return avx2_kernel(words);
#endif
  return portable_kernel(words);
}

} // namespace

OptionMasks::OptionMasks(Problem &problem, SimdPath path, std::int32_t words, Poll &poll)
    : encoded_(encode_masks(problem, words, poll)), path_(path),
      levels_(encoded_.most_chosen + stream_words + 2), chosen_(encoded_.most_chosen + 1) {
  search_.levels = levels_.data();
  search_.depth = encoded_.impossible ? -1 : 0;
  for (std::int32_t &nodes : search_.tail.usual)
    nodes = 1 << 12;
  search_.chosen = chosen_.data();
  search_.words = encoded_.words;
  search_.primary_words = (encoded_.primary + 63) / 64;
  search_.number_bits = encoded_.number_bits;
  search_.colored = encoded_.colored;
  search_.rows = encoded_.masks.data();
  search_.forbids = encoded_.forbids.data();
  search_.reserve = reserve;
  search_.several = encoded_.several;
  for (std::int32_t b = 0; b < encoded_.several; ++b)
    search_.several_items[b / 64] |= std::uint64_t{1} << b % 64;
  if (encoded_.several)
    search_.never[encoded_.several / 64] |= std::uint64_t{1} << encoded_.several % 64;
  const std::size_t bounds = 2 * std::size_t(encoded_.several);
  bounds_.resize(bounds * (levels_.size() + 1));
  search_.bounds = bounds_.data();
  for (std::size_t k = 0; k < levels_.size(); ++k)
    levels_[k].bounds = bounds_.data() + (k + 1) * bounds;
  start(poll);
}

OptionMasks::~OptionMasks() {
  for (MaskLevel &level : levels_)
    release(level);
}

// Level 0 holds all options and branches on the start's item, which only the start covers.
void OptionMasks::start(Poll &poll) {
  MaskLevel &root = levels_[0];
  const std::int32_t words = encoded_.words, options = encoded_.options();
  root.width = words;
  root.count = options;
  root.left = 1;
  root.word = (encoded_.primary - 1) / 64;
  root.bit = std::uint64_t{1} << (encoded_.primary - 1) % 64;
  for (std::int32_t b = 0; b < encoded_.primary; ++b)
    root.rest[b / 64] |= std::uint64_t{1} << b % 64;
  for (std::int32_t b = 0; b < encoded_.several; ++b) {
    root.bounds[b] = encoded_.need[b];
    root.bounds[encoded_.several + b] = encoded_.room[b];
    if (encoded_.need[b] == 0)
      root.rest[b / 64] &= ~(std::uint64_t{1} << b % 64);
  }
  for (std::int32_t w = 0; w < stream_words; ++w)
    root.rest[w] &= ~search_.never[w];
  if (encoded_.several == 0 && sets_pay(encoded_))
    return start_sets(root, poll);
  if (words > stream_words) {
    reserve(root, options);
    auto *numbers = reinterpret_cast<std::int32_t *>(root.masks);
    for (std::int32_t k = 0; k < options; ++k)
      numbers[k] = k;
    return;
  }
  root.stride = (options + 15) & ~7;
  reserve(root, static_cast<std::int64_t>(root.stride) * words);
  std::fill_n(root.masks, root.capacity, ~std::uint64_t{0});
  for (std::int32_t k = 0; k < options; ++k)
    for (std::int32_t w = 0; w < words; ++w)
      root.masks[static_cast<std::int64_t>(w) * root.stride + k] =
          encoded_.masks[static_cast<std::int64_t>(k) * words + w];
}

void OptionMasks::start_sets(MaskLevel &root, Poll &poll) {
  planes_ = mask_planes(encoded_, poll);
  singles_.resize(encoded_.primary);
  search_.set_words = planes_.words;
  search_.lacks = planes_.lacks.data();
  search_.first = planes_.first.data();
  search_.last = planes_.last.data();
  search_.singles = singles_.data();
  root.width = set_width;
  root.cursor = 0;
  reserve(root, planes_.words);
  std::fill_n(root.masks, planes_.words, 0);
  for (std::int32_t k = 0; k < encoded_.options(); ++k)
    root.masks[k / 64] |= std::uint64_t{1} << k % 64;
}

State OptionMasks::run(std::int64_t work, bool count_only) {
  search_.work = work;
  search_.count_only = count_only;
  while (search_.depth >= 0) {
    switch (kernel(path_, levels_[search_.depth].width)(search_)) {
    case Outcome::solution:
      return State::solution;
    case Outcome::paused:
      return State::paused;
    case Outcome::exhausted:
    case Outcome::other_width:
      break;
    }
  }
  return State::exhausted;
}

void OptionMasks::append_solution(std::vector<std::int32_t> &to) const {
  to.insert(to.end(), encoded_.selected.begin(), encoded_.selected.end());
  for (std::int32_t k = 0; k < search_.chosen_count; ++k)
    if (const std::int32_t owner = encoded_.owner[chosen_[k]]; owner >= 0)
      to.push_back(owner);
}

} // namespace minuet
