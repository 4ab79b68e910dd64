// The Python face of the verifier; it includes nothing of the engines, nor what they share.
#include "verify/verifier.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

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
  Bound(const Narrow &starts, const Narrow &members, const Narrow &colors, const Narrow &low,
        const Narrow &high, const Wide &given, const Wide &forbidden)
      : arrays_{starts, members, colors, low, high},
        verifier_({view(starts), view(members), view(colors), view(low), view(high)}, view(given),
                  view(forbidden)) {}

  std::int64_t first_wrong(const Wide &starts, const Wide &options, const Wide &given_starts,
                           const Wide &given_options) {
    const verify::Lists solutions{view(starts), view(options)};
    const verify::Lists asked{view(given_starts), view(given_options)};
    const nb::gil_scoped_release release;
    return verifier_.first_wrong(solutions, asked);
  }

private:
  Narrow arrays_[5];
  verify::Verifier verifier_;
};

} // namespace

void bind_verifier(nb::module_ &m) {
  nb::class_<Bound>(m, "Verifier")
      .def(nb::init<const Narrow &, const Narrow &, const Narrow &, const Narrow &, const Narrow &,
                    const Wide &, const Wide &>(),
           "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a, "given"_a, "forbidden"_a)
      .def("first_wrong", &Bound::first_wrong, "starts"_a.noconvert(), "options"_a.noconvert(),
           "given_starts"_a.noconvert(), "given_options"_a.noconvert());
}

} // namespace minuet
