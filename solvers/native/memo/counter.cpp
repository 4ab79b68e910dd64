#include "memo/counter.hpp"

#include "shared/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace minuet {

namespace {

using Orders = MemoSettings::Orders;

constexpr std::int64_t slice = 200'000; // work between two looks at the clock: below 1 ms
constexpr double alone = 400'000;       // of a frontier before the searches begin
constexpr double first_budget = 1'000'000;
constexpr double growth = 1.25;     // of the budgets from round to round
constexpr double behind = 8;        // times less progress: far behind
constexpr double aside = 16;        // times less budget beside masks that are soon done
constexpr double soon = 1e9;        // work: some seconds
constexpr double worthwhile = 0.8;  // of the given order's frontier
constexpr std::uint64_t longer = 8; // smallest first is assessed after this many warm-ups

double total(const std::vector<std::int32_t> &widths) {
  return std::accumulate(widths.begin(), widths.end(), 0.0);
}

BigCount power_of_two(std::int64_t exponent) {
  std::vector<std::uint64_t> limbs(static_cast<std::size_t>(exponent / 64) + 1, 0);
  limbs.back() = std::uint64_t{1} << exponent % 64;
  BigCount result;
  result.assign(limbs.data(), limbs.size());
  return result;
}

// The layout of a checkpoint: it goes up where the words mean something else; a machine with other
// bytes reads it otherwise.
constexpr std::uint64_t saved_layout = 0x6d696e7565740001u;

} // namespace

MemoCounter::MemoCounter(Problem &problem, const MemoSettings &settings, Poll poll)
    : settings_(settings), poll_(std::move(poll)) {
  refuse_weights(problem.matrix());
  const PackedMatrix packed(problem, poll_);
  if (!packed.sums.empty())
    throw std::overflow_error("multiplicities");
  if (packed.impossible)
    return;
  product_ = power_of_two(std::ssize(packed.free));
  parts_ = packed.parts(poll_);
  for (const PackedMatrix &part : parts_)
    require_at_most(part.mask_words(), PackedMatrix::largest, "words of option masks");
  // Small parts first: one without a solution settles the count.
  std::stable_sort(parts_.begin(), parts_.end(), [](const auto &a, const auto &b) {
    return a.options.size() > b.options.size();
  });
  if (!parts_.empty())
    begin_part();
}

// A frontier that is soon done is done before anything else is built.
void MemoCounter::begin_part() {
  searching_ = false;
  if (settings_.orders == Orders::race || settings_.orders == Orders::levels)
    if (auto frontier = Frontier::make(parts_.back(), settings_.memory, settings_.widest,
                                       settings_.hash_mask, poll_)) {
      frontier_ = frontier.get();
      runners_.push_back({std::move(frontier), Runner::Kind::levels, 0});
    }
  if (!frontier_)
    begin_searches();
  else
    budget_ = alone;
  turn_ = 0;
  start_round();
}

void MemoCounter::begin_searches() {
  searching_ = true;
  budget_ = first_budget;
  const PackedMatrix &part = parts_.back();
  std::vector<std::int32_t> given(part.primary);
  std::iota(given.begin(), given.end(), 0);
  std::vector<std::int32_t> breadth = part.breadth_first(poll_);
  const bool race = settings_.orders == Orders::race;
  using Kind = Runner::Kind;
  const auto add = [&](Kind kind, const std::vector<std::int32_t> &items) {
    const auto order = kind == Kind::smallest ? ItemOrder::smallest : ItemOrder::fixed;
    runners_.push_back(
        {depth_first_count(part, order, items, settings_.memory, settings_.hash_mask, poll_), kind,
         settings_.warm_up});
    if (kind == Kind::smallest)
      runners_.back().assess_at *= longer;
  };
  const bool stranded = settings_.orders == Orders::levels;
  if (race || stranded || settings_.orders == Orders::smallest)
    add(Kind::smallest, given);
  const bool remembers = race && part.mask_words() <= PackedMatrix::largest_window &&
                         runners_.back().search->remembers();
  if (remembers || settings_.orders == Orders::given)
    add(Kind::given, given);
  const bool narrower =
      total(part.frontier(breadth, poll_)) < worthwhile * total(part.frontier(given, poll_));
  if ((remembers && narrower) || settings_.orders == Orders::breadth)
    add(Kind::breadth, breadth);
  if (race)
    if (auto streamed = streamed_count(part, poll_))
      runners_.push_back({std::move(streamed), Kind::streamed, 0});
  share_memory();
}

void MemoCounter::share_memory() {
  std::size_t sharing = 0;
  for (const Runner &runner : runners_)
    sharing += runner.search->remembers();
  for (Runner &runner : runners_)
    if (sharing > 0 && runner.search->remembers())
      runner.search->set_memory(settings_.memory / sharing);
}

