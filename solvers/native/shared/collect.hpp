// Solutions by the batch: to cross between Python and C++ for every one would take longer than to
// find it, and threads that cross less seldom wait for each other.
#pragma once

#include "shared/bindings.hpp"
#include "shared/numbers.hpp"

namespace minuet {

// The options of some solutions, one after the other.
struct Batch {
  std::vector<std::int32_t> options;
  std::vector<std::size_t> ends;

  nb::object tuples() const {
    nb::object result = nb::steal(PyList_New(static_cast<Py_ssize_t>(ends.size())));
    if (!result.is_valid())
      nb::raise_python_error();
    std::size_t begin = 0;
    for (std::size_t place = 0; place < ends.size(); ++place) {
      PyObject *const tuple = tuple_of({options.data() + begin, options.data() + ends[place]});
      if (tuple == nullptr)
        nb::raise_python_error();
      NB_LIST_SET_ITEM(result.ptr(), static_cast<Py_ssize_t>(place), tuple);
      begin = ends[place];
    }
    return result;
  }
};

// Up to `wanted` solutions, for about `seconds`, `least` to `most` of the engine's own units
// at a time: whether the engine is exhausted, and the solutions.
template <class Engine, std::int64_t least, std::int64_t most>
nb::tuple collect(Engine &engine, double seconds, std::int32_t wanted) {
  Batch batch;
  State state = State::paused;
  {
    const nb::gil_scoped_release release;
    const auto full = [&] { return static_cast<std::int32_t>(batch.ends.size()) >= wanted; };
    for_about(seconds, least, most, [&](std::int64_t work) {
      do {
        state = engine.run(work, false);
        work = engine.work_left();
        if (state == State::solution) {
          engine.append_solution(batch.options);
          batch.ends.push_back(batch.options.size());
        }
      } while (state == State::solution && !full() && work > 0);
      return state != State::exhausted && !full();
    });
  }
  return nb::make_tuple(state == State::exhausted, batch.tuples());
}

} // namespace minuet
