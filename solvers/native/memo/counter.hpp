// Counting with memory: the count of a state is kept, so that no state is searched twice.
//
// The matrix is packed and split into independent parts, whose counts multiply. Each part is
// counted in several item orders by turns (depth_first.hpp): smallest first; the items as given;
// and breadth first, where that promises a narrower frontier. No one order is right: a static order
// meets the same frontier again and again and counts L-trominoes hundreds of times faster than
// smallest first, but never finishes on pentominoes, where smallest first dies early and often.
// So the orders run on growing budgets until one is done. One that is far behind the leading one
// gets a fraction of its budget, and a static order whose look-ups do not hit is dropped. Smallest
// first goes on without its memo then. And where there are no colors, option masks count along
// without any memory (streamed.cpp). They are several times faster where states hardly come up
// again (pentominoes on 6x10: 4 times, though 15 of 100 look-ups hit), and their progress tells
// when they will be done: if that is soon, the others get little time until they are ahead.
//
// Tried and left: the best order by its frontier alone (wrong on Latin squares, where rows as given
// win); dropping whatever is behind for good (progress through a tree says little while the memo
// still fills); to stop inserting when the memory is full (table.hpp).
#pragma once

#include "levels/frontier.hpp"
#include "memo/searches.hpp"
#include "shared/state.hpp"

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace minuet {

struct MemoSettings {
  enum class Orders { race, smallest, given, breadth, levels };

  std::size_t memory;                          // bytes for all tables together
  Orders orders = Orders::race;                // which to run
  std::uint64_t warm_up = 4096;                // look-ups before the first assessment
  double least_hits = 0.04;                    // of the look-ups, to keep the memo
  std::uint32_t hash_mask = ~std::uint32_t{0}; // to weaken the hash, in tests
  double widest = 40;                          // bits of a frontier without blocks
};

class MemoCounter : public Stoppable {
public:
  // The states of a runner, by its number.
  using SavedLog = std::pair<int, std::span<const std::uint64_t>>;
  // Where it is, and of each runner what is to be written of its states. Of others nothing is kept.
  struct Saved {
    Words head;
    std::vector<std::pair<int, KeptStates>> logs;
  };

  // The matrix must have no item that may be covered more than once. Throws std::overflow_error if
  // the masks of a part would take more than a quarter of a gigabyte.
  // `poll` is asked while a part is prepared, in `step` too; after it threw, there is no going on.
  MemoCounter(Problem &problem, const MemoSettings &settings, Poll poll);
  MemoCounter(const MemoCounter &) = delete;

  // Searches on for a millisecond or so. True: the count is complete.
  bool step();

  // The part of the search that is done, of the last part of the matrix: as those tell it who know
  // how much they have left. Else none before the end, for who can tell how much of what is left
  // the memo knows.
  double progress() const;

  // What a checkpoint keeps. `save` goes on from what was taken before, all of which
  // must have been written; `restore`, before the first step, takes back what the counter of the
  // same matrix has saved, and is false for anything else: then there is no going on.
  Saved save(const SaveLimits &limits);
  bool restore(std::span<const std::uint64_t> head, std::span<const SavedLog> logs);
  // Whether it can be saved: no poll threw in a step.
  bool intact() const { return intact_; }
  // The part of the running part that is done, as its frontier estimates it; none without one.
  std::optional<double> frontier_progress() const;

  // The count, least significant limb first; a lower bound until it is complete.
  std::vector<std::uint64_t> count() const;
  std::int64_t nodes() const;
  std::int64_t updates() const { return 0; } // nothing is linked
  // Of the searches, and of a frontier that came to its end.
  std::uint64_t lookups() const;
  std::uint64_t hits() const;
  std::size_t bytes() const; // of all tables

private:
  struct Runner {
    // The numbers stand in checkpoints.
    enum class Kind { levels, smallest, given, breadth, streamed };

    std::unique_ptr<CountSearch> search;
    Kind kind;
    std::uint64_t assess_at;             // look-ups at the next assessment
    std::uint64_t lookups = 0, hits = 0; // at the last one
    std::int64_t left = 0;               // work to be done in this round
    std::int64_t spent = 0;              // work done so far

    // Whether its progress tells when it will be done.
    bool is_steady() const { return kind == Kind::streamed || kind == Kind::levels; }
    bool is_fixed() const { return kind == Kind::given || kind == Kind::breadth; }
    double work_left() const;
  };

  bool advance();
  void begin_part();
  void begin_searches();
  void finish_part(const BigCount &count);
  void start_round();
  void assess(Runner &runner);
  void retire(std::size_t runner);
  void assess_frontier();
  void share_memory();
  bool restore_runners(SavedReader &head, std::span<const SavedLog> logs);

  bool intact_ = true;
  MemoSettings settings_;
  Poll poll_;
  std::vector<PackedMatrix> parts_; // still to be counted, the next one last
  std::vector<Runner> runners_;
  Frontier *frontier_ = nullptr; // the runner that goes level by level, if there is one
  bool searching_ = false;       // whether the searches were begun beside it
  std::size_t turn_ = 0;
  double budget_ = 0;
  BigCount product_;
  std::int64_t nodes_ = 0; // of the runners that are gone
  std::uint64_t lookups_ = 0, hits_ = 0;
};

} // namespace minuet
