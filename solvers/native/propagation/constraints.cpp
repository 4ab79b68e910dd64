#include "propagation/constraints.hpp"

#include <algorithm>

namespace minuet::propagation {

void Constraints::lay_out(std::int32_t variables) {
  trail.resize(variables);
  items.lay_out(variables);
  colors.lay_out(variables);
  sums.lay_out(variables);
  distinct.lay_out(variables);
  clauses.resize(variables);
  for (std::int32_t r = 0; r < static_cast<std::int32_t>(rules.size()); ++r) {
    const std::vector<Variable> &its = rules[r]->variables();
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(its.size()); ++k)
      elements_.add(its[k], {r, k});
  }
  elements_.lay_out(variables);
  changed_.assign(rules.size(), 1);
  any_changed_ = !rules.empty();
}

bool Constraints::begin() {
  const auto set = [this](Literal literal) { return trail.set(literal, {}); };
  return !impossible && std::all_of(fixed.begin(), fixed.end(), set) && items.begin(trail) &&
         propagate();
}

bool Constraints::propagate() {
  for (;;) {
    while (head_ < trail.size())
      if (!draw(trail[head_]))
        return fail();
    if (!sums.filter(trail))
      return fail();
    if (head_ < trail.size())
      continue;
    if (!distinct.filter(trail))
      return fail();
    if (head_ < trail.size())
      continue;
    if (!ask_rules())
      return fail();
    if (head_ == trail.size() && !any_changed_)
      return true;
  }
}

// Counts a literal, all of it, and then draws what follows.
bool Constraints::draw(Literal literal) {
  ++head_;
  ++updates_;
  items.count(literal);
  if (distinct.size() > 0)
    distinct.count(literal);
  for (const auto &[rule, element] : elements_[variable_of(literal)]) {
    rules[rule]->note(element, says_chosen(literal));
    changed_[rule] = 1;
    any_changed_ = true;
  }
  sums.move(literal, trail);
  return items.enforce(literal, trail) && colors.enforce(literal, trail) &&
         clauses.enforce(literal, trail);
}

// One rule at a time: what it forces is drawn before the next one looks.
bool Constraints::ask_rules() {
  for (std::size_t r = 0; any_changed_ && r < rules.size(); ++r) {
    if (!changed_[r])
      continue;
    changed_[r] = 0;
    if (!rules[r]->propagate(trail))
      return false;
    if (head_ < trail.size())
      return true;
  }
  any_changed_ = false;
  return true;
}

// What was noted belongs to levels that will be taken back.
bool Constraints::fail() {
  sums.forget_noted();
  distinct.forget_noted();
  std::fill(changed_.begin(), changed_.end(), 0);
  any_changed_ = false;
  return false;
}

void Constraints::open_level() {
  marks_.push_back({colors.mark(), sums.mark()});
  trail.open_level();
}

void Constraints::shrink(std::int32_t level) {
  const std::int32_t end = trail.start(level + 1);
  for (; head_ > end;) {
    const Literal literal = trail[--head_];
    items.take_back(literal);
    if (distinct.size() > 0)
      distinct.take_back(literal);
    const auto its = elements_[variable_of(literal)];
    for (auto at = its.rbegin(); at != its.rend(); ++at)
      rules[at->rule]->take_back(at->element, says_chosen(literal));
  }
  colors.shrink(marks_[level].colors);
  sums.shrink(marks_[level].sums);
  marks_.resize(level);
  trail.shrink(level);
}

Variable Constraints::option_of(Variable variable) const {
  if (variable < options)
    return variable;
  const auto at = any_of.find(variable);
  if (at != any_of.end())
    for (const Variable option : at->second)
      if (trail.is_open(chosen(option)))
        return option;
  return -1;
}

void Constraints::explain(Reason reason, Literal literal, std::int32_t time,
                          std::vector<Literal> &why) {
  switch (reason.kind) {
  case Reason::Kind::full:
  case Reason::Kind::needed:
    return items.explain(reason, time, trail, why);
  case Reason::Kind::color:
    return colors.explain(reason, literal, time, trail, why);
  case Reason::Kind::sum:
  case Reason::Kind::pair:
    return sums.explain(reason, literal, time, trail, why);
  case Reason::Kind::distinct:
    return distinct.explain(reason, literal, time, trail, why);
  case Reason::Kind::clause:
    return clauses.explain(reason, literal, why);
  case Reason::Kind::rule:
    return rules[reason.index]->explain(literal, time, trail, why);
  case Reason::Kind::none:
    return;
  }
}

} // namespace minuet::propagation
