#include "propagation/weighted_items.hpp"

#include <algorithm>

namespace minuet::propagation {

std::int32_t WeightedItems::add(std::int64_t low, std::int64_t high, std::vector<Group> groups) {
  const std::int32_t number = size();
  Item item{0, 0, 0, 0, static_cast<std::int32_t>(groups_.size()), 0, false};
  const auto by_weight = [](const Term &a, const Term &b) { return a.weight < b.weight; };
  for (Group &group : groups)
    std::stable_sort(group.begin(), group.end(), by_weight);
  const auto spread = [](const Group &g) { return g.back().weight - g.front().weight; };
  std::stable_sort(groups.begin(), groups.end(),
                   [&](const Group &a, const Group &b) { return spread(a) > spread(b); });
  for (const Group &group : groups) {
    const auto first = static_cast<std::int32_t>(literal_.size());
    for (const Term &term : group) {
      entries_.add(term.literal, static_cast<std::int32_t>(literal_.size()));
      group_.push_back(static_cast<std::int32_t>(groups_.size()));
      literal_.push_back(term.literal);
      weight_.push_back(term.weight);
    }
    const auto last = static_cast<std::int32_t>(literal_.size());
    groups_.push_back({number, first, last, first, last - 1});
    item.least += group.front().weight;
    item.most += group.back().weight;
  }
  // Bounds beyond what can be reached say no more than the next number: no difference overflows.
  item.low = std::clamp(low, item.least - 1, item.most + 1);
  item.high = std::clamp(high, item.least - 1, item.most + 1);
  item.last = static_cast<std::int32_t>(groups_.size());
  items_.push_back(item);
  note(number);
  return number;
}

void WeightedItems::lay_out(std::int32_t variables) { entries_.lay_out(2 * variables); }

void WeightedItems::note(std::int32_t item) {
  if (!items_[item].noted) {
    items_[item].noted = true;
    noted_.push_back(item);
  }
}

void WeightedItems::forget_noted() {
  for (const std::int32_t item : noted_)
    items_[item].noted = false;
  noted_.clear();
}

void WeightedItems::go(std::int32_t group, std::int32_t light, std::int32_t heavy) {
  Places &at = groups_[group];
  moves_.push_back({group, at.light, at.heavy});
  Item &item = items_[at.item];
  item.least += weight_[light] - weight_[at.light];
  item.most += weight_[heavy] - weight_[at.heavy];
  at.light = light;
  at.heavy = heavy;
  note(at.item);
}

// A group that runs empty stays as it is: the item that it was made from has the conflict.
void WeightedItems::move(Literal literal, const Trail &trail) {
  for (const std::int32_t entry : entries_[literal]) {
    const Places &at = groups_[group_[entry]];
    if (at.light != entry || at.heavy != entry)
      go(group_[entry], entry, entry);
  }
  for (const std::int32_t entry : entries_[negation(literal)]) {
    const Places &at = groups_[group_[entry]];
    if (at.light != entry && at.heavy != entry)
      continue;
    std::int32_t light = at.light, heavy = at.heavy;
    while (light < heavy && trail.fails(literal_[light]))
      ++light;
    while (heavy > light && trail.fails(literal_[heavy]))
      --heavy;
    if (light != at.light || heavy != at.heavy)
      go(group_[entry], light, heavy);
  }
}

bool WeightedItems::filter(Trail &trail) {
  while (!noted_.empty()) {
    const std::int32_t item = noted_.back();
    noted_.pop_back();
    if (!filter(item, trail)) {
      items_[item].noted = false;
      return false;
    }
    items_[item].noted = false;
  }
  return true;
}

bool WeightedItems::filter(std::int32_t number, Trail &trail) {
  Item &item = items_[number];
  for (bool again = true; again;) {
    again = false;
    if (item.least > item.high || item.most < item.low)
      return trail.conflict({Reason::Kind::sum, number});
    for (std::int32_t g = item.first; g < item.last; ++g) {
      const std::int64_t slack = std::min(item.high - item.least, item.most - item.low);
      const Places &group = groups_[g];
      if (width(group) <= slack)
        break; // and so are the others
      if (weight_[group.heavy] - weight_[group.light] <= slack)
        continue;
      const std::int64_t least = item.least, most = item.most;
      if (!prune(number, item, g, trail))
        return false;
      again = again || item.least != least || item.most != most;
    }
  }
  return item.least == item.most || filter_pair(number, trail);
}

// Where all groups but two weigh what they weigh, a literal of one of the two needs one of the
// other that makes up the sum.
bool WeightedItems::filter_pair(std::int32_t number, Trail &trail) {
  const Item &item = items_[number];
  std::int32_t wide[2], found = 0;
  std::int64_t rest = 0;
  for (std::int32_t g = item.first; g < item.last; ++g) {
    const Places &group = groups_[g];
    if (weight_[group.light] == weight_[group.heavy])
      rest += weight_[group.light];
    else if (found == 2)
      return true;
    else
      wide[found++] = g;
  }
  if (found < 2)
    return true;
  const Reason reason{Reason::Kind::pair, number};
  return support(wide[0], wide[1], item.low - rest, item.high - rest, reason, trail) &&
         support(wide[1], wide[0], item.low - rest, item.high - rest, reason, trail);
}

bool WeightedItems::support(std::int32_t one, std::int32_t other, std::int64_t low,
                            std::int64_t high, Reason reason, Trail &trail) {
  const Places &mine = groups_[one], &its = groups_[other];
  std::int32_t at = its.heavy;
  for (std::int32_t entry = mine.light; entry <= mine.heavy; ++entry) {
    if (!trail.is_open(literal_[entry]))
      continue;
    while (at >= its.light && (trail.fails(literal_[at]) || weight_[at] > high - weight_[entry]))
      --at;
    if ((at < its.light || weight_[at] < low - weight_[entry]) &&
        !trail.set(negation(literal_[entry]), reason))
      return false;
  }
  return true;
}

// The places move here at once, for the bounds of the other groups follow from them. A group that
// runs empty stays as it is: the item that it was made from has the conflict.
bool WeightedItems::prune(std::int32_t number, Item &item, std::int32_t g, Trail &trail) {
  const Places &group = groups_[g];
  std::int32_t light = group.light, heavy = group.heavy;
  const std::int64_t above = weight_[light] + (item.high - item.least);
  const std::int64_t below = weight_[heavy] - (item.most - item.low);
  const Reason reason{Reason::Kind::sum, number};
  for (; heavy >= group.first && weight_[heavy] > above; --heavy)
    if (!trail.set(negation(literal_[heavy]), reason))
      return false;
  for (; light < group.last && weight_[light] < below; ++light)
    if (!trail.set(negation(literal_[light]), reason))
      return false;
  while (light < heavy && trail.fails(literal_[light]))
    ++light;
  while (heavy > light && trail.fails(literal_[heavy]))
    --heavy;
  const bool empty = light > heavy || (light == heavy && trail.fails(literal_[light]));
  if (!empty && (light != group.light || heavy != group.heavy))
    go(g, light, heavy);
  return true;
}

// Bounds the group by what held, or failed, when the trail was `time` long, and appends that.
std::int64_t WeightedItems::bound_of(const Places &group, bool upper, std::int32_t time,
                                     const Trail &trail, std::vector<Literal> &why) const {
  for (std::int32_t entry = group.first; entry < group.last; ++entry)
    if (trail.held(literal_[entry], time)) {
      why.push_back(literal_[entry]);
      return weight_[entry];
    }
  const std::int32_t step = upper ? -1 : 1;
  std::int32_t bound = upper ? group.last - 1 : group.first;
  const std::int32_t first = bound, end = upper ? group.first : group.last - 1;
  while (bound != end && trail.failed(literal_[bound], time))
    bound += step;
  for (std::int32_t entry = first; weight_[entry] != weight_[bound]; entry += step)
    why.push_back(negation(literal_[entry]));
  return weight_[bound];
}

void WeightedItems::explain(Reason reason, Literal literal, std::int32_t time, const Trail &trail,
                            std::vector<Literal> &why) const {
  const Item &item = items_[reason.index];
  std::int32_t own = -1;
  std::int64_t weight = 0;
  if (literal != no_literal)
    for (const std::int32_t entry : entries_[negation(literal)])
      if (groups_[group_[entry]].item == reason.index)
        own = group_[entry], weight = weight_[entry];
  if (reason.kind == Reason::Kind::pair) { // by all that was known of the other groups
    for (std::int32_t g = item.first; g < item.last; ++g)
      for (std::int32_t entry = groups_[g].first; g != own && entry < groups_[g].last; ++entry)
        for (const Literal known : {literal_[entry], negation(literal_[entry])})
          if (trail.held(known, time))
            why.push_back(known);
    return;
  }
  const std::size_t before = why.size();
  for (const bool upper : {false, true}) {
    std::int64_t sum = weight;
    for (std::int32_t g = item.first; g < item.last; ++g)
      if (g != own)
        sum += bound_of(groups_[g], upper, time, trail, why);
    if (upper ? sum < item.low : sum > item.high)
      return;
    why.resize(before);
  }
}

void WeightedItems::shrink(std::int32_t mark) {
  for (; static_cast<std::int32_t>(moves_.size()) > mark; moves_.pop_back()) {
    const auto [g, light, heavy] = moves_.back();
    Places &group = groups_[g];
    Item &item = items_[group.item];
    item.least += weight_[light] - weight_[group.light];
    item.most += weight_[heavy] - weight_[group.heavy];
    group.light = light;
    group.heavy = heavy;
  }
}

void WeightedItems::lower(std::int32_t number, std::int64_t high) {
  Item &item = items_[number];
  std::int64_t bottom = 0;
  for (std::int32_t g = item.first; g < item.last; ++g)
    bottom += weight_[groups_[g].first];
  item.high = std::min(item.high, std::max(high, bottom - 1));
  note(number);
}

WeightedItems::Branch WeightedItems::branch(std::int32_t number, std::int32_t options,
                                            const Trail &trail) const {
  const Item &item = items_[number];
  Branch branch;
  std::int64_t widest = 0;
  for (std::int32_t g = item.first; g < item.last; ++g) {
    const Places &group = groups_[g];
    if (width(group) <= widest)
      break;
    const std::int64_t span = weight_[group.heavy] - weight_[group.light];
    if (span <= widest || group.last - group.first > 2)
      continue; // what must be covered is branched on itself
    if (variable_of(literal_[group.heavy]) < options)
      branch.literal = literal_[group.heavy];
    else if (variable_of(literal_[group.light]) < options)
      branch.literal = literal_[group.light];
    else
      continue;
    widest = span;
  }
  if (widest == 0 || !trail.is_open(branch.literal))
    return {};
  // As many of the widest may go wrong before the item cannot be met.
  const std::int64_t slack = std::min(item.high - item.least, item.most - item.low);
  branch.ways = static_cast<std::int32_t>(std::min<std::int64_t>(slack / widest + 2, 1 << 20));
  return branch;
}

Literal WeightedItems::lightest(std::int32_t number, std::int32_t options,
                                const Trail &trail) const {
  const Item &item = items_[number];
  Literal best = no_literal;
  std::int64_t widest = 0;
  for (std::int32_t g = item.first; g < item.last && width(groups_[g]) > widest; ++g) {
    const Places &group = groups_[g];
    const std::int64_t span = weight_[group.heavy] - weight_[group.light];
    const Literal literal = literal_[group.light];
    if (span > widest && trail.is_open(literal) && variable_of(literal) < options) {
      widest = span;
      best = literal;
    }
  }
  return best;
}

} // namespace minuet::propagation
