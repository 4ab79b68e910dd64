// Finding the classes of sums of different weights (distinct/distinct_sums.hpp): by the items that
// may be covered at most once, first by those of which the sum has most.
#include "propagation/build/build.hpp"

#include <algorithm>
#include <numeric>

namespace minuet::propagation {

namespace {

constexpr std::int32_t none = -1;
constexpr double least_share = 0.22; // of the width of a sum, by which its bounds are nearer

struct Use { // a literal of the sum
  Literal literal;
  std::int32_t group;
  std::int64_t weight;
  std::int32_t of_class = none;
};

// Groups that share classes, of which a part has so many at most.
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
  // False: they would be too many.
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

// A class of what is of one weight and in no class yet; of a group it takes one literal.
void join_class(std::span<const std::int32_t> its, std::int32_t number, std::vector<Use> &uses,
                Joined &joined) {
  std::int32_t latest = none;
  for (const std::int32_t use : its) {
    const std::int32_t group = uses[use].group;
    if (group == latest || !joined.join(group, uses[its.front()].group))
      continue;
    latest = group;
    uses[use].of_class = number;
  }
}

// The part of some groups, ascending: a class of each number that there is, and one of each other
// literal.
DistinctSums::Part part_of(const std::vector<Use> &uses, const std::vector<std::int32_t> &its) {
  DistinctSums::Part part;
  std::vector<Use> mine;
  for (const Use &use : uses)
    if (std::binary_search(its.begin(), its.end(), use.group))
      mine.push_back(use);
  std::int32_t own = none - 1;
  for (Use &use : mine)
    if (use.of_class == none)
      use.of_class = own--;
  std::stable_sort(mine.begin(), mine.end(), [](const Use &a, const Use &b) {
    return std::pair(a.weight, a.of_class) < std::pair(b.weight, b.of_class);
  });
  part.classes.groups = static_cast<std::int32_t>(its.size());
  for (std::size_t k = 0; k < mine.size(); ++k) {
    if (k == 0 || mine[k].of_class != mine[k - 1].of_class) {
      part.classes.weights.push_back(mine[k].weight);
      part.classes.takers.push_back(0);
    }
    const auto at = std::lower_bound(its.begin(), its.end(), mine[k].group);
    const auto group = static_cast<std::int32_t>(at - its.begin());
    part.terms.push_back(
        {mine[k].literal, group, static_cast<std::int32_t>(part.classes.weights.size()) - 1});
    part.classes.takers.back() |= Groups{1} << group;
  }
  return part;
}

// Whether different weights bound the sum well enough for the trouble: by so much of its width.
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

void Build::add_distinct(std::int64_t low, std::int64_t high,
                         const std::vector<WeightedItems::Group> &groups) {
  std::vector<Use> uses;
  std::map<std::int32_t, std::vector<std::int32_t>> of_once; // once -> its uses
  for (std::int32_t g = 0; g < std::ssize(groups); ++g)
    for (const auto &[literal, weight] : groups[g]) {
      if (says_chosen(literal))
        for (const std::int32_t once : onces_of_[variable_of(literal)])
          of_once[once].push_back(static_cast<std::int32_t>(uses.size()));
      uses.push_back({literal, g, weight});
    }
  std::vector<std::pair<std::int64_t, std::int32_t>> order;
  for (const auto &[once, its] : of_once)
    if (uses[its.front()].group != uses[its.back()].group)
      order.emplace_back(-std::ssize(its), once);
  std::sort(order.begin(), order.end());
  poll_(std::ssize(uses) + std::ssize(order));
  Joined joined(groups.size());
  std::int32_t classes = 0;
  for (const auto &[count, once] : order) {
    std::map<std::int64_t, std::vector<std::int32_t>> by_weight;
    for (const std::int32_t use : of_once[once])
      if (uses[use].of_class == none)
        by_weight[uses[use].weight].push_back(use);
    for (const auto &[weight, its] : by_weight)
      join_class(its, classes++, uses, joined);
  }
  std::map<std::int32_t, std::vector<std::int32_t>> parts;
  for (std::int32_t g = 0; g < std::ssize(groups); ++g)
    parts[joined.root(g)].push_back(g);
  if (parts.size() == groups.size())
    return; // no two exclude each other
  std::vector<DistinctSums::Part> made;
  for (const auto &[root, its] : parts)
    made.push_back(part_of(uses, its));
  if (pays(groups, made))
    constraints_->distinct.add(low, high, made);
}

} // namespace minuet::propagation
