// The matrix as dual ascent takes it: a set partition, in which every item is covered exactly once.
//
// An item that may stay open gets an option of its own that costs nothing. An option that costs
// something by being left gets an item of its own, which that option covers or, for so much, one
// beside it. Options that nothing needs are none of it: they lose nothing by being left.
#pragma once

#include "shared/problem.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace minuet::ascent {

using Loss = std::int64_t;

// No sum of losses is as large; two of it fit but for 1.
constexpr Loss never = Loss{1} << 62;

// What a choice costs beyond the prices: encoding/priced_matrix.py has them.
struct Reduced {
  std::span<const std::int64_t> choose, leave, charge;
};

class ExactPartition {
public:
  // Throws std::overflow_error for items that may be covered more than once, for more entries than
  // an engine's places, and for losses that sum to `never`.
  ExactPartition(Problem &problem, const Reduced &reduced, Poll &poll);

  std::int32_t items() const { return items_; }
  std::int32_t options() const { return static_cast<std::int32_t>(loss_.size()); }
  // Options from this number on are none of the matrix.
  std::int32_t own() const { return own_; }
  // What the option is in the matrix.
  std::int32_t number(std::int32_t option) const { return numbers_[option]; }
  // No solution loses more.
  Loss dearest() const { return dearest_; }
  Loss loss(std::int32_t option) const { return loss_[option]; }
  std::span<const std::int32_t> items_of(std::int32_t option) const {
    return {members_.data() + starts_[option], members_.data() + starts_[option + 1]};
  }

private:
  void add(Loss loss);
  void add_up_dearest();

  std::int32_t items_ = 0, own_ = 0;
  std::vector<std::int32_t> numbers_, starts_{0}, members_;
  std::vector<Loss> loss_;
  Loss total_ = 0, dearest_ = 0; // total_: of all losses
};

} // namespace minuet::ascent
