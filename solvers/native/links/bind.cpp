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
          throw std::invalid_argument("reduced costs whose lengths are not those of the matrix");
        const ReducedCosts costs{view(choose), view(leave), view(charge)};
        const auto goal = least ? DancingLinks::Goal::least : DancingLinks::Goal::within;
        Poll poll = poll_of(std::move(check));
        const nb::gil_scoped_release release;
        return std::make_unique<DancingLinks>(problem, costs, goal, budget, poll);
      },
      "problem"_a, "choose"_a, "leave"_a, "charge"_a, "least"_a, "budget"_a,
      "check"_a = nb::none());
  bind_search<DancingLinks, 1, 256>(links);
  links.def(
      "random_ways",
      [](DancingLinks &self, double seconds, std::int32_t most, std::uint32_t seed,
         std::uint32_t first, bool ahead, const std::vector<std::int32_t> &above) {
        std::vector<double> ways;
        const auto add = [&] {
          std::seed_seq own{seed, first++}; // of this way alone: what the clock says changes none
          std::mt19937_64 random(own);
          const DancingLinks::Way way = self.random_way(random, ahead);
          if (!self.stopped())
            ways.insert(ways.end(), {way.scale, way.nodes, way.leaves, way.solutions, way.forked,
                                     static_cast<double>(way.depth)});
        };
        {
          const nb::gil_scoped_release release;
          if (!self.go_below(above))
            most = 0;
          for_about(seconds, 1, 256, [&](std::int64_t work) {
            for (; work > 0 && most > 0 && !self.stopped(); --work, --most)
              add();
            return most > 0 && !self.stopped();
          });
          self.go_up();
        }
        return array_of(std::move(ways));
      },
      "seconds"_a, "most"_a, "seed"_a, "first"_a, "ahead"_a,
      "above"_a = std::vector<std::int32_t>{});
  links.def("open", &DancingLinks::open)
      .def("set_budget", &DancingLinks::set_budget, "budget"_a)
      .def_prop_ro("cut", &DancingLinks::cut);
}

} // namespace minuet
