// The Python face of the engines on sparse sets.
#include "cells/dancing_cells.hpp"
#include "cells/weighted_cells.hpp"
#include "shared/bindings.hpp"

namespace minuet {

void bind_dancing_cells(nb::module_ &m) {
  nb::class_<DancingCells> cells(m, "DancingCells");
  bind_construction(cells, [](DancingCells *self, Problem &problem, Poll &poll) {
    new (self) DancingCells(problem, poll);
  });
  bind_search<DancingCells, 1, 256>(cells);
  cells.def("give", &DancingCells::give, "least"_a).def("open", &DancingCells::open);

  nb::class_<WeightedCells> weighted(m, "WeightedCells");
  bind_construction<WeightedCells, std::uint32_t>(
      weighted,
      [](WeightedCells *self, Problem &problem, Poll &poll, std::uint32_t seed) {
        new (self) WeightedCells(problem, seed, poll);
      },
      "seed"_a = 0);
  bind_search<WeightedCells, 1, 16>(weighted);
  weighted.def_prop_ro("failures", &WeightedCells::failures)
      .def_prop_ro("restarts", &WeightedCells::restarts);
}

} // namespace minuet
