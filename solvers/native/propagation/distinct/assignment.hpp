// The lightest way to give each of some groups a class of its own.
//
// Weights are of classes, so the sets of classes that can be given to groups all at once are the
// independent sets of a transversal matroid (Edmonds and Fulkerson, 1965): the greedy algorithm
// that takes the lightest class that an augmenting path can still place ends with a lightest
// assignment, whatever the groups can take. What a class costs a group more is told by the paths
// along which the others give way (Regin, "Arc consistency for global cardinality with costs",
// 1999). A set of groups is one word of bits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace minuet::propagation {

using Groups = std::uint64_t; // a set of groups, a bit each

constexpr std::int32_t most_groups = 64;

// Classes in the order in which they are to be taken: the lightest first, or the heaviest with
// their weights negated.
struct Classes {
  std::int32_t groups = 0;
  std::vector<std::int64_t> weights;
  std::vector<Groups> takers; // which groups can take the class
};

class Assignment {
public:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  // Assigns lightest classes, or with `heaviest` heaviest; false: no assignment is one of all.
  bool assign(const Classes &classes, bool heaviest);
  // Their weights together, negated with `heaviest`.
  std::int64_t total() const { return total_; }
  // The groups that have too few classes, after no assignment was found.
  Groups crowded() const { return crowded_; }
  std::span<const std::int32_t> given() const { return {given_.data(), std::size_t(groups_)}; }

  // To be called, after `assign`, before `extra`.
  void compare(const Classes &classes);
  // How much more the lightest assignment weighs in which the group takes the class, that it can
  // take; `never` if there is none.
  std::int64_t extra(std::int32_t group, std::int32_t one) const;
  // The least that the leaving of any group saves, and the least that a class for it costs.
  std::int64_t least_gain() const { return least_gain_; }
  std::int64_t loss(std::int32_t group) const { return loss_[group]; }
  bool is_given(std::int32_t one) const { return owner_[one] >= 0; }

private:
  bool place(const Classes &classes, std::int32_t one);
  std::int64_t weight(const Classes &classes, std::int32_t one) const {
    return heaviest_ ? -classes.weights[one] : classes.weights[one];
  }

  bool heaviest_ = false;
  std::int32_t groups_ = 0;
  std::int64_t total_ = 0, least_gain_ = 0;
  Groups placed_ = 0, closed_ = 0, crowded_ = 0;
  std::array<std::int32_t, most_groups> given_; // group -> its class
  std::array<std::int32_t, most_groups> from_;  // group -> the class by which it was reached
  // group -> those that can have its class, each leaving its own to the next
  std::array<Groups, most_groups> reached_;
  std::array<std::int64_t, most_groups> gain_; // group -> the most that its leaving can save
  std::array<std::int64_t, most_groups> loss_; // group -> the least that a class for it costs
  std::vector<std::int32_t> owner_;            // class -> the group that has it; -1
  std::vector<std::int64_t> weight_;           // class -> its weight, as it is taken
};

} // namespace minuet::propagation
