// Counting with a memo in one item order: the search of the counter with memory.
//
// A state is what the number of completions depends on: the open primary items and the live
// options. Live options are ascending numbers, filtered anew for every child in one pass that also
// counts the options of each item, bit-sliced (ones, twos, fours, "eight or more"), so that the
// smallest item is found by a few masks and nothing is ever undone. The key of a state is the OR of
// its live options' masks: its primary part is the set of open items (an open item without options
// is a dead end), and an option is live exactly if its mask lies within. So of a secondary item the
// key holds just what still matters: nothing where no live option uses it, else the colors left.
// The published relative is Nishino, Yasuda, Minato and Nagata, "Dancing with decision diagrams"
// (AAAI 2017), which builds a ZDD over Knuth's links with the same memo.
//
// With the static order only a window of the options is listed: from number `tail` on all are still
// live, for they come in order of their first item. A strip of any length then costs per state what
// its width does. Items with one option are taken first in either order, without a look-up.
#pragma once

#include "memo/packed/packed_matrix.hpp"
#include "memo/saved.hpp"
#include "memo/table.hpp"

#include <memory>
#include <span>

namespace minuet {

enum class ItemOrder { smallest, fixed };

class MemoSearch {
public:
  virtual ~MemoSearch() = default;

  // Searches on for about `work` words of masks looked at. True: the count is complete.
  virtual bool run(std::int64_t work) = 0;
  // What was counted so far: a lower bound until `run` is complete.
  virtual BigCount counted() const = 0;
  // The part of the tree that is done, each child of a node weighing the same.
  virtual double progress() const = 0;
  // Drops the memo and searches on without.
  virtual void forget() = 0;

  virtual std::int64_t nodes() const = 0;
  virtual std::uint64_t lookups() const = 0;
  virtual std::uint64_t hits() const = 0;
  virtual bool remembers() const = 0;
  virtual std::size_t table_bytes() const = 0;
  virtual void set_memory(std::size_t bytes) = 0;

  // Where it is, between two runs, and the states it knows, as a checkpoint keeps them. A search of
  // the same kind takes them back before it is run, and counts on what that one would have; false:
  // they are of another one, and there is no going on. `poll` may throw, likewise.
  virtual Words path() const = 0;
  virtual KeptStates take(const SaveLimits &limits) = 0;
  virtual bool restore(std::span<const std::uint64_t> path, std::span<const std::uint64_t> states,
                       Poll &poll) = 0;

  // `items` gives the primary items in order; with `memory` 0 there is no memo.
  static std::unique_ptr<MemoSearch> make(const PackedMatrix &matrix, ItemOrder order,
                                          std::span<const std::int32_t> items, std::size_t memory,
                                          std::uint32_t hash_mask, Poll &poll);
};

} // namespace minuet
