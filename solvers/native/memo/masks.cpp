#include "memo/masks.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace minuet {

MemoMasks::MemoMasks(const PackedMatrix &matrix, std::span<const std::int32_t> items, bool window,
                     Poll &poll)
    : options(static_cast<std::int32_t>(matrix.options.size())), words(matrix.words()),
      primary_words((matrix.primary + 63) / 64), users(matrix.primary) {
  write(matrix, items, poll);
  open.assign(words, 0);
  for (std::int32_t i = 0; i < matrix.primary; ++i)
    open[i / 64] |= Word{1} << i % 64;
  for (std::int32_t o = 0; o < options; ++o) {
    poll(4 * primary_words);
    for (std::int32_t w = 0; w < primary_words; ++w)
      for (Word rest = mask[std::size_t(o) * words + w] & open[w]; rest != 0; rest &= rest - 1)
        users[w * 64 + std::countr_zero(rest)].push_back(o);
  }
  if (window)
    measure(poll);
}

void MemoMasks::write(const PackedMatrix &matrix, std::span<const std::int32_t> items, Poll &poll) {
  std::vector<std::int32_t> place(matrix.bits);
  std::iota(place.begin(), place.end(), 0);
  for (std::int32_t k = 0; k < matrix.primary; ++k) {
    place[items[k]] = k;
    item.push_back(matrix.items[items[k]]);
  }
  if (!matrix.sums.empty())
    own.assign(words, 0);
  for (std::int32_t k = 0; k < matrix.primary && !own.empty(); ++k)
    own[k / 64] |= Word{item[k] < 0} << k % 64;
  std::vector<std::int32_t> order(options), least(options, matrix.bits);
  std::iota(order.begin(), order.end(), 0);
  for (std::int32_t o = 0; o < options; ++o, poll())
    for (const std::int32_t b : matrix.options[o].mask)
      least[o] = std::min(least[o], place[b]);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return least[a] < least[b]; });
  mask.assign(std::size_t(options) * words, 0);
  anti = mask;
  first.assign(options, words);
  last.assign(options, 0);
  for (std::int32_t o = 0; o < options; ++o) {
    poll(8 * std::ssize(matrix.options[order[o]].mask));
    number.push_back(matrix.options[order[o]].number);
    if (!matrix.sums.empty())
      adds.push_back(matrix.options[order[o]].adds);
    for (const std::int32_t b : matrix.options[order[o]].mask) {
      mask[std::size_t(o) * words + place[b] / 64] |= Word{1} << place[b] % 64;
      first[o] = std::min(first[o], place[b] / 64);
      last[o] = std::max(last[o], place[b] / 64 + 1);
    }
    // The rails of an item may lie in two words; the span holds both sides.
    for (const std::int32_t b : matrix.options[order[o]].anti) {
      anti[std::size_t(o) * words + place[b] / 64] |= Word{1} << place[b] % 64;
      first[o] = std::min(first[o], place[b] / 64);
      last[o] = std::max(last[o], place[b] / 64 + 1);
    }
  }
}

void MemoMasks::measure(Poll &poll) {
  std::vector<std::int32_t> latest(std::size_t(words) * 64, 0);
  seen.assign(std::size_t(options + 1) * words, 0);
  twice = seen;
  for (std::int32_t o = options - 1; o >= 0; --o, poll(4 * words))
    for (std::int32_t w = 0; w < words; ++w) {
      const std::size_t here = std::size_t(o) * words + w;
      const Word m = mask[here], below = seen[here + words];
      seen[here] = below | m;
      twice[here] = twice[here + words] | (below & m);
      for (Word rest = m; rest != 0; rest &= rest - 1) {
        std::int32_t &late = latest[w * 64 + std::countr_zero(rest)];
        late = std::max(late, o + 1);
      }
    }
  reach.assign(options, 0);
  for (std::int32_t o = 0; o < options; ++o, poll(2 * words))
    for (std::int32_t w = 0; w < words; ++w)
      for (Word rest = anti[std::size_t(o) * words + w]; rest != 0; rest &= rest - 1)
        reach[o] = std::max(reach[o], latest[w * 64 + std::countr_zero(rest)]);
}

} // namespace minuet
