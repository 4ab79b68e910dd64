// Positional slots: batches of selections on one matrix, all items looked at in one go.
//
// Each primary item gives its options numbers of its own, its slots. Plane s of a state is a set of
// items: those whose option in slot s is live. So how many options an item has left is counted for
// all items at once, with counters in the manner of carry-save adders (Knuth, TAOCP 7.1.3): one
// pass over the planes tells which items have none, one, two. Every option has a state's worth of
// bits that tells what is left when it is chosen, which makes a choice one AND of the whole state;
// options that are forced at the same time are chosen in the same pass. That is how the fastest
// sudoku programs look for singles (tdoku of T. Dillon, 2019), for any exact cover whose primary
// items are covered once; secondary items and colors only tell which options exclude each other.
//
// An option that was chosen stays live: then an item is dead if it has no live option, settled or
// not, and two forced options that exclude each other take each other's slots away.
//
// It takes memory of options * states, so it is for small matrices; conflict_lists.hpp takes the
// rest. Among the first few items with two options the one whose options decide most others is
// branched on. On the 1465 hard sudokus that is 58 branches a puzzle, the first such item alone
// takes 89; to look at all takes 55, but more time. Tried and slower: leaving out what both options
// of such an item exclude (45 branches, three times the time).
#pragma once

#include "batch/batch_engine.hpp"
#include "batch/slots_state.hpp"
#include "shared/problem.hpp"
#include "shared/simd_path.hpp"

namespace minuet {

class PositionalSlots final : public BatchEngine {
public:
  // Whether the engine takes the matrix: exactly-once primary items, no option that nothing
  // decides on, few enough items and options.
  static bool accepts(const Problem &problem);

  PositionalSlots(const Problem &problem, SimdPath path, Poll &poll);
  PositionalSlots(const PositionalSlots &other);
  PositionalSlots &operator=(const PositionalSlots &) = delete;

  std::unique_ptr<BatchEngine> another() const override {
    return std::make_unique<PositionalSlots>(*this);
  }
  void ask(std::span<const std::int32_t> given, std::int64_t limit) override;
  bool run(std::int64_t node_limit) override;
  std::int64_t found() const override { return search_.found; }
  std::int64_t nodes() const override { return search_.nodes; }
  std::span<const std::int32_t> first() const override;

private:
  struct Line {
    alignas(64) std::uint64_t words[8];
  };
  // The planes' words and numbers, where the open items stand, and what a state takes, in words.
  struct Shape {
    std::int32_t words, slots, open_at, stride;
    explicit Shape(const Problem &problem);
  };

  std::uint64_t *root() { return root_.data()->words; }
  std::uint64_t *agree(std::int32_t option) {
    return agree_.data()->words + std::int64_t{shape_.stride} * option;
  }
  void connect();
  void place_options(const Problem &problem);
  void exclude(const Problem &problem, Poll &poll);

  Shape shape_;
  SlotKernel kernel_;
  SlotSearch search_{};
  std::vector<Line> all_, root_, agree_, states_;
  std::vector<std::uint16_t> option_at_;
  std::vector<std::uint32_t> seen_;
  std::vector<std::int64_t> place_starts_; // option -> its places, bits of a state
  std::vector<std::int32_t> places_;
  std::vector<SlotLevel> levels_;
  std::vector<std::int32_t> first_;
};

} // namespace minuet
