// The search over option masks, for any way to keep the live options (`Store`).
//
// A node is a list of the options that can still be chosen and the set of items that must still be
// covered. Choosing an option makes the child's list by one pass over the parent's; the pass also
// counts, item by item and bit-sliced, how many options are left: none, one, two or more. Nothing
// is ever undone. An item without options ends the node; items with one option are settled at
// once, all of them together, in place; else the first item with fewest options is branched on.
//
// What lost: propagation, that is, to drop options whose choice would leave an item without any,
// until there are none. It takes a fraction of the nodes (142,858 for 3,224,717 on 6x10
// pentominoes, 36,345 for 200,015 on Soma, 8.9 for 45.8 million on MacMahon's 4x6 squares; half on
// Langford's problem and queens), and more time: its work grows with the square of the live
// options, a filter pass with their number. By sets of options (an item's options' conflicts ANDed
// until nothing is left) it took 3.6, 3.4 and 1.8 times the time of the streams on those three, and
// 2.9, 2.8 on the first two at best, where only items of at most 12 or 6 options were looked at;
// option by option along the streams, in plain code, 2.5 and 2.2 times that of the same code
// without. Of the first four levels alone on pentominoes: a third of the nodes less, 1.2 times the
// time. From items of two options alone: 15 and 22 percent of the nodes less, 1.05 and 1.0 times
// the time.
#pragma once

#include "masks/state.hpp"

#include <bit>

namespace minuet {
namespace {

template <int W> struct Bits {
  std::uint64_t w[W];
};

// The items that at least one, two, three live options cover.
template <int W> struct Counters {
  Bits<W> one, two, three;
};

template <int W> bool none(const Bits<W> &a) {
  std::uint64_t any = 0;
  for (int w = 0; w < W; ++w)
    any |= a.w[w];
  return any == 0;
}

template <int W> int size(const Bits<W> &a) {
  int bits = 0;
  for (int w = 0; w < W; ++w)
    bits += std::popcount(a.w[w]);
  return bits;
}

// Branches on the first item of fewest options, their numbers bit-sliced in binary: plane p holds
// the bits of worth 2^p.
template <int W> void pick(MaskLevel &node, const Bits<W> &rest, const Bits<W> *plane, int planes) {
  Bits<W> best = rest;
  int size = 0;
  for (int p = planes - 1; p >= 0; --p) {
    Bits<W> fewer;
    for (int w = 0; w < W; ++w)
      fewer.w[w] = best.w[w] & ~plane[p].w[w];
    if (none(fewer))
      size |= 1 << p;
    else
      best = fewer;
  }
  node.left = size;
  for (node.word = 0; best.w[node.word] == 0;)
    ++node.word;
  node.bit = best.w[node.word] & (0 - best.w[node.word]);
}

enum class Settled { open, solved, dead };

// Chooses the options that items leave no choice of, until there is no such item.
template <class Store, int W>
Settled settle(MaskSearch &s, MaskLevel &node, Bits<W> &rest, Counters<W> &sizes) {
  for (;;) {
    std::uint64_t lost = 0, forced = 0;
    Bits<W> single;
    for (int w = 0; w < W; ++w) {
      lost |= rest.w[w] & ~sizes.one.w[w];
      single.w[w] = rest.w[w] & ~sizes.two.w[w];
      forced |= single.w[w];
    }
    if (lost)
      return Settled::dead;
    if (!forced)
      return Settled::open;
    Bits<W> forbid{};
    if (!Store::force(s, node, single, forbid))
      return Settled::dead;
    for (int w = 0; w < W; ++w)
      rest.w[w] &= ~forbid.w[w];
    if (none(rest))
      return Settled::solved;
    s.work -= Store::words_read * node.count;
    Store::filter(s, node, forbid, node, sizes);
  }
}

// Branches on the first item of two options, else on the first of fewest.
template <class Store, int W>
void branch(MaskSearch &s, MaskLevel &node, const Bits<W> &rest, const Counters<W> &sizes) {
  node.cursor = 0;
  node.chosen = s.chosen_count;
  for (int w = 0; w < W; ++w)
    node.rest[w] = rest.w[w];
  for (int w = 0; w < W; ++w) {
    const std::uint64_t pair = rest.w[w] & ~sizes.three.w[w];
    if (pair) {
      node.word = w;
      node.bit = pair & (0 - pair);
      node.left = 2;
      return;
    }
  }
  s.work -= 2 * Store::words_read * node.count;
  Store::least(s, node, rest);
}

constexpr std::int32_t large_subtree = 8; // nodes; 8, 16 and 32 do about equally well

// Whether to end the search in the other way: if that was usual at this size, else now and then.
inline bool pays(MaskTail &t, std::int32_t count) {
  t.bucket = count / 8;
  if (t.usual[t.bucket] >= 16 * large_subtree)
    return true;
  if (++t.skipped[t.bucket] < 64)
    return false;
  t.skipped[t.bucket] = 0;
  return true;
}

template <class Store> Outcome search(MaskSearch &s) {
  constexpr int W = Store::width;
  if constexpr (Store::turns)
    if (s.tail.top)
      if (const Outcome outcome = Store::finish(s); outcome != Outcome::exhausted)
        return outcome;
  while (s.depth >= 0) {
    MaskLevel &node = s.levels[s.depth];
    if (node.width != W)
      return Outcome::other_width;
    if (node.left == 0) {
      --s.depth;
      continue;
    }
    if (s.work < 0)
      return Outcome::paused;
    s.chosen_count = node.chosen;
    Bits<W> forbid, rest;
    Store::next(s, node, forbid);
    ++s.nodes;
    s.work -= W;
    for (int w = 0; w < W; ++w)
      rest.w[w] = node.rest[w] & ~forbid.w[w];
    Settled settled = Settled::solved;
    if (!none(rest)) {
      MaskLevel &child = (&node)[1];
      Store::prepare(s, node, child);
      Counters<W> sizes;
      s.work -= Store::words_read * node.count;
      Store::filter(s, node, forbid, child, sizes);
      settled = settle<Store, W>(s, child, rest, sizes);
      if constexpr (Store::turns) {
        if (settled == Settled::open && child.count <= 64 &&
            child.count * Store::lanes >= 6 * size(rest) && pays(s.tail, child.count)) {
          Store::turn(s, child, rest);
          const Outcome outcome = Store::finish(s);
          if (outcome != Outcome::exhausted)
            return outcome;
          continue;
        }
      }
      if (settled == Settled::open) {
        branch<Store, W>(s, child, rest, sizes);
        ++s.depth;
        Store::narrow(s, child, sizes);
      }
    }
    if (settled == Settled::solved) {
      ++s.solutions;
      if (!s.count_only)
        return Outcome::solution;
    }
  }
  return Outcome::exhausted;
}

} // namespace
} // namespace minuet
