// What a state on positional slots implies (positional_slots.hpp), for one path `P`.
//
// The state stays in registers from round to round where they are enough: that alone made nodes
// twice as fast as a state in memory whose planes were read across the vectors that had been
// stored. A round meets the masks of the last one, counts the live options of all items at once,
// and lists what is forced: options that are the only ones of an item, and lines of slots that
// hold all the live options of one ("locked candidates" in a sudoku).
#pragma once

#include "batch/slots_state.hpp"

#include <bit>

#if defined(MINUET_UNROLL) // the file of a path decides
#elif defined(__GNUC__) && !defined(__clang__)
#define MINUET_UNROLL _Pragma("GCC unroll 16") // a vector of an array stays in a register
#else
#define MINUET_UNROLL
#endif

namespace minuet {
namespace {

// Planes of W words, K of them, known to the compiler.
template <class P, int W, int K> struct SlotPlanes {
  using V = typename P::Vec;
  using Word = std::uint64_t;
  static constexpr int chunks = W / P::lanes, rows = slot_rows(K), columns = slot_columns(K);
  static constexpr int parts = K + 3; // of a state: the planes and the sets
  static constexpr int stride = slot_stride(W, K);
  static_assert(W % P::lanes == 0 && parts * W == stride);

  static const Word *mask(const SlotSearch &s, std::int32_t number) {
    return s.masks + static_cast<std::int64_t>(number) * slot_mask_stride(W, K);
  }
  static V load(const Word *from, int part, int n) {
    return P::load(from + part * W + n * P::lanes);
  }
  // The lanes that are not zero, as bits.
  static unsigned some(V v) { return ~P::bits(P::zeros(v)) & ((1u << P::lanes) - 1); }

  // What is in one of the vectors at least, and in two.
  struct Counted {
    V one, two;
  };
  template <int count> static Counted counted(const V *v) {
    if constexpr (count == 1) {
      return {v[0], P::all(0)};
    } else if constexpr (count == 2) {
      return {P::either(v[0], v[1]), P::both(v[0], v[1])};
    } else if constexpr (count == 3) {
      return {P::one_of(v[0], v[1], v[2]), P::two_of(v[0], v[1], v[2])};
    } else {
      const Counted fewer = counted<count - 1>(v);
      return {P::either(fewer.one, v[count - 1]),
              P::either_both(fewer.two, fewer.one, v[count - 1])};
    }
  }

  // One chunk of a state, looked at.
  struct Scan {
    V row[rows], column[columns]; // whether any option of the line is live
    V lost, single;               // items without a live option; open ones with just one
    V alone[2];                   // items with all of several live options in one row, one column
  };
  static Scan scan(const SlotSearch &s, const V (&x)[parts][chunks], int n) {
    Scan found;
    V pair_in_row = P::all(0);
    MINUET_UNROLL for (int r = 0; r < rows; ++r) {
      V line[columns];
      MINUET_UNROLL for (int c = 0; c < columns; ++c) line[c] = x[r * columns + c][n];
      const Counted in_row = counted<columns>(line);
      found.row[r] = in_row.one;
      pair_in_row = P::either(pair_in_row, in_row.two);
    }
    MINUET_UNROLL for (int c = 0; c < columns; ++c) {
      V line[rows];
      MINUET_UNROLL for (int r = 0; r < rows; ++r) line[r] = x[r * columns + c][n];
      found.column[c] = counted<rows>(line).one;
    }
    const Counted by_row = counted<rows>(found.row), by_column = counted<columns>(found.column);
    const V two = P::either(by_row.two, pair_in_row);
    found.lost = P::without(load(s.all, 0, n), by_row.one);
    found.single = P::without(x[K][n], two);
    found.alone[0] = P::without(P::both(x[K + 1][n], two), by_row.two);
    found.alone[1] = P::without(P::both(x[K + 2][n], two), by_column.two);
    return found;
  }

  // Lists the masks that a table has for the items of a set, each with the number of the vector
  // that it is in; not those that are listed already.
  template <int count>
  static int list(SlotSearch &s, int n, V set, const V *in, const std::uint16_t *table, int width,
                  const Word **masks, int listed) {
    constexpr int digits = std::bit_width(unsigned(count - 1));
    alignas(64) Word items[P::lanes], digit[digits][P::lanes];
    P::store(items, set);
    MINUET_UNROLL for (int d = 0; d < digits; ++d) {
      V v = P::all(0);
      MINUET_UNROLL for (int k = 0; k < count; ++k) if (k >> d & 1) v = P::either(v, in[k]);
      P::store(digit[d], v);
    }
    for (unsigned lanes = some(set); lanes; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes), first = 64 * (n * P::lanes + lane);
      Word left = items[lane];
      do {
        const int bit = std::countr_zero(left);
        int number = 0;
        MINUET_UNROLL for (int d = 0; d < digits; ++d) number |=
            static_cast<int>(digit[d][lane] >> bit & 1) << d;
        const std::int32_t found = table[(first + bit) * width + number];
        masks[listed] = mask(s, found);
        listed += s.seen[found] != s.round;
        s.seen[found] = s.round;
      } while (left &= left - 1);
    }
    return listed;
  }

