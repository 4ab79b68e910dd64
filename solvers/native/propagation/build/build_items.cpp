#include "propagation/build/build.hpp"

#include "shared/bounds.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <queue>

namespace minuet::propagation {

namespace {

constexpr std::int64_t most_options = 1 << 28;
constexpr std::int64_t most_entries = 1 << 29;
constexpr double least_share = 0.22; // the least part of a sum's width that add_distinct must gain

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
  exclusions_of_.resize(variables_);
  add_items();
  if (!problem.possible())
    constraints_->impossible = true;
  for (const std::int32_t option : problem.given())
    constraints_->fixed.push_back(chosen(option));
  for (std::int32_t option = 0; option < problem.options(); ++option)
    if (!problem.allowed(option))
      constraints_->fixed.push_back(left_out(option));
}

// Colored items and weighted ones come last, when all exclusions are known.
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
  add_differences();
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
    exclusions_of_[variable].push_back(static_cast<std::int32_t>(exclusions_.size()));
  exclusions_.push_back({variables, low == 1});
}

// ---- Differences ---------------------------------------------------------------------------

// If an item that must be covered exactly once lacks just one option of another such item, then
// this option is chosen if and only if one is that the first item has alone. Propagation of the two
// items does not see this: a cell that is black, or else covered by one of the steps of an
// automaton that leave it white, stays open when all steps that make it black are gone, and the
// other way round.
void Build::add_differences() {
  for (const Exclusion &one : exclusions_) {
    poll_(std::ssize(one.variables));
    if (!one.needed || one.variables.size() < 3)
      continue;
    const Variable first = one.variables[0], second = one.variables[1];
    for (const std::int32_t other : exclusions_of_[first])
      add_difference(one, other);
    for (const std::int32_t other : exclusions_of_[second])
      if (!is_in(first, other))
        add_difference(one, other);
  }
}

// Adds the clauses of an item's option that the other item lacks, if it lacks just one.
void Build::add_difference(const Exclusion &one, std::int32_t other) {
  if (!exclusions_[other].needed || exclusions_[other].variables.size() + 1 < one.variables.size())
    return;
  Variable lacked = -1;
  for (const Variable variable : one.variables)
    if (!is_in(variable, other)) {
      if (lacked >= 0)
        return;
      lacked = variable;
    }
  if (lacked < 0)
    return;
  std::vector<Literal> clause{left_out(lacked)};
  const std::int32_t number = static_cast<std::int32_t>(&one - exclusions_.data());
  for (const Variable variable : exclusions_[other].variables)
    if (!is_in(variable, number)) {
      clause.push_back(chosen(variable));
      const std::array<Literal, 2> back{left_out(variable), chosen(lacked)};
      add_clause(back);
    }
  add_clause(clause);
}

bool Build::is_in(Variable variable, std::int32_t exclusion) const {
  return std::ranges::binary_search(exclusions_of_[variable], exclusion); // they ascend
}

// ---- Colors --------------------------------------------------------------------------------

// If all options of an item that must be covered exactly once color a secondary item, then some
// color of each such item supports it (supports of arc consistency; Mackworth, 1977): a color that
// the last of those options gives up is given up by all others. An auxiliary variable stands for
// each color, so that two such items exchange no more than that, and learned clauses can mention
// it.
void Build::add_colored(const std::vector<Colors::Use> &uses) {
  std::vector<Colors::Use> by_color;
  std::vector<std::int32_t> met; // exclusions that must be covered, once for each use in them
  bool all_colored = true;
  for (const Colors::Use &use : uses) {
    all_colored = all_colored && use.color != 0;
    if (use.color == 0)
      continue;
    by_color.push_back(use);
    for (const std::int32_t exclusion : exclusions_of_[use.variable])
      if (exclusions_[exclusion].needed)
        met.push_back(exclusion);
  }
  std::ranges::sort(by_color, {},
                    [](const Colors::Use &use) { return std::pair(use.color, use.variable); });
  std::ranges::sort(met);
  std::vector<std::int32_t> colored; // those all of whose options color it
  for (auto at = met.begin(); at != met.end();) {
    const auto next = std::find_if(at, met.end(), [at](std::int32_t e) { return e != *at; });
    if (next - at >= std::ssize(exclusions_[*at].variables))
      colored.push_back(*at);
    at = next;
  }
  poll_(std::ssize(uses) + std::ssize(colored));
  if (colored.empty() || !all_colored)
    constraints_->colors.add(uses);
  if (colored.empty())
    return;
  std::vector<Variable> colors, variables;
  std::vector<Literal> all, support;
  for (auto at = by_color.begin(); at != by_color.end();) {
    variables.clear();
    for (const std::int32_t color = at->color; at != by_color.end() && at->color == color; ++at)
      variables.push_back(at->variable);
    const Variable any = any_of(variables);
    colors.push_back(any);
    all.push_back(chosen(any));
    for (const std::int32_t exclusion : colored) {
      support.assign(1, left_out(any));
      for (const Variable variable : variables)
        if (std::ranges::find(exclusions_of_[variable], exclusion) !=
            exclusions_of_[variable].end())
          support.push_back(chosen(variable));
      if (support.size() <= variables.size()) // else it is the clause of `any` itself
        add_clause(support);
    }
  }
  constraints_->items.add(0, 1, colors);
  add_clause(all);
}

