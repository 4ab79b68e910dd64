#include "ascent/ascent_search.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace minuet::ascent {

namespace {

constexpr std::int32_t root_sweeps = 40, node_sweeps = 6;
constexpr Loss worth_a_sweep = 50; // gained: at least one in so many of what is left to the limit
constexpr std::int32_t bits = 64;  // of the sign of an option
// Choices that gained no more than the mean, with which each option begins.
constexpr double doubt = 4;
constexpr std::int64_t node_bytes = sizeof(Loss) + sizeof(std::int32_t); // for each option

} // namespace

AscentSearch::AscentSearch(std::unique_ptr<const ExactPartition> matrix, Loss limit,
                           std::int64_t memory)
    : Search(std::move(matrix), limit), prices_(*matrix_), covered_(matrix_->items(), 0),
      gains_(matrix_->options()) {
  // A path has as many nodes as items at most, and a node some part of the options above it.
  const std::int64_t nodes = 1 + matrix_->items() / 4;
  if (matrix_->options() > memory / node_bytes / nodes)
    throw std::overflow_error("matrices of so many items and options in the memory that it has");
  for (std::int32_t o = 0; o < matrix_->options(); ++o) {
    std::uint64_t sign = 0;
    for (const std::int32_t i : matrix_->items_of(o))
      sign |= std::uint64_t{1} << (i % bits);
    signs_.push_back(sign);
    if (sign != 0) {
      node_.options.push_back(o);
      node_.loss.push_back(matrix_->loss(o));
    }
  }
  for (std::int32_t i = 0; i < matrix_->items(); ++i)
    node_.open.push_back(i);
  enter(0);
  sweeps_ = root_sweeps;
}

void AscentSearch::expect(Loss each, std::int32_t least) {
  each_ = std::clamp<Loss>(each, 0, never / 2 / (1 + matrix_->items()));
  least_ = std::max(least, 0);
}

AscentSearch::Step AscentSearch::advance() {
  if (!active_)
    return descend() ? Step::again : Step::closed;
  if (!node_.open.empty())
    return sweep();
  if (node_.spent > limit_) {
    note_beyond(node_.spent);
    return Step::closed;
  }
  active_ = false;
  return Step::solved;
}

void AscentSearch::leave() {
  if (active_) {
    learn();
    active_ = false;
  } else {
    --depth_;
  }
}

void AscentSearch::enter(Loss bound) {
  ++nodes_;
  sweeps_ = node_sweeps;
  work_ -= 1 + std::ssize(node_.options) / unit;
  began_ = bound;
  active_ = prices_.enter(node_, limit_of(std::ssize(node_.open)), cut_);
  if (!active_)
    learn();
  before_ = prices_.bound();
}

// After the last sweep the node branches.
AscentSearch::Step AscentSearch::sweep() {
  const Loss limit = limit_of(std::ssize(node_.open));
  if (prices_.bound() > limit) {
    note_beyond(prices_.bound());
    return Step::closed;
  }
  if (sweeps_ == 0)
    return Step::branch;
  --sweeps_;
  if (!prices_.sweep(node_, limit, cut_))
    return Step::closed;
  updates_ += prices_.entries();
  work_ -= 1 + prices_.entries() / unit;
  if (prices_.bound() - before_ < (limit - prices_.bound()) / worth_a_sweep)
    sweeps_ = 0;
  before_ = prices_.bound();
  return Step::again;
}

// The item whose options lose most of the slack: each counts 1 if it loses nothing, 1/64 if all.
std::int32_t AscentSearch::best_item() {
  const float slack = static_cast<float>(limit_ - prices_.bound()) + 1;
  const std::size_t count = node_.options.size();
  weights_.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    const float loss = static_cast<float>(node_.loss[k]) + gains_[node_.options[k]].beyond;
    const float left = 1 - std::clamp(loss / slack, 0.0F, 1.0F);
    weights_[k] = left * left * left + 0.015625F;
  }
  std::int32_t best = -1;
  float fewest = 0;
  for (const std::int32_t i : node_.open) {
    float sum = 0;
    for (const std::int32_t k : prices_.users(i))
      sum += weights_[k];
    if (best < 0 || sum < fewest) {
      best = i;
      fewest = sum;
    }
  }
  return best;
}

