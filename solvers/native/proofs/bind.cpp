// The Python face of the checker of proofs; it includes nothing of the engines.
#include "proofs/rup_checker.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>

namespace minuet {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

template <typename T>
using Array = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

class BoundChecker {
public:
  BoundChecker(const Array<std::int64_t> &starts, const Array<std::int32_t> &literals, bool lrat)
      : lrat_(std::max<std::size_t>(starts.shape(0), 1) - 1),
        checker_({starts.data(), starts.shape(0)}, {literals.data(), literals.shape(0)},
                 lrat ? &lrat_ : nullptr) {}

  bool read(const nb::bytes &steps) {
    const std::string_view text{steps.c_str(), steps.size()};
    const nb::gil_scoped_release release;
    return checker_.read(text);
  }

  nb::bytes lrat() const {
    const std::string text = lrat_.text();
    return nb::bytes(text.data(), text.size());
  }

  const proofs::RupChecker &checker() const { return checker_; }

private:
  proofs::Lrat lrat_;
  proofs::RupChecker checker_;
};

} // namespace

void bind_rup_checker(nb::module_ &m) {
  nb::class_<BoundChecker>(m, "RupChecker")
      .def(nb::init<const Array<std::int64_t> &, const Array<std::int32_t> &, bool>(),
           "starts"_a.noconvert(), "literals"_a.noconvert(), "lrat"_a = false)
      .def("read", &BoundChecker::read, "steps"_a)
      .def("lrat", &BoundChecker::lrat)
      .def_prop_ro("proved", [](const BoundChecker &one) { return one.checker().proved(); })
      .def_prop_ro("clashes", [](const BoundChecker &one) { return one.checker().clashes(); })
      .def_prop_ro("steps", [](const BoundChecker &one) { return one.checker().steps(); })
      .def_prop_ro("refusal", [](const BoundChecker &one) { return one.checker().refusal(); });
}

} // namespace minuet
