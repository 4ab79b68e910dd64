// Large neighborhoods (Shaw, "Using constraint programming and local search methods to solve
// vehicle routing problems", 1998): a part of the best solution is freed, the rest stays, and what
// is freed is solved exactly; what is no worse is kept.
//
// It begins with nothing chosen and every cover missing, at a high price each, so one search finds
// first solutions and improves them. Which part is freed next, and how large it is, is chosen by
// what such parts brought before (choice.hpp).
#pragma once

#include "neighborhoods/choice.hpp"
#include "neighborhoods/exact_search.hpp"
#include "neighborhoods/freeing.hpp"
#include "shared/state.hpp"

#include <limits>

namespace minuet::neighborhoods {

class Neighborhoods : public Stoppable {
public:
  // `step`: losses of solutions differ by multiples of it. `groups`: for each family of groups, the
  // group that each option of the matrix is in. `kinds`: a bit set of those that are tried, in the
  // order of freeing.hpp; the last ones are the families'.
  Neighborhoods(Problem &problem, const Reduced &reduced, std::int64_t step,
                std::vector<std::vector<std::int32_t>> groups, std::uint64_t kinds,
                std::uint64_t seed, Poll &poll);

  // Takes a solution, options of the matrix, as the best one; those that clash are passed over.
  void start(std::span<const std::int32_t> options);
  // Tries on, for some work in entries looked at, or until there is a better solution.
  State run(std::int64_t work, bool count_only = false);
  std::int64_t work_left() const { return work_left_; }
  void append_solution(std::vector<std::int32_t> &to) const;

  std::int64_t loss() const { return best_.loss(); }
  std::int32_t missing() const { return best_.missing(); }
  std::int64_t solutions() const { return solutions_; }
  std::int64_t nodes() const { return search_.nodes(); }
  std::int64_t updates() const { return 0; }
  double progress() const { return 0.0; }
  std::int64_t tries() const { return tries_; }

private:
  bool put(std::int32_t option);
  void attempt();
  void settle(std::int64_t before);

  PricedOptions matrix_;
  Incumbent best_;
  Freeing freeing_;
  Choice choice_;
  ExactSearch search_;
  std::mt19937_64 random_;
  std::int64_t step_;
  std::vector<std::int32_t> freed_, items_;
  std::int64_t told_ = std::numeric_limits<std::int64_t>::max(); // the loss of what was told last
  std::int64_t work_left_ = 0, tries_ = 0, solutions_ = 0;
};

} // namespace minuet::neighborhoods
