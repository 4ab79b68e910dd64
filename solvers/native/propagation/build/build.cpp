#include "propagation/build/build.hpp"

#include "shared/bounds.hpp"

#include <algorithm>
#include <queue>

namespace minuet::propagation {

namespace {
constexpr std::int64_t most_options = 1 << 28;
constexpr std::int64_t most_entries = 1 << 29;

std::int64_t floor_of(std::int64_t a, std::int64_t b) { // b > 0
  return a / b - (a % b < 0);
}
std::int64_t ceiling_of(std::int64_t a, std::int64_t b) { return a / b + (a % b > 0); }
} // namespace

Build::Build(Problem &problem, Poll &poll)
    : problem_(problem), poll_(poll), constraints_(std::make_unique<Constraints>()) {
  require_at_most(problem.options(), most_options, "options");
  require_at_most(problem.entries(), most_entries, "entries");
  problem.prepare(poll);
  variables_ = problem.options();
  constraints_->options = variables_;
  onces_of_.resize(variables_);
  add_items();
  if (!problem.possible())
    constraints_->impossible = true;
  for (const std::int32_t option : problem.given())
    constraints_->fixed.push_back(chosen(option));
  for (std::int32_t option = 0; option < problem.options(); ++option)
    if (!problem.allowed(option))
      constraints_->fixed.push_back(left_out(option));
}

Variable Build::new_variable() {
  require_at_most(variables_ + std::int64_t{1}, 2 * most_options, "variables");
  onces_of_.emplace_back();
  return variables_++;
}

// Items with colors and weighted ones come last: by then it is known what is chosen at most once.
void Build::add_items() {
  const Matrix &matrix = problem_.matrix();
  Lists<std::int32_t> entries;
  std::vector<Variable> owner(matrix.members.size());
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    poll_(matrix.size(o) + 1);
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      owner[e] = o;
      if (problem_.allowed(o))
        entries.add(matrix.members[e], e);
    }
  }
  entries.lay_out(matrix.items());
  std::vector<Variable> variables;
  std::vector<std::int32_t> with_colors;
  for (std::int32_t item = 0; item < matrix.items(); ++item) {
    poll_(std::ssize(entries[item]) + 1);
    if (problem_.weighted(item))
      continue;
    variables.clear();
    bool colored = false;
    for (const std::int32_t e : entries[item]) {
      variables.push_back(owner[e]);
      colored |= matrix.colors[e] != 0;
    }
    if (colored)
      with_colors.push_back(item);
    else
      add_plain(matrix.low[item], matrix.high[item], variables);
  }
  std::vector<Colors::Use> uses;
  for (const std::int32_t item : with_colors) {
    uses.clear();
    for (const std::int32_t e : entries[item])
      uses.push_back({owner[e], matrix.colors[e]});
    add_colored(uses);
  }
  Terms terms;
  for (std::int32_t item = 0; item < matrix.items(); ++item) {
    if (!problem_.weighted(item))
      continue;
    poll_(std::ssize(entries[item]) + 1);
    terms.clear();
    for (const std::int32_t e : entries[item])
      terms.emplace_back(owner[e], matrix.weight(e));
    add_weighted(matrix.low[item], matrix.high[item], terms);
  }
}

void Build::add_plain(std::int64_t low, std::int64_t high, const std::vector<Variable> &variables) {
  if (low <= 0 && high >= std::ssize(variables))
    return;
  constraints_->items.add(low, high, variables);
  if (high != 1 || variables.size() < 2)
    return;
  for (const Variable variable : variables)
    onces_of_[variable].push_back(static_cast<std::int32_t>(onces_.size()));
  onces_.push_back({variables, low == 1});
}

void Build::add_weighted(std::int64_t low, std::int64_t high, const Terms &terms) {
  std::int64_t least = 0, most = 0;
  bool units = true;
  for (const auto &[variable, weight] : terms) {
    (weight < 0 ? least : most) += weight;
    units &= weight == 1 || weight == -1;
  }
  if (least >= low && most <= high)
    return;
  if (terms.empty()) {
    constraints_->impossible = true;
    return;
  }
  if (units && low == least + 1 && most <= high) {
    std::vector<Literal> &literals = clauses_.emplace_back();
    for (const auto &[variable, weight] : terms)
      literals.push_back(weight < 0 ? left_out(variable) : chosen(variable));
    return;
  }
  if (add_alike(low, high, terms))
    return;
  std::vector<WeightedItems::Group> groups = groups_of(terms);
  add_distinct(low, high, groups);
  constraints_->sums.add(low, high, std::move(groups));
}

