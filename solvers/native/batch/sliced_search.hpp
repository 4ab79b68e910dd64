// Bit-sliced search: hundreds of selections on one matrix at a time.
//
// The state of a selection is a set of options, those that are still possible, and so a row of
// bits. Rows are transposed into lanes: then a vector has for one option a bit of each state, and
// one AND does for 256 states what a program for one state does for one option. A sweep over all
// items and grids (sliced_plan.hpp) costs the same whatever the states are, so it is never
// mispredicted and waits for no memory; a lane takes the more sweeps the more there is to
// propagate, and most of the lanes take about as many. Then rows that are dead are dropped, those
// that are solved are counted, and the others wait to be branched on: that, too, is done for 256 of
// them at once, for choosing an item well takes as long as two sweeps. Both options of the item
// make new rows, which wait to be propagated, the newest first; lanes are filled up with further
// selections.
//
// A selection with several solutions, or with a tree so large that the others would wait for it, is
// left to the engine that searches one by one (batch_engine.hpp). So an answer is the same as of
// that engine, for there is at most one solution, and depends neither on how many selections come
// at once nor on their order.
//
// The item that is branched on has two options whose choice removes the most, where an option that
// is removed counts by how few options its items have, for that is what makes singles. Guesses a
// puzzle on every third of the 1465 hard sudokus, every third of the 375 hardest, all of them with
// the same propagation:
//
//   first item of two options                                  21.4   269
//   number of options removed                                  11.5   116
//   items that lose an option, pairs twice, of all pairs        7.8   113
//   removed options, weighted by the number of pairs            8.3   167
//   ... by 1 / size, summed over their items                    6.7    84
//   ... by 3, 2, 1 for sizes of 2, 3, more                      6.2    85
//   ... with what two items remove counted twice                9.2   218
//   ... only cells with two candidates                          8.2   111
//   ... as kept: weights and scores halved to save bits         6.4    87
//   tdoku's rule: a digit of the band with fewest configurations  14   142  (its own program 8.9
//   and 110)
#pragma once

#include "batch/sliced_plan.hpp"
#include "shared/simd_path.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace minuet {

class SlicedSearch {
public:
  enum class Verdict : std::uint8_t { none, one, open }; // of a selection: its solutions

  SlicedSearch(std::shared_ptr<const SlicedPlan> plan, SimdPath path);

  // Begins with selections: number k gives given[starts[k]] .. given[starts[k + 1] - 1]. The arrays
  // are read until all are answered.
  void ask(std::span<const std::size_t> starts, std::span<const std::int32_t> given);
  // Searches on for some tens of microseconds, unless all verdicts are final.
  void run();

  bool is_final(std::size_t selection) const {
    return selection < next_ && (rows_[selection] == 0 || verdicts_[selection] == Verdict::open);
  }
  Verdict verdict(std::size_t selection) const { return verdicts_[selection]; }
  // Appends the options of the one solution, ascending.
  void append_solution(std::size_t selection, std::vector<std::int64_t> &to) const;
  std::int64_t nodes() const { return nodes_; }

private:
  struct Vectors {
    alignas(sliced_alignment) std::uint64_t words[sliced_alignment / 8];
  };

  // Rows that wait, and the selections that they are of. The last ones are taken first.
  struct Rows {
    std::vector<std::uint64_t> words;
    std::vector<std::int32_t> owners;
    std::size_t width;

    std::size_t size() const { return owners.size(); }
    std::uint64_t *push(std::int32_t owner);
    const std::uint64_t *last(std::size_t count) const {
      return words.data() + (size() - count) * width;
    }
    std::int32_t take_owners(std::size_t most, std::vector<std::int32_t> &to);
  };

  void begin_selections();
  void propagate();
  void branch();
  void settle(std::int32_t lane, std::int32_t selection);
  void split(const std::uint64_t *row, std::int32_t item, std::int32_t selection);
  std::int32_t smallest_item(const std::uint64_t *row) const;

  std::shared_ptr<const SlicedPlan> plan_;
  SlicedKernel kernel_;
  SlicedLanes lanes_{};
  std::vector<Vectors> vectors_;
  std::vector<std::uint64_t> left_, solutions_; // rows
  std::vector<SlicedLane> states_;
  std::vector<std::uint16_t> branches_;
  Rows open_, settled_;
  std::vector<std::int32_t> owners_; // of the lanes
  std::span<const std::size_t> starts_;
  std::span<const std::int32_t> given_;
  std::size_t next_ = 0; // the selection to begin with
  std::vector<Verdict> verdicts_;
  std::vector<std::int32_t> rows_, splits_; // of the selections: rows that wait, rows split
  std::int64_t nodes_ = 0;
};

} // namespace minuet
