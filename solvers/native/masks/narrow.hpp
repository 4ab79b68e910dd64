// Narrower masks further down: covered items leave holes in the masks, and once what is left fits
// into fewer words, the masks of a node are written anew without the holes.
//
// The bits are moved together by the parallel suffix method (Warren, Hacker's Delight, 7-4): six
// steps that are the same for all options, so the compiler makes vectors of them; the processor's
// own instruction for it (pext) is slow on some. Secondary items that fewer than two live options
// use are left out. The node itself stays, with nothing left to try, below its narrow copy.
#pragma once

#include "masks/search.hpp"

namespace minuet {
namespace {

constexpr std::int32_t narrow_least = 64; // live options; below, the subtree is too small to pay

// Moves the bits of a word that stand in `kept` together.
struct Squeeze {
  std::uint64_t kept, moves[6];

  explicit Squeeze(std::uint64_t mask) : kept(mask) {
    std::uint64_t gaps = ~mask << 1; // bits with holes below them
    for (int step = 0; step < 6; ++step) {
      std::uint64_t odd = gaps;
      for (int shift = 1; shift < 64; shift *= 2)
        odd ^= odd << shift;
      moves[step] = odd & mask;
      mask = (mask ^ moves[step]) | (moves[step] >> (1 << step));
      gaps &= ~odd;
    }
  }

  std::uint64_t operator()(std::uint64_t word) const {
    word &= kept;
    for (int step = 0; step < 6; ++step) {
      const std::uint64_t moved = word & moves[step];
      word = (word ^ moved) | (moved >> (1 << step));
    }
    return word;
  }
};

// Copies one word's kept bits of all masks to bit `at` of the narrow ones.
inline void squeeze_word(const std::uint64_t *from, const Squeeze &squeeze, std::int32_t at,
                         const MaskLevel &to, bool spills) {
  std::uint64_t *low = to.masks + static_cast<std::int64_t>(at / 64) * to.stride;
  const int shift = at % 64;
  for (int k = 0; k < to.count; ++k)
    low[k] |= squeeze(from[k]) << shift;
  if (spills)
    for (int k = 0; k < to.count; ++k)
      low[to.stride + k] |= squeeze(from[k]) >> (64 - shift);
}

// Copies `node`, of W words, to `to` without the bits that are not in `kept`.
template <int W>
void squeeze_node(const MaskLevel &node, const Bits<W> &kept, std::int32_t number_bits,
                  MaskLevel &to) {
  const std::uint64_t field = ~(~std::uint64_t{0} >> number_bits);
  const std::uint64_t *numbers = node.masks + (W - 1) * node.stride;
  for (int w = 0; w < to.width; ++w) {
    to.rest[w] = 0;
    for (int k = 0; k < to.stride; ++k)
      to.masks[static_cast<std::int64_t>(w) * to.stride + k] = k >= to.count ? ~std::uint64_t{0}
                                                               : w + 1 == to.width
                                                                   ? numbers[k] & field
                                                                   : 0;
  }
  std::int32_t at = 0;
  for (int w = 0; w < W; ++w) {
    const int size = std::popcount(kept.w[w]);
    if (size == 0)
      continue;
    const Squeeze squeeze(kept.w[w]);
    const bool spills = at % 64 + size > 64;
    squeeze_word(node.masks + w * node.stride, squeeze, at, to, spills);
    const std::uint64_t rest = squeeze(node.rest[w]);
    to.rest[at / 64] |= rest << at % 64;
    if (spills)
      to.rest[at / 64 + 1] |= rest >> (64 - at % 64);
    if (w == node.word) {
      const std::int32_t bit = at + std::countr_zero(squeeze(node.bit));
      to.word = bit / 64;
      to.bit = std::uint64_t{1} << bit % 64;
    }
    at += size;
  }
}

// Puts a narrow copy of the deepest node above it, if that saves a word.
template <int W> void narrow_node(MaskSearch &s, MaskLevel &node, const Counters<W> &sizes) {
  if (W == 1 || node.count < narrow_least || s.colored)
    return;
  Bits<W> kept;
  std::int32_t bits = s.number_bits;
  for (int w = 0; w < W; ++w) {
    const std::uint64_t items = w + 1 < W ? ~std::uint64_t{0} : ~std::uint64_t{0} >> s.number_bits;
    kept.w[w] = node.rest[w] | (sizes.two.w[w] & items);
    kept.w[w] |= s.several_items[w] | s.never[w]; // which stay where they are
    bits += std::popcount(kept.w[w]);
  }
  const std::int32_t width = (bits + 63) / 64;
  if (width >= W)
    return;
  MaskLevel &to = s.levels[++s.depth];
  to.width = width;
  to.count = node.count;
  to.stride = (node.count + 15) & ~7;
  if (to.capacity < static_cast<std::int64_t>(to.stride) * width)
    s.reserve(to, static_cast<std::int64_t>(to.stride) * width);
  to.chosen = node.chosen;
  to.cursor = 0;
  to.left = node.left;
  copy_bounds(s.several, node.bounds, to.bounds);
  squeeze_node(node, kept, s.number_bits, to);
  s.work -= std::int64_t{4} * W * node.count;
  node.left = 0;
}

} // namespace
} // namespace minuet
