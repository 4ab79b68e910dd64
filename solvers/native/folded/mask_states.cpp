#include "folded/mask_states.hpp"

#include <algorithm>

namespace minuet {

bool MaskState::is_over() const {
  const auto empty = [](const Mask &mask) {
    return std::ranges::all_of(mask, [](std::uint64_t word) { return word == 0; });
  };
  return sums.empty() && empty(live) && empty(unmet);
}

MaskStates::MaskStates(Problem &problem, Poll &poll) {
  problem.prepare(poll);
  const Matrix &matrix = problem.matrix();
  const std::int32_t items = matrix.items(), options = matrix.options();
  users_.resize(items);
  by_weight_.resize(items);
  colors_.resize(items);
  starts_.push_back(0);
  std::vector<std::int32_t> count(items);
  for (std::int32_t o = 0; o < options; ++o) {
    poll(2 * matrix.size(o) + 1);
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e], color = matrix.colors[e];
      entries_.push_back({item, color, matrix.weight(e)});
      append(users_[item], o);
      if (color)
        colors_[item].resize(count[item]);
      if (color || !colors_[item].empty())
        colors_[item].push_back(color);
      ++count[item];
    }
    const auto own = entries_.begin() + starts_.back();
    std::sort(own, entries_.end(), [](const Entry &a, const Entry &b) { return a.item < b.item; });
    starts_.push_back(std::ssize(entries_));
  }
  for (std::int32_t o = 0; o < options; ++o)
    for (const Entry &entry : entries(o)) {
      poll();
      if (!problem.weighted(entry.item))
        continue;
      auto &classes = by_weight_[entry.item];
      auto own = std::ranges::find(classes, entry.weight, &Weighed::weight);
      if (own == classes.end())
        own = classes.insert(own, {entry.weight, {}});
      append(own->users, o);
    }
  root_.live = mask_of(options);
  root_.unmet = mask_of(items);
  single_.resize(items);
  for (std::int32_t item = 0; item < items; ++item) {
    single_[item] = matrix.high[item] == 1 && !weighted(item);
    if (!single_[item])
      root_.sums.push_back({item, matrix.low[item], matrix.high[item]});
    else if (matrix.low[item] == 1)
      add(root_.unmet, item);
  }
  for (std::int32_t o = 0; o < options; ++o)
    if (problem.allowed(o))
      add(root_.live, o);
  find_sums_beside(poll);
  settle(root_);
  for (const std::int32_t o : problem.given())
    root_ = chosen(root_, o);
}

void MaskStates::find_sums_beside(Poll &poll) {
  beside_.resize(users_.size());
  std::vector<std::int32_t> latest(users_.size(), none); // the last item that it was found beside
  for (std::int32_t item = 0; item < items(); ++item)
    any_of(root_.live, users_[item], [&](std::int32_t option) {
      for (const Entry &entry : entries(option)) {
        poll();
        if (!single_[entry.item] && std::exchange(latest[entry.item], item) != item)
          beside_[item].push_back(entry.item);
      }
      return false;
    });
}

MaskState MaskStates::chosen(const MaskState &state, std::int32_t option) const {
  MaskState after = state;
  take(after, option);
  return after;
}

MaskState MaskStates::without(const MaskState &state, std::int32_t option) const {
  MaskState after = state;
  drop(after.live, option);
  settle(after);
  return after;
}

void MaskStates::take(MaskState &state, std::int32_t option) const {
  drop(state.live, option);
  auto sum = state.sums.begin();
  for (const Entry &entry : entries(option)) {
    drop(state.unmet, entry.item);
    while (sum != state.sums.end() && sum->item < entry.item)
      ++sum;
    if (sum != state.sums.end() && sum->item == entry.item) {
      sum->need -= entry.weight;
      sum->room -= entry.weight;
    }
    if (!single_[entry.item])
      continue;
    if (!entry.color) {
      for (const auto [word, bits] : users_[entry.item])
        state.live[word] &= ~bits;
      continue;
    }
    std::size_t k = 0; // the user's place
    for (const auto [word, bits] : users_[entry.item])
      for (std::uint64_t left = bits; left; left &= left - 1, ++k)
        if (k >= colors_[entry.item].size() || colors_[entry.item][k] != entry.color)
          state.live[word] &= ~(left & -left);
  }
  settle(state);
}

// Drops the options of items without room, and then the sums that no longer matter.
void MaskStates::settle(MaskState &state) const {
  for (const auto &sum : state.sums)
    if (sum.room <= 0 && !weighted(sum.item))
      for (const auto [word, bits] : users_[sum.item])
        state.live[word] &= ~bits;
  std::erase_if(state.sums, [&](const MaskState::Sum &sum) {
    const auto [least, most] = range(state.live, sum.item);
    return sum.need <= least && most <= sum.room;
  });
}

std::int32_t MaskStates::lacking(const MaskState &state) const {
  std::int32_t item = none;
  const auto lacks_one = [&](std::int32_t open) {
    item = open;
    return !meets(state.live, users_[open]);
  };
  if (any_of(state.unmet, lacks_one))
    return item;
  for (const auto &sum : state.sums) {
    const auto [least, most] = range(state.live, sum.item);
    if (most < sum.need || least > sum.room)
      return sum.item;
  }
  return none;
}

bool MaskStates::lacks(const MaskState &state, std::int32_t item) const {
  const auto [least, most] = range(state.live, item);
  if (has(state.unmet, item) && most == 0)
    return true;
  const auto sum = std::ranges::find(state.sums, item, &MaskState::Sum::item);
  return sum != state.sums.end() && (most < sum->need || least > sum->room);
}

std::pair<std::int64_t, std::int64_t> MaskStates::range(const Mask &live, std::int32_t item) const {
  if (!weighted(item))
    return {0, common(live, users_[item])};
  std::int64_t least = 0, most = 0;
  for (const Weighed &each : by_weight_[item])
    (each.weight < 0 ? least : most) += each.weight * common(live, each.users);
  return {least, most};
}

std::int64_t MaskStates::weight(std::int32_t item, std::int32_t option) const {
  for (const Entry &entry : entries(option))
    if (entry.item == item)
      return entry.weight;
  return 0;
}

} // namespace minuet