bool MemoCounter::step() {
  intact_ = false;
  const bool complete = advance();
  intact_ = true;
  return complete;
}

bool MemoCounter::advance() {
  if (parts_.empty())
    return true;
  while (runners_[turn_].left <= 0)
    if (++turn_ == runners_.size()) {
      if (!searching_ && settings_.orders == Orders::race)
        begin_searches();
      turn_ = 0;
      start_round();
    }
  Runner &runner = runners_[turn_];
  runner.left -= slice;
  runner.spent += slice;
  if (runner.search->run(slice))
    finish_part(runner.search->counted());
  else if (runner.kind == Runner::Kind::levels)
    assess_frontier();
  else
    assess(runner);
  return parts_.empty();
}

double MemoCounter::progress() const {
  double most = parts_.empty() ? 1 : 0;
  if (parts_.size() == 1)
    for (const Runner &runner : runners_)
      if (runner.is_steady())
        most = std::max(most, runner.search->progress());
  return most;
}

void MemoCounter::start_round() {
  double most = 0;
  const Runner *leading = nullptr; // of those that can tell when they will be done
  for (const Runner &runner : runners_) {
    most = std::max(most, runner.search->progress());
    if (runner.is_steady() && (!leading || runner.work_left() < leading->work_left()))
      leading = &runner;
  }
  const bool left_to_one =
      leading && static_cast<double>(leading->spent) + leading->work_left() < soon;
  for (Runner &runner : runners_) {
    const double progress = runner.search->progress();
    const bool ahead = !runner.is_steady() && left_to_one && leading->spent > 0 &&
                       progress > leading->search->progress();
    const bool waits = left_to_one && &runner != leading && !ahead;
    const bool far = progress * behind < most;
    // A slice may have taken more than was left.
    runner.left =
        std::min(runner.left, std::int64_t{0}) + static_cast<std::int64_t>(budget_ / (waits ? aside
                                                                                      : far ? behind
                                                                                            : 1));
  }
  budget_ *= growth;
}

// What is left by what was done so far; nothing is known of one that has not begun.
double MemoCounter::Runner::work_left() const {
  const double progress = search->progress();
  if (spent == 0)
    return 0;
  return progress > 0 ? static_cast<double>(spent) * (1 - progress) / progress : HUGE_VAL;
}

// Looks whether the memo still pays, at ever longer intervals.
void MemoCounter::assess(Runner &runner) {
  if (!runner.search->remembers() || runner.search->lookups() < runner.assess_at)
    return;
  const auto lookups = static_cast<double>(runner.search->lookups() - runner.lookups);
  const auto hits = static_cast<double>(runner.search->hits() - runner.hits);
  runner.lookups = runner.search->lookups();
  runner.hits = runner.search->hits();
  runner.assess_at = 2 * runner.lookups;
  if (hits >= settings_.least_hits * lookups)
    return;
  if (runner.is_fixed() && runners_.size() > 1)
    retire(static_cast<std::size_t>(&runner - runners_.data()));
  else
    runner.search->forget();
  share_memory();
}

void MemoCounter::retire(std::size_t index) {
  const CountSearch &search = *runners_[index].search;
  nodes_ += search.nodes();
  lookups_ += search.lookups();
  hits_ += search.hits();
  runners_.erase(runners_.begin() + static_cast<std::ptrdiff_t>(index));
  turn_ = 0;
}

// Without blocks, what hardly ever merges is a search that keeps all it found. Blocks may take some
// levels before they are alike.
void MemoCounter::assess_frontier() {
  const auto lookups = static_cast<double>(frontier_->lookups());
  const bool useless = !frontier_->has_blocks() && settings_.orders == Orders::race &&
                       frontier_->lookups() >= settings_.warm_up &&
                       static_cast<double>(frontier_->hits()) < settings_.least_hits * lookups;
  if (!useless && !frontier_->gave_up())
    return;
  nodes_ += frontier_->nodes();
  frontier_ = nullptr;
  runners_.erase(runners_.begin());
  turn_ = 0;
  if (searching_)
    share_memory();
  else
    begin_searches();
  start_round();
}

void MemoCounter::finish_part(const BigCount &count) {
  product_.multiply(count);
  if (frontier_ && runners_[turn_].kind != Runner::Kind::levels) {
    nodes_ += frontier_->nodes();
    runners_.erase(runners_.begin());
  }
  while (!runners_.empty())
    retire(runners_.size() - 1);
  frontier_ = nullptr;
  parts_.pop_back();
  if (product_.is_zero())
    parts_.clear();
  if (!parts_.empty())
    begin_part();
}

std::optional<double> MemoCounter::frontier_progress() const {
  return frontier_ ? std::optional(frontier_->progress()) : std::nullopt;
}

