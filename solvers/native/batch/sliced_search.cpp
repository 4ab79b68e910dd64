#include "batch/sliced_search.hpp"

#include <algorithm>
#include <bit>

namespace minuet {

namespace {

constexpr std::int32_t most_splits = 1 << 13; // of a selection

SlicedKernel kernel_of(SimdPath path) {
#if defined(MINUET_AVX512)
  if (path == SimdPath::avx512)
    return avx512_sliced_kernel();
#endif
#if defined(MINUET_AVX2)
  if (path == SimdPath::avx2)
    return avx2_sliced_kernel();
#endif
  static_cast<void>(path);
  return portable_sliced_kernel();
}

} // namespace

SlicedSearch::SlicedSearch(std::shared_ptr<const SlicedPlan> plan, SimdPath path)
    : plan_(std::move(plan)), kernel_(kernel_of(path)) {
  const SlicedShape &s = plan_->shape();
  const std::int64_t live = 64 * std::int64_t{s.row_words} + 1, items = s.items + 1;
  const std::int64_t vectors = live + items + sliced_scratch(s), words = kernel_.lanes / 64;
  vectors_.resize(static_cast<std::size_t>((vectors * words + 7) / 8));
  left_.resize(std::size_t(s.row_words) * kernel_.lanes);
  states_.resize(kernel_.lanes);
  branches_.resize(kernel_.lanes);
  open_.width = settled_.width = s.row_words;
  lanes_.left = left_.data();
  lanes_.state = states_.data();
  lanes_.branch = branches_.data();
  lanes_.live = vectors_.data()->words;
  lanes_.several = lanes_.live + live * words;
  lanes_.scratch = lanes_.several + items * words;
}

std::uint64_t *SlicedSearch::Rows::push(std::int32_t owner) {
  owners.push_back(owner);
  if (words.size() < size() * width)
    words.resize(2 * size() * width);
  return words.data() + (size() - 1) * width;
}

// Takes the last owners away, up to `most`; their rows stay readable until the next push.
std::int32_t SlicedSearch::Rows::take_owners(std::size_t most, std::vector<std::int32_t> &to) {
  const auto first = owners.end() - static_cast<std::ptrdiff_t>(std::min(most, size()));
  to.assign(first, owners.end());
  owners.erase(first, owners.end());
  return static_cast<std::int32_t>(to.size());
}

void SlicedSearch::ask(std::span<const std::size_t> starts, std::span<const std::int32_t> given) {
  starts_ = starts;
  given_ = given;
  next_ = closed_ = left_open_ = 0;
  open_.owners.clear();
  settled_.owners.clear();
  verdicts_.assign(starts.size() - 1, Verdict::none);
  rows_.assign(starts.size() - 1, 0);
  splits_.assign(starts.size() - 1, 0);
  solutions_.resize((starts.size() - 1) * open_.width);
}

void SlicedSearch::run() {
  begin_selections();
  if (settled_.size() >= static_cast<std::size_t>(kernel_.lanes) || open_.size() == 0)
    branch();
  else
    propagate();
}

// Begins with further selections while there are lanes for them.
void SlicedSearch::begin_selections() {
  const auto lanes = static_cast<std::size_t>(kernel_.lanes);
  for (; open_.size() < lanes && next_ + 1 < starts_.size(); ++next_) {
    const auto given = given_.subspan(starts_[next_], starts_[next_ + 1] - starts_[next_]);
    if (!std::ranges::all_of(given, [&](std::int32_t o) { return plan_->allows(o); }))
      continue;
    std::uint64_t *const row = open_.push(static_cast<std::int32_t>(next_));
    ++rows_[next_];
    std::copy_n(plan_->root(), open_.width, row);
    for (const std::int32_t option : given) {
      const std::uint64_t *const left = plan_->left_by(option);
      for (std::size_t w = 0; w < open_.width; ++w)
        row[w] &= left[w];
    }
  }
}

void SlicedSearch::propagate() {
  lanes_.count = open_.take_owners(kernel_.lanes, owners_);
  lanes_.rows = open_.last(0);
  kernel_.propagate(plan_->shape(), lanes_);
  for (std::int32_t lane = 0; lane < lanes_.count; ++lane) {
    settle(lane, owners_[lane]);
    closed_ += rows_[owners_[lane]] == 0;
  }
}

// Puts what propagation leaves of a lane where it belongs.
void SlicedSearch::settle(std::int32_t lane, std::int32_t selection) {
  const SlicedLane state = states_[lane];
  Verdict &verdict = verdicts_[selection];
  --rows_[selection];
  if (state == SlicedLane::dead || verdict == Verdict::open)
    return;
  nodes_ += state != SlicedLane::open;
  const std::uint64_t *const left = left_.data() + lane * open_.width;
  if (state != SlicedLane::solved) {
    ++rows_[selection];
    std::copy_n(left, open_.width, (state == SlicedLane::open ? open_ : settled_).push(selection));
    return;
  }
  left_open_ += verdict == Verdict::one;
  verdict = verdict == Verdict::none ? Verdict::one : Verdict::open;
  std::copy_n(left, open_.width, solutions_.data() + selection * open_.width);
}

void SlicedSearch::branch() {
  lanes_.count = settled_.take_owners(kernel_.lanes, owners_);
  lanes_.rows = settled_.last(0);
  kernel_.branch(plan_->shape(), lanes_);
  for (std::int32_t lane = 0; lane < lanes_.count; ++lane) {
    const std::int32_t selection = owners_[lane];
    --rows_[selection];
    if (++splits_[selection] > most_splits && verdicts_[selection] != Verdict::open) {
      verdicts_[selection] = Verdict::open;
      ++left_open_;
    }
    if (verdicts_[selection] == Verdict::open)
      continue;
    const std::uint64_t *const row = lanes_.rows + lane * settled_.width;
    const std::int32_t item = branches_[lane];
    split(row, item < plan_->shape().items ? item : smallest_item(row), selection);
  }
}

// Makes a row for each option of the item.
void SlicedSearch::split(const std::uint64_t *row, std::int32_t item, std::int32_t selection) {
  const SlicedShape &s = plan_->shape();
  for (auto e = s.starts[item]; e < s.starts[item + 1]; ++e) {
    const std::int32_t option = s.members[e];
    if (!(row[option / 64] >> option % 64 & 1))
      continue;
    const std::uint64_t *const left = plan_->left_by(option);
    std::uint64_t *const to = open_.push(selection);
    ++rows_[selection];
    for (std::size_t w = 0; w < open_.width; ++w)
      to[w] = row[w] & left[w];
  }
}

// The first primary item of those with the fewest options, two at least.
std::int32_t SlicedSearch::smallest_item(const std::uint64_t *row) const {
  const SlicedShape &s = plan_->shape();
  std::int32_t item = 0, fewest = s.options + 1;
  for (std::int32_t i = 0; i < s.primary; ++i) {
    std::int32_t count = 0;
    for (auto e = s.starts[i]; e < s.starts[i + 1]; ++e)
      count += row[s.members[e] / 64] >> s.members[e] % 64 & 1;
    if (count > 1 && count < fewest)
      fewest = count, item = i;
  }
  return item;
}

void SlicedSearch::append_solution(std::size_t selection, std::vector<std::int64_t> &to) const {
  const std::uint64_t *const row = solutions_.data() + selection * open_.width;
  std::size_t size = 0;
  for (std::size_t w = 0; w < open_.width; ++w)
    size += static_cast<std::size_t>(std::popcount(row[w]));
  to.resize(to.size() + size);
  std::int64_t *option = to.data() + (to.size() - size);
  for (std::size_t w = 0; w < open_.width; ++w)
    for (std::uint64_t left = row[w]; left; left &= left - 1)
      *option++ = static_cast<std::int64_t>(64 * w) + std::countr_zero(left);
}

} // namespace minuet
