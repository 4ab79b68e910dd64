// The Python face of dual ascent.
#include "ascent/ascent_search.hpp"
#include "ascent/pair_search.hpp"
#include "shared/bindings.hpp"

#include <nanobind/stl/optional.h>

#include <optional>
#include <stdexcept>

namespace minuet {

namespace {

using ascent::AscentSearch;
using ascent::PairSearch;
using Costs = const Array<std::int64_t> &;

template <class Search> nb::class_<Search> bind_priced(nb::module_ &m, const char *name) {
  nb::class_<Search> type(m, name);
  type.def_static(
      "made",
      [](Problem &problem, Costs choose, Costs leave, Costs charge, std::int64_t budget,
         std::int64_t memory, nb::object check) {
        if (std::ssize(view(choose)) != problem.options() ||
            std::ssize(view(leave)) != problem.options() ||
            std::ssize(view(charge)) != problem.items())
          throw std::invalid_argument("reduced costs whose lengths are not those of the matrix");
        const ascent::Reduced reduced{view(choose), view(leave), view(charge)};
        Poll poll = poll_of(std::move(check));
        const nb::gil_scoped_release release;
        auto matrix = std::make_unique<const ascent::ExactPartition>(problem, reduced, poll);
        return std::make_unique<Search>(std::move(matrix), budget, memory);
      },
      "problem"_a, "choose"_a, "leave"_a, "charge"_a, "budget"_a, "memory"_a,
      "check"_a = nb::none());
  bind_search<Search, 16, 100'000>(type);
  type.def("set_budget", &Search::set_limit, "budget"_a)
      .def_prop_ro("cut", [](const Search &self) -> std::optional<std::int64_t> {
        return self.cut() >= ascent::never ? std::nullopt : std::optional(self.cut());
      });
  return type;
}

} // namespace

void bind_ascent(nb::module_ &m) {
  bind_priced<AscentSearch>(m, "AscentSearch")
      .def("expect", &AscentSearch::expect, "each"_a, "least"_a)
      .def("next_within", &next_within<AscentSearch>, "work"_a);
  bind_priced<PairSearch>(m, "PairSearch").def_prop_ro("open_bound", &PairSearch::open_bound);
}

} // namespace minuet
