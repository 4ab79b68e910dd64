// Counting option by option: what weighted items leave open as the key of a memo.
//
// The options come in their order and are chosen or left out. What matters to those that come is
// what each item that still has some of them adds up to so far, or its color, and nothing at all
// where the item is met whatever they do: equal states are counted together (dynamic programming,
// as for knapsacks; Bellman, 1957). A state is dropped where an item cannot be met any more. Keys
// are compared whole, and counts are of any size.
//
// It counts what has few states that come again in many ways: knapsacks, partitions of integers,
// tables with given sums of rows and columns. Where a state tells nearly all that was chosen, as
// in a magic square, the search by propagation is far ahead.
#pragma once

#include "shared/big_count.hpp"
#include "shared/problem.hpp"

#include <optional>
#include <string>
#include <unordered_map>

namespace minuet::propagation {

class SumCounter {
public:
  // The problem is prepared.
  SumCounter(const Problem &problem, Poll &poll);

  // None: its states would take more than so many bytes.
  std::optional<BigCount> count(std::size_t most_bytes, Poll &poll);

private:
  using Key = std::u32string; // of each open item two halves of a number
  using States = std::unordered_map<Key, BigCount>;
  struct Use {
    std::int32_t item;
    std::int64_t weight;
    std::int32_t color;
  };
  struct Item {
    std::int64_t low, high;
    std::int64_t least = 0, most = 0; // to what the options to come may add
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
  std::vector<std::vector<Use>> uses_; // step -> what its option uses
  std::vector<std::uint8_t> forced_;
  std::vector<Item> items_;
  std::vector<std::int32_t> before_, after_; // items that are open
  std::vector<std::int64_t> sum_;            // item -> what it adds up to, or its color
};

} // namespace minuet::propagation
