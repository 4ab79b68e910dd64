#include "propagation/build/build.hpp"
#include "propagation/learning.hpp"
#include "propagation/search.hpp"
#include "shared/bind_rules.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <stdexcept>

namespace minuet {

namespace {

// What either search is built from.
struct Parts {
  std::unique_ptr<propagation::Constraints> constraints;
  propagation::Costs costs;
};

Parts parts_of(Problem &problem, const std::vector<RuleTuple> &rules,
               const std::optional<Array<std::int64_t>> &costs, nb::object check) {
  std::vector<RuleArrays> arrays;
  for (const RuleTuple &rule : rules)
    arrays.push_back(arrays_of(rule));
  std::optional<std::span<const std::int64_t>> its_costs;
  if (costs) {
    its_costs = view(*costs);
    if (std::ssize(*its_costs) != problem.options())
      throw std::invalid_argument("costs whose length is not that of the matrix");
  }
  Poll poll = poll_of(std::move(check));
  const nb::gil_scoped_release release;
  propagation::Build build(problem, poll);
  for (const RuleArrays &rule : arrays)
    build.add_rule(rule);
  const propagation::Costs made = its_costs ? build.add_costs(*its_costs) : propagation::Costs();
  return {build.take(), made};
}

template <class Search> void bind_propagating(nb::class_<Search> &search) {
  bind_search<Search, 1, 64>(search);
  search.def(
      "add_clause",
      [](Search &self, const std::vector<std::int32_t> &options,
         const std::vector<std::int32_t> &needed) {
        std::vector<propagation::Literal> literals;
        require_options(options, "option", self.options());
        require_options(needed, "option", self.options());
        for (const std::int32_t option : options)
          literals.push_back(propagation::left_out(option));
        for (const std::int32_t option : needed)
          literals.push_back(propagation::chosen(option));
        self.add_clause(std::move(literals));
      },
      "chosen"_a, "needed"_a);
}

} // namespace

void bind_propagation(nb::module_ &m) {
  nb::class_<propagation::TreeSearch> search(m, "Propagation");
  search.def_static(
      "made",
      [](Problem &problem, const std::vector<RuleTuple> &rules,
         const std::optional<Array<std::int64_t>> &costs, nb::object check) {
        auto [constraints, its_costs] = parts_of(problem, rules, costs, std::move(check));
        return std::make_unique<propagation::TreeSearch>(std::move(constraints), its_costs);
      },
      "problem"_a, "rules"_a = nb::make_tuple(), "costs"_a = nb::none(), "check"_a = nb::none());
  bind_propagating(search);
  search.def("open", &propagation::TreeSearch::open)
      .def("set_budget", &propagation::TreeSearch::set_budget, "budget"_a)
      .def_prop_ro("least_cost",
                   [](const propagation::TreeSearch &self) -> std::optional<std::int64_t> {
                     const std::int64_t cost = self.least_cost();
                     if (cost == std::numeric_limits<std::int64_t>::min())
                       return std::nullopt;
                     return cost;
                   });
  nb::class_<propagation::LearningSearch> learning(m, "LearningPropagation");
  learning.def_static(
      "made",
      [](Problem &problem, const std::vector<RuleTuple> &rules, std::uint32_t seed,
         nb::object check) {
        Parts parts = parts_of(problem, rules, std::nullopt, std::move(check));
        return std::make_unique<propagation::LearningSearch>(std::move(parts.constraints), seed);
      },
      "problem"_a, "rules"_a = nb::make_tuple(), "seed"_a = 0, "check"_a = nb::none());
  bind_propagating(learning);
}

} // namespace minuet
