#include "frontiers/loop_counter.hpp"
#include "frontiers/sum_counter.hpp"
#include "shared/bind_rules.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

namespace minuet {

namespace {

// The count as its upper and lower 64 bits.
std::optional<std::pair<std::uint64_t, std::uint64_t>>
loops_of(Problem &problem, const RuleTuple &rule, std::int64_t most_states, nb::object check) {
  const RuleArrays arrays = arrays_of(rule);
  Poll poll = poll_of(std::move(check));
  const nb::gil_scoped_release release;
  problem.prepare(poll);
  require_rule(arrays, problem.options());
  const std::optional<Wide> count =
      frontiers::LoopCounter(problem, arrays).count(most_states, poll);
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
  const auto count = frontiers::SumCounter(problem, poll).count(most_bytes, poll);
  if (!count)
    return std::nullopt;
  return count->limbs();
}

} // namespace

void bind_frontiers(nb::module_ &m) {
  m.def("count_loops", &loops_of, "problem"_a, "rule"_a, "most_states"_a, "check"_a = nb::none());
  m.def("count_sums", &sums_of, "problem"_a, "most_bytes"_a, "check"_a = nb::none());
}

} // namespace minuet
