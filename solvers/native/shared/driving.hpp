// Running an engine for some time, whoever calls: Python (bindings.hpp) or a page (wasm/).
#pragma once

#include "shared/found.hpp"
#include "shared/state.hpp"

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <vector>

namespace minuet {

// Calls `step(work)` for about `seconds`, until it returns false. The work, in the engine's own
// units, grows from `least` to `most` while it takes less than a millisecond: on a large matrix one
// node may take longer than a thousand on a small one.
template <class Step>
void for_about(double seconds, std::int64_t least, std::int64_t most, Step step) {
  using Clock = std::chrono::steady_clock;
  auto began = Clock::now();
  const auto end = began + std::chrono::duration<double>(seconds);
  std::int64_t work = least;
  while (step(work)) {
    const auto now = Clock::now();
    if (now >= end)
      return;
    const bool short_time = now - began < std::chrono::milliseconds(1);
    work = short_time ? std::min(2 * work, most) : std::max(work / 2, least);
    began = now;
  }
}

// What an engine gives to be searched with; it derives from Stoppable (shared/state.hpp). The stop
// is looked at between two runs, so a run must end after its work, found or not.
template <class Engine>
concept Searching = requires(Engine &engine, const Engine &seen, std::vector<std::int32_t> &to) {
  // Searches on, for some work in units of its own (nodes, mostly), and behind the solution at
  // which the last run stopped; where it is only to count it stops at none.
  { engine.run(std::int64_t{}, bool{}) } -> std::same_as<State>;
  seen.work_left();         // what the last run left of its work
  seen.append_solution(to); // the options of the solution at which it stopped, the given ones too
  engine.stop(), seen.stopped();                 // from any thread
  seen.solutions();                              // so far
  seen.nodes(), seen.updates(), seen.progress(); // as native/engine.py tells them
};

// Counts on, for about `seconds`, in portions of `least` to `most` units; true: that was all.
template <std::int64_t least, std::int64_t most, Searching Engine>
bool count_for(Engine &engine, double seconds) {
  State state = State::paused;
  for_about(seconds, least, most, [&](std::int64_t work) {
    if (!engine.stopped())
      state = engine.run(work, true);
    return state == State::paused && !engine.stopped();
  });
  return state == State::exhausted;
}

// Adds up to `wanted` solutions to `found`, for about `seconds`; true: that was all.
template <std::int64_t least, std::int64_t most, Searching Engine>
bool find_for(Engine &engine, double seconds, std::int32_t wanted, Found &found) {
  std::vector<std::int32_t> solution;
  State state = State::paused;
  const auto full = [&] { return found.size() >= wanted; };
  for_about(seconds, least, most, [&](std::int64_t work) {
    do {
      if (engine.stopped())
        return false;
      state = engine.run(work, false);
      work = engine.work_left();
      if (state == State::solution) {
        solution.clear();
        engine.append_solution(solution);
        found.add(solution);
      }
    } while (state == State::solution && !full() && work > 0);
    return state != State::exhausted && !full();
  });
  return state == State::exhausted;
}

} // namespace minuet
