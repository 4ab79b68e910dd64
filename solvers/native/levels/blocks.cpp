#include "levels/blocks.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace minuet {

namespace {

using Numbers = std::vector<std::int32_t>;

constexpr std::size_t most_groups = 16;

bool holds(const Numbers &numbers, std::int32_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

Numbers links_of(const Numbers &bits, const std::vector<std::uint8_t> &link) {
  Numbers result;
  std::copy_if(bits.begin(), bits.end(), std::back_inserter(result),
               [&](auto b) { return link[b]; });
  return result;
}

// What the links leave connected: its bits, and its options with the place of each. Options have a
// place in common if they have the same links and are the same one in the order of such options.
struct Component {
  Numbers bits, options, places;
};

// A group of isomorphic blocks while it grows.
class GrowingGroup {
public:
  // `own`: the bits of each option that are no links.
  GrowingGroup(const PackedMatrix &part, const std::vector<Numbers> &own, std::int32_t places)
      : part_(part), own_(own), at_(places, -1) {}

  // False: the component is not isomorphic to the blocks of the group.
  bool add(const Component &component, Poll &poll);

  BlockGroup finished(const std::vector<std::uint8_t> &link, Poll &poll) const;

private:
  struct Shared {
    Numbers slots;
    std::int32_t model; // an option that has its links
  };

  bool match(const Component &component, Poll &poll);
  std::int32_t slot_for(std::int32_t bit, const Numbers &known, const Numbers &uses) const;
  void join(const Component &component, Poll &poll);
  void watch(BlockGroup &group, std::size_t option, const std::vector<Numbers> &users,
             Poll &poll) const;

  const PackedMatrix &part_;
  const std::vector<Numbers> &own_;
  std::vector<std::uint8_t> required_;                // slots
  std::vector<Shared> shared_;                        // the options
  Numbers at_;                                        // place -> option
  Numbers slot_of_;                                   // bits of the component that was matched
  std::vector<std::uint8_t> taken_;                   // slots
  std::vector<std::vector<std::uint8_t>> has_option_; // of blocks
  std::vector<Numbers> bits_;                         // of blocks
};

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

// Divides a part into what the links leave connected, and those into groups.
class Division {
public:
  Division(const PackedMatrix &part, std::vector<std::uint8_t> link)
      : part_(part), link_(std::move(link)), own_(part.options.size()), leader_(part.bits) {
    std::iota(leader_.begin(), leader_.end(), 0);
  }

  std::optional<Blocks> blocks(Poll &poll) {
    if (!connect(poll))
      return std::nullopt;
    Blocks result;
    divide(result, poll);
    if (components_.size() < 2 || !group(result, poll))
      return std::nullopt;
    result.link = std::move(link_);
    return result;
  }

private:
  std::int32_t find(std::int32_t b) {
    while (leader_[b] != b)
      b = leader_[b] = leader_[leader_[b]];
    return b;
  }
  bool connect(Poll &poll);
  void divide(Blocks &result, Poll &poll);
  std::int32_t place_of(const Numbers &mask, const Numbers &anti, std::int32_t home);
  bool group(Blocks &result, Poll &poll);

  const PackedMatrix &part_;
  std::vector<std::uint8_t> link_;
  std::vector<Numbers> own_; // options
  Numbers leader_;           // bits
  std::vector<Component> components_;
  std::map<std::pair<Numbers, Numbers>, std::int32_t> links_;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> times_, places_;
};

// False: an option has no link that must be covered, so that no level would decide on it; or a
// block has a color.
bool Division::connect(Poll &poll) {
  for (std::size_t o = 0; o < part_.options.size(); ++o) {
    const Numbers &mask = part_.options[o].mask;
    poll(16 * std::ssize(mask));
    bool linked = false;
    for (const std::int32_t b : mask)
      if (link_[b])
        linked |= b < part_.primary;
      else
        own_[o].push_back(b);
    const Numbers &anti = part_.options[o].anti;
    const auto plain = std::count_if(anti.begin(), anti.end(), [&](auto b) { return !link_[b]; });
    if (!linked || plain != std::ssize(own_[o]))
      return false;
    for (const std::int32_t b : own_[o])
      leader_[find(b)] = find(own_[o][0]);
  }
  return true;
}

void Division::divide(Blocks &result, Poll &poll) {
  Numbers number(part_.bits, -1);
  for (std::int32_t b = 0; b < part_.bits; ++b, poll(2)) {
    if (link_[b])
      continue;
    std::int32_t &n = number[find(b)];
    if (n < 0) {
      n = static_cast<std::int32_t>(components_.size());
      components_.emplace_back();
    }
    components_[n].bits.push_back(b);
  }
  for (std::size_t o = 0; o < part_.options.size(); ++o) {
    const PackedOption &option = part_.options[o];
    poll(64 * std::ssize(option.mask));
    Numbers mask = links_of(option.mask, link_), anti = links_of(option.anti, link_);
    if (own_[o].empty()) {
      result.plain.push_back({std::move(mask), std::move(anti), {}, {}});
      continue;
    }
    const std::int32_t home = number[find(own_[o][0])];
    components_[home].options.push_back(static_cast<std::int32_t>(o));
    components_[home].places.push_back(place_of(mask, anti, home));
  }
}

std::int32_t Division::place_of(const Numbers &mask, const Numbers &anti, std::int32_t home) {
  const auto next = [](const auto &map) { return static_cast<std::int32_t>(map.size()); };
  const std::int32_t links = links_.try_emplace({mask, anti}, next(links_)).first->second;
  const std::int32_t nth = times_[{links, home}]++;
  return places_.try_emplace({links, nth}, next(places_)).first->second;
}

// Largest first: a damaged block fits into a group that a whole one began. False: too many groups.
bool Division::group(Blocks &result, Poll &poll) {
  std::stable_sort(components_.begin(), components_.end(), [](const auto &a, const auto &b) {
    return a.options.size() > b.options.size();
  });
  std::vector<GrowingGroup> groups;
  for (const Component &component : components_) {
    const auto takes = [&](GrowingGroup &group) { return group.add(component, poll); };
    if (std::any_of(groups.begin(), groups.end(), takes))
      continue;
    if (groups.size() == most_groups)
      return false;
    groups.emplace_back(part_, own_, static_cast<std::int32_t>(places_.size()));
    groups.back().add(component, poll);
  }
  for (const GrowingGroup &group : groups)
    result.groups.push_back(group.finished(link_, poll));
  return true;
}

} // namespace

Blocks Blocks::none(const PackedMatrix &part) {
  Blocks result;
  result.link.assign(part.bits, 1);
  for (const PackedOption &option : part.options)
    result.plain.push_back({option.mask, option.anti, {}, {}});
  return result;
}

std::optional<Blocks> Blocks::beside(const PackedMatrix &part, std::vector<std::uint8_t> link,
                                     Poll &poll) {
  return Division(part, std::move(link)).blocks(poll);
}

} // namespace minuet
