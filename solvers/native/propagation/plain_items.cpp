#include "propagation/plain_items.hpp"

#include <algorithm>

namespace minuet::propagation {

std::int32_t PlainItems::add(std::int64_t low, std::int64_t high,
                             std::span<const Variable> variables) {
  const std::int32_t item = size();
  const std::int64_t all = std::ssize(variables);
  low_.push_back(std::clamp<std::int64_t>(low, 0, all + 1));
  high_.push_back(std::clamp<std::int64_t>(high, -1, all));
  for (const Variable variable : variables) {
    variables_.add(item, variable);
    items_.add(variable, item);
  }
  room_.push_back(static_cast<std::int32_t>(high_.back()));
  spare_.push_back(static_cast<std::int32_t>(all - low_.back()) + (low_.back() > 0 ? 0 : settled));
  met_.push_back(static_cast<std::int32_t>(high_.back() - low_.back()));
  return item;
}

void PlainItems::lay_out(std::int32_t variables) {
  variables_.lay_out(size());
  items_.lay_out(variables);
  spare_.resize((spare_.size() + 8) / 8 * 8, settled + settled / 2);
}

bool PlainItems::begin(Trail &trail) const {
  for (std::int32_t item = 0; item < size(); ++item) {
    if (room_[item] < 0 || spare_[item] < 0)
      return trail.conflict({room_[item] < 0 ? Reason::Kind::full : Reason::Kind::needed, item});
    if (room_[item] == 0 && !close(item, trail))
      return false;
    if (spare_[item] == 0 && !fill(item, trail))
      return false;
  }
  return true;
}

void PlainItems::count(Literal literal) {
  if (says_chosen(literal)) {
    for (const std::int32_t item : items_[variable_of(literal)])
      if (--room_[item] == met_[item])
        spare_[item] += settled;
  } else {
    for (const std::int32_t item : items_[variable_of(literal)])
      --spare_[item];
  }
}

void PlainItems::take_back(Literal literal) {
  if (says_chosen(literal)) {
    for (const std::int32_t item : items_[variable_of(literal)])
      if (room_[item]++ == met_[item])
        spare_[item] -= settled;
  } else {
    for (const std::int32_t item : items_[variable_of(literal)])
      ++spare_[item];
  }
}

bool PlainItems::enforce(Literal literal, Trail &trail) const {
  if (says_chosen(literal)) {
    for (const std::int32_t item : items_[variable_of(literal)]) {
      if (room_[item] < 0)
        return trail.conflict({Reason::Kind::full, item});
      if (room_[item] == 0 && !close(item, trail))
        return false;
    }
  } else {
    for (const std::int32_t item : items_[variable_of(literal)]) {
      if (spare_[item] < 0)
        return trail.conflict({Reason::Kind::needed, item});
      if (spare_[item] == 0 && !fill(item, trail))
        return false;
    }
  }
  return true;
}

// An item that is full is reported by `enforce` when the one too many is counted.
bool PlainItems::close(std::int32_t item, Trail &trail) const {
  for (const Variable variable : variables_[item])
    if (trail.is_open(chosen(variable)) &&
        !trail.set(left_out(variable), {Reason::Kind::full, item}))
      return false;
  return true;
}

bool PlainItems::fill(std::int32_t item, Trail &trail) const {
  for (const Variable variable : variables_[item])
    if (trail.is_open(chosen(variable)) &&
        !trail.set(chosen(variable), {Reason::Kind::needed, item}))
      return false;
  return true;
}

void PlainItems::explain(Reason reason, std::int32_t time, const Trail &trail,
                         std::vector<Literal> &why) const {
  const bool full = reason.kind == Reason::Kind::full;
  for (const Variable variable : variables_[reason.index]) {
    const Literal literal = full ? chosen(variable) : left_out(variable);
    if (trail.held(literal, time))
      why.push_back(literal);
  }
}

} // namespace minuet::propagation
