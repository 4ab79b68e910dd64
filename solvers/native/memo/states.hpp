// The states of a depth-first search with a memo (depth_first.hpp), a level at a time, for masks of
// W words: the open items, the live options, and the item on which a state branches.
//
// A state is what the number of completions depends on: the open primary items and the live
// options. Live options are ascending numbers, filtered anew for every child in one pass that also
// counts the options of each item, bit-sliced (ones, twos, fours, "eight or more"), so that the
// smallest item is found by a few masks and nothing is ever undone. The key of a state is the OR of
// its live options' masks: its primary part is the set of open items (an open item without options
// is a dead end), and an option is live exactly if its mask lies within. So of a secondary item the
// key holds just what still matters: nothing where no live option uses it, else the colors left.
//
// With the static order only a window of the options is listed: from number `tail` on all are still
// live, for they come in order of their first item. A strip of any length then costs per state what
// its width does. Items with one option are taken first in either order, without a look-up.
#pragma once

#include "memo/masks.hpp"
#include "memo/sum_states.hpp"
#include "memo/table.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace minuet {

// How many options each item has, counted bit-sliced: 64 items a word, a few instructions an
// option. `ones`, `twos` and `fours` are the binary digits; `more` is set once an item has eight or
// more, where the digits no longer count. What a search wants to know is mostly none, one, or the
// least.
template <int W> struct Planes {
  std::array<std::uint64_t, W> ones, twos, fours, more;
  explicit Planes(std::int32_t) { clear(); }
  void clear() { ones = twos = fours = more = {}; }
};

template <> struct Planes<0> {
  std::vector<std::uint64_t> ones, twos, fours, more;
  explicit Planes(std::int32_t words) : ones(words), twos(words), fours(words), more(words) {}
  void clear() {
    for (auto *plane : {&ones, &twos, &fours, &more})
      std::fill(plane->begin(), plane->end(), 0);
  }
};

// Adds the options `mask & keep`, of which only words [from, to) may be set.
template <typename P>
inline void tally(P &planes, const std::uint64_t *mask, std::uint64_t keep, std::int32_t from,
                  std::int32_t to) {
  for (std::int32_t w = from; w < to; ++w) {
    std::uint64_t carry = mask[w] & keep, next = planes.ones[w] & carry;
    planes.ones[w] ^= carry;
    carry = planes.twos[w] & next;
    planes.twos[w] ^= next;
    next = planes.fours[w] & carry;
    planes.fours[w] ^= carry;
    planes.more[w] |= next;
  }
}

// The live options of a state: all from number `tail` on, and those listed.
struct LiveOptions {
  std::int32_t tail = 0;
  std::size_t begin = 0, end = 0; // the listed ones
  std::size_t last = 0;           // [end, last): those of the item on which the state branches
};

// W words a mask, known to the compiler; W = 0: any number, most of them 0 in any one mask.
template <int W> class MemoStates {
public:
  using Word = MemoMasks::Word;

  MemoStates(const PackedMatrix &matrix, ItemOrder order, std::span<const std::int32_t> items,
             std::uint32_t hash_mask, Poll &poll)
      : masks_(matrix, items, order == ItemOrder::fixed, poll), sums_(matrix, masks_),
        order_(order), hash_mask_(hash_mask), candidates_(words()), narrowed_(words()),
        plain_(words()), planes_(words()) {
    open_.resize(3 * words());
    keys_.resize(2 * key_words());
    std::copy(masks_.open.begin(), masks_.open.end(), open(0));
  }

  const MemoMasks &masks() const { return masks_; }
  std::int32_t words() const { return W > 0 ? W : masks_.words; }
  std::int32_t key_words() const { return words() + sums_.key_words(); }
  std::int64_t work() const { return work_ + sums_.work(); } // words of masks looked at
  std::size_t bytes() const {
    return live_.capacity() * sizeof(std::int32_t) +
           (open_.capacity() + keys_.capacity()) * sizeof(Word) + sums_.bytes();
  }

  bool any_open() { return lowest(open(0)) >= 0; } // at the root
  LiveOptions root(Poll &poll);
  // Covers the items of `option` from a level on to the next one; false: nothing is open there.
  bool cover(std::size_t level, std::int32_t option);
  // The live options of `parent` that `option` leaves. They are tallied, for `choose`.
  LiveOptions left_by(const LiveOptions &parent, std::int32_t option);
  // Whether nothing is missing where nothing is open. False: `dead` is what is.
  bool met(std::size_t level) { return !sums_.any() || sums_.met(level); }
  // The item to branch on, or why there is none.
  static constexpr std::int32_t dead_end = -1;     // an open item has no option left, `dead` is one
  static constexpr std::int32_t nothing_open = -2; // and nothing is missing
  std::int32_t choose(std::size_t level, const LiveOptions &live, bool &forced);
  std::int32_t dead(std::size_t level); // its number in the whole matrix
  // The key of what was tallied; there is place for one a level.
  MemoKey key(std::size_t level) const {
    return {&keys_[level * key_words()], keys_.data(), std::uint32_t(key_words()), hash_mask_};
  }
  void write_key(std::size_t level);
  // Lists the live options of `item` behind the others.
  void list_choices(LiveOptions &live, std::int32_t item);
  std::int32_t listed(std::size_t place) const { return live_[place]; }

private:
  std::int32_t primary_words() const { return W > 0 ? W : masks_.primary_words; }
  const Word *mask(std::int32_t o) const { return &masks_.mask[std::size_t(o) * words()]; }
  Word *open(std::size_t level) { return &open_[level * words()]; }
  Word seen(std::int32_t w) const {
    return planes_.ones[w] | planes_.twos[w] | planes_.fours[w] | planes_.more[w];
  }
  void add_tail(std::int32_t tail);
  bool close_own(std::size_t level);
  std::int32_t beside_sums(const Word *open, const LiveOptions &live, bool &forced);
  std::int32_t smallest(const Word *open, const LiveOptions &live, std::int32_t &size);
  std::int32_t by_counting(const Word *open, const LiveOptions &live);
  std::int32_t lowest(const Word *set) const;
  std::int32_t lowest_of(std::int32_t option, const Word *open);
  std::span<const std::int32_t> listed(const LiveOptions &live) const {
    return std::span(live_).subspan(live.begin, live.end - live.begin);
  }

  MemoMasks masks_;
  SumStates sums_;
  ItemOrder order_;
  std::uint32_t hash_mask_;
  std::vector<std::int32_t> live_;
  std::vector<Word> open_, keys_;
  std::vector<Word> candidates_, narrowed_, plain_, anti_;
  std::int32_t reach_ = 0; // of the sums that the latest option made full
  std::vector<std::int32_t> counts_;
  Planes<W> planes_;
  std::int64_t work_ = 0;
};

