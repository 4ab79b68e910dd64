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
#include <limits>

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

// ---- Items that may be covered several times ----------------------------------------------------
//
// An item that needs n more of s options is branched on by its first option that is chosen: those
// before it are left out, so s - n + 1 are tried. (The order of copies in BurrTools.)

// Notes that an option was chosen which covers these items of word w; returns those full now.
inline std::uint64_t cover_once(MaskSearch &s, int w, std::uint64_t items) {
  std::uint64_t full = 0;
  for (; items; items &= items - 1) {
    const int item = 64 * w + std::countr_zero(items);
    const std::uint64_t bit = items & (0 - items);
    if (s.bounds[item] > 0 && --s.bounds[item] == 0)
      s.met[w] |= bit;
    if (--s.bounds[s.several + item] == 0)
      full |= bit;
  }
  return full;
}

inline void copy_bounds(std::int32_t several, const std::int32_t *from, std::int32_t *to) {
  for (std::int32_t k = 0; k < 2 * several; ++k)
    to[k] = from[k];
}

template <int W> void clear_met(MaskSearch &s) {
  for (int w = 0; w < W; ++w)
    s.met[w] = 0;
}

// Those of the items that need more options than one.
template <int W> Bits<W> needing_more(const MaskSearch &s, const Bits<W> &items) {
  Bits<W> more;
  for (int w = 0; w < W; ++w) {
    more.w[w] = 0;
    for (std::uint64_t left = items.w[w] & s.several_items[w]; left; left &= left - 1)
      if (s.bounds[64 * w + std::countr_zero(left)] > 1)
        more.w[w] |= left & (0 - left);
  }
  return more;
}

// Whether an item has fewer options than it needs, several; has those that need all of theirs in
// `single`, and no others of these.
template <class Store, int W>
bool lacks(MaskSearch &s, const MaskLevel &node, const Bits<W> &items, const Counters<W> &sizes,
           Bits<W> &single) {
  const Bits<W> more = needing_more(s, items);
  for (int w = 0; w < W; ++w)
    for (std::uint64_t left = more.w[w]; left; left &= left - 1) {
      const std::uint64_t bit = left & (0 - left);
      const std::int32_t need = s.bounds[64 * w + std::countr_zero(left)];
      std::int32_t size = 3;
      if (need > 2)
        size = Store::covering(s, node, w, bit);
      else if (!(sizes.three.w[w] & bit))
        size = sizes.two.w[w] & bit ? 2 : 1;
      if (size < need)
        return true;
      single.w[w] &= ~bit;
      if (size == need)
        single.w[w] |= bit;
    }
  return false;
}

// Branches on the item with fewest options to be tried among those that need several, if it has
// fewer than `most`; returns whether it does.
template <class Store, int W>
bool branch_on_several(MaskSearch &s, MaskLevel &node, const Bits<W> &items, std::int32_t most) {
  std::int32_t fewest = most;
  for (int w = 0; w < W; ++w)
    for (std::uint64_t left = items.w[w]; left; left &= left - 1) {
      const std::uint64_t bit = left & (0 - left);
      const std::int32_t need = s.bounds[64 * w + std::countr_zero(left)];
      const std::int32_t tries = Store::covering(s, node, w, bit) - need + 1;
      if (tries < fewest) {
        fewest = node.left = tries;
        node.word = w;
        node.bit = bit;
      }
    }
  return fewest < most;
}

// ---- All items ----------------------------------------------------------------------------------

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
    Bits<W> forbid{};
    if constexpr (Store::several)
      if (s.several) {
        if (lacks<Store, W>(s, node, rest, sizes, single))
          return Settled::dead;
        forced = 0;
        for (int w = 0; w < W; ++w) {
          forced |= single.w[w];
          // All options of an item in `single` are taken.
          forbid.w[w] = s.never[w] | (single.w[w] & s.several_items[w]);
        }
        clear_met<W>(s);
      }
    if (!forced)
      return Settled::open;
    Bits<W> taken{};
    if (!Store::force(s, node, single, taken))
      return Settled::dead;
    for (int w = 0; w < W; ++w) {
      forbid.w[w] |= taken.w[w];
      rest.w[w] &= ~forbid.w[w];
      if constexpr (Store::several)
        rest.w[w] &= ~s.met[w];
    }
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
  Bits<W> once = rest, more{}; // items that need one option, and several
  if constexpr (Store::several)
    if (s.several) {
      copy_bounds(s.several, s.bounds, node.bounds);
      more = needing_more(s, rest);
      for (int w = 0; w < W; ++w)
        once.w[w] &= ~more.w[w];
    }
  for (int w = 0; w < W; ++w) {
    const std::uint64_t pair = once.w[w] & ~sizes.three.w[w];
    if (pair) {
      node.word = w;
      node.bit = pair & (0 - pair);
      node.left = 2;
      return;
    }
  }
  s.work -= 2 * Store::words_read * node.count;
  if constexpr (Store::several)
    if (!none(more)) {
      if (branch_on_several<Store>(s, node, more, 3))
        return;
      node.left = std::numeric_limits<std::int32_t>::max();
      if (!none(once))
        Store::least(s, node, once);
      branch_on_several<Store>(s, node, more, node.left);
      return;
    }
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
    if constexpr (Store::several)
      if (s.several) {
        copy_bounds(s.several, node.bounds, s.bounds);
        clear_met<W>(s);
      }
    Store::next(s, node, forbid);
    ++s.nodes;
    s.work -= W;
    for (int w = 0; w < W; ++w)
      rest.w[w] = node.rest[w] & ~forbid.w[w];
    if constexpr (Store::several)
      if (s.several)
        for (int w = 0; w < W; ++w) {
          rest.w[w] &= ~s.met[w];
          forbid.w[w] |= s.never[w];
        }
    Settled settled = Settled::solved;
    if (!none(rest)) {
      MaskLevel &child = (&node)[1];
      Store::prepare(s, node, child);
      Counters<W> sizes;
      s.work -= Store::words_read * node.count;
      Store::filter(s, node, forbid, child, sizes);
      settled = settle<Store, W>(s, child, rest, sizes);
      if constexpr (Store::turns) {
        if (settled == Settled::open && child.count <= 64 && !s.several &&
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
