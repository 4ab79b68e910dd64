#include "blocks/cover_walk.hpp"

#include <algorithm>

namespace minuet::blocks {

CoverWalk::CoverWalk(const Relaxation &relaxation, std::int32_t block, Length budget)
    : diagram_(relaxation.diagram(block)), lengths_(relaxation.lengths(block)),
      to_end_(relaxation.to_end(block)), budget_(budget) {
  if (!diagram_.empty())
    stack_.push_back({0, 0, -to_end_[0]});
}

void CoverWalk::back() {
  stack_.pop_back();
  if (!path_.empty())
    path_.pop_back();
}

bool CoverWalk::next() {
  if (!stack_.empty() && stack_.back().node == diagram_.end() && stack_.back().next++ > 0)
    back();
  while (!stack_.empty()) {
    Step &at = stack_.back();
    if (at.node == diagram_.end()) {
      at.next = 1;
      return true;
    }
    const auto edges = diagram_.edges(at.node);
    if (at.next == edges.size()) {
      back();
      continue;
    }
    const Diagram::Edge &edge = edges[at.next++];
    const Length spent = at.spent + lengths_[edge.option];
    if (const Length loss = spent + to_end_[edge.to]; loss > budget_) {
      cut_ = std::min(cut_, loss);
      continue;
    }
    path_.push_back(edge.option);
    stack_.push_back({edge.to, 0, spent}); // `at` is no more
  }
  return false;
}

Length budget_for(const Relaxation &relaxation, std::int64_t covers) {
  Length budget = 1;
  while (budget < never / 4) {
    std::int64_t found = 0;
    Length cut = never;
    for (std::int32_t b = 0; b < relaxation.whole().blocks() && found < covers; ++b) {
      CoverWalk walk(relaxation, b, budget);
      while (found < covers && walk.next())
        ++found;
      cut = std::min(cut, walk.cut());
    }
    if (found >= covers || cut == never)
      return budget;
    budget = std::max(cut, budget + budget / 2);
  }
  return budget;
}

} // namespace minuet::blocks
