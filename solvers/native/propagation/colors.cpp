#include "propagation/colors.hpp"

namespace minuet::propagation {

std::int32_t Colors::add(std::span<const Use> uses) {
  const auto item = static_cast<std::int32_t>(tint_.size());
  tint_.push_back(open);
  for (const Use &use : uses) {
    uses_.add(item, use);
    places_.add(use.variable, {item, use.color});
  }
  return item;
}

void Colors::lay_out(std::int32_t variables) {
  uses_.lay_out(static_cast<std::int32_t>(tint_.size()));
  places_.lay_out(variables);
}

bool Colors::enforce(Literal literal, Trail &trail) {
  if (!says_chosen(literal))
    return true;
  const Variable variable = variable_of(literal);
  for (const auto &[item, color] : places_[variable]) {
    if (tint_[item] == color && color != 0)
      continue;
    if (tint_[item] == open) {
      tint_[item] = color;
      fixed_.push_back(item);
    }
    for (const Use &use : uses_[item])
      if (use.variable != variable && (use.color != color || color == 0) &&
          !trail.set(left_out(use.variable), {Reason::Kind::color, item}))
        return false;
  }
  return true;
}

void Colors::explain(Reason reason, Literal literal, std::int32_t time, const Trail &trail,
                     std::vector<Literal> &why) const {
  const Variable variable = variable_of(literal);
  std::int32_t color = 0;
  for (const auto &[item, its] : places_[variable])
    if (item == reason.index)
      color = its;
  for (const Use &use : uses_[reason.index])
    if (use.variable != variable && (use.color != color || color == 0) &&
        trail.held(chosen(use.variable), time)) {
      why.push_back(chosen(use.variable));
      return;
    }
}

void Colors::shrink(std::int32_t mark) {
  for (; static_cast<std::int32_t>(fixed_.size()) > mark; fixed_.pop_back())
    tint_[fixed_.back()] = open;
}

} // namespace minuet::propagation
