// Static orders of the items of a packed matrix, and how wide their frontiers are.
#include "shared/packed/packed_matrix.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace minuet {

namespace {

// From where to where in an order an item is open beside others.
struct Stretch {
  std::int32_t first, last;
};

// What a sum takes in a key: bits of the values that it may have.
std::int32_t bits_of(const PackedSum &sum, const SumSpan &span) {
  const std::int64_t most = sum.ones ? std::min(span.most, sum.high) : span.most;
  return static_cast<std::int32_t>(std::bit_width(static_cast<std::uint64_t>(most - span.least)));
}

} // namespace

std::vector<std::int32_t> PackedMatrix::frontier(const std::vector<std::int32_t> &order,
                                                 Poll &poll) const {
  std::vector<std::int32_t> rank(primary), change(primary + 1, 0);
  for (std::int32_t k = 0; k < primary; ++k)
    rank[order[k]] = k;
  std::vector<Stretch> items_open, sums_open(sums.size(), {primary, 0});
  for (std::int32_t k = 0; k < primary; ++k)
    items_open.push_back({k, k});
  std::vector<SumSpan> spans(sums.size());
  for (const PackedOption &option : options) {
    poll(2 * std::ssize(option.mask) + 4 * std::ssize(option.adds));
    std::int32_t least = primary;
    for (const std::int32_t b : option.mask)
      if (b < primary)
        least = std::min(least, rank[b]);
    for (const std::int32_t b : option.mask)
      if (b < primary)
        items_open[rank[b]].first = std::min(items_open[rank[b]].first, least);
    for (const auto &[sum, weight] : option.adds) {
      spans[sum].join(weight);
      sums_open[sum] = {std::min(sums_open[sum].first, least),
                        std::max(sums_open[sum].last, least)};
    }
  }
  const auto add = [&](const Stretch &open, std::int32_t width) {
    change[open.first] += width;
    change[open.last] -= width;
  };
  for (const Stretch &open : items_open)
    add(open, 1);
  for (std::size_t s = 0; s < sums.size(); ++s)
    add(sums_open[s], bits_of(sums[s], spans[s]));
  std::partial_sum(change.begin(), change.end(), change.begin());
  return change;
}

// Breadth first from the far end, neighbours in order of their number of options (Cuthill and
// McKee, "Reducing the bandwidth of sparse symmetric matrices", 1969).
std::vector<std::int32_t> PackedMatrix::breadth_first(Poll &poll) const {
  if (primary == 0)
    return {};
  const auto uses = users(poll);
  std::vector<std::uint8_t> links(bits, 0); // what an option leads to
  std::fill_n(links.begin(), primary, 1);
  for (const PackedSum &sum : sums)
    links[sum.bit] = 1;
  const auto walk = [&](std::int32_t from) {
    std::vector<std::uint8_t> seen(bits, 0);
    std::vector<std::uint8_t> used(options.size(), 0);
    std::vector<std::int32_t> order;
    for (std::int32_t start = -1; start < primary; ++start) {
      const std::int32_t root = start < 0 ? from : start;
      if (seen[root])
        continue;
      seen[root] = 1;
      order.push_back(root);
      for (std::size_t at = order.size() - 1; at < order.size(); ++at) {
        const std::size_t fresh = order.size();
        poll(std::ssize(uses[order[at]]) + 1);
        for (const std::int32_t o : uses[order[at]]) {
          if (used[o])
            continue;
          used[o] = 1;
          poll(std::ssize(options[o].mask));
          for (const std::int32_t b : options[o].mask)
            if (links[b] && !seen[b]) {
              seen[b] = 1;
              order.push_back(b);
            }
        }
        std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(fresh), order.end(),
                         [&](auto a, auto b) { return uses[a].size() < uses[b].size(); });
      }
    }
    std::erase_if(order, [&](std::int32_t b) { return b >= primary; });
    return order;
  };
  return walk(walk(0).back());
}

} // namespace minuet
