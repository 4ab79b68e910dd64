#include "memo/streamed.hpp"

#include "shared/bounds.hpp"

#include <stdexcept>

namespace minuet {

namespace {
// The masks read so many words in the time in which a search with a memo reads one.
constexpr std::int64_t faster = 4;
} // namespace

std::unique_ptr<MemoSearch> StreamedCount::make(const PackedMatrix &part, Poll &poll) {
  if (part.bits > 64 * most_words)
    return nullptr;
  std::vector<std::int32_t> starts{0}, members;
  for (const PackedOption &option : part.options) {
    poll(std::ssize(option.mask));
    if (option.mask != option.anti)
      return nullptr; // it has a color
    if (std::ssize(members) + std::ssize(option.mask) > most_places)
      return nullptr;
    members.insert(members.end(), option.mask.begin(), option.mask.end());
    starts.push_back(static_cast<std::int32_t>(members.size()));
  }
  const std::vector<std::int32_t> colors(members.size(), 0), high(part.bits, 1);
  std::vector<std::int32_t> low(part.bits, 0);
  std::fill_n(low.begin(), part.primary, 1);
  Problem problem({part.primary, starts, members, colors, low, high}, {});
  try {
    auto result = std::make_unique<StreamedCount>();
    result->masks_ = std::make_unique<OptionMasks>(problem, simd_path("auto"), 1, poll);
    return result;
  } catch (const std::overflow_error &) {
    return nullptr;
  }
}

bool StreamedCount::run(std::int64_t work) {
  return masks_->run(faster * work, true) == State::exhausted;
}

BigCount StreamedCount::counted() const {
  return BigCount(static_cast<std::uint64_t>(masks_->solutions()));
}

} // namespace minuet
