// Keeps what is long and no search (building an engine, above all) from being deaf.
//
// A loop tells its poll how many steps it made. Every so many steps the poll looks at the clock,
// and every hundredth of a second it calls `look`, which throws if the work is to end: because a
// deadline has come or because of Ctrl-C. The first look comes at once after those steps, whatever
// the clock says. A poll without a `look` never ends anything.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace minuet {

class Poll {
public:
  Poll() = default;
  explicit Poll(std::function<void()> look) : look_(std::move(look)) {}

  // A step is some nanoseconds of work; may throw what `look` throws.
  void operator()(std::int64_t steps = 1) {
    left_ -= steps;
    if (left_ <= 0)
      pause();
  }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::int64_t between = 1 << 14; // steps: below a tenth of a millisecond

  void pause() {
    left_ = between;
    if (!look_ || Clock::now() < next_)
      return;
    look_();
    next_ = Clock::now() + std::chrono::milliseconds(10);
  }

  std::function<void()> look_;
  std::int64_t left_ = between;
  Clock::time_point next_ = Clock::time_point::min();
};

} // namespace minuet