std::vector<std::uint64_t> MemoCounter::count() const {
  if (parts_.empty())
    return product_.limbs();
  if (parts_.size() > 1)
    return {}; // a part that was not begun may have no solution
  BigCount best;
  for (const Runner &runner : runners_) {
    const BigCount counted = runner.search->counted();
    if (best < counted)
      best = counted;
  }
  best.multiply(product_);
  return best.limbs();
}

std::int64_t MemoCounter::nodes() const {
  std::int64_t total = nodes_;
  for (const Runner &runner : runners_)
    total += runner.search->nodes();
  return total;
}

std::uint64_t MemoCounter::lookups() const {
  std::uint64_t total = lookups_;
  for (const Runner &runner : runners_)
    if (runner.search.get() != frontier_)
      total += runner.search->lookups();
  return total;
}

std::uint64_t MemoCounter::hits() const {
  std::uint64_t total = hits_;
  for (const Runner &runner : runners_)
    if (runner.search.get() != frontier_)
      total += runner.search->hits();
  return total;
}

std::size_t MemoCounter::bytes() const {
  std::size_t total = 0;
  for (const Runner &runner : runners_)
    total += runner.search->table_bytes();
  return total;
}

// A checkpoint has the product of the parts that are done, and of the last part all runners, each
// where it is, with what it knows, and what it was given of the time. So a count that goes on does
// what it would have done.
MemoCounter::Saved MemoCounter::save(const SaveLimits &limits) {
  Saved saved;
  Words &head = saved.head;
  head = {saved_layout, parts_.size()};
  append_count(head, product_);
  head.insert(head.end(), {static_cast<std::uint64_t>(nodes_), lookups_, hits_, searching_,
                           std::bit_cast<std::uint64_t>(budget_), turn_, runners_.size()});
  for (Runner &runner : runners_) {
    const auto kind = static_cast<std::uint64_t>(runner.kind);
    head.insert(head.end(), {kind, runner.assess_at, runner.lookups, runner.hits,
                             static_cast<std::uint64_t>(runner.left),
                             static_cast<std::uint64_t>(runner.spent)});
    append_list(head, runner.search->path());
    saved.logs.emplace_back(static_cast<int>(kind), runner.search->take(limits));
  }
  return saved;
}

bool MemoCounter::restore(std::span<const std::uint64_t> head, std::span<const SavedLog> logs) {
  SavedReader saved(head);
  const std::uint64_t version = saved.word(), parts = saved.word();
  const BigCount product = saved.count();
  if (saved.failed() || version != saved_layout || parts > parts_.size())
    return false;
  if (parts < parts_.size()) {
    runners_.clear();
    frontier_ = nullptr;
    parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(parts), parts_.end());
    if (!parts_.empty())
      begin_part();
  }
  product_ = product;
  return restore_runners(saved, logs) && saved.at_end();
}

bool MemoCounter::restore_runners(SavedReader &head, std::span<const SavedLog> logs) {
  const std::int64_t nodes = head.number();
  const std::uint64_t lookups = head.word(), hits = head.word();
  const bool searching = head.word() != 0;
  const double budget = head.real();
  const std::uint64_t turn = head.word(), size = head.word();
  if (head.failed() || size > runners_.size() + 8 || turn >= std::max<std::uint64_t>(size, 1))
    return false;
  if (searching && !searching_ && !parts_.empty())
    begin_searches();
  std::vector<Runner> restored;
  for (std::uint64_t k = 0; k < size; ++k) {
    const auto kind = static_cast<Runner::Kind>(head.number());
    const auto runner = std::find_if(runners_.begin(), runners_.end(),
                                     [&](const Runner &one) { return one.kind == kind; });
    if (runner == runners_.end())
      return false;
    runner->assess_at = head.word(), runner->lookups = head.word(), runner->hits = head.word();
    runner->left = head.number(), runner->spent = head.number();
    const auto path = head.list();
    const auto log = std::find_if(logs.begin(), logs.end(), [&](const SavedLog &one) {
      return one.first == static_cast<int>(kind);
    });
    const auto states = log == logs.end() ? std::span<const std::uint64_t>() : log->second;
    if (head.failed() || !runner->search->restore(path, states, poll_))
      return false;
    restored.push_back(std::move(*runner));
    runners_.erase(runner);
  }
  if (std::none_of(restored.begin(), restored.end(),
                   [](const Runner &one) { return one.kind == Runner::Kind::levels; }))
    frontier_ = nullptr;
  runners_ = std::move(restored);
  nodes_ = nodes, lookups_ = lookups, hits_ = hits;
  searching_ = searching, budget_ = budget, turn_ = turn;
  share_memory();
  return true;
}

} // namespace minuet
