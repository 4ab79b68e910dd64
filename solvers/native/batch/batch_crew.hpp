// A batch on its way: selections go in, their answers come out in the same order, from one engine
// or from several that share a preparation.
//
// One engine works in the thread that asks for answers. Several have a thread each, and take the
// selections a few at a time, a piece; whoever asks for answers only waits for them, so that it can
// look at the last ones while the next ones are sought. What a thread has found goes over to the
// piece when that is done, or when a selection takes long: locks are seldom taken.
//
// A piece that promises enough work goes through bit-sliced search first, if the matrix suits it,
// and the engine only answers what that leaves open. If that is more than an eighth, the work was
// in vain, and the worker goes on without it.
#pragma once

#include "batch/batch_engine.hpp"
#include "batch/sliced_search.hpp"
#include "shared/problem.hpp"
#include "shared/state.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace minuet {

// For each of some selections how many solutions were found, and the first of them, ascending:
// the options of the k-th are options[starts[k]] .. options[starts[k + 1] - 1].
struct Answers {
  std::vector<std::int64_t> found, starts{0}, options;

  std::size_t size() const { return found.size(); }
  void append(const Answers &more);
  void clear();
};

class BatchCrew : public Stoppable {
public:
  using MakePlan = std::function<std::shared_ptr<const SlicedPlan>()>;

  // The engine was made for the problem; what that gives belongs to every selection. `make_plan` is
  // called when bit-sliced search is first worth its preparation; empty: it does not suit.
  BatchCrew(std::unique_ptr<BatchEngine> engine, std::int32_t threads, const Problem &problem,
            MakePlan make_plan, SimdPath path);
  BatchCrew(const BatchCrew &) = delete;
  BatchCrew &operator=(const BatchCrew &) = delete;
  ~BatchCrew();

  // Puts selections behind those that wait. Selection k gives given[starts[k]] ..
  // given[starts[k + 1] - 1], beside what is always given; up to `limit` solutions are looked for.
  // Throws std::invalid_argument for starts that part nothing and for options that do not exist.
  void load(std::span<const std::int64_t> starts, std::span<const std::int64_t> given,
            std::int64_t limit);

  // Forgets what waits and what was not taken; no thread is left.
  void clear();

  // Searches on for about so many seconds, or, where threads search, waits for `least` answers in
  // a row. Throws what a thread threw.
  void advance(double seconds, std::size_t least);

  // Moves the answers that are next in order to `to`; whether all that were loaded are taken then.
  bool take(Answers &to);

  std::int64_t nodes() const;
  std::int64_t updates() const { return 0; } // nothing is linked
  // The part of the selections that wait, or were not taken, that is answered.
  double progress() const;

private:
  // Some selections that one engine answers, one after the other.
  struct Piece {
    std::vector<std::size_t> starts{0};
    std::vector<std::int32_t> given;
    std::int64_t limit = 0;
    Answers answers;                   // handed over, and not taken
    std::size_t over = 0, taken = 0;   // how many were handed over, and taken
    std::atomic<bool> dropped = false; // nobody wants its answers any more

    std::size_t size() const { return starts.size() - 1; }
  };

  // What bit-sliced search needs of a matrix, made when the first worker asks for it.
  class LatePlan {
  public:
    explicit LatePlan(MakePlan make) : make_(std::move(make)) {}
    bool exists() const { return make_ != nullptr; }
    const std::shared_ptr<const SlicedPlan> &get() {
      std::call_once(once_, [this] { plan_ = make_(); });
      return plan_;
    }

  private:
    const MakePlan make_;
    std::once_flag once_;
    std::shared_ptr<const SlicedPlan> plan_;
  };

  // An engine, and how far it is with its piece.
  struct Worker {
    std::unique_ptr<BatchEngine> engine;
    LatePlan *plan = nullptr;
    SimdPath path{};
    std::unique_ptr<SlicedSearch> sliced;
    std::shared_ptr<Piece> piece;
    std::size_t next = 0;   // the selection that is looked at
    bool asked = false;     // the engine knows it
    Answers news;           // not handed over
    std::int64_t nodes = 0; // those that were told

    std::int64_t answered = 0, several = 0; // by the engine; with several solutions
    bool may_slice = false;                 // bit-sliced search suits
    bool is_decided = false;                // whether the rest of the piece goes through it
    bool is_sliced = false;                 // it does, from the selection first_sliced on
    std::size_t first_sliced = 0;

    bool ended() const { return !piece || next == piece->size() || piece->dropped; }
    bool run(std::int64_t nodes, std::vector<std::uint64_t> &marks);
    void decide();
    bool take_sliced();
  };

  bool has_threads() const { return workers_.size() > 1; }
  void begin(Worker &worker);
  void hand_over(Worker &worker);
  void work(Worker &worker);
  void work_alone(double seconds);
  std::size_t ready() const;
  std::size_t waiting() const;

  const std::vector<std::int32_t> always_;
  const std::int64_t options_;
  const bool possible_; // some selection may have a solution
  LatePlan plan_;
  std::vector<std::uint64_t> marks_; // of whoever works alone
  std::deque<Worker> workers_;
  std::vector<std::thread> threads_;

  mutable std::mutex mutex_; // of what follows
  std::condition_variable loaded_, answered_;
  std::deque<std::shared_ptr<Piece>> pieces_; // in order, until all of it is taken
  std::size_t begun_ = 0;                     // the first so many of these
  std::int64_t nodes_ = 0;
  std::exception_ptr error_;
  bool over_ = false; // the threads are to end
};

} // namespace minuet
