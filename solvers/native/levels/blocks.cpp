#include "levels/blocks.hpp"

#include "levels/block_group.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace minuet {

namespace {

using Numbers = std::vector<std::int32_t>;

constexpr std::size_t most_groups = 16;

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
  Numbers links_of(const Numbers &bits) const {
    Numbers result;
    std::copy_if(bits.begin(), bits.end(), std::back_inserter(result),
                 [&](auto b) { return link_[b]; });
    return result;
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
    Numbers mask = links_of(option.mask), anti = links_of(option.anti);
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
