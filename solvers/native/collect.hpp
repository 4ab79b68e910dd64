// Solutions by the batch: to cross between Python and C++ for every one would take longer than to
// find it, and threads that cross less seldom wait for each other.
#pragma once

#include "bindings.hpp"
#include "numbers.hpp"

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

// Up to `most` solutions, for about `seconds`, `effort` of the engine's own units at a time:
// whether the engine is exhausted, and the solutions.
template <class Engine, std::int64_t effort>
nb::tuple collect(Engine &engine, double seconds, std::int32_t most) {
  using State = typename Engine::State;
  Batch batch;
  State state = State::paused;
  {
    const nb::gil_scoped_release release;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    do {
      std::int64_t work = effort;
      do {
        state = engine.run(work, false);
        work = engine.work_left();
        if (state == State::solution) {
          engine.append_solution(batch.options);
          batch.ends.push_back(batch.options.size());
        }
      } while (state == State::solution && static_cast<std::int32_t>(batch.ends.size()) < most &&
               work > 0);
    } while (state != State::exhausted && static_cast<std::int32_t>(batch.ends.size()) < most &&
             std::chrono::steady_clock::now() < end);
  }
  return nb::make_tuple(state == State::exhausted, batch.tuples());
}

} // namespace minuet
