// The Python face of the engines on sparse sets.
#include "cells/dancing_cells.hpp"
#include "cells/weighted_cells.hpp"
#include "shared/bindings.hpp"
#include "shared/collect.hpp"

namespace minuet {

using namespace nb::literals;

void bind_dancing_cells(nb::module_ &m) {
  nb::class_<DancingCells>(m, "DancingCells")
      .def(
          "__init__",
          [](DancingCells *self, std::int32_t primary, const Array<std::int32_t> &starts,
             const Array<std::int32_t> &members, const Array<std::int32_t> &colors,
             const Array<std::int32_t> &low, const Array<std::int32_t> &high,
             const Array<std::int32_t> &given, const Array<std::uint8_t> &allowed,
             const Array<std::int64_t> &skip, nb::object check) {
            const Matrix matrix = matrix_of(primary, starts, members, colors, low, high);
            const Selection selection{view(given), view(allowed), {}, view(skip)};
            Poll poll = poll_of(std::move(check));
            const nb::gil_scoped_release release;
            new (self) DancingCells(matrix, selection, poll);
          },
          "primary"_a, "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a, "given"_a,
          "allowed"_a, "skip"_a, "check"_a = nb::none())
      .def("run", &run<DancingCells, 1, 256>, "seconds"_a, "count_only"_a)
      .def("collect", &collect<DancingCells, 1, 256>, "seconds"_a, "most"_a)
      .def("give", &DancingCells::give, "least"_a)
      .def("solution", &DancingCells::solution)
      .def_prop_ro("nodes", &DancingCells::nodes)
      .def_prop_ro("updates", &DancingCells::updates)
      .def_prop_ro("solutions", &DancingCells::solutions);

  nb::class_<WeightedCells>(m, "WeightedCells")
      .def(
          "__init__",
          [](WeightedCells *self, std::int32_t primary, const Array<std::int32_t> &starts,
             const Array<std::int32_t> &members, const Array<std::int32_t> &colors,
             const Array<std::int32_t> &low, const Array<std::int32_t> &high,
             const Array<std::int32_t> &given, const Array<std::uint8_t> &allowed,
             const Array<std::int64_t> &skip, nb::object check, std::uint32_t seed) {
            const Matrix matrix = matrix_of(primary, starts, members, colors, low, high);
            const Selection selection{view(given), view(allowed), {}, view(skip)};
            Poll poll = poll_of(std::move(check));
            const nb::gil_scoped_release release;
            new (self) WeightedCells(matrix, selection, seed, poll);
          },
          "primary"_a, "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a, "given"_a,
          "allowed"_a, "skip"_a, "check"_a = nb::none(), "seed"_a = 0)
      .def("run", &run<WeightedCells, 1, 16>, "seconds"_a, "count_only"_a)
      .def("solution", &WeightedCells::solution)
      .def_prop_ro("nodes", &WeightedCells::nodes)
      .def_prop_ro("updates", &WeightedCells::updates)
      .def_prop_ro("solutions", &WeightedCells::solutions)
      .def_prop_ro("failures", &WeightedCells::failures)
      .def_prop_ro("restarts", &WeightedCells::restarts);
}

} // namespace minuet
