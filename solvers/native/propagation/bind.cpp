// The Python face of the search by propagation.
#include "propagation/build/build.hpp"
#include "propagation/graphs/loop_counter.hpp"
#include "propagation/learning/learning_search.hpp"
#include "propagation/search.hpp"
#include "propagation/sum_counter.hpp"
#include "shared/bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

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

propagation::RuleArrays arrays_of(const Rule &rule) {
  const auto &[kind, vertices, tails, heads, options, places, roots] = rule;
  return {kind,
          {vertices, numbers(tails), numbers(heads)},
          numbers(options),
          numbers(places),
          numbers(roots)};
}

// What a search is made of, of either kind.
struct Parts {
  std::unique_ptr<propagation::Constraints> constraints;
  propagation::Costs costs;
};

Parts parts_of(Problem &problem, const std::vector<Rule> &rules,
               const std::optional<Array<std::int64_t>> &costs, nb::object check) {
  std::vector<propagation::RuleArrays> arrays;
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
  propagation::Build build(problem, poll);
  for (const propagation::RuleArrays &rule : arrays)
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

// The count as its upper and lower 64 bits.
std::optional<std::pair<std::uint64_t, std::uint64_t>>
loops_of(Problem &problem, const Rule &rule, std::int64_t most_states, nb::object check) {
  const propagation::RuleArrays arrays = arrays_of(rule);
  Poll poll = poll_of(std::move(check));
  const nb::gil_scoped_release release;
  problem.prepare(poll);
  propagation::require_rule(arrays, problem.options());
  const std::optional<Wide> count =
      propagation::LoopCounter(problem, arrays).count(most_states, poll);
  if (!count)
    return std::nullopt;
  return std::pair(static_cast<std::uint64_t>(*count >> 64), static_cast<std::uint64_t>(*count));
}

// The count, its least 64 bits first.
std::optional<std::vector<std::uint64_t>> sums_of(Problem &problem, std::size_t most_bytes,
                                                  nb::object check) {
  Poll poll = poll_of(std::move(check));
  const nb::gil_scoped_release release;
  problem.prepare(poll);
  const auto count = propagation::SumCounter(problem, poll).count(most_bytes, poll);
  if (!count)
    return std::nullopt;
  return count->limbs();
}

} // namespace

void bind_propagation(nb::module_ &m) {
  m.def("count_loops", &loops_of, "problem"_a, "rule"_a, "most_states"_a, "check"_a = nb::none());
  m.def("count_sums", &sums_of, "problem"_a, "most_bytes"_a, "check"_a = nb::none());
  nb::class_<propagation::Search> search(m, "Propagation");
  search.def_static(
      "made",
      [](Problem &problem, const std::vector<Rule> &rules,
         const std::optional<Array<std::int64_t>> &costs, nb::object check) {
        auto [constraints, its_costs] = parts_of(problem, rules, costs, std::move(check));
        return std::make_unique<propagation::Search>(std::move(constraints), its_costs);
      },
      "problem"_a, "rules"_a = nb::make_tuple(), "costs"_a = nb::none(), "check"_a = nb::none());
  bind_propagating(search);
  search.def("open", &propagation::Search::open)
      .def("set_budget", &propagation::Search::set_budget, "budget"_a)
      .def_prop_ro("least_cost",
                   [](const propagation::Search &self) -> std::optional<std::int64_t> {
                     const std::int64_t cost = self.least_cost();
                     if (cost == std::numeric_limits<std::int64_t>::min())
                       return std::nullopt;
                     return cost;
                   });
  nb::class_<propagation::LearningSearch> learning(m, "LearningPropagation");
  learning.def_static(
      "made",
      [](Problem &problem, const std::vector<Rule> &rules, std::uint32_t seed, nb::object check) {
        Parts parts = parts_of(problem, rules, std::nullopt, std::move(check));
        return std::make_unique<propagation::LearningSearch>(std::move(parts.constraints), seed);
      },
      "problem"_a, "rules"_a = nb::make_tuple(), "seed"_a = 0, "check"_a = nb::none());
  bind_propagating(learning);
}

} // namespace minuet
