// The item on which a state branches: the rest of MemoStates, with which it is used.
//
// In a static order it is the first that is open, else the one with the fewest options, and what
// has one option comes before all. Where there are sums an option's own item is no item to be
// counted: it has two options, chosen or not. The option is decided on when a sum leaves less
// choice than any other item, or when nothing else is open; and it comes before all where a sum
// cannot do without.
#pragma once

#include "memo/states.hpp"

namespace minuet {

template <int W> std::int32_t MemoStates<W>::lowest(const Word *set) const {
  for (std::int32_t w = 0; w < primary_words(); ++w)
    if (set[w] != 0)
      return w * 64 + std::countr_zero(set[w]);
  return -1;
}

template <int W> std::int32_t MemoStates<W>::lowest_of(std::int32_t option, const Word *open) {
  for (std::int32_t w = 0; w < primary_words(); ++w)
    narrowed_[w] = mask(option)[w] & open[w];
  return lowest(narrowed_.data());
}

template <int W>
std::int32_t MemoStates<W>::choose(std::size_t level, const LiveOptions &live, bool &forced) {
  if (order_ == ItemOrder::fixed)
    add_tail(live.tail);
  if (sums_.any()) {
    if (!sums_.weigh(level, masks_, listed(live), live.tail))
      return dead_end;
    if (!close_own(level))
      return nothing_open;
  }
  const Word *const mine = open(level);
  if (order_ == ItemOrder::smallest) {
    std::int32_t size = 0;
    const std::int32_t item =
        sums_.any() ? beside_sums(mine, live, forced) : smallest(mine, live, size);
    forced = forced || size == 1;
    return item;
  }
  Word none = 0;
  for (std::int32_t w = 0; w < primary_words(); ++w) {
    none |= mine[w] & ~(planes_.ones[w] | planes_.twos[w]);
    candidates_[w] = mine[w] & ~planes_.twos[w];
  }
  if (none != 0)
    return dead_end;
  const std::int32_t single = lowest(candidates_.data());
  forced = single >= 0 || (sums_.any() && sums_.pressed() >= 0);
  return single >= 0 ? single : forced ? lowest_of(sums_.pressed(), mine) : lowest(mine);
}

// An option's own item is open as long as the option is live. False: nothing is open any more.
template <int W> bool MemoStates<W>::close_own(std::size_t level) {
  Word any = 0;
  for (std::int32_t w = 0; w < primary_words(); ++w)
    any |= open(level)[w] &= ~(masks_.own[w] & planes_.ones[w] & ~planes_.twos[w]);
  return any != 0;
}

template <int W> std::int32_t MemoStates<W>::dead(std::size_t level) {
  for (std::int32_t w = 0; w < primary_words(); ++w)
    candidates_[w] = open(level)[w] & ~seen(w);
  const std::int32_t item = lowest(candidates_.data());
  return item >= 0 ? masks_.item[item] : sums_.dead();
}

// The smallest item but options' own, unless a sum leaves less choice: then an option of that.
template <int W>
std::int32_t MemoStates<W>::beside_sums(const Word *open, const LiveOptions &live, bool &forced) {
  forced = sums_.pressed() >= 0;
  if (forced)
    return lowest_of(sums_.pressed(), open);
  Word any = 0;
  for (std::int32_t w = 0; w < primary_words(); ++w)
    any |= plain_[w] = open[w] & ~masks_.own[w];
  std::int32_t size = 0, item = any != 0 ? smallest(plain_.data(), live, size) : nothing_open;
  forced = size == 1;
  if (forced || item == dead_end)
    return item;
  std::int64_t spare = 0;
  const std::int32_t option = sums_.tightest(masks_, listed(live), spare);
  const std::int32_t other = option >= 0 ? lowest_of(option, open) : nothing_open;
  if (other >= 0 && masks_.item[other] < 0 && (item < 0 || spare + 1 < size))
    return other;
  return item >= 0 ? item : lowest(open);
}

// Of the items `open` the one with the least options, and how many these are.
template <int W>
std::int32_t MemoStates<W>::smallest(const Word *open, const LiveOptions &live,
                                     std::int32_t &size) {
  Word none = 0, few = 0;
  for (std::int32_t w = 0; w < primary_words(); ++w) {
    const Word more = planes_.more[w];
    none |= open[w] & ~seen(w);
    few |= candidates_[w] = open[w] & ~more;
  }
  if (none != 0)
    return dead_end;
  size = 8;
  if (few == 0)
    return by_counting(open, live);
  size = 7;
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
  return lowest(candidates_.data());
}

// Every open item has eight options or more: count them one by one.
template <int W>
std::int32_t MemoStates<W>::by_counting(const Word *open, const LiveOptions &live) {
  counts_.assign(std::size_t(primary_words()) * 64, 0);
  for (std::size_t k = live.begin; k < live.end; ++k)
    for (std::int32_t w = 0; w < primary_words(); ++w)
      for (Word rest = mask(live_[k])[w]; rest != 0; rest &= rest - 1)
        ++counts_[w * 64 + std::countr_zero(rest)];
  work_ += 4 * static_cast<std::int64_t>(live.end - live.begin);
  std::int32_t best = -1;
  for (std::int32_t w = 0; w < primary_words(); ++w)
    for (Word rest = open[w]; rest != 0; rest &= rest - 1) {
      const std::int32_t item = w * 64 + std::countr_zero(rest);
      if (best < 0 || counts_[item] < counts_[best])
        best = item;
    }
  return best;
}

} // namespace minuet
