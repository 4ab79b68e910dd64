// Branch and bound on a set partition with losses: the loop of both searches.
//
// Depth first, within a limit that only falls; what lies beyond the limit is known by the least of
// it, so that iterative deepening proves a bound (solvers/optimize/climbing.py). How a node
// is bounded and what it branches on is a matter of the search: prices that climb at the node, and
// the options of an item (ascent_search.hpp), or a linear program at the node, and two items that
// are covered together or apart (pair_search.hpp).
#pragma once

#include "ascent/exact_partition.hpp"
#include "shared/state.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace minuet::ascent {

class Search : public Stoppable {
public:
  virtual ~Search() = default;

  State run(std::int64_t work, bool counting) {
    work_ = work;
    while (any_open()) {
      if (work_ <= 0)
        return State::paused;
      switch (advance()) {
      case Step::closed:
        leave();
        break;
      case Step::solved:
        ++solutions_;
        if (!counting)
          return State::solution;
        break;
      case Step::branch:
        branch();
        break;
      case Step::again:
        break;
      }
    }
    return State::exhausted;
  }
  std::int64_t work_left() const { return work_; }
  void append_solution(std::vector<std::int32_t> &to) const {
    for (const std::int32_t o : chosen_)
      if (o < matrix_->own())
        to.push_back(matrix_->number(o));
  }

  // Only solutions within this total are looked for from now on.
  void set_limit(Loss limit) { limit_ = std::min(limit_, limit); }
  // The least total that was left out; `never`: none was, so that there are no more solutions.
  Loss cut() const { return cut_ > matrix_->dearest() ? never : cut_; }

  std::int64_t solutions() const { return solutions_; }
  std::int64_t nodes() const { return nodes_; }
  std::int64_t updates() const { return updates_; } // entries looked at
  virtual double progress() const = 0;

protected:
  // What becomes of a node: nothing is left of it, a solution, others, or it goes on.
  enum class Step { closed, solved, branch, again };

  static constexpr std::int64_t unit = 256; // entries looked at for one of work

  Search(std::unique_ptr<const ExactPartition> matrix, Loss limit)
      : matrix_(std::move(matrix)), limit_(limit) {}

  virtual bool any_open() const = 0;
  // Bounds the node at hand, for some work.
  virtual Step advance() = 0;
  virtual void leave() = 0;  // it is closed
  virtual void branch() = 0; // others take its place

  void note_beyond(Loss total) { cut_ = std::min(cut_, total); }

  std::unique_ptr<const ExactPartition> matrix_;
  std::vector<std::int32_t> chosen_; // options; at a solution those of it
  Loss limit_, cut_ = never;
  std::int64_t work_ = 0, solutions_ = 0, nodes_ = 0, updates_ = 0;
};

} // namespace minuet::ascent