// ---- Weights -------------------------------------------------------------------------------

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
    std::vector<Literal> literals;
    for (const auto &[variable, weight] : terms)
      literals.push_back(weight < 0 ? left_out(variable) : chosen(variable));
    add_clause(literals);
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
  for (const auto &[variable, term_weight] : terms) {
    if (term_weight != weight)
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

// Divides the terms into groups, greedily: next by the exclusion with most terms that are in no
// group yet.
std::vector<WeightedItems::Group> Build::groups_of(const Terms &terms) {
  weight_.resize(variables_);                // 0, except for terms that are in no group yet
  std::map<std::int32_t, std::int32_t> left; // exclusion -> how many of those it has
  for (const auto &[variable, term_weight] : terms) {
    weight_[variable] = term_weight;
    for (const std::int32_t exclusion : exclusions_of_[variable])
      ++left[exclusion];
  }
  poll_(8 * std::ssize(left));
  const auto worth = [&](std::int32_t exclusion) {
    return std::pair(left[exclusion], -std::ssize(exclusions_[exclusion].variables));
  };
  std::priority_queue<std::tuple<std::int32_t, std::ptrdiff_t, std::int32_t>> queue;
  const auto push = [&](std::int32_t exclusion) {
    queue.emplace(worth(exclusion).first, worth(exclusion).second, -exclusion);
  };
  for (const auto &[exclusion, count] : left)
    push(exclusion);
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
    for (const Variable variable : exclusions_[-key].variables)
      if (std::exchange(weight_[variable], 0) != 0)
        for (const std::int32_t exclusion : exclusions_of_[variable])
          --left[exclusion];
  }
  for (const auto &[variable, term_weight] : terms)
    if (std::exchange(weight_[variable], 0) != 0)
      groups.push_back({{left_out(variable), 0}, {chosen(variable), term_weight}});
  return groups;
}

// The variables without weight stay in the group if they are few and one of the exclusion must be
// chosen; else an auxiliary variable stands for "none of those with a weight".
WeightedItems::Group Build::group_of(std::int32_t number) {
  const Exclusion &exclusion = exclusions_[number];
  WeightedItems::Group group;
  std::vector<Variable> inside, outside;
  for (const Variable variable : exclusion.variables) {
    (weight_[variable] != 0 ? inside : outside).push_back(variable);
    if (weight_[variable] != 0)
      group.push_back({chosen(variable), weight_[variable]});
  }
  if (exclusion.needed && outside.size() <= 2 * inside.size())
    for (const Variable variable : outside)
      group.push_back({chosen(variable), 0});
  else
    group.push_back({chosen(none_of(inside)), 0});
  return group;
}

// ---- Sums of different weights -------------------------------------------------------------

namespace {

constexpr std::int32_t none = -1;

struct Use { // a literal of a sum
  Literal literal;
  std::int32_t group;
  std::int64_t weight;
  std::int32_t of_class = none;
};

// Groups that share classes, joined to parts of at most `most_groups` (union-find).
class Joined {
public:
  explicit Joined(std::size_t groups) : above_(groups), size_(groups, 1) {
    std::iota(above_.begin(), above_.end(), 0);
  }
  std::int32_t root(std::int32_t group) const {
    while (above_[group] != group)
      group = above_[group];
    return group;
  }
  // False: the part would have too many groups.
  bool join(std::int32_t a, std::int32_t b) {
    a = root(a), b = root(b);
    if (a == b)
      return true;
    if (size_[a] + size_[b] > most_groups)
      return false;
    above_[a] = b;
    size_[b] += size_[a];
    return true;
  }

private:
  std::vector<std::int32_t> above_, size_;
};

// Makes a class of uses of one weight that are in no class yet; of a group it takes one literal.
void join_class(std::span<const std::int32_t> members, std::int32_t number, std::vector<Use> &uses,
                Joined &joined) {
  std::int32_t latest = none;
  for (const std::int32_t use : members) {
    const std::int32_t group = uses[use].group;
    if (group == latest || !joined.join(group, uses[members.front()].group))
      continue;
    latest = group;
    uses[use].of_class = number;
  }
}

// Returns the part of some groups (ascending): its classes, and one for each literal without a
// class.
DistinctSums::Part part_of(const std::vector<Use> &uses, const std::vector<std::int32_t> &groups) {
  DistinctSums::Part part;
  std::vector<Use> mine;
  for (const Use &use : uses)
    if (std::binary_search(groups.begin(), groups.end(), use.group))
      mine.push_back(use);
  std::int32_t own = none - 1;
  for (Use &use : mine)
    if (use.of_class == none)
      use.of_class = own--;
  std::stable_sort(mine.begin(), mine.end(), [](const Use &a, const Use &b) {
    return std::pair(a.weight, a.of_class) < std::pair(b.weight, b.of_class);
  });
  part.classes.groups = static_cast<std::int32_t>(groups.size());
  for (std::size_t k = 0; k < mine.size(); ++k) {
    if (k == 0 || mine[k].of_class != mine[k - 1].of_class) {
      part.classes.weights.push_back(mine[k].weight);
      part.classes.takers.push_back(0);
    }
    const auto at = std::lower_bound(groups.begin(), groups.end(), mine[k].group);
    const auto group = static_cast<std::int32_t>(at - groups.begin());
    part.terms.push_back(
        {mine[k].literal, group, static_cast<std::int32_t>(part.classes.weights.size()) - 1});
    part.classes.takers.back() |= Groups{1} << group;
  }
  return part;
}

// Whether different weights narrow the bounds of the sum by at least `least_share` of its width.
bool pays(const std::vector<WeightedItems::Group> &groups,
          const std::vector<DistinctSums::Part> &parts) {
  double width = 0, apart = 0;
  for (const WeightedItems::Group &group : groups) {
    const auto [light, heavy] = std::ranges::minmax(group, {}, &WeightedItems::Term::weight);
    width += static_cast<double>(heavy.weight - light.weight);
  }
  Assignment assignment;
  for (const DistinctSums::Part &part : parts)
    for (const bool heaviest : {false, true}) {
      if (!assignment.assign(part.classes, heaviest))
        return true;
      apart -= static_cast<double>(assignment.total());
    }
  return width - apart >= least_share * width;
}

} // namespace

