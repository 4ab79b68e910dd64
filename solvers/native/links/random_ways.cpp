// Random ways down the tree that `run` searches, to tell how large it is before one starts.
//
// A way takes one child of each node, at random, and weighs what it meets by one over the
// probability of getting there: its nodes, its leaves, its solutions. The mean of many ways is
// unbiased (Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation
// 29, 1975). Where it looks ahead it is skewed as Knuth's section on importance sampling has it:
// every child is begun, those that are leaves are counted at once, and of the others one is taken
// with a probability that grows with the number of its own children.
#include "links/dancing_links.hpp"

#include <algorithm>
#include <cmath>

namespace minuet {

namespace {

// Relative to what a node counts here, so that no tree is too large: `scale` is the logarithm.
struct Tally {
  DancingLinks::Way sums;

  void count(bool leaf, bool solution) {
    sums.nodes += 1;
    sums.leaves += leaf;
    sums.solutions += solution;
  }
  // From here on all counts `factor` times as much.
  void weigh(double factor) {
    sums.scale += std::log(factor);
    sums.nodes /= factor;
    sums.leaves /= factor;
    sums.solutions /= factor;
    sums.forked /= factor;
  }
};

} // namespace

// How many children `run` gives to what `choose` told; none at a leaf.
std::int32_t DancingLinks::children_of(std::int32_t choice) const {
  if (choice < 0)
    return 0;
  const Item &item = items_[choice];
  return std::max(item.length + 1 - std::max(item.bound - item.slack, 0), 0);
}

DancingLinks::Way DancingLinks::random_way(std::mt19937_64 &random, bool ahead) {
  Tally tally;
  std::int32_t item = no_item, children = 0;
  const auto begin_node = [&] {
    item = choose();
    children = children_of(item);
  };
  if (impossible_)
    return tally.sums;
  begin_node();
  tally.count(children == 0, item == no_item);
  const std::size_t above = levels_.size();
  while (children > 0 && !stopped()) {
    ++tally.sums.depth;
    tally.sums.forked += children > 1 ? children : 0;
    const bool looks = ahead && children > 1;
    std::int32_t child = 0;
    if (looks) {
      const std::int32_t leaves = look_ahead(item, children);
      const double all = weights_.empty() ? 0 : weights_.back();
      for (std::int32_t k = 0; k < leaves; ++k)
        tally.count(true, false);
      tally.sums.solutions += seen_solutions_;
      if (all == 0)
        break;
      const double point = std::uniform_real_distribution<double>(0, all)(random);
      while (child + 1 < children && weights_[child] <= point)
        ++child;
      while (weights_[child] == (child == 0 ? 0 : weights_[child - 1]))
        --child; // the point was the very end: back to one that is no leaf
      tally.weigh(all / (weights_[child] - (child == 0 ? 0 : weights_[child - 1])));
    } else {
      child = std::uniform_int_distribution<std::int32_t>(0, children - 1)(random);
      tally.weigh(children);
    }
    go_to(item, child);
    begin_node();
    tally.count(children == 0, item == no_item);
  }
  while (levels_.size() > above)
    go_back();
  return tally.sums;
}

bool DancingLinks::go_below(std::span<const std::int32_t> options) {
  if (first_node_.empty())
    for (auto node = static_cast<std::int32_t>(nodes_of_.size()) - 1; node > last_item_; --node)
      if (const std::int32_t option = owner_[node]; option >= 0) {
        if (option >= std::ssize(first_node_))
          first_node_.resize(option + 1, 0);
        first_node_[option] = node;
      }
  for (const std::int32_t option : options) {
    if (std::find(selected_.begin(), selected_.end(), option) != selected_.end())
      continue;
    std::int32_t place = option >= 0 && option < std::ssize(first_node_) ? first_node_[option] : 0;
    const auto opens = [&](std::int32_t node) {
      const std::int32_t item = nodes_of_[node].item;
      if (items_[item].bound != 1 || items_[item].slack != 0)
        return false;
      std::int32_t other = nodes_of_[item].down;
      while (other != item && other != node)
        other = nodes_of_[other].down;
      return other == node;
    };
    while (place > 0 && nodes_of_[place].item > 0 && !opens(place))
      ++place;
    if (place == 0 || nodes_of_[place].item <= 0) {
      go_up();
      return false;
    }
    enter(nodes_of_[place].item);
    levels_.back().choice = place;
    try_choice(levels_.back());
  }
  return true;
}

void DancingLinks::go_up() {
  while (!levels_.empty())
    go_back();
}

// Begins every child of the item; sums up in `weights_` how likely each is to be taken, leaves not
// at all. Returns the number of leaves.
std::int32_t DancingLinks::look_ahead(std::int32_t item, std::int32_t children) {
  weights_.clear();
  seen_solutions_ = 0;
  std::int32_t leaves = 0;
  double sum = 0;
  enter(item);
  for (std::int32_t k = 0; k < children; ++k) {
    Level &level = levels_.back();
    try_choice(level);
    const std::int32_t next = choose();
    const std::int32_t further = children_of(next);
    leaves += further == 0;
    seen_solutions_ += next == no_item;
    sum += further;
    weights_.push_back(sum);
    undo_choice(level);
    if (k + 1 < children)
      level.choice = nodes_of_[level.choice].down;
  }
  leave(levels_.back());
  levels_.pop_back();
  return leaves;
}

// Commits the child of that number, which may need the ones before to be taken out.
void DancingLinks::go_to(std::int32_t item, std::int32_t child) {
  enter(item);
  Level &level = levels_.back();
  const bool regular = items_[item].bound == 0 && items_[item].slack == 0;
  for (std::int32_t k = 0; k < child; ++k) {
    if (!regular) {
      try_choice(level);
      undo_choice(level);
    }
    level.choice = nodes_of_[level.choice].down;
  }
  try_choice(level);
}

void DancingLinks::go_back() {
  undo_choice(levels_.back());
  leave(levels_.back());
  levels_.pop_back();
}

} // namespace minuet
