// The Python face of the option-mask engine.
#include "masks/option_masks.hpp"
#include "shared/bindings.hpp"
#include "shared/collect.hpp"

namespace minuet {

using namespace nb::literals;

namespace {

constexpr std::int64_t effort = 1 << 20; // words read, whatever the matrix

} // namespace

void bind_option_masks(nb::module_ &m) {
  nb::class_<OptionMasks>(m, "OptionMasks")
      .def(
          "__init__",
          [](OptionMasks *self, std::int32_t primary, const Array<std::int32_t> &starts,
             const Array<std::int32_t> &members, const Array<std::int32_t> &colors,
             const Array<std::int32_t> &low, const Array<std::int32_t> &high,
             const Array<std::int32_t> &given, const Array<std::uint8_t> &allowed,
             const Array<std::int64_t> &skip, const std::string &path, std::int32_t words,
             nb::object check) {
            const Matrix matrix = matrix_of(primary, starts, members, colors, low, high);
            const Selection selection{view(given), view(allowed), {}, view(skip), {}};
            const SimdPath chosen = simd_path(path);
            Poll poll = poll_of(std::move(check));
            const nb::gil_scoped_release release;
            new (self) OptionMasks(matrix, selection, chosen, words, poll);
          },
          "primary"_a, "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a, "given"_a,
          "allowed"_a, "skip"_a, "path"_a = "auto", "words"_a = 1, "check"_a = nb::none())
      .def("run", &run<OptionMasks, effort, effort>, "seconds"_a, "count_only"_a)
      .def("collect", &collect<OptionMasks, effort, effort>, "seconds"_a, "most"_a)
      .def("give", &OptionMasks::give, "least"_a)
      .def("solution", &OptionMasks::solution)
      .def_prop_ro("nodes", &OptionMasks::nodes)
      .def_prop_ro("solutions", &OptionMasks::solutions)
      .def_prop_ro("progress", &OptionMasks::progress)
      .def_prop_ro("words", &OptionMasks::words)
      .def_prop_ro("path", &OptionMasks::path);
  m.def(
      "mask_shape",
      [](std::int32_t primary, const Array<std::int32_t> &starts,
         const Array<std::int32_t> &members, const Array<std::int32_t> &colors,
         const Array<std::int32_t> &low, const Array<std::int32_t> &high,
         const Array<std::int32_t> &given, const Array<std::uint8_t> &allowed,
         const Array<std::int64_t> &skip, nb::object check) {
        const Matrix matrix = matrix_of(primary, starts, members, colors, low, high);
        const Selection selection{view(given), view(allowed), {}, view(skip), {}};
        Poll poll = poll_of(std::move(check));
        const MaskShape shape = [&] {
          const nb::gil_scoped_release release;
          return mask_shape(matrix, selection, 1, poll);
        }();
        return nb::make_tuple(shape.options, shape.bits, shape.words);
      },
      "primary"_a, "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a, "given"_a, "allowed"_a,
      "skip"_a, "check"_a = nb::none());
  m.def("simd_paths", [] {
    std::vector<std::string> names;
    for (const SimdPath path : {SimdPath::portable, SimdPath::avx2, SimdPath::avx512})
      if (simd_available(path))
        names.emplace_back(simd_name(path));
    return names;
  });
}

} // namespace minuet
