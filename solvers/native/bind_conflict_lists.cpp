// The Python face of the batch engine: a batch of selections in, a count and a solution each out.
#include "bindings.hpp"
#include "conflict_lists.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <utility>

namespace minuet {

using namespace nb::literals;

namespace {

// A batch on its way: it can stop at any node and go on later.
class Batch {
public:
  Batch(const Matrix &matrix, const Selection &selection) : engine_(matrix, selection) {}

  void load(const Array<std::int32_t> &starts, const Array<std::int32_t> &given,
            std::int64_t limit) {
    starts_.assign(starts.data(), starts.data() + starts.shape(0));
    given_.assign(given.data(), given.data() + given.shape(0));
    limit_ = limit;
    next_ = 0;
    asked_ = false;
    answers_.clear();
  }

  // Runs for about `seconds` without the GIL; true when all selections are answered.
  bool run(double seconds) {
    const nb::gil_scoped_release release;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (next_ + 1 < starts_.size()) {
      if (!asked_)
        engine_.ask({given_.data() + starts_[next_], given_.data() + starts_[next_ + 1]}, limit_);
      asked_ = true;
      if (engine_.run(256)) {
        answers_.emplace_back(engine_.found(), engine_.first());
        ++next_;
        asked_ = false;
      }
      if (std::chrono::steady_clock::now() >= end)
        break;
    }
    return next_ + 1 >= starts_.size();
  }

  // The answers since the last call: (number found, first solution).
  std::vector<std::pair<std::int64_t, std::vector<std::int32_t>>> take() {
    return std::exchange(answers_, {});
  }

  std::int64_t nodes() const { return engine_.nodes(); }

private:
  ConflictLists engine_;
  std::vector<std::int32_t> starts_, given_;
  std::vector<std::pair<std::int64_t, std::vector<std::int32_t>>> answers_;
  std::int64_t limit_ = 1;
  std::size_t next_ = 0;
  bool asked_ = false;
};

} // namespace

void bind_conflict_lists(nb::module_ &m) {
  nb::class_<Batch>(m, "Batch")
      .def_static(
          "prepare",
          [](std::int32_t primary, const Array<std::int32_t> &starts,
             const Array<std::int32_t> &members, const Array<std::int32_t> &colors,
             const Array<std::int32_t> &low, const Array<std::int32_t> &high,
             const Array<std::uint8_t> &allowed, const Array<std::int64_t> &skip) {
            const auto matrix = matrix_of(primary, starts, members, colors, low, high);
            const Selection selection{{}, view(allowed), {}, view(skip), {}};
            const nb::gil_scoped_release release;
            std::unique_ptr<Batch> batch;
            if (ConflictLists::accepts(matrix, selection))
              batch = std::make_unique<Batch>(matrix, selection);
            return batch;
          },
          "primary"_a, "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a, "allowed"_a,
          "skip"_a)
      .def("load", &Batch::load, "starts"_a, "given"_a, "limit"_a)
      .def("run", &Batch::run, "seconds"_a)
      .def("take", &Batch::take)
      .def_prop_ro("nodes", &Batch::nodes);
}

} // namespace minuet
