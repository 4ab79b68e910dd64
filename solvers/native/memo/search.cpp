#include "memo/walk.hpp"
#include "memo/walk_path.hpp"

#include <algorithm>

namespace minuet {

template <int W> void MemoWalk<W>::root(Poll &poll) {
  ++nodes_;
  const LiveOptions all = states_.root(poll);
  if (!states_.any_open())
    total_ = BigCount(1);
  else
    descend(all);
}

template <int W> void MemoWalk<W>::enter(std::int32_t option) {
  ++nodes_;
  Frame &parent = frames_[depth_ - 1];
  if (states_.cover(depth_ - 1, option))
    descend(states_.left_by(parent, option));
  else
    parent.sum.increment();
}

// Looks the state up, or opens a frame for it.
template <int W> void MemoWalk<W>::descend(const LiveOptions &live) {
  bool forced = false;
  const std::int32_t item = states_.choose(depth_, live, forced);
  if (item < 0)
    return;
  const bool keyed = memo_ && !forced && depth_ > 0;
  if (keyed || depth_ == 0)
    states_.write_key(depth_);
  if (keyed) {
    lookups_ += !replays_;
    if (!replays_ && table_.find(states_.key(depth_), found_)) {
      ++hits_;
      frames_[depth_ - 1].sum.add(found_);
      return;
    }
  }
  if (frames_.size() == depth_)
    frames_.emplace_back();
  Frame &frame = frames_[depth_++];
  static_cast<LiveOptions &>(frame) = live;
  states_.list_choices(frame, item);
  frame.next = frame.end;
  frame.choices = frame.last - frame.end;
  frame.started = nodes_;
  frame.keyed = keyed;
  frame.sum.clear();
}

template <int W> bool MemoWalk<W>::run(std::int64_t work) {
  const std::int64_t stop = states_.work() + work;
  while (depth_ > 0) {
    Frame &frame = frames_[depth_ - 1];
    if (frame.next < frame.last) {
      if (states_.work() >= stop)
        return false;
      enter(states_.listed(frame.next++));
      continue;
    }
    --depth_;
    if (frame.keyed)
      table_.insert(states_.key(depth_), frame.sum,
                    static_cast<std::uint64_t>(nodes_ - frame.started));
    if (depth_ > 0)
      frames_[depth_ - 1].sum.add(frame.sum);
    else
      total_ = frame.sum;
  }
  return true;
}

template <int W> BigCount MemoWalk<W>::counted() const {
  BigCount result = total_;
  for (std::size_t d = 0; d < depth_; ++d)
    result.add(frames_[d].sum);
  return result;
}

template <int W> double MemoWalk<W>::progress() const {
  double done = depth_ > 0 ? 0 : 1, weight = 1;
  for (std::size_t d = 0; d < depth_; ++d) {
    const Frame &frame = frames_[d];
    const auto tried = static_cast<double>(frame.choices - (frame.last - frame.next));
    weight /= static_cast<double>(frame.choices);
    done += weight * std::max(tried - 1, 0.0);
  }
  return done;
}

std::unique_ptr<MemoSearch> MemoSearch::make(const PackedMatrix &matrix, ItemOrder order,
                                             std::span<const std::int32_t> items,
                                             std::size_t memory, std::uint32_t hash_mask,
                                             Poll &poll) {
  return by_words(matrix.bits, [&]<int W>() -> std::unique_ptr<MemoSearch> {
    return std::make_unique<MemoWalk<W>>(matrix, order, items, memory, hash_mask, poll);
  });
}

} // namespace minuet
