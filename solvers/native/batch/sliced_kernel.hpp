// Propagation and branching of bit-sliced search (sliced_search.hpp), for one path `P`.
//
// A vector has a bit for each lane, and a lane is the state of one selection. So an operation on
// the vectors of some options does the same in every lane, and no lane waits for a memory access
// or a branch that depends on its own state. Numbers, such as scores, are several vectors, a bit of
// the number each, and are added by full adders (Knuth, TAOCP 7.1.3).
#pragma once

#include "batch/sliced_state.hpp"

#include <algorithm>
#include <bit>

#if defined(__GNUC__) && !defined(__clang__)
#define MINUET_UNROLL_SLICED _Pragma("GCC unroll 16") // a vector of an array stays in a register
#else
#define MINUET_UNROLL_SLICED
#endif

namespace minuet {
namespace {

template <class P> struct Sliced {
  using V = typename P::Vec;
  using Word = std::uint64_t;
  static constexpr int words = P::lanes, lanes = 64 * words;
  static constexpr int most_sweeps = 40;

  static V at(const Word *vectors, std::int32_t number) {
    return P::load(vectors + static_cast<std::ptrdiff_t>(number) * words);
  }
  static void put(Word *vectors, std::int32_t number, V v) {
    P::store(vectors + static_cast<std::ptrdiff_t>(number) * words, v);
  }

  static V inverse(V v) { return P::without(P::all(~Word{0}), v); }

  // ---- Rows to lanes and back ----

  // The step of a transposition that exchanges bits `k` rows and columns apart.

  template <int k> static void swap(V &a, V &b) {
    constexpr Word low = k == 32   ? 0x00000000ffffffff
                         : k == 16 ? 0x0000ffff0000ffff
                         : k == 8  ? 0x00ff00ff00ff00ff
                         : k == 4  ? 0x0f0f0f0f0f0f0f0f
                         : k == 2  ? 0x3333333333333333
                                   : 0x5555555555555555;
    const V t = P::both(P::odd(P::template right<k>(a), b), P::all(low));
    b = P::odd(b, t);
    a = P::odd(a, P::template left<k>(t));
  }

  // Transposes blocks of 64 by 64 bits, one in each word of the vectors.
  static void transpose(Word *block) {
    for (int r = 0; r < 8; ++r) {
      V v[8];
      MINUET_UNROLL_SLICED for (int k = 0; k < 8; ++k) v[k] = at(block, r + 8 * k);
      MINUET_UNROLL_SLICED for (int k = 0; k < 4; ++k) swap<32>(v[k], v[k + 4]);
      MINUET_UNROLL_SLICED for (int k = 0; k < 4; ++k)
          swap<16>(v[k / 2 * 4 + k % 2], v[k / 2 * 4 + k % 2 + 2]);
      MINUET_UNROLL_SLICED for (int k = 0; k < 4; ++k) swap<8>(v[2 * k], v[2 * k + 1]);
      MINUET_UNROLL_SLICED for (int k = 0; k < 8; ++k) put(block, r + 8 * k, v[k]);
    }
    for (int r = 0; r < 64; r += 8) {
      V v[8];
      MINUET_UNROLL_SLICED for (int k = 0; k < 8; ++k) v[k] = at(block, r + k);
      MINUET_UNROLL_SLICED for (int k = 0; k < 4; ++k) swap<4>(v[k], v[k + 4]);
      MINUET_UNROLL_SLICED for (int k = 0; k < 4; ++k)
          swap<2>(v[k / 2 * 4 + k % 2], v[k / 2 * 4 + k % 2 + 2]);
      MINUET_UNROLL_SLICED for (int k = 0; k < 4; ++k) swap<1>(v[2 * k], v[2 * k + 1]);
      MINUET_UNROLL_SLICED for (int k = 0; k < 8; ++k) put(block, r + k, v[k]);
    }
  }

  static void read_rows(const SlicedShape &s, SlicedLanes &l) {
    for (std::int32_t g = 0; g < s.row_words; g += words)
      for (int r = 0; r < 64; ++r) {
        V v[words];
        MINUET_UNROLL_SLICED for (int w = 0; w < words; ++w) {
          const std::int32_t lane = 64 * w + r;
          v[w] = lane < l.count
                     ? P::load(l.rows + static_cast<std::ptrdiff_t>(lane) * s.row_words + g)
                     : P::all(0);
        }
        P::interchange(v);
        MINUET_UNROLL_SLICED for (int w = 0; w < words; ++w) put(l.live, 64 * (g + w) + r, v[w]);
      }
    for (std::int32_t g = 0; g < s.row_words; ++g)
      transpose(l.live + static_cast<std::ptrdiff_t>(g) * 64 * words);
    put(l.live, s.options, P::all(0));
  }

  static void write_rows(const SlicedShape &s, SlicedLanes &l) {
    for (std::int32_t g = 0; g < s.row_words; ++g)
      transpose(l.live + static_cast<std::ptrdiff_t>(g) * 64 * words);
    for (std::int32_t g = 0; g < s.row_words; g += words)
      for (int r = 0; r < 64; ++r) {
        V v[words];
        MINUET_UNROLL_SLICED for (int w = 0; w < words; ++w) v[w] = at(l.live, 64 * (g + w) + r);
        P::interchange(v);
        MINUET_UNROLL_SLICED for (int w = 0; w < words; ++w)
            P::store(l.left + (static_cast<std::ptrdiff_t>(64 * w) + r) * s.row_words + g, v[w]);
      }
  }

  // ---- Propagation ----

  // Lanes: where an item has no option left; where one has two; where an option was removed.
  struct Swept {
    V dead, two, changed;
  };

  // The lanes in which no other item needs an option, which is the only one of that item then.
  static V elsewhere(const SlicedShape &s, const SlicedLanes &l, std::int32_t entry) {
    const std::uint16_t *const items =
        s.others + static_cast<std::ptrdiff_t>(entry) * s.most_others;
    V several = at(l.several, items[0]);
    for (int k = 1; k < s.most_others; ++k)
      several = P::both(several, at(l.several, items[k]));
    return several;
  }

  // Removes from an item the options beside one that is needed.

  static void sweep_item(const SlicedShape &s, SlicedLanes &l, std::int32_t item, Swept &swept) {
    const std::int32_t begin = s.starts[item], end = s.starts[item + 1];
    V needed = P::all(0), twice = P::all(0);
    for (auto e = begin; e < end; ++e) {
      const V need = P::without(at(l.live, s.members[e]), elsewhere(s, l, e));
      twice = P::either_both(twice, needed, need);
      needed = P::either(needed, need);
    }
    V one = P::all(0), two = twice;
    for (auto e = begin; e < end; ++e) {
      const V x = at(l.live, s.members[e]);
      const V gone = P::both_both(x, needed, elsewhere(s, l, e)), left = P::odd(x, gone);
      swept.changed = P::either(swept.changed, gone);
      two = P::either_both(two, one, left);
      one = P::either(one, left);
      put(l.live, s.members[e], left);
    }
    swept.dead = P::either(swept.dead, twice);
    if (item >= s.primary)
      return;
    swept.dead = P::either(swept.dead, inverse(one));
    swept.two = P::either(swept.two, two);
    put(l.several, item, two);
  }

  // Removes from a grid the sets beside one that is needed: the only set of a row or a column with
  // options, or a set with an option that its lone item needs.
  static void sweep_grid(SlicedLanes &l, const SlicedGrid &grid, Swept &swept) {
    V set[9], need[9], gone[9], two[9];
    MINUET_UNROLL_SLICED for (int n = 0; n < 9; ++n) {
      V x[3];
      need[n] = P::all(0);
      MINUET_UNROLL_SLICED for (int k = 0; k < 3; ++k) {
        x[k] = at(l.live, grid.option[3 * n + k]);
        need[n] = P::either_without(need[n], x[k], at(l.several, grid.single[3 * n + k]));
      }
      set[n] = P::one_of(x[0], x[1], x[2]);
    }
    MINUET_UNROLL_SLICED for (int r = 0; r < 3; ++r) {
      const V row = P::one_of(set[3 * r], set[3 * r + 1], set[3 * r + 2]);
      const V column = P::one_of(set[r], set[r + 3], set[r + 6]);
      swept.dead = P::either(swept.dead, inverse(P::both(row, column)));
    }
    MINUET_UNROLL_SLICED for (int n = 0; n < 9; ++n) {
      const V row = P::either(set[n / 3 * 3 + (n + 1) % 3], set[n / 3 * 3 + (n + 2) % 3]);
      const V column = P::either(set[(n + 3) % 9], set[(n + 6) % 9]);
      need[n] = P::either(need[n], inverse(P::both(row, column)));
    }
    MINUET_UNROLL_SLICED for (int n = 0; n < 9; ++n) {
      gone[n] = P::either(P::one_of(need[n / 3 * 3 + (n + 1) % 3], need[n / 3 * 3 + (n + 2) % 3],
                                    need[(n + 3) % 9]),
                          need[(n + 6) % 9]);
      swept.changed = P::either_both(swept.changed, set[n], gone[n]);
    }
    MINUET_UNROLL_SLICED for (int n = 0; n < 9; ++n) {
      V x[3];
      MINUET_UNROLL_SLICED for (int k = 0; k < 3; ++k) {
        x[k] = P::without(at(l.live, grid.option[3 * n + k]), gone[n]);
        put(l.live, grid.option[3 * n + k], x[k]);
      }
      set[n] = P::without(set[n], gone[n]);
      two[n] = P::two_of(x[0], x[1], x[2]);
    }
    MINUET_UNROLL_SLICED for (int r = 0; r < 3; ++r) {
      const V row = P::either(P::two_of(set[3 * r], set[3 * r + 1], set[3 * r + 2]),
                              P::one_of(two[3 * r], two[3 * r + 1], two[3 * r + 2]));
      const V column = P::either(P::two_of(set[r], set[r + 3], set[r + 6]),
                                 P::one_of(two[r], two[r + 3], two[r + 6]));
      put(l.several, grid.item[r], row);
      put(l.several, grid.item[3 + r], column);
      swept.two = P::one_of(swept.two, row, column);
    }
  }

  static int size(V v) {
    alignas(64) Word w[words];
    P::store(w, v);
    int count = 0;
    for (int k = 0; k < words; ++k)
      count += std::popcount(w[k]);
    return count;
  }

  // ---- Branching ----

  // A number of each lane, the lowest bit first.
  template <int N> struct Number {
    V bit[N];
  };
  template <int N> static Number<N> read(const Word *numbers, std::int32_t place) {
    Number<N> number;
    MINUET_UNROLL_SLICED for (int k = 0; k < N; ++k) number.bit[k] = at(numbers, place * N + k);
    return number;
  }
  template <int N> static void write(Word *numbers, std::int32_t place, const Number<N> &number) {
    MINUET_UNROLL_SLICED for (int k = 0; k < N; ++k) put(numbers, place * N + k, number.bit[k]);
  }

  // The lowest N bits of a + b, which has no fewer bits than b; and of a + b + 1.
  template <int N, int A, int B>
  static Number<N> sum(const Number<A> &a, const Number<B> &b, bool and_one = false) {
    static_assert(N >= A && A >= B);
    Number<N> total;
    V carry = and_one ? P::either(a.bit[0], b.bit[0]) : P::both(a.bit[0], b.bit[0]);
    total.bit[0] = P::odd(a.bit[0], b.bit[0]);
    if (and_one)
      total.bit[0] = inverse(total.bit[0]);
    MINUET_UNROLL_SLICED for (int k = 1; k < N; ++k) {
      if (k < B) {
        total.bit[k] = P::odd_of(a.bit[k], b.bit[k], carry);
        carry = P::two_of(a.bit[k], b.bit[k], carry);
      } else if (k < A) {
        total.bit[k] = P::odd(a.bit[k], carry);
        carry = P::both(a.bit[k], carry);
      } else {
        total.bit[k] = carry;
        carry = P::all(0);
      }
    }
    return total;
  }
  template <int N, int B> static Number<N> difference(const Number<N> &a, const Number<B> &b) {
    Number<N> total;
    V borrow = P::without(b.bit[0], a.bit[0]);
    total.bit[0] = P::odd(a.bit[0], b.bit[0]);
    MINUET_UNROLL_SLICED for (int k = 1; k < N; ++k) {
      if (k < B) {
        total.bit[k] = P::odd_of(a.bit[k], b.bit[k], borrow);
        borrow = P::two_of(inverse(a.bit[k]), b.bit[k], borrow);
      } else {
        total.bit[k] = P::odd(a.bit[k], borrow);
        borrow = P::without(borrow, a.bit[k]);
      }
    }
    return total;
  }

  // For each item a number that is greater the fewer options it has, 3 for two, 1 for four; and the
  // lanes in which it has two.
  static void count_options(const SlicedShape &s, const SlicedLanes &l, Word *few, Word *pairs) {
    for (std::int32_t i = 0; i < s.items; ++i) {
      V one = P::all(0), two = one, three = one, four = one;
      for (auto e = s.starts[i]; e < s.starts[i + 1]; ++e) {
        const V x = at(l.live, s.members[e]);
        four = P::either_both(four, three, x);
        three = P::either_both(three, two, x);
        two = P::either_both(two, one, x);
        one = P::either(one, x);
      }
      write<2>(few, i, {P::either(four, inverse(three)), inverse(four)});
      put(pairs, i, P::without(two, three));
    }
    write<2>(few, s.items, {P::all(0), P::all(0)});
  }

  // Half the sum of what its items count, for each live option.
  static void weigh_options(const SlicedShape &s, const SlicedLanes &l, const Word *few,
                            Word *weights) {
    for (std::int32_t o = 0; o < s.options; ++o) {
      const std::uint16_t *const items = s.items_of + o * sliced_items;
      const Number<3> a = sum<3>(read<2>(few, items[0]), read<2>(few, items[1]));
      const Number<3> b = sum<3>(read<2>(few, items[2]), read<2>(few, items[3]));
      const Number<4> both = sum<4>(a, b, true);
      const V x = at(l.live, o);
      write<3>(weights, o,
               {P::both(x, both.bit[1]), P::both(x, both.bit[2]), P::both(x, both.bit[3])});
    }
    write<3>(weights, s.options, {P::all(0), P::all(0), P::all(0)});
  }

  // The terms of scores: for a set of a grid the weights of the other sets of its row, for an item
  // those of its options.
  static void add_up(const SlicedShape &s, const Word *weights, Word *terms) {
    for (std::int32_t g = 0; g < s.grid_count; ++g) {
      Number<5> set[9];
      for (int n = 0; n < 9; ++n) {
        const std::uint16_t *const option = s.grids[g].option + 3 * n;
        set[n] = sum<5>(sum<4>(read<3>(weights, option[0]), read<3>(weights, option[1])),
                        read<3>(weights, option[2]));
      }
      for (int n = 0; n < 9; ++n)
        write<6>(terms, 9 * g + n,
                 sum<6>(set[n / 3 * 3 + (n + 1) % 3], set[n / 3 * 3 + (n + 2) % 3]));
    }
    for (std::int32_t k = 0; k < s.added_count; ++k) {
      Number<6> total{P::all(0), P::all(0), P::all(0), P::all(0), P::all(0), P::all(0)};
      for (auto e = s.starts[s.added[k]]; e < s.starts[s.added[k] + 1]; ++e)
        total = sum<6>(total, read<3>(weights, s.members[e]));
      write<6>(terms, 9 * s.grid_count + k, total);
    }
    MINUET_UNROLL_SLICED for (int k = 0; k < 6; ++k)
        put(terms, (9 * s.grid_count + s.added_count) * 6 + k, P::all(0));
  }

  // The weights of what goes when a live option is chosen; halved, for the last bit tells little.
  static void score_options(const SlicedShape &s, const SlicedLanes &l, const Word *weights,
                            const Word *terms, Word *scores) {
    for (std::int32_t o = 0; o < s.options; ++o) {
      const std::uint16_t *const mine = s.terms_of + o * sliced_terms;
      Number<8> total = sum<8>(sum<7>(read<6>(terms, mine[0]), read<6>(terms, mine[1])),
                               sum<7>(read<6>(terms, mine[2]), read<6>(terms, mine[3])));
      const Number<3> w = read<3>(weights, o);
      const V x = at(l.live, o);
      const Number<7> half{total.bit[1], total.bit[2], total.bit[3], total.bit[4],
                           total.bit[5], total.bit[6], total.bit[7]};
      const Number<7> score = difference(half, w);
      MINUET_UNROLL_SLICED for (int k = 0; k < 7; ++k)
          put(scores, o * 7 + k, P::both(x, score.bit[k]));
    }
  }

  // Leaves each lane in the item with the greatest sum of scores so far: it is branched on the last
  // one. Of an item with two options both scores are the bits in one of them and those in both.
  static void choose_pair(const SlicedShape &s, const Word *scores, Word *pairs) {
    Number<8> most;
    MINUET_UNROLL_SLICED for (int k = 0; k < 8; ++k) most.bit[k] = P::all(0);
    for (std::int32_t i = 0; i < s.primary; ++i) {
      Number<7> one, two;
      MINUET_UNROLL_SLICED for (int k = 0; k < 7; ++k) one.bit[k] = two.bit[k] = P::all(0);
      for (auto e = s.starts[i]; e < s.starts[i + 1]; ++e) {
        const Number<7> score = read<7>(scores, s.members[e]);
        MINUET_UNROLL_SLICED for (int k = 0; k < 7; ++k) {
          two.bit[k] = P::either_both(two.bit[k], one.bit[k], score.bit[k]);
          one.bit[k] = P::either(one.bit[k], score.bit[k]);
        }
      }
      const Number<8> mine = sum<8>(one, two);
      V less = P::all(0); // mine < most
      MINUET_UNROLL_SLICED for (int k = 0; k < 8; ++k) less =
          P::two_of(inverse(mine.bit[k]), most.bit[k], less);
      const V more = P::without(at(pairs, i), less);
      MINUET_UNROLL_SLICED for (int k = 0; k < 8; ++k) most.bit[k] =
          P::choose(most.bit[k], mine.bit[k], more);
      put(pairs, i, more);
    }
  }

  // Finds an item to branch on for each row.
  static void branch(const SlicedShape &s, SlicedLanes &l) {
    read_rows(s, l);
    Word *const few = l.scratch, *const pairs = few + (s.items + 1) * 2 * words;
    Word *const weights = pairs + s.items * words;
    Word *const terms = weights + (s.options + 1) * 3 * words;
    Word *const scores = terms + (9 * s.grid_count + s.added_count + 1) * 6 * words;
    count_options(s, l, few, pairs);
    weigh_options(s, l, few, weights);
    add_up(s, weights, terms);
    score_options(s, l, weights, terms, scores);
    choose_pair(s, scores, pairs);
    std::fill_n(l.branch, lanes, static_cast<std::uint16_t>(s.items));
    V left = P::all(~Word{0});
    for (std::int32_t i = s.primary; i-- > 0;) {
      const V mine = P::both(at(pairs, i), left);
      left = P::without(left, mine);
      if (!P::any(mine))
        continue;
      alignas(64) Word w[words];
      P::store(w, mine);
      for (int k = 0; k < words; ++k)
        for (Word some = w[k]; some; some &= some - 1)
          l.branch[64 * k + std::countr_zero(some)] = static_cast<std::uint16_t>(i);
    }
  }

  // Propagates the rows until no more than an eighth of them would change any more.
  static void propagate(const SlicedShape &s, SlicedLanes &l) {
    read_rows(s, l);
    const V ones = P::all(~Word{0});
    for (std::int32_t i = 0; i <= s.items; ++i)
      put(l.several, i, ones);
    alignas(64) Word used[words];
    for (int w = 0; w < words; ++w) {
      const int mine = l.count - 64 * w;
      used[w] = mine >= 64 ? ~Word{0} : mine <= 0 ? 0 : (Word{1} << mine) - 1;
    }
    Swept swept;
    V dead = P::without(ones, P::load(used));
    for (int round = 0;; ++round) {
      swept = {dead, P::all(0), P::all(0)};
      for (std::int32_t i = 0; i < s.lone_primary; ++i)
        sweep_item(s, l, s.lone[i], swept);
      for (std::int32_t g = 0; g < s.grid_count; ++g)
        sweep_grid(l, s.grids[g], swept);
      // Last, so that a sweep without changes has seen what primary items need of these.
      for (std::int32_t i = s.lone_primary; i < s.lone_count; ++i)
        sweep_item(s, l, s.lone[i], swept);
      dead = swept.dead;
      const int open = size(P::without(swept.changed, dead));
      if (open <= l.count / 8 || round == most_sweeps)
        break;
    }
    alignas(64) Word d[words], c[words], t[words];
    P::store(d, dead), P::store(c, swept.changed), P::store(t, swept.two);
    for (int n = 0; n < l.count; ++n) {
      const auto is = [n](const Word *set) { return set[n / 64] >> n % 64 & 1; };
      l.state[n] = is(d)   ? SlicedLane::dead
                   : is(c) ? SlicedLane::open
                   : is(t) ? SlicedLane::settled
                           : SlicedLane::solved;
    }
    write_rows(s, l);
  }

  static constexpr SlicedKernel kernel{lanes, propagate, branch};
};

} // namespace
} // namespace minuet
