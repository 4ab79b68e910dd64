// The search on positional slots (positional_slots.hpp), for one path `P`.
#pragma once

#include "batch/slots_state.hpp"

#include <algorithm>
#include <bit>

namespace minuet {
namespace {

constexpr std::int32_t pairs_looked_at = 4;

// Planes of W words, K of them: with both known to the compiler it takes a seventh less time, and
// without vector instructions a quarter of it.
template <class P, int W, int K> struct Slots {
  using V = typename P::Vec;
  using Word = std::uint64_t;
  static constexpr int open_at = slot_open_at(W, K), stride = slot_stride(W, K);
  // A set of items, and what a vector reads behind it.
  static constexpr int room = (W + 7) / 8 * 8;

  static const Word *agree(const SlotSearch &s, std::int32_t option) {
    return s.agree + static_cast<std::int64_t>(option) * stride;
  }
  static Word *state(const SlotSearch &s, std::int32_t level) {
    return s.states + static_cast<std::int64_t>(level) * stride;
  }
  static bool any(V v) { return P::bits(P::zeros(v)) != (1u << P::lanes) - 1; }

  // The live slots of an item, as bits.
  static Word slots_of(const Word *state, std::int32_t item) {
    const Word *plane = state + K * W + item / 64;
    Word slots = 0;
    for (std::int32_t k = 0; k < K; ++k) {
      plane -= W;
      slots = 2 * slots + (*plane >> item % 64 & 1);
    }
    return slots;
  }

  static void choose(const SlotSearch &s, const Word *from, std::int32_t option, Word *to) {
    const Word *const left = agree(s, option);
    for (int k = 0; k < stride; k += P::lanes)
      P::store(to + k, P::both(P::load(from + k), P::load(left + k)));
  }

  enum class Scan { dead, quiet, forced };

  // Counts the live options of all items at once: an item with none makes the state dead, open
  // items with one are put into `single`.
  static Scan scan(const SlotSearch &s, const Word *state, Word *single) {
    V lost = P::all(0), some = P::all(0);
    for (int c = 0; c < W; c += P::lanes) {
      V one = P::all(0), two = P::all(0);
      const Word *plane = state + c;
      for (std::int32_t k = 0; k < K; ++k, plane += W) {
        const V x = P::load(plane);
        two = P::either_both(two, one, x);
        one = P::either(one, x);
      }
      lost = P::either(lost, P::without(P::load(s.all + c), one));
      const V mine = P::without(P::load(state + open_at + c), two);
      P::store(single + c, mine);
      some = P::either(some, mine);
    }
    return any(lost) ? Scan::dead : any(some) ? Scan::forced : Scan::quiet;
  }

  // Lists the items of a set. Two of each word go without a branch that nobody could foresee.
  static int list(const Word *set, std::int32_t *items) {
    int count = 0;
    Word more = 0;
    for (int w = 0; w < W; ++w) {
      const Word one = set[w], two = one & (one - 1), three = two & (two - 1);
      items[count] = 64 * w + std::countr_zero(one);
      count += one != 0;
      items[count] = 64 * w + std::countr_zero(two);
      count += two != 0;
      more |= three;
    }
    if (more == 0)
      return count;
    for (int w = 0; w < W; ++w) {
      const Word one = set[w], two = one & (one - 1);
      for (Word left = two & (two - 1); left; left &= left - 1)
        items[count++] = 64 * w + std::countr_zero(left);
    }
    return count;
  }

  // Chooses what is forced, a round at a time, until nothing is. False: the state is dead. Two
  // options of a round that exclude each other leave the items of both without a live option.
  static bool settle(SlotSearch &s, Word *state) {
    constexpr int most = 64 * W;
    alignas(64) Word single[room];
    std::int32_t items[most + 1];
    const Word *chosen[most];
    for (;;) {
      const Scan found = scan(s, state, single);
      if (found != Scan::forced)
        return found == Scan::quiet;
      const int forced = list(single, items);
      ++s.round;
      int count = 0;
      for (int i = 0; i < forced; ++i) {
        const int slot = std::countr_zero(slots_of(state, items[i]));
        const std::int32_t option = s.option_at[items[i] * K + slot];
        chosen[count] = agree(s, option);
        count += s.seen[option] != s.round;
        s.seen[option] = s.round;
      }
      meet(state, chosen, count);
    }
  }

  // Leaves of a state what all the chosen options leave.
  static void meet(Word *state, const Word *const *chosen, int count) {
    constexpr int step = slot_step / P::lanes;
    for (int k = 0; k < stride; k += slot_step) {
      V v[step];
      for (int j = 0; j < step; ++j)
        v[j] = P::load(state + k + j * P::lanes);
      for (int i = 0; i < count; ++i)
        for (int j = 0; j < step; ++j)
          v[j] = P::both(v[j], P::load(chosen[i] + k + j * P::lanes));
      for (int j = 0; j < step; ++j)
        P::store(state + k + j * P::lanes, v[j]);
    }
  }

  static bool is_solved(const Word *state) {
    V open = P::all(0);
    for (int c = 0; c < W; c += P::lanes)
      open = P::either(open, P::load(state + open_at + c));
    return !any(open);
  }

  // The open items with two live options.
  static bool pairs(const Word *state, Word *pair) {
    V some = P::all(0);
    for (int c = 0; c < W; c += P::lanes) {
      V one = P::all(0), two = P::all(0), three = P::all(0);
      const Word *plane = state + c;
      for (std::int32_t k = 0; k < K; ++k, plane += W) {
        const V x = P::load(plane);
        three = P::either_both(three, two, x);
        two = P::either_both(two, one, x);
        one = P::either(one, x);
      }
      const V mine = P::without(P::load(state + open_at + c), three);
      P::store(pair + c, mine);
      some = P::either(some, mine);
    }
    return any(some);
  }

  // How many items of `pair` lose an option when that one is chosen.
  static int decided(const SlotSearch &s, const Word *state, const Word *pair,
                     std::int32_t option) {
    const Word *const left = agree(s, option);
    int count = 0;
    for (int c = 0; c < W; c += P::lanes) {
      V hit = P::all(0);
      for (int at = c, k = 0; k < K; ++k, at += W)
        hit = P::either(hit, P::without(P::load(state + at), P::load(left + at)));
      alignas(64) Word lanes[P::lanes];
      P::store(lanes, P::both(hit, P::load(pair + c)));
      for (int l = 0; l < P::lanes; ++l)
        count += std::popcount(lanes[l]);
    }
    return count;
  }

  // Of the first few items with two options the one whose options decide most others, the weaker
  // option counted twice; without such an item the first of fewest options.
  static SlotLevel branch(const SlotSearch &s, const Word *state) {
    alignas(64) Word pair[room];
    if (!pairs(state, pair))
      return smallest(state);
    SlotLevel best{-1, 0};
    int most = -1, looked_at = 0;
    for (int w = 0; w < W; ++w)
      for (Word left = pair[w]; left && looked_at < pairs_looked_at;
           left &= left - 1, ++looked_at) {
        const std::int32_t item = 64 * w + std::countr_zero(left);
        const Word slots = slots_of(state, item);
        const std::uint16_t *const options = s.option_at + item * K;
        const int a = decided(s, state, pair, options[std::countr_zero(slots)]);
        const int b = decided(s, state, pair, options[std::bit_width(slots) - 1]);
        if (const int value = a + b + std::min(a, b); value > most)
          most = value, best = {item, slots};
      }
    return best;
  }

  static SlotLevel smallest(const Word *state) {
    SlotLevel best{-1, 0};
    int fewest = K + 1;
    for (int w = 0; w < W; ++w)
      for (Word left = state[open_at + w]; left; left &= left - 1) {
        const std::int32_t item = 64 * w + std::countr_zero(left);
        const Word slots = slots_of(state, item);
        if (std::popcount(slots) < fewest)
          fewest = std::popcount(slots), best = {item, slots};
      }
    return best;
  }

  // Counts a solution, and notes the options of the first.
  static void solved(SlotSearch &s, const Word *state) {
    if (s.found++)
      return;
    Word left[room];
    for (int w = 0; w < W; ++w)
      left[w] = s.all[w];
    s.first_count = 0;
    for (int w = 0; w < W; ++w)
      while (left[w]) {
        const std::int32_t item = 64 * w + std::countr_zero(left[w]);
        const int slot = std::countr_zero(slots_of(state, item));
        const std::int32_t option = s.option_at[item * K + slot];
        s.first[s.first_count++] = option;
        for (int k = w; k < W; ++k)
          left[k] &= agree(s, option)[open_at + k];
      }
  }

  // Settles the state of the level and, unless that ends it, branches there.
  static void enter(SlotSearch &s, std::int32_t level) {
    Word *const mine = state(s, level);
    if (!settle(s, mine))
      return;
    ++s.nodes;
    if (is_solved(mine)) {
      solved(s, mine);
      return;
    }
    s.levels[level] = branch(s, mine);
    s.depth = level;
  }

  static bool run(SlotSearch &s) {
    if (!s.begun) {
      s.begun = true;
      s.depth = -1;
      enter(s, 0);
    }
    while (s.depth >= 0 && s.found < s.limit) {
      SlotLevel &level = s.levels[s.depth];
      if (level.pending == 0) {
        --s.depth;
        continue;
      }
      if (--s.work < 0)
        return false;
      const int slot = std::countr_zero(level.pending);
      level.pending &= level.pending - 1;
      const Word *const mine = state(s, s.depth);
      choose(s, mine, s.option_at[level.item * K + slot], state(s, s.depth + 1));
      enter(s, s.depth + 1);
    }
    return true;
  }
};

template <class P, int W> SlotKernel slot_kernel_of(std::int32_t slots) {
  switch (slots) {
  case 3:
    return Slots<P, W, 3>::run;
  case 6:
    return Slots<P, W, 6>::run;
  case 9:
    return Slots<P, W, 9>::run;
  case 12:
    return Slots<P, W, 12>::run;
  default:
    return Slots<P, W, 16>::run;
  }
}

template <class P> SlotKernel slot_kernel_of(std::int32_t words, std::int32_t slots) {
  switch (words) {
  case 2:
    return slot_kernel_of<P, 2>(slots);
  case 4:
    return slot_kernel_of<P, 4>(slots);
  case 6:
    return slot_kernel_of<P, 6>(slots);
  default:
    return slot_kernel_of<P, 8>(slots);
  }
}

} // namespace
} // namespace minuet
