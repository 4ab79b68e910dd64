// The Python face of the native engines: numpy arrays in, option numbers out, no GIL meanwhile.
#include "bindings.hpp"
#include "dancing_links.hpp"

using namespace minuet;
using namespace nb::literals;

NB_MODULE(_native, m) {
  m.doc() = "minuet's native engines";

  nb::enum_<DancingLinks::State>(m, "State")
      .value("EXHAUSTED", DancingLinks::State::exhausted)
      .value("SOLUTION", DancingLinks::State::solution)
      .value("PAUSED", DancingLinks::State::paused);

  nb::class_<DancingLinks>(m, "DancingLinks")
      .def(
          "__init__",
          [](DancingLinks *self, std::int32_t primary, const Array<std::int32_t> &starts,
             const Array<std::int32_t> &members, const Array<std::int32_t> &colors,
             const Array<std::int32_t> &low, const Array<std::int32_t> &high,
             const Array<std::int32_t> &given, const Array<std::uint8_t> &allowed,
             const Array<std::int64_t> &loss, const Array<std::int64_t> &skip, bool losses) {
            const auto matrix = matrix_of(primary, starts, members, colors, low, high);
            const Selection selection{view(given), view(allowed), view(loss), view(skip)};
            const nb::gil_scoped_release release;
            new (self) DancingLinks(matrix, selection, losses);
          },
          "primary"_a, "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a, "given"_a,
          "allowed"_a, "loss"_a, "skip"_a, "losses"_a)
      .def("run", &run<DancingLinks, 256>, "seconds"_a, "count_only"_a)
      .def("solution", &DancingLinks::solution)
      .def("set_budget", &DancingLinks::set_budget, "budget"_a)
      .def_prop_ro("nodes", &DancingLinks::nodes)
      .def_prop_ro("updates", &DancingLinks::updates)
      .def_prop_ro("solutions", &DancingLinks::solutions);

  bind_dancing_cells(m);
}
