// Option masks turned round from the start: a level is the set of its live options, one bit each.
//
// Where a few items have many options each, and their masks are wide because of colors (words that
// cross: ten items, six thousand options, a thousand bits), passing options on one by one takes
// longer than to AND whole sets of them: a choice keeps the rows that lack every bit that it
// forbids, one plane a bit, and an item's size is a population count over the few words where its
// options stand. Nothing shrinks from level to level, so it lost on packings, where an item's
// options are all over the place. Nodes and their order are those of the other ways. On the
// double word square of 600 words it takes a sixth of the time of rows.hpp (portable: two thirds).
#pragma once

#include "masks/search.hpp"

#include <bit>

namespace minuet {
namespace {

template <class P> struct Sets {
  static std::uint64_t at(const MaskSearch &s, const std::uint64_t *live, std::int32_t item,
                          std::int32_t word) {
    return live[word] & ~s.lacks[std::int64_t{item} * s.set_words + word];
  }

  // The first live option of the item from row `from` on; there is one.
  static std::int32_t next(const MaskSearch &s, const std::uint64_t *live, std::int32_t item,
                           std::int32_t from) {
    std::int32_t word = from / 64;
    std::uint64_t rows = at(s, live, item, word) & (~std::uint64_t{0} << from % 64);
    while (rows == 0)
      rows = at(s, live, item, ++word);
    return 64 * word + std::countr_zero(rows);
  }

  // Chooses the row: leaves in `to` what agrees with it of `from`, and takes its items off `rest`.
  static void choose(MaskSearch &s, std::int32_t row, const std::uint64_t *from, std::uint64_t *to,
                     std::uint64_t *rest) {
    const std::uint64_t *planes[64 * most_words];
    int count = 0;
    const std::uint64_t *forbids = s.forbids + std::int64_t{row} * s.words;
    for (std::int32_t w = 0; w < s.words; ++w)
      for (std::uint64_t left = forbids[w]; left; left &= left - 1)
        planes[count++] = s.lacks + (std::int64_t{64} * w + std::countr_zero(left)) * s.set_words;
    for (std::int32_t w = 0; w < s.set_words; w += P::lanes) {
      auto live = P::load(from + w);
      for (int k = 0; k < count; ++k)
        live = P::both(live, P::load(planes[k] + w));
      P::store(to + w, live);
    }
    for (std::int32_t w = 0; w < s.primary_words; ++w)
      rest[w] &= ~forbids[w];
    s.chosen[s.chosen_count++] = row;
    s.work -= std::int64_t{count} * s.set_words / P::lanes;
  }

  // The smallest items of a node.
  struct Sizes {
    std::int32_t fewest = 0x7fffffff; // options of an item; more than one
    std::int32_t smallest = -1;       // the first item of so few
    std::int32_t singles = 0;         // items of one option, in s.singles
    bool lost = false;                // an item has none
  };

  static Sizes measure(MaskSearch &s, const MaskLevel &node) {
    Sizes sizes;
    for (std::int32_t w = 0; w < s.primary_words; ++w)
      for (std::uint64_t left = node.rest[w]; left; left &= left - 1) {
        const std::int32_t item = 64 * w + std::countr_zero(left);
        std::int32_t size = 0;
        for (std::int32_t k = s.first[item]; k < s.last[item]; ++k)
          size += std::popcount(at(s, node.masks, item, k));
        s.work -= s.last[item] - s.first[item];
        if (size == 0) {
          sizes.lost = true;
          return sizes;
        }
        if (size == 1)
          s.singles[sizes.singles++] = item;
        else if (size < sizes.fewest)
          sizes.fewest = size, sizes.smallest = item;
      }
    return sizes;
  }

  // Chooses the only options of items, one after the other. False: two exclude each other.
  static bool force(MaskSearch &s, MaskLevel &node, std::int32_t singles) {
    std::int32_t rows[64 * most_words]; // before any of them is chosen
    for (std::int32_t k = 0; k < singles; ++k)
      rows[k] = next(s, node.masks, s.singles[k], 64 * s.first[s.singles[k]]);
    for (std::int32_t k = 0; k < singles; ++k) {
      const std::int32_t item = s.singles[k], row = rows[k];
      if (!(node.rest[item / 64] >> item % 64 & 1))
        continue;
      if (!(node.masks[row / 64] >> row % 64 & 1))
        return false;
      choose(s, row, node.masks, node.masks, node.rest);
    }
    return true;
  }

  static bool covered(const MaskSearch &s, const MaskLevel &node) {
    std::uint64_t any = 0;
    for (std::int32_t w = 0; w < s.primary_words; ++w)
      any |= node.rest[w];
    return any == 0;
  }

  // Chooses what items leave no choice of, then finds the item to branch on.
  static Settled settle(MaskSearch &s, MaskLevel &node) {
    for (;;) {
      if (covered(s, node))
        return Settled::solved;
      const Sizes sizes = measure(s, node);
      if (sizes.lost || !force(s, node, sizes.singles))
        return Settled::dead;
      if (sizes.singles)
        continue;
      node.word = sizes.smallest / 64;
      node.bit = std::uint64_t{1} << sizes.smallest % 64;
      node.left = sizes.fewest;
      node.cursor = 64 * s.first[sizes.smallest];
      node.chosen = s.chosen_count;
      return Settled::open;
    }
  }

  static Outcome search(MaskSearch &s) {
    while (s.depth >= 0) {
      MaskLevel &node = s.levels[s.depth], &child = (&node)[1];
      if (node.left == 0) {
        --s.depth;
        continue;
      }
      if (s.work < 0)
        return Outcome::paused;
      s.chosen_count = node.chosen;
      const std::int32_t item = 64 * node.word + std::countr_zero(node.bit);
      const std::int32_t row = next(s, node.masks, item, node.cursor);
      node.cursor = row + 1;
      --node.left;
      ++s.nodes;
      child.width = node.width;
      child.count = node.count;
      if (child.capacity < s.set_words)
        s.reserve(child, s.set_words);
      for (std::int32_t w = 0; w < s.primary_words; ++w)
        child.rest[w] = node.rest[w];
      choose(s, row, node.masks, child.masks, child.rest);
      const Settled settled = settle(s, child);
      s.depth += settled == Settled::open;
      if (settled == Settled::solved) {
        ++s.solutions;
        if (!s.count_only)
          return Outcome::solution;
      }
    }
    return Outcome::exhausted;
  }
};

} // namespace
} // namespace minuet
