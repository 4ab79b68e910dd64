#include "memo/walk.hpp"
#include "memo/walk_path.hpp"

#include <algorithm>
#include <bit>

namespace minuet {

using Word = MemoMasks::Word;

template <int W> void MemoWalk<W>::root(Poll &poll) {
  open_.resize(3 * words());
  keys_.resize(2 * words());
  std::int32_t tail = order_ == ItemOrder::fixed ? 0 : masks_.options;
  ++nodes_;
  live_.resize(2 * std::size_t(masks_.options) + 1);
  for (std::int32_t o = 0; o < tail; ++o) {
    poll(2 * words());
    live_[o] = o;
    tally(planes_, mask(o), ~Word{0}, 0, words());
  }
  std::copy(masks_.open.begin(), masks_.open.end(), open(0));
  if (lowest(open(0)) < 0)
    total_ = BigCount(1);
  else
    descend(open(0), tail, 0, tail);
}

// Lists the parent's live options that `option` leaves, and tallies them.
template <int W>
std::size_t MemoWalk<W>::filter(const Frame &parent, std::int32_t option, std::int32_t tail,
                                std::size_t out) {
  const Word *const anti = &masks_.anti[std::size_t(option) * words()];
  const std::int32_t listed = static_cast<std::int32_t>(parent.end - parent.begin);
  const std::int32_t all = listed + std::max(tail - parent.tail, 0);
  if (live_.size() < out + all + 1)
    live_.resize(2 * (out + all + 1));
  const std::int32_t *const in = &live_[parent.begin];
  std::int32_t *write = &live_[out];
  const auto pass = [&](auto &planes, std::int32_t o) {
    const Word *const m = mask(o);
    Word clash = 0;
    const std::int32_t from = W > 0 ? 0 : masks_.first[option];
    const std::int32_t to = W > 0 ? W : masks_.last[option];
    for (std::int32_t w = from; w < to; ++w)
      clash |= m[w] & anti[w];
    *write = o;
    write += clash == 0;
    if constexpr (W > 0)
      tally(planes, m, clash == 0 ? ~Word{0} : 0, 0, W);
    else if (clash == 0)
      tally(planes, m, ~Word{0}, masks_.first[o], masks_.last[o]);
  };
  const auto pass_all = [&](auto &planes) {
    for (std::int32_t k = 0; k < listed; ++k)
      pass(planes, in[k]);
    for (std::int32_t o = parent.tail; o < tail; ++o)
      pass(planes, o);
  };
  if constexpr (W > 0) {
    Planes<W> planes(W); // a local one stays in registers
    pass_all(planes);
    planes_ = planes;
  } else {
    planes_.clear();
    pass_all(planes_);
  }
  work_ += std::int64_t(all) * (W > 0 ? W : 2) + words();
  return static_cast<std::size_t>(write - live_.data());
}

template <int W> void MemoWalk<W>::enter(std::int32_t option) {
  const Frame &parent = frames_[depth_ - 1];
  ++nodes_;
  if (open_.size() < (depth_ + 2) * words()) {
    open_.resize(2 * (depth_ + 2) * words());
    keys_.resize(2 * (depth_ + 2) * words());
  }
  const Word *const above = open(depth_ - 1), *const m = mask(option);
  Word *const mine = open(depth_);
  Word any = 0;
  for (std::int32_t w = 0; w < words(); ++w)
    any |= mine[w] = above[w] & ~m[w];
  if (any == 0) {
    frames_[depth_ - 1].sum.increment();
    return;
  }
  const std::int32_t tail =
      order_ == ItemOrder::fixed ? std::max(parent.tail, masks_.reach[option]) : parent.tail;
  const std::size_t begin = parent.last;
  const std::size_t end = filter(parent, option, tail, begin);
  descend(mine, tail, begin, end);
}

// The options of the tail belong to the tally too; what matters of it then is none, one, more.
template <int W> void MemoWalk<W>::add_tail(std::int32_t tail) {
  const Word *const seen = &masks_.seen[std::size_t(tail) * words()];
  const Word *const twice = &masks_.twice[std::size_t(tail) * words()];
  for (std::int32_t w = 0; w < words(); ++w) {
    const Word several = planes_.twos[w] | planes_.fours[w] | planes_.more[w];
    const Word mine = planes_.ones[w] | several;
    planes_.twos[w] = several | twice[w] | (mine & seen[w]);
    planes_.ones[w] = mine | seen[w];
  }
}

// Looks the state up, or opens a frame for it. `open` is open(depth_).
template <int W>
void MemoWalk<W>::descend(const Word *open, std::int32_t tail, std::size_t begin, std::size_t end) {
  if (order_ == ItemOrder::fixed)
    add_tail(tail);
  bool forced = false;
  const std::int32_t item = choose(open, begin, end, forced);
  if (item < 0)
    return;
  Frame *const parent = depth_ > 0 ? &frames_[depth_ - 1] : nullptr;
  const bool keyed = memo_ && !forced && depth_ > 0;
  if (keyed) {
    Word *const mine = key(depth_);
    for (std::int32_t w = 0; w < words(); ++w)
      mine[w] = seen(w);
    const MemoKey k(mine, key(0), words(), hash_mask_);
    lookups_ += !replays_;
    if (!replays_ && table_.find(k, found_)) {
      ++hits_;
      parent->sum.add(found_);
      return;
    }
  } else if (depth_ == 0) {
    for (std::int32_t w = 0; w < words(); ++w)
      key(0)[w] = seen(w);
  }
  if (frames_.size() == depth_)
    frames_.emplace_back();
  Frame &frame = frames_[depth_++];
  if (live_.size() < 2 * end - begin + masks_.users[item].size() + 1)
    live_.resize(2 * (2 * end - begin + masks_.users[item].size() + 1));
  std::size_t last = end;
  for (std::size_t k = begin; k < end; ++k) {
    live_[last] = live_[k];
    last += mask(live_[k])[item / 64] >> item % 64 & 1;
  }
  const auto &users = masks_.users[item];
  for (auto u = std::lower_bound(users.begin(), users.end(), tail); u != users.end(); ++u)
    live_[last++] = *u;
  work_ += static_cast<std::int64_t>(end - begin);
  frame.tail = tail;
  frame.begin = begin;
  frame.end = frame.next = end;
  frame.last = last;
  frame.choices = last - end;
  frame.started = nodes_;
  frame.keyed = keyed;
  frame.sum.clear();
}

template <int W> std::int32_t MemoWalk<W>::lowest(const Word *set) const {
  for (std::int32_t w = 0; w < primary_words(); ++w)
    if (set[w] != 0)
      return w * 64 + std::countr_zero(set[w]);
  return -1;
}

// The item to branch on; -1: an open item has no option left.
template <int W>
std::int32_t MemoWalk<W>::choose(const Word *open, std::size_t begin, std::size_t end,
                                 bool &forced) {
  if (order_ == ItemOrder::smallest)
    return smallest(open, begin, end, forced);
  Word dead = 0;
  for (std::int32_t w = 0; w < primary_words(); ++w) {
    dead |= open[w] & ~(planes_.ones[w] | planes_.twos[w]);
    candidates_[w] = open[w] & ~planes_.twos[w];
  }
  if (dead != 0)
    return -1;
  const std::int32_t single = lowest(candidates_.data());
  forced = single >= 0;
  return forced ? single : lowest(open);
}

template <int W>
std::int32_t MemoWalk<W>::smallest(const Word *open, std::size_t begin, std::size_t end,
                                   bool &forced) {
  Word dead = 0, few = 0;
  for (std::int32_t w = 0; w < primary_words(); ++w) {
    const Word more = planes_.more[w];
    dead |= open[w] & ~seen(w);
    few |= candidates_[w] = open[w] & ~more;
  }
  if (dead != 0)
    return -1;
  if (few == 0)
    return by_counting(open, begin, end);
  std::int32_t size = 7;
  for (const auto &[plane, weight] :
       {std::pair{planes_.fours.data(), 4}, std::pair{planes_.twos.data(), 2},
        std::pair{planes_.ones.data(), 1}}) {
    Word any = 0;
    for (std::int32_t w = 0; w < primary_words(); ++w)
      any |= narrowed_[w] = candidates_[w] & ~plane[w];
    if (any != 0) {
      candidates_.swap(narrowed_);
      size -= weight;
    }
  }
  forced = size == 1;
  return lowest(candidates_.data());
}

// Every open item has eight options or more: count them one by one.
template <int W>
std::int32_t MemoWalk<W>::by_counting(const Word *open, std::size_t begin, std::size_t end) {
  counts_.assign(std::size_t(primary_words()) * 64, 0);
  for (std::size_t k = begin; k < end; ++k)
    for (std::int32_t w = 0; w < primary_words(); ++w)
      for (Word rest = mask(live_[k])[w]; rest != 0; rest &= rest - 1)
        ++counts_[w * 64 + std::countr_zero(rest)];
  work_ += 4 * static_cast<std::int64_t>(end - begin);
  std::int32_t best = -1;
  for (std::int32_t w = 0; w < primary_words(); ++w)
    for (Word rest = open[w]; rest != 0; rest &= rest - 1) {
      const std::int32_t item = w * 64 + std::countr_zero(rest);
      if (best < 0 || counts_[item] < counts_[best])
        best = item;
    }
  return best;
}

template <int W> bool MemoWalk<W>::run(std::int64_t work) {
  const std::int64_t stop = work_ + work;
  while (depth_ > 0) {
    Frame &frame = frames_[depth_ - 1];
    if (frame.next < frame.last) {
      if (work_ >= stop)
        return false;
      enter(live_[frame.next++]);
      continue;
    }
    --depth_;
    if (frame.keyed) {
      const MemoKey k(key(depth_), key(0), words(), hash_mask_);
      table_.insert(k, frame.sum, static_cast<std::uint64_t>(nodes_ - frame.started));
    }
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
  const auto made = [&]<int W>() -> std::unique_ptr<MemoSearch> {
    return std::make_unique<MemoWalk<W>>(matrix, order, items, memory, hash_mask, poll);
  };
  switch ((matrix.bits + 63) / 64) {
  case 0:
  case 1:
    return made.operator()<1>();
  case 2:
    return made.operator()<2>();
  case 3:
    return made.operator()<3>();
  case 4:
    return made.operator()<4>();
  default:
    return made.operator()<0>();
  }
}

} // namespace minuet
