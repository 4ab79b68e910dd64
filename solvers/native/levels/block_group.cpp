#include "levels/block_group.hpp"

#include <algorithm>

namespace minuet {

namespace {

using Numbers = std::vector<std::int32_t>;

bool holds(const Numbers &numbers, std::int32_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

Numbers links_of(const Numbers &bits, const std::vector<std::uint8_t> &link) {
  Numbers result;
  std::copy_if(bits.begin(), bits.end(), std::back_inserter(result),
               [&](auto b) { return link[b]; });
  return result;
}

} // namespace

bool GrowingGroup::add(const Component &component, Poll &poll) {
  if (!match(component, poll))
    return false;
  join(component, poll);
  return true;
}

// Finds a slot for each item that has options at known places.
bool GrowingGroup::match(const Component &component, Poll &poll) {
  slot_of_.assign(part_.bits, -1);
  taken_.assign(required_.size(), 0);
  poll(part_.bits / 8 + 1);
  Numbers uses(required_.size(), 0);                        // by the options of the known places
  std::vector<std::pair<std::int32_t, std::int32_t>> users; // bit, and such an option
  for (std::size_t k = 0; k < component.options.size(); ++k) {
    const std::int32_t o = at_[component.places[k]];
    if (o < 0)
      continue;
    const Numbers &own = own_[component.options[k]];
    poll(16 * std::ssize(own));
    if (shared_[o].slots.size() != own.size())
      return false;
    for (const std::int32_t s : shared_[o].slots)
      ++uses[s];
    for (const std::int32_t b : own)
      users.emplace_back(b, o);
  }
  std::sort(users.begin(), users.end());
  Numbers known;
  for (std::size_t k = 0; k < users.size(); k += known.size()) {
    const std::int32_t bit = users[k].first;
    known.clear();
    for (std::size_t u = k; u < users.size() && users[u].first == bit; ++u)
      known.push_back(users[u].second);
    poll(16 * std::ssize(known));
    const std::int32_t slot = slot_for(bit, known, uses);
    if (slot < 0)
      return false;
    taken_[slot] = 1;
    slot_of_[bit] = slot;
  }
  return true;
}

// A free slot that just the `known` options use, among those at the component's places; or -1.
std::int32_t GrowingGroup::slot_for(std::int32_t bit, const Numbers &known,
                                    const Numbers &uses) const {
  for (const std::int32_t s : shared_[known[0]].slots)
    if (!taken_[s] && uses[s] == std::ssize(known) && required_[s] == (bit < part_.primary) &&
        std::all_of(known.begin(), known.end(), [&](auto o) { return holds(shared_[o].slots, s); }))
      return s;
  return -1;
}

void GrowingGroup::join(const Component &component, Poll &poll) {
  for (const std::int32_t b : component.bits)
    if (slot_of_[b] < 0) {
      slot_of_[b] = static_cast<std::int32_t>(required_.size());
      required_.push_back(b < part_.primary);
    }
  Numbers &bits = bits_.emplace_back(required_.size(), -1);
  for (const std::int32_t b : component.bits)
    bits[slot_of_[b]] = b;
  auto &options = has_option_.emplace_back();
  for (std::size_t k = 0; k < component.options.size(); ++k) {
    poll(16);
    std::int32_t &o = at_[component.places[k]];
    if (o < 0) {
      o = static_cast<std::int32_t>(shared_.size());
      shared_.push_back({{}, component.options[k]});
      for (const std::int32_t b : own_[component.options[k]])
        shared_[o].slots.push_back(slot_of_[b]);
    }
    options.resize(std::max<std::size_t>(options.size(), o + 1), 0);
    options[o] = 1;
  }
}

BlockGroup GrowingGroup::finished(const std::vector<std::uint8_t> &link, Poll &poll) const {
  BlockGroup group;
  group.required = required_;
  for (const Numbers &has : bits_) {
    Numbers &bits = group.bits.emplace_back(has);
    bits.resize(required_.size(), -1);
    auto &closed = group.closed.emplace_back();
    for (const std::int32_t b : bits)
      closed.push_back(b < 0);
  }
  std::vector<Numbers> users(required_.size());
  for (const Shared &shared : shared_) {
    poll(16 * std::ssize(shared.slots));
    const PackedOption &model = part_.options[shared.model];
    for (const std::int32_t s : shared.slots)
      users[s].push_back(static_cast<std::int32_t>(group.options.size()));
    group.options.push_back(
        {links_of(model.mask, link), links_of(model.anti, link), shared.slots, shared.slots});
  }
  for (std::size_t o = 0; o < shared_.size(); ++o)
    watch(group, o, users, poll);
  return group;
}

// Gives the option a slot of its own, if there are blocks that lack it though its slots are open.
void GrowingGroup::watch(BlockGroup &group, std::size_t option, const std::vector<Numbers> &users,
                         Poll &poll) const {
  const Numbers &slots = shared_[option].slots;
  const auto is_shut = [&](std::int32_t block) {
    return std::any_of(slots.begin(), slots.end(), [&](auto s) { return group.closed[block][s]; });
  };
  const auto lacks = [&](std::int32_t block) {
    return option >= has_option_[block].size() || !has_option_[block][option];
  };
  poll(group.blocks() * (1 + std::ssize(slots)));
  bool missed = false;
  for (std::int32_t block = 0; block < group.blocks(); ++block)
    missed |= lacks(block) && !is_shut(block);
  if (!missed)
    return;
  for (std::int32_t block = 0; block < group.blocks(); ++block)
    group.closed[block].push_back(lacks(block));
  const std::int32_t own = group.slots();
  group.required.push_back(0);
  group.options[option].need.push_back(own);
  for (const std::int32_t s : slots)
    for (const std::int32_t o : users[s]) {
      poll(8);
      if (Numbers &close = group.options[o].close; !holds(close, own))
        close.push_back(own);
    }
}

} // namespace minuet
