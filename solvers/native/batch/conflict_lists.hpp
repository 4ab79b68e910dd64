// Conflict lists: batches of selections on one matrix, each answered from the same prepared state.
//
// Every option has a list of the options that it excludes: those that share an item with it, but
// for one color of a secondary item. Choosing an option walks its list; each option that goes away
// lowers the sizes of its primary items. An item of size 1 forces its last option at once, one of
// size 0 ends the branch. Beside its size an item keeps the exclusive or of its live options, so
// the forced option is at hand without a search. A level is a copy of the state (2 KB for a
// sudoku), so nothing is undone, and a new selection starts from a copy of the prepared root. It is
// the way of the fast sudoku programs (candidates, singles first) on any exact cover whose primary
// items must be covered exactly once.
//
// Among the items of the least size the one whose options exclude most is branched on, looking at
// the first few only: on hard sudokus that saves a quarter of the nodes, looking at all of them two
// fifths but costs more than it saves. Tried and slower: rows of bits instead of lists (the bits
// that go away are few and far between: a misprediction a word), failure weights on items, and the
// last smallest item instead of the first.
#pragma once

#include "batch/batch_engine.hpp"
#include "shared/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace minuet {

class ConflictLists final : public BatchEngine {
public:
  // Whether the engine takes the matrix: exactly-once primary items, no option that nothing
  // decides on, numbers that fit 16 bits, and lists and states that fit the memory.
  static bool accepts(const Problem &problem);

  ConflictLists(const Problem &problem, Poll &poll);

  std::unique_ptr<BatchEngine> another() const override;
  void ask(std::span<const std::int32_t> given, std::int64_t limit) override;
  bool run(std::int64_t node_limit) override;
  std::int64_t found() const override { return found_; }
  std::int64_t nodes() const override { return nodes_; }
  std::span<const std::int32_t> first() const override { return first_; }

private:
  using Number = std::uint16_t; // an option or an item
  // The size of an item in the low half, the exclusive or of its live options in the high half.
  using Tally = std::uint32_t;

  struct Level {
    std::int32_t item;   // what is branched on
    std::int32_t next;   // where in the item's options to go on
    std::int32_t chosen; // how many options are chosen above
    std::int32_t open;   // primary items not covered
  };

  static std::int64_t state_size(std::int64_t items, std::int64_t options);
  void build_items(const Problem &problem, Poll &poll);
  void build_conflicts(const Problem &problem, Poll &poll);
  Tally *tallies() { return reinterpret_cast<Tally *>(state_); }
  std::uint8_t *live() { return state_ + live_offset_; }
  void enter(std::size_t level);
  bool choose(std::int32_t option);
  template <std::int32_t width> bool choose_as(std::int32_t option);
  bool settle();
  std::int32_t smallest();
  std::int32_t excluded(std::int32_t item);
  bool descend();

  std::int32_t items_ = 0;                 // primary; the tallies behind theirs take the padding
  bool is_narrow_ = true;                  // all options are padded to one width
  std::size_t live_offset_ = 0, size_ = 0; // of a state, in bytes
  std::vector<std::size_t> member_starts_; // option -> its primary items
  std::vector<Number> members_;
  std::vector<std::int32_t> item_starts_;
  std::vector<Number> users_; // primary item -> its options
  std::vector<std::int64_t> conflict_starts_;
  std::shared_ptr<const std::vector<Number>> conflicts_; // shared by the engines of all threads
  std::vector<std::uint8_t> root_;
  bool root_dead_ = false;

  std::vector<std::vector<std::uint8_t>> states_; // one a level
  std::uint8_t *state_ = nullptr;                 // the one worked on
  std::vector<Level> levels_;
  std::vector<Number> forced_, gone_;
  std::vector<std::int32_t> chosen_, first_;
  std::int32_t open_ = 0, forced_count_ = 0;
  std::int64_t limit_ = 0, found_ = 0, nodes_ = 0;
  enum class Phase { idle, down, up } phase_ = Phase::idle;
};

} // namespace minuet
