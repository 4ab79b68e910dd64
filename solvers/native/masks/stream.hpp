// Streamed option masks: a level holds its live options' masks themselves, word by word.
//
// The technique is that of bit-mask polyomino programs made general: a structure of arrays that is
// filtered and packed from level to level, with counters in the manner of carry-save adders (Knuth,
// TAOCP 7.1.3). An option's number rides along in the highest bits of its last word, so nothing but
// masks is moved. Arrays end in a vector of ones, which every filter drops again.
// Turning the matrix round at the end (tail.hpp) is left out in WebAssembly, and on the portable
// path: the scan goes item by item there and took 1.3 to 2.3 times as long as filtering on. On
// AVX2, of Latin squares, where about as many items as options are left, it took 1.3 times as long.
#pragma once

#include "masks/narrow.hpp"
#include "masks/search.hpp"
#include "masks/tail.hpp"

namespace minuet {
namespace {

template <class P, int W> struct Stream {
  using V = typename P::Vec;
  static constexpr int width = W;
  static constexpr std::int64_t words_read = W;
  static constexpr bool turns = P::lanes > 2; // with fewer it does not pay
  static constexpr bool several = true;
  static constexpr int lanes = P::lanes;

  // Makes room for as many options as `node` has, and for a vector beyond them.
  static void prepare(MaskSearch &s, const MaskLevel &node, MaskLevel &child) {
    child.stride = (node.count + 15) & ~7;
    child.width = W;
    if (child.capacity < static_cast<std::int64_t>(child.stride) * W)
      s.reserve(child, static_cast<std::int64_t>(child.stride) * W);
  }

  static std::int32_t number(const MaskSearch &s, std::uint64_t last) {
    return static_cast<std::int32_t>(last >> (64 - s.number_bits));
  }

  // Takes the k-th option: notes its number, adds what it forbids to `forbid`.
  static void take(MaskSearch &s, const MaskLevel &node, int k, Bits<W> &forbid) {
    const std::uint64_t *mask = node.masks + k;
    const std::int32_t option = number(s, mask[(W - 1) * node.stride]);
    s.chosen[s.chosen_count++] = option;
    if (s.several)
      return take_one_of_several(s, node, k, option, forbid);
    if (s.colored) {
      for (int w = 0; w < W; ++w)
        forbid.w[w] |= s.forbids[static_cast<std::int64_t>(option) * W + w];
      return;
    }
    for (int w = 0; w + 1 < W; ++w)
      forbid.w[w] |= mask[w * node.stride];
    forbid.w[W - 1] |= mask[(W - 1) * node.stride] & (~std::uint64_t{0} >> s.number_bits);
  }

  // The same where items may be covered several times: these are forbidden once they are full.
  static void take_one_of_several(MaskSearch &s, const MaskLevel &node, int k, std::int32_t option,
                                  Bits<W> &forbid) {
    for (int w = 0; w < W; ++w) {
      std::uint64_t mask = node.masks[w * node.stride + k];
      if (w + 1 == W)
        mask &= ~std::uint64_t{0} >> s.number_bits;
      const std::uint64_t full = cover_once(s, w, mask & s.several_items[w]);
      mask &= ~s.several_items[w];
      forbid.w[w] |=
          full | (s.colored ? s.forbids[static_cast<std::int64_t>(option) * W + w] : mask);
    }
  }

  // So many live options cover an item of word w.
  static std::int32_t covering(MaskSearch &s, const MaskLevel &node, int w, std::uint64_t bit) {
    const std::uint64_t *from = node.masks + w * node.stride;
    constexpr unsigned every = (1u << P::lanes) - 1;
    std::int32_t count = 0;
    for (int k = 0; k < node.count; k += P::lanes) {
      const unsigned there = every & ~P::bits(P::zeros(P::both(P::load(from + k), P::all(bit))));
      const int left = node.count - k;
      count += std::popcount(left < P::lanes ? there & ((1u << left) - 1) : there);
    }
    s.work -= node.count / 4;
    return count;
  }

  // Leaves an option that was tried out of all that follow: it has every bit but for its number.
  static void leave_out(const MaskSearch &s, MaskLevel &node, int k) {
    for (int w = 0; w < W; ++w)
      node.masks[w * node.stride + k] |=
          w + 1 == W ? ~std::uint64_t{0} >> s.number_bits : ~std::uint64_t{0};
  }

  static void next(MaskSearch &s, MaskLevel &node, Bits<W> &forbid) {
    const std::uint64_t *from = node.masks + node.word * node.stride;
    const V bit = P::all(node.bit);
    unsigned missed = 0;
    constexpr unsigned every = (1u << P::lanes) - 1;
    int k = node.cursor;
    for (;; k += P::lanes) {
      missed = P::bits(P::zeros(P::both(P::load(from + k), bit)));
      if (missed != every)
        break;
    }
    k += std::countr_one(missed);
    node.cursor = k + 1;
    --node.left;
    for (int w = 0; w < W; ++w)
      forbid.w[w] = 0;
    take(s, node, k, forbid);
    if (s.several && node.bit & s.several_items[node.word])
      leave_out(s, node, k);
  }

  static void filter(MaskSearch &, const MaskLevel &from, const Bits<W> &forbid, MaskLevel &to,
                     Counters<W> &sizes) {
    V f[W], one[W], two[W], three[W];
    for (int w = 0; w < W; ++w) {
      f[w] = P::all(forbid.w[w]);
      one[w] = two[w] = three[w] = P::all(0);
    }
    const std::uint64_t *source = from.masks;
    std::uint64_t *target = to.masks;
    const std::int64_t stride = from.stride, packed = to.stride;
    const int count = from.count;
    for (int k = 0; k < count; k += P::lanes) {
      V v[W];
      v[0] = P::load(source + k);
      V hit = P::both(v[0], f[0]);
      for (int w = 1; w < W; ++w) {
        v[w] = P::load(source + w * stride + k);
        hit = P::either_both(hit, v[w], f[w]);
      }
      const auto keep = P::zeros(hit);
      for (int w = 0; w < W; ++w) {
        P::pack(target + w * packed, v[w], keep);
        const V m = P::kept(v[w], keep);
        three[w] = P::either_both(three[w], two[w], m);
        two[w] = P::either_both(two[w], one[w], m);
        one[w] = P::either(one[w], m);
      }
      target += P::count(keep);
    }
    to.count = static_cast<std::int32_t>(target - to.masks);
    for (int w = 0; w < W; ++w) {
      P::store(target + w * packed, P::all(~std::uint64_t{0}));
      P::fold(one[w], two[w], three[w], &sizes.one.w[w], &sizes.two.w[w], &sizes.three.w[w]);
    }
  }

  // Takes the only option of each item in `single`. False: two of them exclude each other.
  static bool force(MaskSearch &s, const MaskLevel &node, Bits<W> &single, Bits<W> &forbid) {
    for (int k = 0;; k += P::lanes) {
      V hit = P::both(P::load(node.masks + k), P::all(single.w[0]));
      for (int w = 1; w < W; ++w)
        hit = P::either_both(hit, P::load(node.masks + w * node.stride + k), P::all(single.w[w]));
      unsigned hits = P::bits(P::zeros(hit)) ^ ((1u << P::lanes) - 1);
      for (; hits; hits &= hits - 1) {
        const int place = k + std::countr_zero(hits);
        std::uint64_t clash = 0;
        for (int w = 0; w < W; ++w) {
          const std::uint64_t mask = node.masks[w * node.stride + place];
          clash |= mask & forbid.w[w];
          single.w[w] &= ~mask | s.several_items[w];
        }
        if (clash)
          return false;
        take(s, node, place, forbid);
        for (int w = 0; w < W; ++w)
          single.w[w] &= ~s.met[w];
        if (none(single))
          return true;
      }
    }
  }

  // Branches on the first item of fewest options, counted in full.
  static void least(MaskSearch &, MaskLevel &node, const Bits<W> &rest) {
    const int planes = std::bit_width(static_cast<unsigned>(node.count));
    Bits<W> plane[32];
    for (int p = 0; p < planes; ++p)
      plane[p] = {};
    for (int w = 0; w < W; ++w)
      count_word(node, w, rest.w[w], planes, plane);
    pick(node, rest, plane, planes);
  }

  // Counts word w in binary, bit-sliced: plane p holds the bits of worth 2^p.
  static void count_word(const MaskLevel &node, int w, std::uint64_t rest, int planes,
                         Bits<W> *plane) {
    if (rest == 0)
      return;
    V sum[32];
    for (int p = 0; p < planes; ++p)
      sum[p] = P::all(0);
    const std::uint64_t *from = node.masks + w * node.stride;
    int k = 0;
    for (; k + P::lanes <= node.count; k += P::lanes) {
      V carry = P::both(P::load(from + k), P::all(rest));
      for (int p = 0; p < planes; ++p) {
        const V both = P::both(sum[p], carry);
        sum[p] = P::odd(sum[p], carry);
        carry = both;
      }
    }
    std::uint64_t lane[32][8];
    for (int p = 0; p < planes; ++p)
      P::store(lane[p], sum[p]);
    for (int l = 0; l < P::lanes; ++l) {
      std::uint64_t carry = 0;
      for (int p = 0; p < planes; ++p) {
        const std::uint64_t a = plane[p].w[w], b = lane[p][l];
        plane[p].w[w] = a ^ b ^ carry;
        carry = (a & b) | (carry & (a ^ b));
      }
    }
    for (; k < node.count; ++k) {
      std::uint64_t carry = from[k] & rest;
      for (int p = 0; p < planes; ++p) {
        const std::uint64_t both = plane[p].w[w] & carry;
        plane[p].w[w] ^= carry;
        carry = both;
      }
    }
  }

  // Hands the at most 64 options of a node over to the end of the search.
  static void turn(MaskSearch &s, const MaskLevel &node, const Bits<W> &rest) {
    MaskTail &t = s.tail;
    std::uint64_t by_item[64 * W] = {};
    for (int k = 0; k < node.count; ++k) {
      t.numbers[k] = number(s, node.masks[(W - 1) * node.stride + k]);
      each_item(s, node, k, [&](int item) { by_item[item] |= std::uint64_t{1} << k; });
    }
    for (int k = 0; k < node.count; ++k) {
      std::uint64_t agree = ~std::uint64_t{0};
      if (s.colored)
        agree = unforbidden(s, node, t.numbers[k]);
      else
        each_item(s, node, k, [&](int item) { agree &= ~by_item[item]; });
      t.agree[k] = agree | std::uint64_t{1} << k;
    }
    t.items = 0;
    for (int w = 0; w < W; ++w)
      for (std::uint64_t left = rest.w[w]; left; left &= left - 1)
        t.rows[t.items++] = by_item[64 * w + std::countr_zero(left)];
    begin_tail(s, ~std::uint64_t{0} >> (64 - node.count));
  }

  // Covered items are in none of the masks any more; what is left but the number counts.
  template <class F>
  static void each_item(const MaskSearch &s, const MaskLevel &node, int k, F &&visit) {
    for (int w = 0; w < W; ++w) {
      std::uint64_t mask = node.masks[w * node.stride + k];
      if (w + 1 == W)
        mask &= ~std::uint64_t{0} >> s.number_bits;
      for (; mask; mask &= mask - 1)
        visit(64 * w + std::countr_zero(mask));
    }
  }

  // The options of a node, at most 64, that an option does not forbid; and what is beyond them.
  static std::uint64_t unforbidden(const MaskSearch &s, const MaskLevel &node,
                                   std::int32_t option) {
    const std::uint64_t *forbid = s.forbids + static_cast<std::int64_t>(option) * W;
    std::uint64_t result = 0;
    for (int k = 0; k < node.count; k += P::lanes) {
      V hit = P::both(P::load(node.masks + k), P::all(forbid[0]));
      for (int w = 1; w < W; ++w)
        hit = P::either_both(hit, P::load(node.masks + w * node.stride + k), P::all(forbid[w]));
      result |= static_cast<std::uint64_t>(P::bits(P::zeros(hit))) << k;
    }
    return result;
  }

  static Outcome finish(MaskSearch &s) { return finish_tail<P>(s); }

  static void narrow(MaskSearch &s, MaskLevel &node, const Counters<W> &sizes) {
    narrow_node(s, node, sizes);
  }
};

} // namespace
} // namespace minuet
