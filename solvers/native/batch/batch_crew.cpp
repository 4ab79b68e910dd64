#include "batch/batch_crew.hpp"

#include "shared/driving.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>

namespace minuet {

namespace {

constexpr std::size_t largest_piece = 32;   // selections
constexpr std::size_t largest_sliced = 512; // ... that may go through bit-sliced search
constexpr std::int64_t least_sliced = 512;  // nodes: with fewer most lanes would be empty
constexpr std::int64_t sample = 8;          // selections by which that is decided
constexpr std::int64_t nodes_at_once = 64;  // of a thread, before it looks whether it is to stop
constexpr double longest_wait = 3600;

// Appends the options in ascending order. Where they are not few and far between they are marked
// in a table of bits, which takes a tenth of the time that sorting takes.
void append_ascending(std::span<const std::int32_t> options, std::vector<std::uint64_t> &marks,
                      std::vector<std::int64_t> &to) {
  if (marks.size() > 4 * options.size()) {
    const auto mine = to.insert(to.end(), options.begin(), options.end());
    std::sort(mine, to.end());
    return;
  }
  for (const std::int32_t option : options)
    marks[option / 64] |= std::uint64_t{1} << option % 64;
  for (std::size_t k = 0; k < marks.size(); ++k)
    for (; marks[k]; marks[k] &= marks[k] - 1)
      to.push_back(static_cast<std::int64_t>(64 * k) + std::countr_zero(marks[k]));
}

} // namespace

void Answers::append(const Answers &more) {
  const std::int64_t before = starts.back();
  found.insert(found.end(), more.found.begin(), more.found.end());
  options.insert(options.end(), more.options.begin(), more.options.end());
  for (std::size_t k = 1; k < more.starts.size(); ++k)
    starts.push_back(before + more.starts[k]);
}

void Answers::clear() {
  found.clear();
  starts.assign(1, 0);
  options.clear();
}

BatchCrew::BatchCrew(std::unique_ptr<BatchEngine> engine, std::int32_t threads,
                     const Problem &problem, MakePlan make_plan, SimdPath path)
    : always_(problem.given()), options_(problem.options()), possible_(problem.possible()),
      plan_(std::move(make_plan)), marks_((options_ + 63) / 64) {
  const auto add = [&](std::unique_ptr<BatchEngine> mine) {
    Worker &worker = workers_.emplace_back();
    worker.engine = std::move(mine);
    worker.plan = &plan_;
    worker.path = path;
    worker.may_slice = plan_.exists();
  };
  add(std::move(engine));
  while (std::ssize(workers_) < threads)
    add(workers_.front().engine->another());
}

BatchCrew::~BatchCrew() {
  stop();
  clear();
}

void BatchCrew::load(std::span<const std::int64_t> starts, std::span<const std::int64_t> given,
                     std::int64_t limit) {
  if (starts.empty() || starts.front() != 0 || starts.back() != std::ssize(given) ||
      !std::is_sorted(starts.begin(), starts.end()))
    throw std::invalid_argument("starts that do not part the given options");
  for (const std::int64_t option : given)
    if (option < 0 || option >= options_)
      throw std::invalid_argument("given option " + std::to_string(option) + ", expected 0 to " +
                                  std::to_string(options_ - 1));
  const std::size_t all = starts.size() - 1, shares = has_threads() ? 2 * workers_.size() : 0;
  const std::size_t largest = plan_.exists() ? largest_sliced : largest_piece;
  const std::size_t most =
      shares ? std::clamp<std::size_t>(all / shares, 1, largest) : std::max<std::size_t>(all, 1);
  std::deque<std::shared_ptr<Piece>> pieces;
  for (std::size_t first = 0; first < all; first += most) {
    auto piece = std::make_shared<Piece>();
    piece->limit = possible_ ? limit : 0;
    for (std::size_t k = first; k < std::min(first + most, all); ++k) {
      piece->given.insert(piece->given.end(), always_.begin(), always_.end());
      for (auto place = starts[k]; place < starts[k + 1]; ++place)
        piece->given.push_back(static_cast<std::int32_t>(given[place]));
      piece->starts.push_back(piece->given.size());
    }
    pieces.push_back(std::move(piece));
  }
  {
    const std::scoped_lock lock(mutex_);
    pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
  }
  loaded_.notify_all();
  if (has_threads() && threads_.empty())
    for (Worker &worker : workers_)
      threads_.emplace_back([this, &worker] { work(worker); });
}

void BatchCrew::clear() {
  {
    const std::scoped_lock lock(mutex_);
    for (const auto &piece : pieces_)
      piece->dropped = true;
    pieces_.clear();
    begun_ = 0;
    over_ = true;
  }
  loaded_.notify_all();
  for (std::thread &thread : threads_)
    thread.join();
  threads_.clear();
  over_ = false;
}

void BatchCrew::advance(double seconds, std::size_t least) {
  if (!has_threads()) {
    work_alone(seconds);
    return;
  }
  std::unique_lock lock(mutex_);
  answered_.wait_for(lock, std::chrono::duration<double>(std::min(seconds, longest_wait)),
                     [&] { return error_ || stopped() || ready() >= std::min(least, waiting()); });
  if (error_)
    std::rethrow_exception(error_);
}

bool BatchCrew::take(Answers &to) {
  const std::scoped_lock lock(mutex_);
  while (!pieces_.empty()) {
    Piece &piece = *pieces_.front();
    piece.taken += piece.answers.size();
    if (to.size() == 0)
      std::swap(to, piece.answers);
    else
      to.append(piece.answers);
    piece.answers.clear();
    if (piece.taken < piece.size())
      return false;
    pieces_.pop_front();
    --begun_;
  }
  return true;
}

std::int64_t BatchCrew::nodes() const {
  const std::scoped_lock lock(mutex_);
  return nodes_;
}

double BatchCrew::progress() const {
  const std::scoped_lock lock(mutex_);
  const std::size_t all = waiting();
  return all ? static_cast<double>(ready()) / static_cast<double>(all) : 1;
}

// Searches on, for about so many nodes; false: the selection is not answered yet.
bool BatchCrew::Worker::run(std::int64_t nodes, std::vector<std::uint64_t> &marks) {
  if (!asked && !is_decided && answered >= sample)
    decide();
  if (is_sliced && !asked) {
    if (!sliced->is_final(next - first_sliced))
      sliced->run();
    is_sliced = may_slice = !sliced->leaves_too_many();
  }
  if (is_sliced && !asked) {
    if (take_sliced())
      return true;
    if (!sliced->is_final(next - first_sliced))
      return false;
  }
  if (!asked)
    engine->ask(
        {piece->given.data() + piece->starts[next], piece->starts[next + 1] - piece->starts[next]},
        answered < sample && piece->limit == 1 ? 2 : piece->limit);
  asked = !engine->run(nodes);
  if (asked)
    return false;
  const std::int64_t found = engine->found();
  news.found.push_back(std::min(found, piece->limit));
  if (found)
    append_ascending(engine->first(), marks, news.options);
  news.starts.push_back(static_cast<std::int64_t>(news.options.size()));
  ++next;
  ++answered;
  several += found > 1;
  return true;
}

// Takes the answers that are next and that bit-sliced search has found; false: there is none.
bool BatchCrew::Worker::take_sliced() {
  const std::size_t first = next;
  for (; next < piece->size() && sliced->is_final(next - first_sliced); ++next) {
    const SlicedSearch::Verdict verdict = sliced->verdict(next - first_sliced);
    if (verdict == SlicedSearch::Verdict::open)
      break;
    news.found.push_back(verdict == SlicedSearch::Verdict::one);
    if (news.found.back())
      sliced->append_solution(next - first_sliced, news.options);
    news.starts.push_back(static_cast<std::int64_t>(news.options.size()));
  }
  return next > first;
}

// Decides whether the rest of a piece goes through bit-sliced search: if it promises enough nodes,
// by how many the last selections had, and if few of those had several solutions.
void BatchCrew::Worker::decide() {
  is_decided = true;
  const auto rest = static_cast<std::int64_t>(piece->size() - next);
  if (!may_slice || piece->limit == 0 || 8 * several > answered ||
      rest * std::max<std::int64_t>(engine->nodes() / answered, 1) < least_sliced)
    return;
  if (!sliced)
    sliced = std::make_unique<SlicedSearch>(plan->get(), path);
  is_sliced = true;
  first_sliced = next;
  sliced->ask(std::span(piece->starts).subspan(next), piece->given);
}

// Gives the next piece to a worker; to be called with the lock.
void BatchCrew::begin(Worker &worker) {
  worker.piece = pieces_[begun_++];
  worker.next = 0;
  worker.asked = worker.is_decided = worker.is_sliced = false;
  worker.news.clear();
}

// Hands over what a worker has found; to be called with the lock.
void BatchCrew::hand_over(Worker &worker) {
  const std::int64_t nodes = worker.engine->nodes() + (worker.sliced ? worker.sliced->nodes() : 0);
  nodes_ += nodes - std::exchange(worker.nodes, nodes);
  Piece &piece = *worker.piece;
  piece.over += worker.news.size();
  if (piece.answers.size() == 0)
    std::swap(piece.answers, worker.news);
  else
    piece.answers.append(worker.news);
  worker.news.clear();
}

// What a thread does, until the end.
void BatchCrew::work(Worker &worker) {
  std::unique_lock lock(mutex_);
  try {
    std::vector<std::uint64_t> marks(marks_.size());
    while (true) {
      loaded_.wait(lock, [&] { return over_ || (!stopped() && begun_ < pieces_.size()); });
      if (over_)
        return;
      begin(worker);
      while (!worker.ended() && !stopped()) {
        lock.unlock();
        while (!worker.ended() && worker.run(nodes_at_once, marks) && !stopped())
          ;
        lock.lock();
        hand_over(worker);
        answered_.notify_one();
      }
    }
  } catch (...) {
    if (!lock.owns_lock())
      lock.lock();
    error_ = std::current_exception();
    answered_.notify_one();
  }
}

void BatchCrew::work_alone(double seconds) {
  Worker &worker = workers_.front();
  const std::scoped_lock lock(mutex_);
  for_about(seconds, 1, 256, [&](std::int64_t nodes) {
    if (worker.ended() && begun_ < pieces_.size())
      begin(worker);
    if (worker.ended() || stopped())
      return false;
    worker.run(nodes, marks_);
    if (worker.ended())
      hand_over(worker);
    return true;
  });
  if (!worker.ended())
    hand_over(worker);
}

// How many answers can be taken; to be called with the lock.
std::size_t BatchCrew::ready() const {
  std::size_t number = 0;
  for (const auto &piece : pieces_) {
    number += piece->over - piece->taken;
    if (piece->over < piece->size())
      break;
  }
  return number;
}

// How many selections were loaded and not taken; to be called with the lock.
std::size_t BatchCrew::waiting() const {
  std::size_t number = 0;
  for (const auto &piece : pieces_)
    number += piece->size() - piece->taken;
  return number;
}

} // namespace minuet
