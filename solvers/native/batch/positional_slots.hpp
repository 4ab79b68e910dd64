// Positional slots: batches of selections on one matrix, all items looked at in one go.
//
// Each primary item gives its options numbers of its own, its slots. Plane s of a state is a set of
// items: those whose option in slot s is live. So how many options an item has left is counted for
// all items at once, with counters in the manner of carry-save adders (Knuth, TAOCP 7.1.3): one
// pass over the planes tells which items have none, one, two. Every option has a mask, a state's
// worth of bits that tells what is left when it is chosen, which makes a choice one AND of the
// whole state; options that are forced at the same time are chosen in the same pass. That is how
// the fastest sudoku programs look for singles (tdoku of T. Dillon, 2019), for any exact cover
// whose primary items are covered once; secondary items and colors only tell which options exclude
// each other.
//
// The same pass tells which items have all their live options in one line of slots (slot_grid.hpp).
// Then what all options of the line exclude dies, by a mask of the line: "locked candidates" found
// from the matrix, by the same AND. An item's rows and its columns tell that once: the mask takes
// the item out of a set that is kept beside the planes, and with it every other item that has the
// same options in a line.
//
// An option that was chosen stays live: then an item is dead if it has no live option, settled or
// not, and two forced options that exclude each other take each other's slots away.
//
// It takes memory of options * states, so it is for small matrices; conflict_lists.hpp takes the
// rest. Among the first few items with two options the one whose options decide most others is
// branched on: items that lose an option, those with two of them counted twice. Nodes a puzzle on
// the 49,151 sudokus of 17 clues, the 1465 and the 375 hardest, by what is looked at:
//
//   without lines of slots, pairs decided by the first 4 pairs    3.4    30     350
//   with lines                                                    1.68   13.7   279
//   ... all items decided                                         1.83   15.5   186
//   ... all items, pairs counted twice                            1.66   12.9   173
//   ... of the first 8 pairs (kept)                               1.53   10.2   135
//   ... of the first 16, slower by a quarter                      1.46   9.1    118
//
// Beside tdoku in one run: 2.5, 9.6, 101 microseconds a puzzle with AVX-512 to its 3.5, 9.4, 85;
// with AVX2 3.0, 12.4, 140 to its 3.9, 10.7, 96; 4.6, 23, 277 without vector instructions. Half of
// the time on the hardest goes into choosing what to branch on. Tried and slower: leaving out what
// both options of such an item exclude (three times the time without lines; in sudokus it tells no
// more than the lines do); lines told beside forced options, not after them (a fifth more time,
// most of them had nothing more to tell); masks without the two sets, so that a line that an item
// told is told again by the other (a fifth more masks are met). In a trial the hardest fell to 115
// nodes when all pairs were looked at, in four times the time.
#pragma once

#include "batch/batch_engine.hpp"
#include "batch/slot_preparation.hpp"
#include "shared/problem.hpp"
#include "shared/simd_path.hpp"

#include <memory>
#include <vector>

namespace minuet {

class PositionalSlots final : public BatchEngine {
public:
  // Whether the engine takes the matrix: exactly-once primary items, no option that nothing
  // decides on, few enough items and options.
  static bool accepts(const Problem &problem);

  PositionalSlots(const Problem &problem, SimdPath path, Poll &poll);

  std::unique_ptr<BatchEngine> another() const override;
  void ask(std::span<const std::int32_t> given, std::int64_t limit) override;
  bool run(std::int64_t node_limit) override;
  std::int64_t found() const override { return search_.found; }
  std::int64_t nodes() const override { return search_.nodes; }
  std::span<const std::int32_t> first() const override { return first_; } // ascending

private:
  PositionalSlots(std::shared_ptr<const SlotPreparation> prepared, SimdPath path);

  std::shared_ptr<const SlotPreparation> prepared_; // of the engines of all threads
  SimdPath path_;
  SlotKernel kernel_;
  SlotSearch search_{};
  std::vector<SlotPreparation::CacheLine> states_;
  std::vector<std::uint32_t> seen_;
  std::vector<const std::uint64_t *> given_;
  std::vector<SlotLevel> levels_;
  std::vector<std::uint64_t> first_set_;
  std::vector<std::int32_t> first_;
};

} // namespace minuet