template <int W> LiveOptions MemoStates<W>::root(Poll &poll) {
  const std::int32_t tail = order_ == ItemOrder::fixed ? 0 : masks_.options;
  live_.resize(2 * std::size_t(masks_.options) + 1);
  for (std::int32_t o = 0; o < tail; ++o) {
    poll(2 * words());
    live_[o] = o;
    tally(planes_, mask(o), ~Word{0}, 0, words());
  }
  return {tail, 0, static_cast<std::size_t>(tail)};
}

template <int W> bool MemoStates<W>::cover(std::size_t level, std::int32_t option) {
  if (open_.size() < (level + 3) * words()) {
    open_.resize(2 * (level + 3) * words());
    keys_.resize(2 * (level + 3) * key_words());
  }
  if (sums_.any()) {
    const auto own = masks_.anti.begin() + std::ptrdiff_t(option) * words();
    anti_.assign(own, own + words());
    reach_ = sums_.add(level, masks_, option, anti_);
  }
  const Word *const above = open(level), *const m = mask(option);
  Word *const mine = open(level + 1);
  Word any = 0;
  for (std::int32_t w = 0; w < words(); ++w)
    any |= mine[w] = above[w] & ~m[w];
  return any != 0;
}

template <int W>
LiveOptions MemoStates<W>::left_by(const LiveOptions &parent, std::int32_t option) {
  const std::int32_t tail = order_ == ItemOrder::fixed
                                ? std::max({parent.tail, masks_.reach[option], reach_})
                                : parent.tail;
  const std::size_t out = parent.last;
  const Word *const anti = sums_.any() ? anti_.data() : &masks_.anti[std::size_t(option) * words()];
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
  return {tail, out, static_cast<std::size_t>(write - live_.data())};
}

// The options of the tail belong to the tally too; what matters of it then is none, one, more.
template <int W> void MemoStates<W>::add_tail(std::int32_t tail) {
  const Word *const seen = &masks_.seen[std::size_t(tail) * words()];
  const Word *const twice = &masks_.twice[std::size_t(tail) * words()];
  for (std::int32_t w = 0; w < words(); ++w) {
    const Word several = planes_.twos[w] | planes_.fours[w] | planes_.more[w];
    const Word mine = planes_.ones[w] | several;
    planes_.twos[w] = several | twice[w] | (mine & seen[w]);
    planes_.ones[w] = mine | seen[w];
  }
}

template <int W> void MemoStates<W>::list_choices(LiveOptions &live, std::int32_t item) {
  const auto &users = masks_.users[item];
  if (live_.size() < 2 * live.end - live.begin + users.size() + 1)
    live_.resize(2 * (2 * live.end - live.begin + users.size() + 1));
  live.last = live.end;
  for (std::size_t k = live.begin; k < live.end; ++k) {
    live_[live.last] = live_[k];
    live.last += mask(live_[k])[item / 64] >> item % 64 & 1;
  }
  for (auto u = std::lower_bound(users.begin(), users.end(), live.tail); u != users.end(); ++u)
    live_[live.last++] = *u;
  work_ += static_cast<std::int64_t>(live.end - live.begin);
}

template <int W> void MemoStates<W>::write_key(std::size_t level) {
  Word *const key = &keys_[level * key_words()];
  for (std::int32_t w = 0; w < words(); ++w)
    key[w] = seen(w);
  if (!sums_.any())
    return;
  for (std::int32_t w = 0; w < primary_words(); ++w)
    key[w] &= open(level)[w] | ~masks_.own[w];
  sums_.write_key({key + words(), std::size_t(sums_.key_words())});
}

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

// The item on which a state branches. In a static order it is the first that is open, else the one
// with the fewest options, and what has one option comes before all. Where there are sums an
// option's own item is no item to be counted: it has two options, chosen or not. The option is
// decided on when a sum leaves less choice than any other item, or when nothing else is open; and
// it comes before all where a sum cannot do without.
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
