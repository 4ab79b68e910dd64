#include "blocks/cover_lists.hpp"

#include "blocks/cover_walk.hpp"

#include <algorithm>
#include <numeric>

namespace minuet::blocks {

namespace {

// By loss, and otherwise in the order in which they were found.
CoverList sorted(const CoverList &list, std::int32_t words) {
  std::vector<std::int32_t> order(list.losses.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) {
    return list.losses[a] != list.losses[b] ? list.losses[a] < list.losses[b] : a < b;
  });
  CoverList result;
  result.starts.push_back(0);
  for (const std::int32_t n : order) {
    const auto mask = list.masks.begin() + std::ptrdiff_t{n} * words;
    const auto cover = list.cover(n);
    result.losses.push_back(list.losses[n]);
    result.masks.insert(result.masks.end(), mask, mask + words);
    result.options.insert(result.options.end(), cover.begin(), cover.end());
    result.starts.push_back(static_cast<std::int32_t>(result.options.size()));
  }
  return result;
}

} // namespace

CoverLists::CoverLists(const Relaxation &relaxation, Length budget)
    : relaxation_(relaxation), budget_(budget), words_(relaxation.whole().links() / 64 + 1) {
  for (std::int32_t b = 0; b < relaxation.whole().blocks(); ++b)
    fill(b);
}

void CoverLists::fill(std::int32_t block) {
  const auto &options = relaxation_.whole().block(block).options;
  CoverList list;
  list.starts.push_back(0);
  CoverWalk walk(relaxation_, block, budget_);
  while (walk.next()) {
    const auto cover = walk.cover();
    list.losses.push_back(walk.loss());
    list.options.insert(list.options.end(), cover.begin(), cover.end());
    list.starts.push_back(static_cast<std::int32_t>(list.options.size()));
    list.masks.resize(list.masks.size() + words_, 0);
    std::uint64_t *mask = list.masks.data() + list.masks.size() - words_;
    for (const std::int32_t o : cover)
      for (const std::int32_t l : options[o].links)
        mask[l / 64] |= std::uint64_t{1} << l % 64;
  }
  cut_ = std::min(cut_, walk.cut());
  lists_.push_back(sorted(list, words_));
}

} // namespace minuet::blocks