bool Build::add_alike(std::int64_t low, std::int64_t high, const Terms &terms) {
  const std::int64_t weight = terms.front().second;
  std::vector<Variable> variables;
  for (const auto &[variable, its] : terms) {
    if (its != weight)
      return false;
    variables.push_back(variable);
  }
  if (weight > 0)
    add_plain(ceiling_of(low, weight), floor_of(high, weight), variables);
  else
    add_plain(ceiling_of(-high, -weight), floor_of(-low, -weight), variables);
  return true;
}

std::int32_t Build::add_sum(std::int64_t low, std::int64_t high, const Terms &terms) {
  return constraints_->sums.add(low, high, groups_of(terms));
}

// Always the item next that holds the most options that stand in no group yet.
std::vector<WeightedItems::Group> Build::groups_of(const Terms &terms) {
  weight_.resize(variables_);                // all 0, but for what stands in no group yet
  std::map<std::int32_t, std::int32_t> left; // once -> how many of it do
  for (const auto &[variable, its] : terms) {
    weight_[variable] = its;
    for (const std::int32_t once : onces_of_[variable])
      ++left[once];
  }
  poll_(8 * std::ssize(left));
  const auto worth = [&](std::int32_t once) {
    return std::pair(left[once], -std::ssize(onces_[once].variables));
  };
  std::priority_queue<std::tuple<std::int32_t, std::ptrdiff_t, std::int32_t>> queue;
  const auto push = [&](std::int32_t once) {
    queue.emplace(worth(once).first, worth(once).second, -once);
  };
  for (const auto &[once, count] : left)
    push(once);
  std::vector<WeightedItems::Group> groups;
  while (!queue.empty() && std::get<0>(queue.top()) > 1) {
    const auto [count, size, key] = queue.top();
    queue.pop();
    if (left[-key] < count) {
      push(-key);
      continue;
    }
    poll_(size);
    groups.push_back(group_of(-key));
    for (const Variable variable : onces_[-key].variables)
      if (std::exchange(weight_[variable], 0) != 0)
        for (const std::int32_t once : onces_of_[variable])
          --left[once];
  }
  for (const auto &[variable, its] : terms)
    if (std::exchange(weight_[variable], 0) != 0)
      groups.push_back({{left_out(variable), 0}, {chosen(variable), its}});
  return groups;
}

// Where what has no weight is much, or nothing may be chosen, a variable stands for it.
WeightedItems::Group Build::group_of(std::int32_t number) {
  const Once &once = onces_[number];
  WeightedItems::Group group;
  std::vector<Variable> inside, outside;
  for (const Variable variable : once.variables) {
    (weight_[variable] != 0 ? inside : outside).push_back(variable);
    if (weight_[variable] != 0)
      group.push_back({chosen(variable), weight_[variable]});
  }
  if (once.needed && outside.size() <= 2 * inside.size())
    for (const Variable variable : outside)
      group.push_back({chosen(variable), 0});
  else
    group.push_back({chosen(none_of(inside)), 0});
  return group;
}

Variable Build::none_of(const std::vector<Variable> &variables) {
  const auto [at, is_new] = none_of_.try_emplace(variables, -1);
  if (is_new) {
    at->second = new_variable();
    std::vector<Variable> all = variables;
    all.push_back(at->second);
    constraints_->items.add(1, 1, all);
  }
  return at->second;
}

Variable Build::any_of(const std::vector<Variable> &variables) {
  if (variables.size() == 1)
    return variables.front();
  const auto [at, is_new] = any_of_.try_emplace(variables, -1);
  if (is_new) {
    const Variable any = at->second = new_variable();
    std::vector<Literal> one{left_out(any)};
    for (const Variable variable : variables) {
      one.push_back(chosen(variable));
      clauses_.push_back({left_out(variable), chosen(any)});
    }
    clauses_.push_back(std::move(one));
    constraints_->any_of.emplace(any, variables);
  }
  return at->second;
}

std::unique_ptr<Constraints> Build::take() {
  constraints_->lay_out(variables_);
  for (const std::vector<Literal> &clause : clauses_)
    if (clause.size() == 1)
      constraints_->fixed.push_back(clause.front());
    else
      constraints_->clauses.add(clause);
  return std::move(constraints_);
}

} // namespace minuet::propagation