// Notes what sweeps added to the bound of the node since its option was chosen.
void AscentSearch::learn() {
  if (chosen_.empty())
    return;
  const double gained = static_cast<double>(prices_.bound()) - static_cast<double>(began_);
  Gain &gain = gains_[chosen_.back()];
  for (Gain *one : {&all_, &gain}) {
    one->count += 1;
    one->sum += gained;
  }
  const double mean = all_.sum / all_.count;
  gain.beyond = static_cast<float>((gain.sum - gain.count * mean) / (gain.count + doubt));
}

void AscentSearch::branch() {
  active_ = false;
  learn();
  if (!prices_.list(node_))
    return;
  if (depth_ == path_.size())
    path_.emplace_back();
  Branched &here = path_[depth_];
  here.children.clear();
  for (const std::int32_t k : prices_.users(best_item()))
    here.children.emplace_back(prices_.bound() + std::max<Loss>(node_.loss[k], 0), k);
  if (here.children.size() == 1) { // forced: no node of its own to come back to
    const auto [bound, k] = here.children.front();
    choose(node_, k, spare_);
    std::swap(node_, spare_);
    enter(bound);
    return;
  }
  std::sort(here.children.begin(), here.children.end(), [&](const auto &a, const auto &b) {
    return std::pair(node_.loss[a.second], a.second) < std::pair(node_.loss[b.second], b.second);
  });
  here.next = 0;
  here.chosen = chosen_.size();
  std::swap(here.node, node_);
  ++depth_;
}

// Begins the next child of the last node that has branched; false: there is none.
bool AscentSearch::descend() {
  Branched &last = path_[depth_ - 1];
  chosen_.resize(last.chosen);
  for (; last.next < last.children.size(); ++last.next) {
    const auto [bound, place] = last.children[last.next];
    const auto items = matrix_->items_of(last.node.options[place]);
    if (bound > limit_of(std::ssize(last.node.open) - std::ssize(items))) {
      note_beyond(bound);
      continue;
    }
    ++last.next;
    choose(last.node, place, node_);
    work_ -= 1 + std::ssize(last.node.options) / unit;
    enter(bound);
    return true;
  }
  return false;
}

// What choosing the option at this place leaves of the node.
void AscentSearch::choose(const Node &from, std::int32_t place, Node &to) {
  const std::int32_t option = from.options[place];
  const auto mine = matrix_->items_of(option);
  for (const std::int32_t i : mine)
    covered_[i] = 1;
  to.spent = from.spent + from.loss[place];
  to.open.clear();
  for (const std::int32_t i : from.open)
    if (!covered_[i])
      to.open.push_back(i);
  const std::uint64_t sign = signs_[option];
  const bool exact = matrix_->items() <= bits;
  to.options.resize(from.options.size());
  to.loss.resize(from.options.size());
  std::size_t kept = 0;
  for (std::size_t k = 0; k < from.options.size(); ++k) {
    const std::int32_t o = from.options[k];
    const auto items = matrix_->items_of(o);
    if ((signs_[o] & sign) != 0 &&
        (exact ||
         std::any_of(items.begin(), items.end(), [&](std::int32_t i) { return covered_[i] != 0; })))
      continue;
    to.options[kept] = o;
    to.loss[kept++] = from.loss[k];
  }
  to.options.resize(kept);
  to.loss.resize(kept);
  for (const std::int32_t i : mine)
    covered_[i] = 0;
  chosen_.push_back(option);
}

double AscentSearch::progress() const {
  if (!active_ && depth_ == 0)
    return 1;
  double part = 1, result = 0;
  for (std::size_t d = 0; d < depth_; ++d) {
    const double count = static_cast<double>(path_[d].children.size());
    const double next = static_cast<double>(path_[d].next);
    if (next == 0)
      break;
    result += part * (next - 1) / count;
    part /= count;
  }
  return result;
}

} // namespace minuet::ascent
