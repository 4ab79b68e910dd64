#include "ascent/exact_partition.hpp"

#include "shared/bounds.hpp"

#include <algorithm>
#include <stdexcept>

namespace minuet::ascent {

ExactPartition::ExactPartition(Problem &problem, const Reduced &reduced, Poll &poll) {
  problem.prepare(poll);
  const Matrix &matrix = problem.matrix();
  // What is left or left open adds an entry, or two.
  require_at_most(std::ssize(matrix.members) + 2 * std::int64_t{matrix.options()} + matrix.items(),
                  most_places, "entries");
  std::vector<std::int32_t> open;
  std::vector<Loss> leave;
  items_ = matrix.items();
  std::vector<std::uint8_t> used(items_, 0);
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    poll(matrix.size(o) + 1);
    if (!problem.allowed(o))
      continue;
    for (std::int32_t at = matrix.starts[o]; at < matrix.starts[o + 1]; ++at) {
      members_.push_back(matrix.members[at]);
      used[matrix.members[at]] = 1;
    }
    if (reduced.leave[o] > 0) {
      members_.push_back(items_++);
      leave.push_back(reduced.leave[o]);
    }
    numbers_.push_back(o);
    add(reduced.choose[o]);
  }
  own_ = options();
  for (std::int32_t i = 0; i < matrix.items(); ++i) {
    poll();
    const bool must = i < matrix.primary && matrix.low[i] > 0;
    if (!used[i] && !must)
      continue;
    if (matrix.high[i] != 1 || matrix.low[i] > 1 || reduced.charge[i] != 0)
      throw std::overflow_error("items that may be covered more than once");
    if (!must) {
      members_.push_back(i);
      add(0);
    }
    open.push_back(i);
  }
  for (std::size_t k = 0; k < leave.size(); ++k) {
    open.push_back(matrix.items() + static_cast<std::int32_t>(k));
    members_.push_back(open.back());
    add(leave[k]);
  }
  std::vector<std::int32_t> place(items_, -1);
  for (std::size_t k = 0; k < open.size(); ++k)
    place[open[k]] = static_cast<std::int32_t>(k);
  for (std::int32_t &item : members_)
    item = place[item];
  items_ = static_cast<std::int32_t>(open.size());
  add_up_dearest();
}

// An option covers an item, and no two of a solution the same one.
void ExactPartition::add_up_dearest() {
  std::vector<Loss> most(items_, 0);
  for (std::int32_t o = 0; o < options(); ++o)
    for (const std::int32_t i : items_of(o))
      most[i] = std::max(most[i], loss_[o]);
  for (const Loss one : most)
    dearest_ = std::min(dearest_ + one, total_);
}

void ExactPartition::add(Loss loss) {
  if (loss < 0 || loss >= never - total_)
    throw std::overflow_error("losses that are negative or sum to 2^62 or more");
  total_ += loss;
  starts_.push_back(static_cast<std::int32_t>(members_.size()));
  loss_.push_back(loss);
}

} // namespace minuet::ascent
