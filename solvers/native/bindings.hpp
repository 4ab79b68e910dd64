// What the bindings of the engines share: numpy arrays as spans, and running without the GIL.
#pragma once

#include "matrix.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

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

// Runs without the GIL for about `seconds`, `effort` of the engine's own units at a time; the
// caller comes back for more, and Python handles its signals in between.
template <class Engine, std::int64_t effort>
typename Engine::State run(Engine &engine, double seconds, bool count_only) {
  using State = typename Engine::State;
  const nb::gil_scoped_release release;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  State state = State::paused;
  do
    state = engine.run(effort, count_only);
  while (state == State::paused && std::chrono::steady_clock::now() < end);
  return state;
}

void bind_dancing_links(nb::module_ &m);
void bind_dancing_cells(nb::module_ &m);
void bind_option_masks(nb::module_ &m);
void bind_batches(nb::module_ &m);
void bind_memo_counter(nb::module_ &m);

} // namespace minuet
