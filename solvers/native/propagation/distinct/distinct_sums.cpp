#include "propagation/distinct/distinct_sums.hpp"

#include <algorithm>

namespace minuet::propagation {

namespace {
constexpr Groups bit(std::int32_t group) { return group < most_groups ? Groups{1} << group : 0; }
constexpr std::int32_t most_classes = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t few_open = 3; // open groups, for fewer of which plain bounds do
// Reasons tell the item and which of its bounds.
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
  noted_.push_back(number);
}

void DistinctSums::lay_out(std::int32_t variables) {
  places_.lay_out(2 * variables);
  assigned_.resize(parts_.size());
}

void DistinctSums::count(Literal literal) {
  for (const Place &place : places_[literal])
    --items_[item_[place.part]].open;
  for (const auto &[part, k] : places_[negation(literal)]) {
    const Term &term = parts_[part].terms[k];
    parts_[part].classes.takers[term.of_class] &= ~bit(term.group);
    Item &item = items_[item_[part]];
    if (!item.noted) {
      item.noted = true;
      noted_.push_back(item_[part]);
    }
  }
}

void DistinctSums::take_back(Literal literal) {
  for (const Place &place : places_[literal])
    ++items_[item_[place.part]].open;
  for (const auto &[part, k] : places_[negation(literal)]) {
    const Term &term = parts_[part].terms[k];
    parts_[part].classes.takers[term.of_class] |= bit(term.group);
  }
}

void DistinctSums::forget_noted() {
  for (const std::int32_t item : noted_)
    items_[item].noted = false;
  noted_.clear();
}

bool DistinctSums::filter(Trail &trail) {
  while (!noted_.empty()) {
    const std::int32_t item = noted_.back();
    noted_.pop_back();
    items_[item].noted = false;
    if (items_[item].open < few_open)
      continue;
    if (!filter(item, false, trail) || !filter(item, true, trail))
      return false;
  }
  return true;
}

bool DistinctSums::filter(std::int32_t number, bool upper, Trail &trail) {
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
    if (!prune(part, slack, reason, trail))
      return false;
  return true;
}

// Nothing weighs more, for a group, than the heaviest class for the lightest.
bool DistinctSums::prune(std::int32_t part, std::int64_t slack, Reason reason, Trail &trail) {
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
    const std::int32_t one = upper ? k : size - 1 - k;
    const std::int64_t weight = upper ? -classes.weights[one] : classes.weights[one];
    if (weight - assigned.least_gain() <= slack)
      break; // and so are the others
    if (!assigned.is_given(one) && !prune_class(part, one, slack, reason, trail))
      return false;
  }
  for (std::int32_t group = 0; group < classes.groups; ++group) {
    const std::int64_t loss = assigned.loss(group);
    const bool is_heavy = loss == Assignment::never || loss - assigned.least_gain() > slack;
    if (is_heavy && !prune_class(part, assigned.given()[group], slack, reason, trail))
      return false;
  }
  return true;
}

bool DistinctSums::prune_class(std::int32_t part, std::int32_t one, std::int64_t slack,
                               Reason reason, Trail &trail) {
  const Part &its = parts_[part];
  for (std::int32_t k = starts_[part][one]; k < starts_[part][one + 1]; ++k) {
    const Term &term = its.terms[k];
    if ((its.classes.takers[one] & bit(term.group)) != 0 && trail.is_open(term.literal) &&
        assigned_[part].given()[term.group] != one &&
        assigned_[part].extra(term.group, one) > slack &&
        !trail.set(negation(term.literal), reason))
      return false;
  }
  return true;
}

// What was left of the part when the trail was `time` long, had the literal failed; returns the
// group that would be its negation's, or `most_groups`.
std::int32_t DistinctSums::leave(std::int32_t part, std::int32_t time, const Trail &trail,
                                 Literal literal) {
  const Part &its = parts_[part];
  left_.groups = its.classes.groups;
  left_.weights = its.classes.weights;
  left_.takers.assign(left_.weights.size(), 0);
  const Term *own = nullptr;
  for (const Term &term : its.terms) {
    if (literal != no_literal && term.literal == negation(literal))
      own = &term;
    if (!trail.failed(term.literal, time))
      left_.takers[term.of_class] |= bit(term.group);
  }
  if (own == nullptr)
    return most_groups;
  for (Groups &takers : left_.takers)
    takers &= ~bit(own->group);
  left_.takers[own->of_class] |= bit(own->group);
  return own->group;
}

// A lightest assignment stays one whatever the groups could take beyond its last class, so that
// is not told; nor is what the literal's own group could take.
void DistinctSums::explain(Reason reason, Literal literal, std::int32_t time, const Trail &trail,
                           std::vector<Literal> &why) {
  const Item &item = items_[reason.index / 2];
  const bool upper = reason.index % 2 != 0;
  const std::size_t before = why.size();
  for (std::int32_t part = item.first; part < item.last; ++part) {
    const std::int32_t own = leave(part, time, trail, literal);
    if (!told_.assign(left_, upper)) {
      why.resize(before);
      return blame(part, told_.crowded() & ~bit(own), 0, most_classes, time, trail, why);
    }
    std::int32_t first = most_classes, last = 0;
    for (std::int32_t group = 0; group < left_.groups; ++group)
      if (group != own) {
        first = std::min(first, told_.given()[group]);
        last = std::max(last, told_.given()[group]);
      }
    blame(part, ~bit(own), upper ? first + 1 : 0, upper ? most_classes : last, time, trail, why);
  }
}

// Appends why these groups cannot take the classes from `first` to before `last`.
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

} // namespace minuet::propagation
