#include "propagation/propagators/distinct_sums.hpp"

#include <algorithm>

namespace minuet::propagation {

namespace {
constexpr Groups bit(std::int32_t group) { return group < most_groups ? Groups{1} << group : 0; }
constexpr std::int32_t most_classes = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t least_open = 3; // groups, for fewer of which plain bounds suffice
// The index of a Reason: the item and which of its bounds.
constexpr std::int32_t index_of(std::int32_t item, bool upper) { return 2 * item + upper; }
} // namespace

void DistinctSums::add(std::int64_t low, std::int64_t high, const std::vector<Part> &parts) {
  const auto number = static_cast<std::int32_t>(items_.size());
  const auto first = static_cast<std::int32_t>(parts_.size());
  std::int32_t groups = 0;
  for (const Part &part : parts) {
    groups += part.classes.groups;
    const auto at = static_cast<std::int32_t>(parts_.size());
    for (std::int32_t k = 0; k < std::ssize(part.terms); ++k)
      places_.add(part.terms[k].literal, {at, k});
    std::vector<std::int32_t> &starts = starts_.emplace_back();
    for (std::int32_t k = 0; k < std::ssize(part.terms); ++k)
      if (part.terms[k].of_class == std::ssize(starts))
        starts.push_back(k);
    starts.push_back(static_cast<std::int32_t>(part.terms.size()));
    parts_.push_back(part);
    item_.push_back(number);
  }
  items_.push_back({low, high, first, static_cast<std::int32_t>(parts_.size()), groups, true});
  queue_.push_back(number);
}

void DistinctSums::lay_out(std::int32_t variables) {
  places_.lay_out(2 * variables);
  assigned_.resize(parts_.size());
}

void DistinctSums::update(Literal literal) {
  for (const Place &place : places_[literal])
    --items_[item_[place.part]].open;
  for (const auto &[part, k] : places_[negation(literal)]) {
    const Term &term = parts_[part].terms[k];
    parts_[part].classes.takers[term.of_class] &= ~bit(term.group);
    Item &item = items_[item_[part]];
    if (!item.queued) {
      item.queued = true;
      queue_.push_back(item_[part]);
    }
  }
}

void DistinctSums::undo(Literal literal) {
  for (const Place &place : places_[literal])
    ++items_[item_[place.part]].open;
  for (const auto &[part, k] : places_[negation(literal)]) {
    const Term &term = parts_[part].terms[k];
    parts_[part].classes.takers[term.of_class] |= bit(term.group);
  }
}

void DistinctSums::clear_queue() {
  for (const std::int32_t item : queue_)
    items_[item].queued = false;
  queue_.clear();
}

bool DistinctSums::filter(Trail &trail) {
  while (!queue_.empty()) {
    const std::int32_t item = queue_.back();
    queue_.pop_back();
    items_[item].queued = false;
    if (items_[item].open < least_open)
      continue;
    if (!filter_bound(item, false, trail) || !filter_bound(item, true, trail))
      return false;
  }
  return true;
}

bool DistinctSums::filter_bound(std::int32_t number, bool upper, Trail &trail) {
  const Item &item = items_[number];
  const Reason reason{Reason::Kind::distinct, index_of(number, upper)};
  std::int64_t slack = upper ? -item.low : item.high;
  for (std::int32_t part = item.first; part < item.last; ++part) {
    if (!assigned_[part].assign(parts_[part].classes, upper))
      return trail.conflict(reason);
    slack -= assigned_[part].total();
  }
  if (slack < 0)
    return trail.conflict(reason);
  for (std::int32_t part = item.first; part < item.last; ++part)
    if (!filter_part(part, slack, reason, trail))
      return false;
  return true;
}

// Returns early if even the heaviest class in place of the lightest is within the slack.
bool DistinctSums::filter_part(std::int32_t part, std::int64_t slack, Reason reason, Trail &trail) {
  const Classes &classes = parts_[part].classes;
  const auto size = static_cast<std::int32_t>(classes.weights.size());
  std::int32_t light = 0, heavy = size - 1;
  while (light < heavy && classes.takers[light] == 0)
    ++light;
  while (heavy > light && classes.takers[heavy] == 0)
    --heavy;
  if (classes.weights[heavy] - classes.weights[light] <= slack)
    return true;
  Assignment &assigned = assigned_[part];
  assigned.compare(classes);
  const bool upper = reason.index % 2 != 0;
  for (std::int32_t k = 0; k < size; ++k) {
    const std::int32_t number = upper ? k : size - 1 - k;
    const std::int64_t weight = upper ? -classes.weights[number] : classes.weights[number];
    if (weight - assigned.least_gain() <= slack)
      break; // the other classes are lighter still
    if (!assigned.is_given(number) && !filter_class(part, number, slack, reason, trail))
      return false;
  }
  for (std::int32_t group = 0; group < classes.groups; ++group) {
    const std::int64_t loss = assigned.loss(group);
    const bool is_heavy = loss == Assignment::never || loss - assigned.least_gain() > slack;
    if (is_heavy && !filter_class(part, assigned.given()[group], slack, reason, trail))
      return false;
  }
  return true;
}

bool DistinctSums::filter_class(std::int32_t part, std::int32_t number, std::int64_t slack,
                                Reason reason, Trail &trail) {
  const auto &[classes, terms] = parts_[part];
  for (std::int32_t k = starts_[part][number]; k < starts_[part][number + 1]; ++k) {
    const Term &term = terms[k];
    if ((classes.takers[number] & bit(term.group)) != 0 && trail.is_open(term.literal) &&
        assigned_[part].given()[term.group] != number &&
        assigned_[part].extra(term.group, number) > slack &&
        !trail.set(negation(term.literal), reason))
      return false;
  }
  return true;
}

// Sets `past_` to the classes of the part when the trail was `time` long, as if the literal had
// failed. Returns the group whose literal its negation is, or `most_groups`.
std::int32_t DistinctSums::restore(std::int32_t part, std::int32_t time, const Trail &trail,
                                   Literal literal) {
  const auto &[classes, terms] = parts_[part];
  past_.groups = classes.groups;
  past_.weights = classes.weights;
  past_.takers.assign(past_.weights.size(), 0);
  const Term *own = nullptr;
  for (const Term &term : terms) {
    if (literal != no_literal && term.literal == negation(literal))
      own = &term;
    if (!trail.failed(term.literal, time))
      past_.takers[term.of_class] |= bit(term.group);
  }
  if (own == nullptr)
    return most_groups;
  for (Groups &takers : past_.takers)
    takers &= ~bit(own->group);
  past_.takers[own->of_class] |= bit(own->group);
  return own->group;
}

// A lightest assignment stays one whatever the groups could take beyond its last class, so those
// literals are left out of the explanation, as are those of the literal's own group.
void DistinctSums::explain(Reason reason, Literal literal, std::int32_t time, const Trail &trail,
                           std::vector<Literal> &why) {
  const Item &item = items_[reason.index / 2];
  const bool upper = reason.index % 2 != 0;
  const std::size_t before = why.size();
  for (std::int32_t part = item.first; part < item.last; ++part) {
    const std::int32_t own = restore(part, time, trail, literal);
    if (!past_assigned_.assign(past_, upper)) {
      why.resize(before);
      return blame(part, past_assigned_.crowded() & ~bit(own), 0, most_classes, time, trail, why);
    }
    std::int32_t first = most_classes, last = 0;
    for (std::int32_t group = 0; group < past_.groups; ++group)
      if (group != own) {
        first = std::min(first, past_assigned_.given()[group]);
        last = std::max(last, past_assigned_.given()[group]);
      }
    blame(part, ~bit(own), upper ? first + 1 : 0, upper ? most_classes : last, time, trail, why);
  }
}

// Appends why these groups cannot take the classes from `first` up to `last`, exclusive.
void DistinctSums::blame(std::int32_t part, Groups groups, std::int32_t first, std::int32_t last,
                         std::int32_t time, const Trail &trail, std::vector<Literal> &why) const {
  const std::vector<Term> &terms = parts_[part].terms;
  for (const Term &term : terms)
    if ((groups & bit(term.group)) != 0 && trail.held(term.literal, time)) {
      why.push_back(term.literal);
      groups &= ~bit(term.group);
    }
  for (const Term &term : terms)
    if ((groups & bit(term.group)) != 0 && term.of_class >= first && term.of_class < last &&
        trail.failed(term.literal, time))
      why.push_back(negation(term.literal));
}

// ---- The lightest assignment ---------------------------------------------------------------

bool Assignment::assign(const Classes &classes, bool heaviest) {
  heaviest_ = heaviest;
  groups_ = classes.groups;
  const auto size = static_cast<std::int32_t>(classes.weights.size());
  owner_.assign(size, -1);
  const Groups all = groups_ == most_groups ? ~Groups{0} : (Groups{1} << groups_) - 1;
  placed_ = closed_ = 0;
  total_ = 0;
  for (std::int32_t k = 0; k < size && placed_ != all; ++k) {
    const std::int32_t number = heaviest ? size - 1 - k : k;
    if (place(classes, number))
      total_ += weight(classes, number);
  }
  if (placed_ == all)
    return true;
  // The groups that are reached from one without a class have too few classes together.
  crowded_ = Groups{1} << std::countr_one(placed_);
  for (bool grows = true; grows;) {
    grows = false;
    for (std::int32_t number = 0; number < size; ++number)
      if ((classes.takers[number] & crowded_) != 0 && owner_[number] >= 0 &&
          (crowded_ >> owner_[number] & 1) == 0) {
        crowded_ |= Groups{1} << owner_[number];
        grows = true;
      }
  }
  return false;
}

// Places the class by an augmenting path, on which each group leaves its own class to the next. If
// there is none, the groups that were reached can take no further class: they are closed.
bool Assignment::place(const Classes &classes, std::int32_t number) {
  Groups left = ~closed_, front = classes.takers[number] & left;
  if (front == 0)
    return false;
  Groups seen = front;
  for (Groups at = front; at != 0; at &= at - 1)
    from_[std::countr_zero(at)] = number;
  while ((front & ~placed_) == 0 && front != 0) {
    const std::int32_t group = std::countr_zero(front);
    front &= front - 1;
    const std::int32_t own = given_[group];
    const Groups next = classes.takers[own] & left & ~seen;
    for (Groups at = next; at != 0; at &= at - 1)
      from_[std::countr_zero(at)] = own;
    seen |= next;
    front |= next;
  }
  if (front == 0) {
    closed_ |= seen;
    return false;
  }
  std::int32_t group = std::countr_zero(front & ~placed_);
  placed_ |= Groups{1} << group;
  for (;;) {
    const std::int32_t own = from_[group], before = owner_[own];
    given_[group] = own;
    owner_[own] = group;
    if (own == number)
      return true;
    group = before;
  }
}

void Assignment::compare(const Classes &classes) {
  const auto size = static_cast<std::int32_t>(classes.weights.size());
  weight_.resize(size);
  for (std::int32_t number = 0; number < size; ++number)
    weight_[number] = weight(classes, number);
  for (std::int32_t group = 0; group < groups_; ++group)
    reached_[group] = classes.takers[given_[group]] | Groups{1} << group;
  for (std::int32_t via = 0; via < groups_; ++via)
    for (std::int32_t group = 0; group < groups_; ++group)
      if (reached_[group] >> via & 1)
        reached_[group] |= reached_[via];
  for (std::int32_t group = 0; group < groups_; ++group) {
    gain_[group] = weight_[given_[group]];
    loss_[group] = never;
    for (Groups at = reached_[group]; at != 0; at &= at - 1)
      gain_[group] = std::max(gain_[group], weight_[given_[std::countr_zero(at)]]);
  }
  least_gain_ = *std::min_element(gain_.begin(), gain_.begin() + groups_);
  Groups lost = 0;
  for (std::int32_t k = 0; k < size; ++k) {
    const std::int32_t number = heaviest_ ? size - 1 - k : k;
    if (owner_[number] >= 0)
      continue;
    Groups next = 0;
    for (Groups at = classes.takers[number]; at != 0; at &= at - 1)
      next |= reached_[std::countr_zero(at)];
    for (Groups at = next & ~lost; at != 0; at &= at - 1)
      loss_[std::countr_zero(at)] = weight_[number];
    lost |= next;
  }
}

std::int64_t Assignment::extra(std::int32_t group, std::int32_t number) const {
  const std::int32_t owner = owner_[number];
  if (owner < 0)
    return weight_[number] - gain_[group];
  if (reached_[group] >> owner & 1)
    return 0;
  return loss_[owner] == never ? never : loss_[owner] - gain_[group];
}

} // namespace minuet::propagation
