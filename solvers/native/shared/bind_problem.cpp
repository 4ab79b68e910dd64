// The Python face of a problem.
#include "shared/bindings.hpp"

#include <nanobind/stl/optional.h>

#include <optional>
#include <tuple>

namespace minuet {

void bind_problem(nb::module_ &m) {
  nb::class_<Problem>(m, "Problem")
      .def(
          "__init__",
          [](Problem *self, std::int32_t primary, const Array<std::int32_t> &starts,
             const Array<std::int32_t> &members, const Array<std::int32_t> &colors,
             const Array<std::int64_t> &low, const Array<std::int64_t> &high,
             std::vector<std::int32_t> given, std::vector<std::int32_t> forbidden,
             const std::optional<Array<std::int32_t>> &weights) {
            using Narrow = Array<std::int32_t>;
            using Wide = Array<std::int64_t>;
            const auto owner = std::make_shared<
                const std::tuple<Narrow, Narrow, Narrow, Wide, Wide, std::optional<Narrow>>>(
                starts, members, colors, low, high, weights);
            const auto weighed = weights ? view(*weights) : std::span<const std::int32_t>{};
            new (self) Problem({primary, view(starts), view(members), view(colors), view(low),
                                view(high), weighed},
                               std::move(given), std::move(forbidden), owner);
          },
          "primary"_a, "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a,
          "given"_a = nb::make_tuple(), "forbidden"_a = nb::make_tuple(), "weights"_a = nb::none())
      .def(
          "below",
          [](const Problem &problem, const std::vector<std::int32_t> &prefix) {
            return problem.below(prefix);
          },
          "prefix"_a)
      .def_prop_ro("exactly_once", &Problem::exactly_once)
      .def(
          "undecided_options",
          [](Problem &problem, nb::object check) {
            Poll poll = poll_of(std::move(check));
            const nb::gil_scoped_release release;
            problem.prepare(poll);
            return problem.undecided_options();
          },
          "check"_a = nb::none());
}

} // namespace minuet
