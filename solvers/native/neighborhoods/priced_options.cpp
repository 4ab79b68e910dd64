#include "neighborhoods/priced_options.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace minuet::neighborhoods {

namespace {

constexpr std::int64_t most = std::int64_t{1} << 62; // of all losses, or of all that is missing

std::int32_t narrow(std::int64_t number, std::int64_t options) {
  return static_cast<std::int32_t>(std::min(number, options));
}

} // namespace

PricedOptions::PricedOptions(Problem &problem, const Reduced &reduced, Poll &poll) {
  problem.prepare(poll);
  const Matrix &matrix = problem.matrix();
  own = matrix.options();
  const auto entries = matrix.members.size();
  if (entries + 2 * static_cast<std::size_t>(own) > std::numeric_limits<std::int32_t>::max() / 2)
    throw std::overflow_error("matrices of so many entries");
  const bool colored = std::any_of(matrix.colors.begin(), matrix.colors.end(),
                                   [](std::int32_t color) { return color != 0; });
  for (std::int32_t i = 0; i < matrix.items(); ++i) {
    low.push_back(i < matrix.primary ? narrow(matrix.low[i], own + 1) : 0);
    high.push_back(narrow(matrix.high[i], own + 1));
  }
  members.reserve(entries);
  for (std::int32_t o = 0; o < own; ++o) {
    poll(matrix.size(o) + 1);
    for (std::int32_t at = matrix.starts[o]; at < matrix.starts[o + 1]; ++at) {
      members.push_back(matrix.members[at]);
      if (colored)
        colors.push_back(matrix.colors[at]);
    }
    if (reduced.leave[o] > 0) {
      members.push_back(items());
      if (colored)
        colors.push_back(0);
      low.push_back(1), high.push_back(1);
    }
    starts.push_back(static_cast<std::int32_t>(members.size()));
    loss.push_back(reduced.choose[o]);
  }
  if (std::any_of(reduced.charge.begin(), reduced.charge.end(), [](auto c) { return c > 0; })) {
    charge.assign(reduced.charge.begin(), reduced.charge.end());
    charge.resize(low.size(), 0);
  }
  std::int32_t item = matrix.items();
  for (std::int32_t o = 0; o < own; ++o)
    if (reduced.leave[o] > 0)
      add(item++, reduced.leave[o]);
  add_missing();
  list_users(poll);
}

void PricedOptions::add(std::int32_t item, std::int64_t cost) {
  members.push_back(item);
  if (!colors.empty())
    colors.push_back(0);
  starts.push_back(static_cast<std::int32_t>(members.size()));
  loss.push_back(cost);
}

// A missing cover costs more than all else that a try can gain, as far as sums can hold that.
void PricedOptions::add_missing() {
  missing = options();
  const std::int64_t covers = std::accumulate(low.begin(), low.end(), std::int64_t{0});
  if (covers > std::numeric_limits<std::int32_t>::max() / 4)
    throw std::overflow_error("items that must be covered so often");
  std::int64_t total = 1;
  for (const std::int64_t one : loss)
    total = std::min(total + one, most);
  const std::int64_t penalty = std::min(total, most / std::max<std::int64_t>(covers, 1));
  for (std::int32_t i = 0; i < items(); ++i)
    for (std::int32_t cover = 0; cover < low[i]; ++cover)
      add(i, penalty);
}

void PricedOptions::list_users(Poll &poll) {
  item_starts.assign(low.size() + 1, 0);
  for (const std::int32_t i : members)
    ++item_starts[i + 1];
  std::partial_sum(item_starts.begin(), item_starts.end(), item_starts.begin());
  std::vector<std::int32_t> order(options()), next(item_starts.begin(), item_starts.end() - 1);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t a, std::int32_t b) { return loss[a] < loss[b]; });
  users.resize(members.size());
  for (const std::int32_t o : order) {
    poll(starts[o + 1] - starts[o] + 1);
    for (const std::int32_t i : items_of(o))
      users[next[i]++] = o;
  }
}

} // namespace minuet::neighborhoods
