// The Python face of dancing links.
#include "links/dancing_links.hpp"
#include "shared/bindings.hpp"

#include <nanobind/stl/optional.h>

#include <stdexcept>

namespace minuet {

void bind_dancing_links(nb::module_ &m) {
  nb::class_<DancingLinks> links(m, "DancingLinks");
  bind_construction(links, [](DancingLinks *self, Problem &problem, Poll &poll) {
    new (self) DancingLinks(problem, poll);
  });
  using Costs = const Array<std::int64_t> &;
  links.def_static(
      "priced",
      [](Problem &problem, Costs choose, Costs leave, Costs charge, bool least, std::int64_t budget,
         nb::object check) {
        if (std::ssize(view(choose)) != problem.options() ||
            std::ssize(view(leave)) != problem.options() ||
            std::ssize(view(charge)) != problem.items())
          throw std::invalid_argument("losses whose lengths are not those of the matrix");
        const ReducedCosts costs{view(choose), view(leave), view(charge)};
        const auto goal = least ? DancingLinks::Goal::least : DancingLinks::Goal::within;
        Poll poll = poll_of(std::move(check));
        const nb::gil_scoped_release release;
        return std::make_unique<DancingLinks>(problem, costs, goal, budget, poll);
      },
      "problem"_a, "choose"_a, "leave"_a, "charge"_a, "least"_a, "budget"_a,
      "check"_a = nb::none());
  bind_search<DancingLinks, 1, 256>(links);
  links.def("open", &DancingLinks::open)
      .def("set_budget", &DancingLinks::set_budget, "budget"_a)
      .def_prop_ro("cut", &DancingLinks::cut);
}

} // namespace minuet
