// The number of solutions, option by option: dynamic programming over the sums of items (as for
// knapsacks; Bellman, 1957).
//
// Options are decided in their order. A state is the sum so far, or the color, of each item that
// has decided and undecided options; `met` if its bounds hold whatever follows. Equal states are
// counted together; a state is dropped if an item can no longer be met. Keys are compared whole,
// and counts have any size.
//
// It suits matrices with few states that are reached in many ways: knapsacks, partitions of
// integers, tables with given sums of rows and columns. If states hold nearly all that was chosen,
// as in magic squares, the search by propagation is far faster.
#pragma once

#include "shared/big_count.hpp"
#include "shared/problem.hpp"

#include <optional>
#include <string>
#include <unordered_map>

namespace minuet::frontiers {

class SumCounter {
public:
  // The problem is prepared.
  SumCounter(const Problem &problem, Poll &poll);

  // None: the states would take more than so many bytes.
  std::optional<BigCount> count(std::size_t most_bytes, Poll &poll);

private:
  using Key = std::u32string; // two halves of a number for each open item
  using States = std::unordered_map<Key, BigCount>;
  struct Use {
    std::int32_t item;
    std::int64_t weight;
    std::int32_t color;
  };
  struct Item {
    std::int64_t low, high;
    std::int64_t least = 0, most = 0; // what undecided options may add
    bool colored = false;
    std::int32_t first = -1, last = -1; // the steps of its first option and its last
  };

  void begin_step(std::int32_t step);
  bool step_on(std::int32_t step, const States &states, States &next, std::size_t most_bytes,
               Poll &poll);
  bool choose(std::int32_t step);
  bool settle(std::int32_t step);
  void decode(const Key &key);
  Key encode() const;

  bool possible_;
  std::vector<std::vector<Use>> uses_; // step -> the uses of its option
  std::vector<std::uint8_t> forced_;
  std::vector<Item> items_;
  std::vector<std::int32_t> before_, after_; // items that are open
  std::vector<std::int64_t> sum_;            // item -> its sum so far, or its color
};

} // namespace minuet::frontiers
