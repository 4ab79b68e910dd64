// The one shape in which all engines face Python, and what their bindings share.
//
// An engine is made from a Problem; `next_batch` searches on for some solutions, `count` without
// telling them, both for some time and without the GIL: the caller comes back for more, and Python
// handles its signals in between. `stop`, from any thread, ends what runs and what is begun later.
#pragma once

#include "shared/driving.hpp"
#include "shared/found.hpp"
#include "shared/problem.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace minuet {

namespace nb = nanobind;
using namespace nb::literals;

template <typename T>
using Array = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T> std::span<const T> view(const Array<T> &array) {
  return {array.data(), array.shape(0)};
}

// Hands a vector's memory over to a numpy array; to be called with the GIL.
template <typename T> nb::ndarray<nb::numpy, T, nb::ndim<1>> array_of(std::vector<T> &&numbers) {
  auto mine = std::make_unique<std::vector<T>>(std::move(numbers));
  nb::capsule owner(mine.get(),
                    [](void *kept) noexcept { delete static_cast<std::vector<T> *>(kept); });
  auto *const kept = mine.release();
  return {kept->data(), {kept->size()}, owner};
}

// A poll that lets Python handle its signals and then calls `check`, which raises if the work is to
// end; None: only signals end it. The first of its copies is to be made, and the last to go, with
// the GIL; it is copied and looked at without, so that the copies share one reference.
inline Poll poll_of(nb::object check) {
  return Poll([check = std::make_shared<const nb::object>(std::move(check))] {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0)
      nb::raise_python_error();
    if (!check->is_none())
      (*check)();
  });
}

// Steps on, each time for about a millisecond, for about `seconds`; true: that was all.
template <class Engine> bool step_for(Engine &engine, double seconds) {
  const nb::gil_scoped_release release;
  bool over = false;
  for_about(seconds, 1, 1, [&](std::int64_t) {
    over = !engine.stopped() && engine.step();
    return !over && !engine.stopped();
  });
  return over;
}

// A number of any size, its least significant limb first.
inline nb::object number_of(std::span<const std::uint64_t> limbs) {
  std::vector<unsigned char> bytes;
  for (std::uint64_t limb : limbs)
    for (int k = 0; k < 8; ++k, limb >>= 8)
      bytes.push_back(static_cast<unsigned char>(limb));
  const nb::handle number(reinterpret_cast<PyObject *>(&PyLong_Type));
  return number.attr("from_bytes")(nb::bytes(bytes.data(), bytes.size()), "little");
}

// Counts on, for about `seconds`; true: that was all.
template <Searching Engine, std::int64_t least, std::int64_t most>
bool count(Engine &engine, double seconds) {
  const nb::gil_scoped_release release;
  return count_for<least, most>(engine, seconds);
}

// Up to `wanted` solutions, for about `seconds`: whether that was all, and the solutions as two
// arrays (starts, options).
template <Searching Engine, std::int64_t least, std::int64_t most>
nb::tuple next_batch(Engine &engine, double seconds, std::int32_t wanted) {
  Found found;
  bool over;
  {
    const nb::gil_scoped_release release;
    over = find_for<least, most>(engine, seconds, wanted, found);
  }
  return nb::make_tuple(over, array_of(found.take_starts()), array_of(found.take_options()));
}

// Up to one solution for so much work: whether that was all, whether there is one, and which; the
// same each time.
template <Searching Engine> nb::tuple next_within(Engine &engine, std::int64_t work) {
  State state = State::paused;
  std::vector<std::int32_t> solution;
  {
    const nb::gil_scoped_release release;
    if (!engine.stopped())
      state = engine.run(work, false);
    if (state == State::solution)
      engine.append_solution(solution);
  }
  std::sort(solution.begin(), solution.end());
  return nb::make_tuple(state == State::exhausted, state == State::solution, solution);
}

template <class Engine> void bind_progress(nb::class_<Engine> &type) {
  type.def("stop", &Engine::stop)
      .def_prop_ro("nodes", &Engine::nodes)
      .def_prop_ro("updates", &Engine::updates)
      .def_prop_ro("progress", &Engine::progress);
}

// Gives the engine its shape; it is run `least` to `most` of its own units at a time.
template <Searching Engine, std::int64_t least, std::int64_t most>
void bind_search(nb::class_<Engine> &type) {
  bind_progress(type);
  type.def("next_batch", &next_batch<Engine, least, most>, "seconds"_a, "most"_a)
      .def("count", &count<Engine, least, most>, "seconds"_a)
      .def_prop_ro("solutions", &Engine::solutions);
}

// Binds `construct(engine, problem, poll, extra ...)`, which runs without the GIL. The engine may
// outlive the problem, and the arrays of its matrix: it copies what it needs.
template <class Engine, class... Extra, class Construct, class... Names>
void bind_construction(nb::class_<Engine> &type, Construct construct, const Names &...names) {
  type.def(
      "__init__",
      [construct](Engine *self, Problem &problem, Extra... extra, nb::object check) {
        Poll poll = poll_of(std::move(check));
        const nb::gil_scoped_release release;
        construct(self, problem, poll, extra...);
      },
      "problem"_a, names..., "check"_a = nb::none());
}

} // namespace minuet
