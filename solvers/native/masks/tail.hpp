// The end of a search over option masks: at most 64 live options, held as the bits of one word.
//
// Then it pays to turn the matrix round: each remaining item is the set of its options, each option
// the set of the options that it agrees with (itself included), and a choice is one AND. An option
// that is chosen stays live: so an item that it covers shows exactly one option, an item that
// cannot be covered shows none, and which items remain need not be told apart. Options that an
// item leaves no choice of are chosen together; a solution is a set where all that is live is
// chosen. Bit sets of rows and conflicts are an old tool of clique programs.
//
// The nodes that still have to be looked at stand on a stack, the first of the search's order on
// top; a step takes as many off it as a vector has lanes, one a lane, goes through the items once
// for all of them, and puts what comes of each in its place. So nothing is decided by a branch that
// would be mispredicted, the nodes and their order remain those of a search that goes one by one,
// and a solution waits on the stack until all before it is done. (One node at a time with the items
// in the lanes took 2.5 times as long on Langford's problem.) To turn the matrix round takes as
// long as some nodes, so it is done where the subtrees proved to be large: they are on Langford and
// queens; on pentominoes it lost, and the search goes on as before.
#pragma once

#include "masks/state.hpp"

#include <algorithm>
#include <bit>

namespace minuet {
namespace {

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
  t.agree[64] = ~std::uint64_t{0};
  t.live[0] = live;
  t.chosen[0] = 0;
  t.pending[0] = smallest(t, live);
  if (t.pending[0] == MaskTail::solved) // one item has all 64: found again at the first step
    t.pending[0] = 0;
  t.base = s.chosen_count;
  t.begin = s.nodes;
  t.top = 1;
}

// What the items say of one node a lane.
template <class P> struct TailScan {
  typename P::Keep lost;   // an item has no option
  typename P::Vec singles; // options that are the only one of some item
  typename P::Vec pair;    // the options of the first item that has two
};

template <class P> TailScan<P> scan_items(const MaskTail &t, typename P::Vec live) {
  TailScan<P> found{P::first_lanes(0), P::all(0), P::all(0)};
  for (int k = t.items - 1; k >= 0; --k) {
    const auto options = P::both(live, P::all(t.rows[k]));
    const auto but_one = P::shorter(options);
    const auto few = P::zeros(but_one);
    const auto two = P::without(P::zeros(P::shorter(but_one)), few);
    found.lost = P::either(found.lost, P::zeros(options));
    found.singles = P::either(found.singles, options, few);
    found.pair = P::choose(found.pair, options, two);
  }
  return found;
}

// Leaves the live options that agree with all of `chosen`.
template <class P>
typename P::Vec agreeing(const MaskTail &t, typename P::Vec live, typename P::Vec chosen) {
  constexpr unsigned every = (1u << P::lanes) - 1;
  for (;;) {
    const auto done = P::zeros(chosen);
    if (P::bits(done) == every)
      return live;
    const auto more = P::without(P::first_lanes(P::lanes), done);
    live = P::both(live, P::looked_up(t.agree, P::lowest(chosen), more));
    chosen = P::shorter(chosen);
  }
}

// The options of the first item that has fewest, more than one.
template <class P> typename P::Vec smallest_items(const MaskTail &t, typename P::Vec live) {
  auto best = P::all(0), fewest = P::all(65);
  const auto two = P::all(2);
  for (int k = 0; k < t.items; ++k) {
    const auto options = P::both(live, P::all(t.rows[k]));
    const auto size = P::sizes(options);
    const auto fewer = P::without(P::below(size, fewest), P::below(size, two));
    fewest = P::choose(fewest, size, fewer);
    best = P::choose(best, options, fewer);
  }
  return best;
}

// The options to be tried at the lanes in `open`: those pending, else of the first smallest item.
template <class P>
typename P::Vec to_try(const MaskTail &t, typename P::Vec live, typename P::Vec pending,
                       typename P::Vec pair, typename P::Keep open) {
  const auto options = P::choose(pending, pair, P::zeros(pending));
  const auto larger = P::zeros(options, open); // no item has two
  if (P::bits(larger) == 0)
    return options;
  return P::choose(options, smallest_items<P>(t, live), larger);
}

// Each bit beside a gap.
inline unsigned spread(unsigned bits) {
  bits = (bits | bits << 4) & 0x0f0f;
  bits = (bits | bits << 2) & 0x3333;
  return (bits | bits << 1) & 0x5555;
}

// Writes two vectors of nodes' words, `later` below `first` lane by lane, those in `kept` alone.
template <class P>
void put(std::uint64_t *to, typename P::Vec later, typename P::Vec first, unsigned kept) {
  constexpr unsigned every = (1u << P::lanes) - 1;
  P::pack_lanes(to, P::interleaved_low(later, first), kept & every);
  P::pack_lanes(to + std::popcount(kept & every), P::interleaved_high(later, first),
                kept >> P::lanes);
}

// Looks at the topmost nodes.
template <class P> void step(MaskSearch &s) {
  using V = typename P::Vec;
  MaskTail &t = s.tail;
  const int taken = t.top > MaskTail::most_nodes ? 1 : std::min<int>(t.top, P::lanes);
  const int place = t.top - taken;
  V live = P::load(t.live + place), chosen = P::load(t.chosen + place);
  const V pending = P::load(t.pending + place);
  const TailScan<P> scan = scan_items<P>(t, live);
  auto left = P::without(P::first_lanes(taken), scan.lost);

  const V forced = P::kept(P::without(scan.singles, chosen), left);
  const auto settled = P::zeros(forced, left);
  chosen = P::either(chosen, forced);
  live = agreeing<P>(t, live, forced);
  left = P::zeros(P::without(chosen, live), left); // else two of them exclude each other

  const auto done = P::zeros(P::odd(live, chosen), settled);
  const auto open = P::without(settled, done);
  if (s.count_only) {
    s.solutions += P::count(done);
    left = P::without(left, done);
  }
  const V zero = P::all(0);
  const V marks = P::kept(P::all(MaskTail::solved), done);
  if (P::bits(open) == 0) {
    P::pack_lanes(t.live + place, live, P::bits(left));
    P::pack_lanes(t.chosen + place, chosen, P::bits(left));
    P::pack_lanes(t.pending + place, marks, P::bits(left));
    t.top = place + P::count(left);
    return;
  }
  const V options = to_try<P>(t, live, pending, scan.pair, open);
  const V one = P::kept(P::lowest(options), open), others = P::shorter(options);
  const auto last = P::zeros(P::shorter(others), open);
  const V other = P::kept(others, last);
  s.nodes += P::count(open) + P::count(last);
  const unsigned kept = spread(P::bits(open)) | spread(P::bits(left)) << 1;
  put<P>(t.live + place, P::both(live, P::looked_up(t.agree, other, last)),
         P::both(live, P::looked_up(t.agree, one, open)), kept);
  put<P>(t.chosen + place, P::either(chosen, other), P::either(chosen, one), kept);
  put<P>(t.pending + place, P::choose(others, zero, last), marks, kept);
  t.top = place + std::popcount(kept);
}

template <class P> Outcome finish_tail(MaskSearch &s) {
  MaskTail &t = s.tail;
  while (t.top) {
    if (t.pending[t.top - 1] == MaskTail::solved) {
      ++s.solutions;
      s.chosen_count = t.base;
      for (std::uint64_t left = t.chosen[--t.top]; left; left &= left - 1)
        s.chosen[s.chosen_count++] = t.numbers[std::countr_zero(left)];
      return Outcome::solution;
    }
    if (s.work < 0)
      return Outcome::paused;
    s.work -= 2 * t.items;
    step<P>(s);
  }
  const auto grown = static_cast<std::int32_t>(std::min<std::int64_t>(s.nodes - t.begin, 1 << 20));
  t.usual[t.bucket] += grown - t.usual[t.bucket] / 16;
  return Outcome::exhausted;
}

} // namespace
} // namespace minuet
