// What the bindings of the engines share: numpy arrays as spans, running without the GIL, and what
// hears of signals and deadlines while an engine is built.
#pragma once

#include "shared/matrix.hpp"
#include "shared/poll.hpp"
#include "shared/state.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>

namespace minuet {

namespace nb = nanobind;

template <typename T>
using Array = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T> std::span<const T> view(const Array<T> &array) {
  return {array.data(), array.shape(0)};
}

inline Matrix matrix_of(std::int32_t primary, const Array<std::int32_t> &starts,
                        const Array<std::int32_t> &members, const Array<std::int32_t> &colors,
                        const Array<std::int32_t> &low, const Array<std::int32_t> &high) {
  return {primary, view(starts), view(members), view(colors), view(low), view(high)};
}

// A poll that lets Python handle its signals and then calls `check`, which raises if the work is to
// end; None: only signals end it. To be made, and to go, with the GIL; it is looked at without.
inline Poll poll_of(nb::object check) {
  return Poll([check = std::move(check)] {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0)
      nb::raise_python_error();
    if (!check.is_none())
      check();
  });
}

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

// Runs without the GIL for about `seconds`, `least` to `most` of the engine's own units at a time;
// the caller comes back for more, and Python handles its signals in between.
template <class Engine, std::int64_t least, std::int64_t most>
State run(Engine &engine, double seconds, bool count_only) {
  const nb::gil_scoped_release release;
  State state = State::paused;
  for_about(seconds, least, most, [&](std::int64_t work) {
    state = engine.run(work, count_only);
    return state == State::paused;
  });
  return state;
}

void bind_dancing_links(nb::module_ &m);
void bind_dancing_cells(nb::module_ &m);
void bind_option_masks(nb::module_ &m);
void bind_batches(nb::module_ &m);
void bind_memo_counter(nb::module_ &m);

} // namespace minuet
