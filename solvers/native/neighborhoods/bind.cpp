// The Python face of the neighborhoods.
#include "neighborhoods/neighborhoods.hpp"
#include "shared/bindings.hpp"

#include <stdexcept>

namespace minuet {

void bind_neighborhoods(nb::module_ &m) {
  using neighborhoods::Neighborhoods;
  using Costs = const Array<std::int64_t> &;
  nb::class_<Neighborhoods> type(m, "Neighborhoods");
  type.def_static(
      "made",
      [](Problem &problem, Costs choose, Costs leave, Costs charge, std::int64_t step,
         const std::vector<Array<std::int32_t>> &families, std::uint64_t kinds, std::uint64_t seed,
         nb::object check) {
        if (std::ssize(view(choose)) != problem.options() ||
            std::ssize(view(leave)) != problem.options() ||
            std::ssize(view(charge)) != problem.items())
          throw std::invalid_argument("reduced costs whose lengths are not those of the matrix");
        std::vector<std::vector<std::int32_t>> groups;
        for (const Array<std::int32_t> &family : families) {
          groups.emplace_back(view(family).begin(), view(family).end());
          if (std::ssize(groups.back()) != problem.options() || groups.back().empty())
            throw std::invalid_argument("a family whose length is not that of the matrix");
        }
        const neighborhoods::Reduced reduced{view(choose), view(leave), view(charge)};
        Poll poll = poll_of(std::move(check));
        const nb::gil_scoped_release release;
        return std::make_unique<Neighborhoods>(problem, reduced, step, std::move(groups), kinds,
                                               seed, poll);
      },
      "problem"_a, "choose"_a, "leave"_a, "charge"_a, "step"_a, "families"_a, "kinds"_a, "seed"_a,
      "check"_a = nb::none());
  bind_search<Neighborhoods, 1'000, 100'000>(type);
  type.def(
          "start",
          [](Neighborhoods &self, const std::vector<std::int32_t> &options) {
            self.start(options);
          },
          "options"_a)
      .def_prop_ro("missing", &Neighborhoods::missing)
      .def_prop_ro("tries", &Neighborhoods::tries);
}

} // namespace minuet
