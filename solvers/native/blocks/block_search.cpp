#include "blocks/block_search.hpp"

#include <algorithm>

namespace minuet::blocks {

namespace {

constexpr std::int32_t first_steps = 40, later_steps = 20, most_rounds = 5;
constexpr double worth_a_round = 0.8; // of the edges, at most that many are left
constexpr std::int64_t unit = 256;    // edges looked at for one of work

} // namespace

BlockSearch::BlockSearch(Relaxation root, Length limit, double few) : limit_(limit), few_(few) {
  enter(std::move(root));
}

void BlockSearch::enter(Relaxation node) {
  ++nodes_;
  node_.emplace(std::move(node));
  node_->climb_again();
  steps_ = first_steps;
  rounds_ = 0;
}

State BlockSearch::run(std::int64_t work, bool counting) {
  work_ = work;
  while (leaf_ || node_ || !path_.empty()) {
    if (work_ <= 0)
      return State::paused;
    if (leaf_) {
      if (const State state = run_leaf(counting); state != State::exhausted)
        return state;
    } else if (node_) {
      advance();
    } else if (!descend()) {
      path_.pop_back();
    }
  }
  return State::exhausted;
}

// A step of the node's prices; after the last one, what they leave out.
void BlockSearch::advance() {
  const std::int64_t edges = node_->edges();
  updates_ += edges;
  work_ -= 1 + edges / unit;
  if (steps_ > 0 && node_->bound() <= limit_ && node_->climb(1)) {
    --steps_;
    return;
  }
  node_->settle();
  if (!node_->narrow(limit_, cut_)) {
    node_.reset();
    return;
  }
  ++rounds_;
  const double left = static_cast<double>(node_->edges());
  if (node_->covers() >= few_ && left < worth_a_round * static_cast<double>(edges) &&
      rounds_ < most_rounds) {
    node_->climb_again();
    steps_ = later_steps;
    return;
  }
  finish();
}

void BlockSearch::finish() {
  std::vector<Place> children;
  if (node_->covers() >= few_)
    children = node_->branches(limit_);
  if (children.empty()) {
    leaf_ = std::make_unique<CoverSearch>(*node_, limit_ - node_->bound());
    return;
  }
  path_.push_back({std::move(*node_), std::move(children), 0});
  node_.reset();
}

// Begins the next child of the last node that has branched; false: there is none.
bool BlockSearch::descend() {
  Branched &last = path_.back();
  if (last.next == last.children.size())
    return false;
  const Place place = last.children[last.next++];
  work_ -= 1 + last.node.edges() / unit;
  Relaxation child = last.node;
  if (child.choose(place, limit_, cut_))
    enter(std::move(child));
  return true;
}

State BlockSearch::run_leaf(bool counting) {
  const std::int64_t found = leaf_->solutions(), nodes = leaf_->nodes(), updates = leaf_->updates();
  const State state = leaf_->run(work_, counting);
  work_ = leaf_->work_left();
  solutions_ += leaf_->solutions() - found;
  nodes_ += leaf_->nodes() - nodes;
  updates_ += leaf_->updates() - updates;
  if (state == State::exhausted) {
    if (leaf_->cut() < never)
      cut_ = std::min(cut_, node_->bound() + leaf_->cut());
    leaf_.reset();
    node_.reset();
  }
  return state;
}

void BlockSearch::set_limit(Length limit) {
  limit_ = std::min(limit, limit_);
  if (leaf_)
    leaf_->set_budget(limit_ - node_->bound());
}

double BlockSearch::progress() const {
  double share = 0, part = 1;
  for (const Branched &one : path_) {
    part /= static_cast<double>(one.children.size());
    share += part * static_cast<double>(one.next - (one.next > 0 ? 1 : 0));
  }
  return leaf_ || node_ || !path_.empty() ? share : 1.0;
}

} // namespace minuet::blocks
