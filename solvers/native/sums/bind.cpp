// The Python face of the search by propagation.
#include "shared/bindings.hpp"
#include "sums/build.hpp"
#include "sums/graphs/loop_counter.hpp"
#include "sums/search.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <limits>
#include <stdexcept>
#include <tuple>

namespace minuet {

namespace {

using Numbers = Array<std::int32_t>;
// kind, vertices, tails, heads, options, places, roots
using Rule = std::tuple<std::string, std::int32_t, Numbers, Numbers, Numbers, Numbers, Numbers>;

std::vector<std::int32_t> numbers(const Numbers &array) {
  return {view(array).begin(), view(array).end()};
}

sums::RuleArrays arrays_of(const Rule &rule) {
  const auto &[kind, vertices, tails, heads, options, places, roots] = rule;
  return {kind,
          {vertices, numbers(tails), numbers(heads)},
          numbers(options),
          numbers(places),
          numbers(roots)};
}

std::unique_ptr<sums::Search> search_of(Problem &problem,
                                        const std::vector<sums::RuleArrays> &rules,
                                        std::optional<std::span<const std::int64_t>> costs,
                                        Poll &poll) {
  sums::Build build(problem, poll);
  for (const sums::RuleArrays &rule : rules)
    build.add_rule(rule);
  const std::int32_t cost = costs ? build.add_costs(*costs) : -1;
  return std::make_unique<sums::Search>(build.take(), cost);
}

// The count as its upper and lower 64 bits.
std::optional<std::pair<std::uint64_t, std::uint64_t>>
loops_of(Problem &problem, const Rule &rule, std::int64_t most_states, nb::object check) {
  const sums::RuleArrays arrays = arrays_of(rule);
  Poll poll = poll_of(std::move(check));
  const nb::gil_scoped_release release;
  problem.prepare(poll);
  sums::require_rule(arrays, problem.options());
  const std::optional<Wide> count = sums::LoopCounter(problem, arrays).count(most_states, poll);
  if (!count)
    return std::nullopt;
  return std::pair(static_cast<std::uint64_t>(*count >> 64), static_cast<std::uint64_t>(*count));
}

} // namespace

void bind_sums(nb::module_ &m) {
  m.def("count_loops", &loops_of, "problem"_a, "rule"_a, "most_states"_a, "check"_a = nb::none());
  nb::class_<sums::Search> search(m, "Sums");
  search.def_static(
      "made",
      [](Problem &problem, const std::vector<Rule> &rules,
         const std::optional<Array<std::int64_t>> &costs, nb::object check) {
        std::vector<sums::RuleArrays> arrays;
        for (const Rule &rule : rules)
          arrays.push_back(arrays_of(rule));
        std::optional<std::span<const std::int64_t>> its_costs;
        if (costs) {
          its_costs = view(*costs);
          if (std::ssize(*its_costs) != problem.options())
            throw std::invalid_argument("costs whose length is not that of the matrix");
        }
        Poll poll = poll_of(std::move(check));
        const nb::gil_scoped_release release;
        return search_of(problem, arrays, its_costs, poll);
      },
      "problem"_a, "rules"_a = nb::make_tuple(), "costs"_a = nb::none(), "check"_a = nb::none());
  bind_search<sums::Search, 1, 64>(search);
  search
      .def(
          "add_clause",
          [](sums::Search &self, const std::vector<std::int32_t> &options,
             const std::vector<std::int32_t> &needed) {
            std::vector<sums::Literal> literals;
            require_options(options, "option", self.options());
            require_options(needed, "option", self.options());
            for (const std::int32_t option : options)
              literals.push_back(sums::left_out(option));
            for (const std::int32_t option : needed)
              literals.push_back(sums::chosen(option));
            self.add_clause(std::move(literals));
          },
          "chosen"_a, "needed"_a)
      .def("restart_often", &sums::Search::restart_often, "seed"_a)
      .def("set_budget", &sums::Search::set_budget, "budget"_a)
      .def("open", &sums::Search::open)
      .def_prop_ro("least_cost", [](const sums::Search &self) -> std::optional<std::int64_t> {
        const std::int64_t cost = self.least_cost();
        if (cost == std::numeric_limits<std::int64_t>::min())
          return std::nullopt;
        return cost;
      });
}

} // namespace minuet
