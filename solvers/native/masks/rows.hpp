// Wide option masks, by number: a level holds its live options' numbers, the masks stay in place.
//
// Beyond some hundred items it no longer pays to move whole masks from level to level, for most of
// their words do not matter to a choice. So a pass looks up each live option's row, tests it only
// in the words where the chosen option forbids something, and counts only primary words.
#pragma once

#include "masks/search.hpp"

namespace minuet {
namespace {

template <int W> struct Rows {
  static constexpr int width = W;
  static constexpr std::int64_t words_read = 8; // about what a row costs
  static constexpr bool turns = false;
  static constexpr bool several = false; // whether items may be covered several times

  static std::int32_t *list(const MaskLevel &node) {
    return reinterpret_cast<std::int32_t *>(node.masks);
  }
  static const std::uint64_t *row(const MaskSearch &s, std::int32_t option) {
    return s.rows + static_cast<std::int64_t>(option) * W;
  }

  static void prepare(MaskSearch &s, const MaskLevel &node, MaskLevel &child) {
    child.width = W;
    if (child.capacity < node.count)
      s.reserve(child, node.count); // twice the need: a number is half a word
  }

  static void take(MaskSearch &s, std::int32_t option, Bits<W> &forbid) {
    s.chosen[s.chosen_count++] = option;
    const std::uint64_t *from = s.forbids + static_cast<std::int64_t>(option) * W;
    for (int w = 0; w < W; ++w)
      forbid.w[w] |= from[w];
  }

  static void next(MaskSearch &s, MaskLevel &node, Bits<W> &forbid) {
    const std::int32_t *options = list(node);
    std::int32_t k = node.cursor;
    while (!(row(s, options[k])[node.word] & node.bit))
      ++k;
    node.cursor = k + 1;
    --node.left;
    for (int w = 0; w < W; ++w)
      forbid.w[w] = 0;
    take(s, options[k], forbid);
  }

  static void filter(MaskSearch &s, const MaskLevel &from, const Bits<W> &forbid, MaskLevel &to,
                     Counters<W> &sizes) {
    std::int32_t tested[W];
    int tests = 0;
    for (int w = 0; w < W; ++w) {
      sizes.one.w[w] = sizes.two.w[w] = sizes.three.w[w] = 0;
      if (forbid.w[w])
        tested[tests++] = w;
    }
    const std::int32_t *source = list(from);
    std::int32_t *target = list(to);
    const int primary = s.primary_words, count = from.count;
    for (int k = 0; k < count; ++k) {
      const std::uint64_t *mask = row(s, source[k]);
      std::uint64_t hit = 0;
      for (int t = 0; t < tests && !hit; ++t)
        hit = mask[tested[t]] & forbid.w[tested[t]];
      if (hit)
        continue;
      *target++ = source[k];
      for (int w = 0; w < primary; ++w) {
        sizes.three.w[w] |= sizes.two.w[w] & mask[w];
        sizes.two.w[w] |= sizes.one.w[w] & mask[w];
        sizes.one.w[w] |= mask[w];
      }
    }
    to.count = static_cast<std::int32_t>(target - list(to));
  }

  static bool force(MaskSearch &s, const MaskLevel &node, Bits<W> &single, Bits<W> &forbid) {
    const std::int32_t *options = list(node);
    const int primary = s.primary_words;
    for (int k = 0; k < node.count; ++k) {
      const std::uint64_t *mask = row(s, options[k]);
      std::uint64_t hit = 0, clash = 0;
      for (int w = 0; w < primary; ++w)
        hit |= mask[w] & single.w[w];
      if (!hit)
        continue;
      for (int w = 0; w < W; ++w) {
        clash |= mask[w] & forbid.w[w];
        single.w[w] &= ~mask[w];
      }
      if (clash)
        return false;
      take(s, options[k], forbid);
      if (none(single))
        return true;
    }
    return true;
  }

  static void least(MaskSearch &s, MaskLevel &node, const Bits<W> &rest) {
    const int planes = std::bit_width(static_cast<unsigned>(node.count));
    const int primary = s.primary_words;
    const std::int32_t *options = list(node);
    Bits<W> plane[32];
    for (int p = 0; p < planes; ++p)
      plane[p] = {};
    for (int k = 0; k < node.count; ++k) {
      const std::uint64_t *mask = row(s, options[k]);
      for (int w = 0; w < primary; ++w) {
        std::uint64_t carry = mask[w] & rest.w[w];
        for (int p = 0; carry; ++p) {
          const std::uint64_t both = plane[p].w[w] & carry;
          plane[p].w[w] ^= carry;
          carry = both;
        }
      }
    }
    pick(node, rest, plane, planes);
  }

  static void narrow(MaskSearch &, MaskLevel &, const Counters<W> &) {}
};

} // namespace
} // namespace minuet
