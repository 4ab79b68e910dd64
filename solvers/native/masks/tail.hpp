// The end of a search over option masks: at most 64 live options, held as the bits of one word.
//
// Then it pays to turn the matrix round: each remaining item is the set of its options, each option
// the set of the options that it agrees with (itself included), and a choice is one AND. An option
// that is chosen stays live: so an item that it covers shows exactly one option, an item that
// cannot be covered shows none, and which items remain need not be told apart. Options that an
// item leaves no choice of are chosen together; a solution is a set where all that is live is
// chosen. Bit sets of rows and conflicts are an old tool of clique programs; items as vectors of
// words make the scan for none and one options a few instructions for several items. To turn
// the matrix round takes as long as some nodes, so it is done where the subtrees proved to be
// large: they are on Langford and queens; on pentominoes it lost, and the search goes on as before.
#pragma once

#include "masks/state.hpp"

#include <algorithm>
#include <bit>

namespace minuet {
namespace {

#if defined(__GNUC__)
#define MINUET_INLINE [[gnu::always_inline]] inline
#else
#define MINUET_INLINE inline
#endif

struct Scan {
  bool lost;            // an item has no option
  std::uint64_t single; // options that are the only one of some item
};

template <class P> MINUET_INLINE Scan scan_rows(const MaskTail &t, std::uint64_t live_options) {
  using V = typename P::Vec;
  const V live = P::all(live_options);
  V lost = P::all(0), single = P::all(0);
  for (int k = 0; k < t.items; k += P::lanes) {
    const V x = P::both(P::load(t.rows + k), live);
    lost = P::either(lost, P::kept(P::all(~std::uint64_t{0}), P::zeros(x)));
    single = P::either(single, P::kept(x, P::zeros(P::shorter(x))));
  }
  constexpr unsigned every = (1u << P::lanes) - 1;
  Scan result{P::bits(P::zeros(lost)) != every, 0};
  if (result.lost)
    return result;
  std::uint64_t lanes[8];
  P::store(lanes, single);
  for (int l = 0; l < P::lanes; ++l)
    result.single |= lanes[l];
  return result;
}

// The options of the first item that has fewest, more than one. So the order of the solutions does
// not tell whether the matrix was turned round.
inline std::uint64_t smallest(const MaskTail &t, std::uint64_t live) {
  std::uint64_t best = 0;
  int fewest = 65;
  for (int k = 0; k < t.items && fewest > 2; ++k) {
    const std::uint64_t options = t.rows[k] & live;
    const int size = std::popcount(options);
    if (size < fewest && size > 1)
      best = options, fewest = size;
  }
  return best;
}

// Begins with the options in `live`, of which `rows`, `agree` and `numbers` are set.
inline void begin_tail(MaskSearch &s, std::uint64_t live) {
  MaskTail &t = s.tail;
  t.levels[0] = {live, 0, smallest(t, live)};
  t.base = s.chosen_count;
  t.begin = s.nodes;
  t.depth = 0;
}

template <class P> Outcome finish_tail(MaskSearch &s) {
  MaskTail &t = s.tail;
  while (t.depth >= 0) {
    TailLevel &level = t.levels[t.depth];
    if (level.pending == 0) {
      --t.depth;
      continue;
    }
    if (s.work < 0)
      return Outcome::paused;
    const int option = std::countr_zero(level.pending);
    level.pending &= level.pending - 1;
    std::uint64_t live = level.live & t.agree[option];
    std::uint64_t chosen = level.chosen | std::uint64_t{1} << option;
    ++s.nodes;
    for (;;) {
      s.work -= t.items;
      const Scan scan = scan_rows<P>(t, live);
      if (scan.lost)
        break;
      std::uint64_t forced = scan.single & ~chosen;
      if (forced) {
        chosen |= forced;
        for (; forced; forced &= forced - 1)
          live &= t.agree[std::countr_zero(forced)];
        if (chosen & ~live)
          break; // two of them exclude each other
        continue;
      }
      if (live != chosen) {
        ++t.depth;
        t.levels[t.depth] = {live, chosen, smallest(t, live)};
        break;
      }
      ++s.solutions;
      if (s.count_only)
        break;
      s.chosen_count = t.base;
      for (; chosen; chosen &= chosen - 1)
        s.chosen[s.chosen_count++] = t.numbers[std::countr_zero(chosen)];
      return Outcome::solution;
    }
  }
  const auto grown = static_cast<std::int32_t>(std::min<std::int64_t>(s.nodes - t.begin, 1 << 20));
  t.usual[t.bucket] += grown - t.usual[t.bucket] / 16;
  return Outcome::exhausted;
}

} // namespace
} // namespace minuet