// Divides the literals of a sum into classes (propagators/distinct_sums.hpp) by the exclusions that
// they are in, first by those with most of them.
void Build::add_distinct(std::int64_t low, std::int64_t high,
                         const std::vector<WeightedItems::Group> &groups) {
  std::vector<Use> uses;
  std::map<std::int32_t, std::vector<std::int32_t>> of_exclusion; // exclusion -> its uses
  for (std::int32_t g = 0; g < std::ssize(groups); ++g)
    for (const auto &[literal, weight] : groups[g]) {
      if (says_chosen(literal))
        for (const std::int32_t exclusion : exclusions_of_[variable_of(literal)])
          of_exclusion[exclusion].push_back(static_cast<std::int32_t>(uses.size()));
      uses.push_back({literal, g, weight});
    }
  std::vector<std::pair<std::int64_t, std::int32_t>> order;
  for (const auto &[exclusion, members] : of_exclusion)
    if (uses[members.front()].group != uses[members.back()].group)
      order.emplace_back(-std::ssize(members), exclusion);
  std::sort(order.begin(), order.end());
  poll_(std::ssize(uses) + std::ssize(order));
  Joined joined(groups.size());
  std::int32_t classes = 0;
  for (const auto &[count, exclusion] : order) {
    std::map<std::int64_t, std::vector<std::int32_t>> by_weight;
    for (const std::int32_t use : of_exclusion[exclusion])
      if (uses[use].of_class == none)
        by_weight[uses[use].weight].push_back(use);
    for (const auto &[weight, members] : by_weight)
      join_class(members, classes++, uses, joined);
  }
  std::map<std::int32_t, std::vector<std::int32_t>> parts;
  for (std::int32_t g = 0; g < std::ssize(groups); ++g)
    parts[joined.root(g)].push_back(g);
  if (parts.size() == groups.size())
    return; // no two groups exclude each other
  std::vector<DistinctSums::Part> made;
  for (const auto &[root, members] : parts)
    made.push_back(part_of(uses, members));
  if (pays(groups, made))
    constraints_->distinct.add(low, high, made);
}

// ---- Auxiliary variables -------------------------------------------------------------------

Variable Build::new_variable() {
  require_at_most(variables_ + std::int64_t{1}, 2 * most_options, "variables");
  exclusions_of_.emplace_back();
  return variables_++;
}

void Build::add_clause(std::span<const Literal> literals) {
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  ends_.push_back(literals_.size());
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
    std::vector<Literal> clause{left_out(any)};
    for (const Variable variable : variables) {
      clause.push_back(chosen(variable));
      add_clause(std::array{left_out(variable), chosen(any)});
    }
    add_clause(clause);
    constraints_->any_of.emplace(any, variables);
  }
  return at->second;
}

std::unique_ptr<Constraints> Build::take() {
  add_faces();
  constraints_->lay_out(variables_);
  std::vector<std::int32_t> watches(2 * static_cast<std::size_t>(variables_));
  std::size_t start = 0;
  for (const std::size_t end : ends_) {
    for (std::size_t k = start; k < std::min(end, start + 2); ++k)
      ++watches[literals_[k]];
    start = end;
  }
  constraints_->clauses.reserve(watches);
  start = 0;
  for (const std::size_t end : ends_) {
    if (end == start + 1)
      constraints_->fixed.push_back(literals_[start]);
    else
      constraints_->clauses.add({literals_.data() + start, end - start});
    start = end;
  }
  return std::move(constraints_);
}

} // namespace minuet::propagation
