// The covers of one block that lose no more than a budget, one after the other.
//
// Every node knows how far it is from the end, so no step leads to a dead end.
#pragma once

#include "blocks/relaxation.hpp"

namespace minuet::blocks {

class CoverWalk {
public:
  // The relaxation must outlive it, and keep its prices.
  CoverWalk(const Relaxation &relaxation, std::int32_t block, Length budget);

  // Goes to the next cover; false: there is none.
  bool next();

  std::span<const std::int32_t> cover() const { return path_; } // options of the block
  Length loss() const { return stack_.back().spent; }
  // The least loss that was left out so far; `never`: none was.
  Length cut() const { return cut_; }

private:
  struct Step {
    std::int32_t node;
    std::size_t next; // of its edges
    Length spent;     // less the shortest path
  };
  void back();

  const Diagram &diagram_;
  std::span<const Length> lengths_, to_end_;
  Length budget_, cut_ = never;
  std::vector<Step> stack_;
  std::vector<std::int32_t> path_;
};

// A budget within which the blocks have about so many covers in all, or all that they have.
Length budget_for(const Relaxation &relaxation, std::int64_t covers);

} // namespace minuet::blocks