  static int singles(SlotSearch &s, const V (&x)[parts][chunks], int n, const Scan &found,
                     const Word **masks, int listed) {
    V slot[K];
    MINUET_UNROLL for (int k = 0; k < K; ++k) slot[k] = x[k][n];
    return list<K>(s, n, found.single, slot, s.mask_at, K, masks, listed);
  }
  static int lines(SlotSearch &s, int n, const Scan &found, const Word **masks, int listed) {
    constexpr int width = rows + columns;
    listed = list<rows>(s, n, found.alone[0], found.row, s.line_at, width, masks, listed);
    return list<columns>(s, n, found.alone[1], found.column, s.line_at + rows, width, masks,
                         listed);
  }

  // Leaves of the parts from `first` on what some masks leave; the masks of lines have the two sets
  // that lines are told by in place of the open items. As many parts at a time as there are
  // registers for.
  template <bool are_lines, int first = 0>
  static void meet(V (&x)[parts][chunks], const Word *const *masks, int count) {
    constexpr int end = K + 1 + are_lines, most = P::lanes == 8 ? end : 10 / chunks;
    constexpr int size = end - first < most ? end - first : most < 1 ? 1 : most;
    V v[size][chunks];
    const auto part = [](int k) { return k < K ? k : k + are_lines; };
    MINUET_UNROLL for (int k = 0; k < size; ++k) MINUET_UNROLL for (int n = 0; n < chunks; ++n)
        v[k][n] = x[part(first + k)][n];
    for (int i = 0; i < count; ++i)
      MINUET_UNROLL for (int k = 0; k < size; ++k) MINUET_UNROLL for (int n = 0; n < chunks; ++n)
          v[k][n] = P::both(v[k][n], load(masks[i], first + k, n));
    MINUET_UNROLL for (int k = 0; k < size; ++k) MINUET_UNROLL for (int n = 0; n < chunks; ++n)
        x[part(first + k)][n] = v[k][n];
    if constexpr (first + size < end)
      meet<are_lines, first + size>(x, masks, count);
  }

  // Chooses what is given by its masks, then what is forced, a round at a time, until nothing is;
  // writes what comes of the state, which may replace it. False: it is dead. Two options that
  // exclude each other leave the items of both without a live option.
  static bool settle(SlotSearch &s, const Word *from, const Word *const *chosen, int count,
                     Word *to) {
    V x[parts][chunks];
    MINUET_UNROLL for (int k = 0; k < parts; ++k) MINUET_UNROLL for (int n = 0; n < chunks; ++n)
        x[k][n] = load(from, k, n);
    const Word *masks[2 * 64 * W + 1];
    meet<false>(x, chosen, count);
    for (;;) {
      Scan found[chunks];
      unsigned lost = 0, single = 0, alone = 0;
      MINUET_UNROLL for (int n = 0; n < chunks; ++n) {
        found[n] = scan(s, x, n);
        lost |= some(found[n].lost);
        single |= some(found[n].single);
        alone |= some(P::either(found[n].alone[0], found[n].alone[1]));
      }
      if (lost)
        return false;
      if (!single && !alone)
        break;
      ++s.round;
      count = 0;
      if (single) {
        MINUET_UNROLL for (int n = 0; n < chunks; ++n) count =
            singles(s, x, n, found[n], masks, count);
        meet<false>(x, masks, count);
      } else {
        MINUET_UNROLL for (int n = 0; n < chunks; ++n) count = lines(s, n, found[n], masks, count);
        meet<true>(x, masks, count);
      }
    }
    MINUET_UNROLL for (int k = 0; k < parts; ++k) MINUET_UNROLL for (int n = 0; n < chunks; ++n)
        P::store(to + k * W + n * P::lanes, x[k][n]);
    return true;
  }
};

} // namespace
} // namespace minuet
