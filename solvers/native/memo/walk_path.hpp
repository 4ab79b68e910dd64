// Where a search with a memo is, in words: how many choices of each open node were tried, and what
// they counted. The rest follows, for a search that makes the same choices opens the same nodes.
#pragma once

#include "memo/walk.hpp"

namespace minuet {

template <int W> Words MemoWalk<W>::path() const {
  Words path{memo_, static_cast<std::uint64_t>(nodes_), lookups_, hits_, depth_};
  for (std::size_t d = 0; d < depth_; ++d) {
    const Frame &frame = frames_[d];
    path.push_back(frame.choices - (frame.last - frame.next));
    path.push_back(static_cast<std::uint64_t>(nodes_ - frame.started));
    append_count(path, frame.sum);
  }
  return path;
}

template <int W> KeptStates MemoWalk<W>::take(const SaveLimits &limits) {
  return memo_ ? log_.take(table_, limits) : KeptStates{true, {}};
}

template <int W>
bool MemoWalk<W>::restore(std::span<const std::uint64_t> path,
                          std::span<const std::uint64_t> states, Poll &poll) {
  SavedReader saved(path);
  if (saved.word() == 0)
    forget();
  else if (!table_.load(states, states_.words(), hash_mask_, poll))
    return false;
  log_.resume(states.size());
  const std::int64_t nodes = saved.number();
  const std::uint64_t lookups = saved.word(), hits = saved.word(), depth = saved.word();
  if (depth == 0 && depth_ > 0)
    return false;
  replays_ = true;
  for (std::size_t d = 0; d < depth; ++d) {
    const std::uint64_t tried = saved.word();
    const std::int64_t effort = saved.number();
    if (depth_ != d + 1 || tried > frames_[d].choices || (tried == 0 && d + 1 < depth))
      return false;
    Frame &frame = frames_[d];
    frame.started = nodes - effort;
    frame.next = frame.end + tried;
    frame.sum = saved.count();
    if (d + 1 < depth)
      enter(states_.listed(frame.next - 1));
  }
  replays_ = false;
  nodes_ = nodes, lookups_ = lookups, hits_ = hits;
  return saved.at_end();
}

} // namespace minuet
