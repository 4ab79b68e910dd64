// The Python face of the option-mask engine.
#include "masks/option_masks.hpp"
#include "shared/bindings.hpp"

namespace minuet {

namespace {
constexpr std::int64_t effort = 1 << 20; // words read, whatever the matrix
} // namespace

void bind_option_masks(nb::module_ &m) {
  nb::class_<OptionMasks> masks(m, "OptionMasks");
  bind_construction<OptionMasks, const std::string &, std::int32_t>(
      masks,
      [](OptionMasks *self, Problem &problem, Poll &poll, const std::string &path,
         std::int32_t words) { new (self) OptionMasks(problem, simd_path(path), words, poll); },
      "path"_a = "auto", "words"_a = 1);
  bind_search<OptionMasks, effort / 4, effort>(masks);
  masks.def("give", &OptionMasks::give, "least"_a)
      .def("open", &OptionMasks::open)
      .def_prop_ro("words", &OptionMasks::words)
      .def_prop_ro("in_sets", &OptionMasks::in_sets)
      .def_prop_ro("path", &OptionMasks::path);
  m.def(
      "mask_shape",
      [](Problem &problem, nb::object check) {
        Poll poll = poll_of(std::move(check));
        const MaskShape shape = [&] {
          const nb::gil_scoped_release release;
          return mask_shape(problem, 1, poll);
        }();
        return nb::make_tuple(shape.options, shape.bits, shape.words);
      },
      "problem"_a, "check"_a = nb::none());
  m.def("simd_paths", [] {
    std::vector<std::string> names;
    for (const SimdPath path : {SimdPath::portable, SimdPath::avx2, SimdPath::avx512})
      if (simd_available(path))
        names.emplace_back(simd_name(path));
    return names;
  });
}

} // namespace minuet
