#include "propagation/distinct/assignment.hpp"

#include <algorithm>

namespace minuet::propagation {

bool Assignment::assign(const Classes &classes, bool heaviest) {
  heaviest_ = heaviest;
  groups_ = classes.groups;
  const auto size = static_cast<std::int32_t>(classes.weights.size());
  owner_.assign(size, -1);
  const Groups all = groups_ == most_groups ? ~Groups{0} : (Groups{1} << groups_) - 1;
  placed_ = closed_ = 0;
  total_ = 0;
  for (std::int32_t k = 0; k < size && placed_ != all; ++k) {
    const std::int32_t one = heaviest ? size - 1 - k : k;
    if (place(classes, one))
      total_ += weight(classes, one);
  }
  if (placed_ == all)
    return true;
  // The groups that were reached on the way to one without a class have too few for all of them.
  crowded_ = Groups{1} << std::countr_one(placed_);
  for (bool grows = true; grows;) {
    grows = false;
    for (std::int32_t one = 0; one < size; ++one)
      if ((classes.takers[one] & crowded_) != 0 && owner_[one] >= 0 &&
          (crowded_ >> owner_[one] & 1) == 0) {
        crowded_ |= Groups{1} << owner_[one];
        grows = true;
      }
  }
  return false;
}

// Gives the class to a group along a path on which each group leaves its own to the next. Where
// there is none, the groups that were reached have but the classes that they have.
bool Assignment::place(const Classes &classes, std::int32_t one) {
  Groups left = ~closed_, front = classes.takers[one] & left;
  if (front == 0)
    return false;
  Groups seen = front;
  for (Groups at = front; at != 0; at &= at - 1)
    from_[std::countr_zero(at)] = one;
  while ((front & ~placed_) == 0 && front != 0) {
    const std::int32_t group = std::countr_zero(front);
    front &= front - 1;
    const std::int32_t its = given_[group];
    const Groups next = classes.takers[its] & left & ~seen;
    for (Groups at = next; at != 0; at &= at - 1)
      from_[std::countr_zero(at)] = its;
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
    const std::int32_t its = from_[group], before = owner_[its];
    given_[group] = its;
    owner_[its] = group;
    if (its == one)
      return true;
    group = before;
  }
}

void Assignment::compare(const Classes &classes) {
  const auto size = static_cast<std::int32_t>(classes.weights.size());
  weight_.resize(size);
  for (std::int32_t one = 0; one < size; ++one)
    weight_[one] = weight(classes, one);
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
    const std::int32_t one = heaviest_ ? size - 1 - k : k;
    if (owner_[one] >= 0)
      continue;
    Groups next = 0;
    for (Groups at = classes.takers[one]; at != 0; at &= at - 1)
      next |= reached_[std::countr_zero(at)];
    for (Groups at = next & ~lost; at != 0; at &= at - 1)
      loss_[std::countr_zero(at)] = weight_[one];
    lost |= next;
  }
}

std::int64_t Assignment::extra(std::int32_t group, std::int32_t one) const {
  const std::int32_t owner = owner_[one];
  if (owner < 0)
    return weight_[one] - gain_[group];
  if (reached_[group] >> owner & 1)
    return 0;
  return loss_[owner] == never ? never : loss_[owner] - gain_[group];
}

} // namespace minuet::propagation
