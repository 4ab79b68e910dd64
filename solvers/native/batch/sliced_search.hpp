// Bit-sliced search: hundreds of selections on one matrix at a time.
//
// The state of a selection is the set of options that are still possible: a row of bits. Rows are
// transposed into lanes, so that a vector has for one option a bit of each state, and one AND does
// for 256 states what another program does for one. A sweep over all items and grids
// (sliced_plan.hpp) costs the same whatever the states are: nothing is predicted wrongly or waits
// for memory. After some sweeps rows without a solution are dropped, solved ones counted; the
// others wait until there are enough to be branched on together, for choosing an item well takes as
// long as two sweeps. Each option of the item makes a new row. Lanes that are free take the newest
// rows, then further selections.
//
// A selection with several solutions, or with a tree so large that others would wait for it, is
// left to the engine that searches one by one (batch_engine.hpp). So there is at most one solution
// to answer with, and an answer does not depend on which selections come together.
//
// The item that is branched on has two options. It is the one whose options remove most others when
// they are chosen, each counted by how few options its items have, for singles come from those. The
// rules that were compared are in docs/benchmarks.md.
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
  // Whether it leaves so many selections open that the others are not worth it.
  bool leaves_too_many() const { return 8 * left_open_ > closed_ + 64; }
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
  std::size_t next_ = 0;                   // the selection to begin with
  std::size_t closed_ = 0, left_open_ = 0; // selections without rows; with the verdict `open`
  std::vector<Verdict> verdicts_;
  std::vector<std::int32_t> rows_, splits_; // of the selections: rows that wait, rows split
  std::int64_t nodes_ = 0;
};

} // namespace minuet
