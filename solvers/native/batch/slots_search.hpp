// The search on positional slots (positional_slots.hpp), for one path `P`.
#pragma once

#include "batch/slots_settle.hpp"

#include <algorithm>
#include <bit>

namespace minuet {
namespace {

constexpr std::int32_t pairs_looked_at = 8;

template <class P, int W, int K> struct Slots {
  using Planes = SlotPlanes<P, W, K>;
  using V = typename P::Vec;
  using Word = std::uint64_t;
  static constexpr int open_at = slot_open_at(W, K), stride = slot_stride(W, K);
  static constexpr int chunks = Planes::chunks;

  static Word *state(const SlotSearch &s, std::int32_t level) {
    return s.states + static_cast<std::int64_t>(level) * stride;
  }
  static std::int32_t option_at(const SlotSearch &s, std::int32_t item, int slot) {
    return s.mask_at[item * K + slot];
  }

  // The live slots of an item, as bits.
  static Word slots_of(const Word *state, std::int32_t item) {
    const Word *plane = state + K * W + item / 64;
    Word slots = 0;
    MINUET_UNROLL for (std::int32_t k = 0; k < K; ++k) {
      plane -= W;
      slots = 2 * slots + (*plane >> item % 64 & 1);
    }
    return slots;
  }

  static bool is_solved(const Word *state) {
    V open = P::all(0);
    for (int n = 0; n < chunks; ++n)
      open = P::either(open, Planes::load(state, K, n));
    return !Planes::some(open);
  }

  // The open items with two live options.
  static bool pairs(const Word *state, Word *pair) {
    unsigned some = 0;
    for (int n = 0; n < chunks; ++n) {
      V one = P::all(0), two = P::all(0), three = P::all(0);
      MINUET_UNROLL for (int k = 0; k < K; ++k) {
        const V x = Planes::load(state, k, n);
        three = P::either_both(three, two, x);
        two = P::either_both(two, one, x);
        one = P::either(one, x);
      }
      const V mine = P::without(Planes::load(state, K, n), three);
      P::store(pair + n * P::lanes, mine);
      some |= Planes::some(mine);
    }
    return some != 0;
  }

  // How many items lose an option when that one is chosen; those of `pair` count twice.
  static int decided(const SlotSearch &s, const Word *state, const Word *pair,
                     std::int32_t option) {
    const Word *const left = Planes::mask(s, option);
    V count = P::all(0);
    for (int n = 0; n < chunks; ++n) {
      V hit = P::all(0);
      MINUET_UNROLL for (int k = 0; k < K; ++k) hit =
          P::either_without(hit, Planes::load(state, k, n), Planes::load(left, k, n));
      const V paired = P::both(hit, Planes::load(pair, 0, n));
      count = P::plus(count, P::plus(P::sizes(hit), P::sizes(paired)));
    }
    return P::sum(count);
  }

  // Of the first few items with two options the one whose options decide most others, the weaker
  // option counted twice; without such an item the first of fewest options.
  static SlotLevel branch(const SlotSearch &s, const Word *state) {
    alignas(64) Word pair[W];
    if (!pairs(state, pair))
      return smallest(state);
    SlotLevel best{-1, 0};
    int most = -1, looked_at = 0;
    for (int w = 0; w < W; ++w)
      for (Word left = pair[w]; left && looked_at < pairs_looked_at;
           left &= left - 1, ++looked_at) {
        const std::int32_t item = 64 * w + std::countr_zero(left);
        const Word slots = slots_of(state, item);
        const int a = decided(s, state, pair, option_at(s, item, std::countr_zero(slots)));
        const int b = decided(s, state, pair, option_at(s, item, std::bit_width(slots) - 1));
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
    for (int k = 0; k < K; ++k)
      for (int w = 0; w < W; ++w)
        for (Word left = state[k * W + w] & s.leader[k * W + w]; left; left &= left - 1) {
          const std::int32_t option = option_at(s, 64 * w + std::countr_zero(left), k);
          s.first[option / 64] |= Word{1} << option % 64;
        }
  }

  // Settles what is left of a state when some options are chosen and, unless that ends it,
  // branches there. The state may be the one behind the deepest level: it is not needed again.
  static void enter(SlotSearch &s, const Word *from, const Word *const *chosen, int count) {
    Word *const mine = state(s, s.depth + 1);
    if (!Planes::settle(s, from, chosen, count, mine))
      return;
    ++s.nodes;
    if (is_solved(mine))
      solved(s, mine);
    else
      s.levels[++s.depth] = branch(s, mine);
  }

  static bool run(SlotSearch &s) {
    if (!s.begun) {
      s.begun = true;
      s.depth = -1;
      enter(s, s.root, s.given, s.given_count);
    }
    while (s.depth >= 0 && s.found < s.limit) {
      if (--s.work < 0)
        return false;
      SlotLevel &level = s.levels[s.depth];
      const std::int32_t option = option_at(s, level.item, std::countr_zero(level.pending));
      const Word *const chosen = Planes::mask(s, option), *const from = state(s, s.depth);
      level.pending &= level.pending - 1;
      s.depth -= level.pending == 0; // the last of its options takes its place
      enter(s, from, &chosen, 1);
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

} // namespace
} // namespace minuet
