// The Python face of the native engines: numpy arrays in, option numbers out, no GIL meanwhile.
#include "dancing_links.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <chrono>

namespace nb = nanobind;
using namespace nb::literals;

namespace {

template <typename T>
using Array = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T> std::span<const T> view(const Array<T> &array) {
  return {array.data(), array.shape(0)};
}

minuet::Matrix matrix_of(std::int32_t primary, const Array<std::int32_t> &starts,
                         const Array<std::int32_t> &members, const Array<std::int32_t> &colors,
                         const Array<std::int32_t> &low, const Array<std::int32_t> &high) {
  return {primary, view(starts), view(members), view(colors), view(low), view(high)};
}

// Runs without the GIL for about `seconds`; the caller comes back for more, and Python handles
// its signals in between.
minuet::DancingLinks::State run(minuet::DancingLinks &engine, double seconds, bool count_only) {
  using State = minuet::DancingLinks::State;
  const nb::gil_scoped_release release;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  State state = State::paused;
  do
    state = engine.run(256, count_only);
  while (state == State::paused && std::chrono::steady_clock::now() < end);
  return state;
}

} // namespace

NB_MODULE(_native, m) {
  m.doc() = "minuet's native engines";
  using minuet::DancingLinks;

  nb::enum_<DancingLinks::State>(m, "State")
      .value("EXHAUSTED", DancingLinks::State::exhausted)
      .value("SOLUTION", DancingLinks::State::solution)
      .value("PAUSED", DancingLinks::State::paused);

  nb::enum_<DancingLinks::Goal>(m, "Goal")
      .value("ALL", DancingLinks::Goal::all)
      .value("WITHIN", DancingLinks::Goal::within)
      .value("LEAST", DancingLinks::Goal::least);

  nb::class_<DancingLinks>(m, "DancingLinks")
      .def(
          "__init__",
          [](DancingLinks *self, std::int32_t primary, const Array<std::int32_t> &starts,
             const Array<std::int32_t> &members, const Array<std::int32_t> &colors,
             const Array<std::int32_t> &low, const Array<std::int32_t> &high,
             const Array<std::int32_t> &given, const Array<std::uint8_t> &allowed,
             const Array<std::int64_t> &loss, const Array<std::int64_t> &skip,
             const Array<std::int64_t> &charge, DancingLinks::Goal goal, std::int64_t budget) {
            const auto matrix = matrix_of(primary, starts, members, colors, low, high);
            const minuet::Selection selection{view(given), view(allowed), view(loss), view(skip),
                                              view(charge)};
            const nb::gil_scoped_release release;
            new (self) DancingLinks(matrix, selection, goal, budget);
          },
          "primary"_a, "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a, "given"_a,
          "allowed"_a, "loss"_a, "skip"_a, "charge"_a, "goal"_a, "budget"_a)
      .def("run", &run, "seconds"_a, "count_only"_a)
      .def("solution", &DancingLinks::solution)
      .def("set_budget", &DancingLinks::set_budget, "budget"_a)
      .def_prop_ro("nodes", &DancingLinks::nodes)
      .def_prop_ro("cut", &DancingLinks::cut)
      .def_prop_ro("updates", &DancingLinks::updates)
      .def_prop_ro("solutions", &DancingLinks::solutions);
}
