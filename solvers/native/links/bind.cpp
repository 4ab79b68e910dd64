// The Python face of dancing links.
#include "links/dancing_links.hpp"
#include "shared/bindings.hpp"

#include <nanobind/stl/optional.h>

namespace minuet {

using namespace nb::literals;

void bind_dancing_links(nb::module_ &m) {
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
             const Array<std::int64_t> &charge, DancingLinks::Goal goal, std::int64_t budget,
             nb::object check) {
            const auto matrix = matrix_of(primary, starts, members, colors, low, high);
            const Selection selection{view(given), view(allowed), view(loss), view(skip),
                                      view(charge)};
            Poll poll = poll_of(std::move(check));
            const nb::gil_scoped_release release;
            new (self) DancingLinks(matrix, selection, goal, budget, poll);
          },
          "primary"_a, "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a, "given"_a,
          "allowed"_a, "loss"_a, "skip"_a, "charge"_a, "goal"_a, "budget"_a, "check"_a = nb::none())
      .def("run", &run<DancingLinks, 1, 256>, "seconds"_a, "count_only"_a)
      .def("solution", &DancingLinks::solution)
      .def("set_budget", &DancingLinks::set_budget, "budget"_a)
      .def_prop_ro("nodes", &DancingLinks::nodes)
      .def_prop_ro("cut", &DancingLinks::cut)
      .def_prop_ro("updates", &DancingLinks::updates)
      .def_prop_ro("solutions", &DancingLinks::solutions);
}

} // namespace minuet
