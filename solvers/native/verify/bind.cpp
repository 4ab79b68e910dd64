// The Python face of the verifier; it includes nothing of the engines, nor what they share.
#include "verify/verifier.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <optional>

namespace minuet {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

template <typename T>
using Array = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Narrow = Array<std::int32_t>;
using Wide = Array<std::int64_t>;

template <typename T> std::span<const T> view(const Array<T> &array) {
  return {array.data(), array.shape(0)};
}

// A verifier, and the arrays that it reads.
class Bound {
public:
  Bound(const Narrow &starts, const Narrow &members, const Narrow &colors, const Wide &low,
        const Wide &high, const Wide &given, const Wide &forbidden,
        const std::optional<Narrow> &weights)
      : arrays_{starts, members, colors}, bounds_{low, high}, weights_(weights),
        verifier_({view(starts), view(members), view(colors), view(low), view(high),
                   weights ? view(*weights) : std::span<const std::int32_t>{}},
                  view(given), view(forbidden)) {}

  std::int64_t first_wrong(const Wide &starts, const Wide &options, const Wide &given_starts,
                           const Wide &given_options) {
    const verify::Lists solutions{view(starts), view(options)};
    const verify::Lists asked{view(given_starts), view(given_options)};
    const nb::gil_scoped_release release;
    return verifier_.first_wrong(solutions, asked);
  }

private:
  Narrow arrays_[3];
  Wide bounds_[2];
  std::optional<Narrow> weights_;
  verify::Verifier verifier_;
};

} // namespace

void bind_verifier(nb::module_ &m) {
  nb::class_<Bound>(m, "Verifier")
      .def(nb::init<const Narrow &, const Narrow &, const Narrow &, const Wide &, const Wide &,
                    const Wide &, const Wide &, const std::optional<Narrow> &>(),
           "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a, "given"_a, "forbidden"_a,
           "weights"_a = nb::none())
      .def("first_wrong", &Bound::first_wrong, "starts"_a.noconvert(), "options"_a.noconvert(),
           "given_starts"_a.noconvert(), "given_options"_a.noconvert());
}

} // namespace minuet
