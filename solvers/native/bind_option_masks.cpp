// The Python face of the option-mask engine.
#include "bindings.hpp"
#include "dancing_links.hpp"
#include "option_masks.hpp"

namespace minuet {

using namespace nb::literals;

namespace {

// Python knows one State for all engines.
DancingLinks::State run_masks(OptionMasks &engine, double seconds, bool count_only) {
  switch (run<OptionMasks, std::int64_t{1} << 20>(engine, seconds, count_only)) {
  case OptionMasks::State::exhausted:
    return DancingLinks::State::exhausted;
  case OptionMasks::State::solution:
    return DancingLinks::State::solution;
  default:
    return DancingLinks::State::paused;
  }
}

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
      const auto size = static_cast<Py_ssize_t>(ends[place] - begin);
      PyObject *tuple = PyTuple_New(size);
      if (tuple == nullptr)
        nb::raise_python_error();
      for (Py_ssize_t k = 0; k < size; ++k)
        NB_TUPLE_SET_ITEM(tuple, k, PyLong_FromLong(options[begin + k]));
      NB_LIST_SET_ITEM(result.ptr(), static_cast<Py_ssize_t>(place), tuple);
      begin = ends[place];
    }
    return result;
  }
};

// Up to `most` solutions, for about `seconds`: to cross between Python and C++ for every solution
// would take longer than to find it.
nb::tuple collect(OptionMasks &engine, double seconds, std::int32_t most) {
  using State = OptionMasks::State;
  Batch batch;
  State state = State::paused;
  {
    const nb::gil_scoped_release release;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    do {
      std::int64_t work = std::int64_t{1} << 20;
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

} // namespace

void bind_option_masks(nb::module_ &m) {
  nb::class_<OptionMasks>(m, "OptionMasks")
      .def(
          "__init__",
          [](OptionMasks *self, std::int32_t primary, const Array<std::int32_t> &starts,
             const Array<std::int32_t> &members, const Array<std::int32_t> &colors,
             const Array<std::int32_t> &low, const Array<std::int32_t> &high,
             const Array<std::int32_t> &given, const Array<std::uint8_t> &allowed,
             const Array<std::int64_t> &skip, const std::string &path, std::int32_t words) {
            const Matrix matrix = matrix_of(primary, starts, members, colors, low, high);
            const Selection selection{view(given), view(allowed), {}, view(skip), {}};
            const SimdPath chosen = simd_path(path);
            const nb::gil_scoped_release release;
            new (self) OptionMasks(matrix, selection, chosen, words);
          },
          "primary"_a, "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a, "given"_a,
          "allowed"_a, "skip"_a, "path"_a = "auto", "words"_a = 1)
      .def("run", &run_masks, "seconds"_a, "count_only"_a)
      .def("collect", &collect, "seconds"_a, "most"_a)
      .def("solution", &OptionMasks::solution)
      .def_prop_ro("nodes", &OptionMasks::nodes)
      .def_prop_ro("solutions", &OptionMasks::solutions)
      .def_prop_ro("words", &OptionMasks::words)
      .def_prop_ro("path", &OptionMasks::path);
  m.def("simd_paths", [] {
    std::vector<std::string> names;
    for (const SimdPath path : {SimdPath::portable, SimdPath::avx2, SimdPath::avx512})
      if (simd_available(path))
        names.emplace_back(simd_name(path));
    return names;
  });
}

} // namespace minuet
