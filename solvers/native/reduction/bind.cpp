// The Python face of the reduction.
#include "reduction/reduction.hpp"
#include "shared/bindings.hpp"

namespace minuet {

void bind_reduction(nb::module_ &m) {
  m.def(
      "excluded_options",
      [](Problem &problem, nb::object check) {
        Poll poll = poll_of(std::move(check));
        std::vector<std::int32_t> options;
        {
          const nb::gil_scoped_release release;
          options = excluded_options(problem, poll);
        }
        return array_of(std::move(options));
      },
      "problem"_a, "check"_a = nb::none());
}

} // namespace minuet
