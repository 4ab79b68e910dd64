// Laying out items with colors: what has one color by a choice that must be made anyway has it by
// every other (the supports of arc consistency; Mackworth, 1977).
//
// Where all options of an item that is covered exactly once color some secondary item, a color is
// lost with the last of them that gives it, and so are all other options that give it. A variable
// of the engine's own stands for each color, so that two items which color one tell each other no
// more than that, and what is learned from conflicts can be about it.
#include "propagation/build/build.hpp"

namespace minuet::propagation {

void Build::add_colored(const std::vector<Colors::Use> &uses) {
  std::map<std::int32_t, std::vector<Variable>> by_color;
  std::map<std::int32_t, std::int64_t> colored; // item that is covered once -> its uses
  bool is_whole = true;                         // all uses have colors
  for (const auto &[variable, color] : uses) {
    is_whole = is_whole && color != 0;
    if (color == 0)
      continue;
    by_color[color].push_back(variable);
    for (const std::int32_t once : onces_of_[variable])
      colored[once] += onces_[once].needed;
  }
  std::erase_if(colored, [this](const auto &one) {
    return one.second < std::ssize(onces_[one.first].variables);
  });
  poll_(std::ssize(uses) + std::ssize(colored));
  if (colored.empty() || !is_whole)
    constraints_->colors.add(uses);
  if (colored.empty())
    return;
  std::vector<Variable> colors;
  std::vector<Literal> all, its;
  for (const auto &[color, variables] : by_color) {
    const Variable any = any_of(variables);
    colors.push_back(any);
    all.push_back(chosen(any));
    for (const auto &[once, count] : colored) {
      its.assign(1, left_out(any));
      for (const Variable variable : variables)
        if (std::ranges::find(onces_of_[variable], once) != onces_of_[variable].end())
          its.push_back(chosen(variable));
      if (its.size() <= variables.size())
        clauses_.push_back(its);
    }
  }
  constraints_->items.add(0, 1, colors);
  clauses_.push_back(std::move(all));
}

} // namespace minuet::propagation
