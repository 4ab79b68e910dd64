// The Python face of the batch engines: a batch of selections in, a count and a solution each out.
#include "batch/conflict_lists.hpp"
#include "batch/positional_slots.hpp"
#include "shared/bindings.hpp"
#include "shared/numbers.hpp"

#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace minuet {

using namespace nb::literals;

namespace {

// A batch on its way: it can stop at any node and go on later.
class Batch {
public:
  explicit Batch(std::unique_ptr<BatchEngine> engine) : engine_(std::move(engine)) {}

  void load(const Array<std::int32_t> &starts, const Array<std::int32_t> &given,
            std::int64_t limit) {
    starts_.assign(starts.data(), starts.data() + starts.shape(0));
    given_.assign(given.data(), given.data() + given.shape(0));
    limit_ = limit;
    next_ = 0;
    asked_ = false;
    found_.clear();
    options_.clear();
    ends_.clear();
  }

  // Runs for about `seconds` without the GIL; true when all selections are answered.
  bool run(double seconds) {
    const nb::gil_scoped_release release;
    const auto done = [this] { return next_ + 1 >= starts_.size(); };
    if (!done())
      for_about(seconds, 1, 256, [&](std::int64_t nodes) {
        if (!asked_)
          engine_->ask({given_.data() + starts_[next_], given_.data() + starts_[next_ + 1]},
                       limit_);
        asked_ = !engine_->run(nodes);
        if (!asked_) {
          note();
          ++next_;
        }
        return !done();
      });
    return done();
  }

  // The answers since the last call: (number found, the first solution, ascending, or None).
  nb::object take() {
    nb::object result = nb::steal(PyList_New(static_cast<Py_ssize_t>(found_.size())));
    if (!result.is_valid())
      nb::raise_python_error();
    std::size_t begin = 0;
    for (std::size_t place = 0; place < found_.size(); ++place) {
      nb::object first = nb::none();
      if (found_[place])
        first = nb::steal(tuple_of({options_.data() + begin, options_.data() + ends_[place]}));
      if (!first.is_valid())
        nb::raise_python_error();
      nb::object answer = nb::make_tuple(found_[place], first);
      NB_LIST_SET_ITEM(result.ptr(), static_cast<Py_ssize_t>(place), answer.release().ptr());
      begin = ends_[place];
    }
    found_.clear();
    options_.clear();
    ends_.clear();
    return result;
  }

  std::int64_t nodes() const { return engine_->nodes(); }

private:
  void note() {
    found_.push_back(engine_->found());
    if (engine_->found()) {
      const auto first = engine_->first();
      const auto mine = options_.insert(options_.end(), first.begin(), first.end());
      std::sort(mine, options_.end());
    }
    ends_.push_back(options_.size());
  }

  std::unique_ptr<BatchEngine> engine_;
  std::vector<std::int32_t> starts_, given_;
  std::vector<std::int64_t> found_; // answers that were not taken
  std::vector<std::int32_t> options_;
  std::vector<std::size_t> ends_;
  std::int64_t limit_ = 1;
  std::size_t next_ = 0;
  bool asked_ = false;
};

// The first engine that takes the matrix; null if none does.
std::unique_ptr<BatchEngine> engine_for(const Matrix &matrix, const Selection &selection,
                                        SimdPath path, bool slots, Poll &poll) {
  if (slots && PositionalSlots::accepts(matrix, selection))
    return std::make_unique<PositionalSlots>(matrix, selection, path, poll);
  if (ConflictLists::accepts(matrix, selection))
    return std::make_unique<ConflictLists>(matrix, selection, poll);
  return nullptr;
}

} // namespace

void bind_batches(nb::module_ &m) {
  nb::class_<Batch>(m, "Batch")
      .def_static(
          "prepare",
          [](std::int32_t primary, const Array<std::int32_t> &starts,
             const Array<std::int32_t> &members, const Array<std::int32_t> &colors,
             const Array<std::int32_t> &low, const Array<std::int32_t> &high,
             const Array<std::uint8_t> &allowed, const Array<std::int64_t> &skip,
             const std::string &path, bool slots, nb::object check) {
            const auto matrix = matrix_of(primary, starts, members, colors, low, high);
            const Selection selection{{}, view(allowed), {}, view(skip), {}};
            const SimdPath chosen = simd_path(path);
            Poll poll = poll_of(std::move(check));
            const nb::gil_scoped_release release;
            auto engine = engine_for(matrix, selection, chosen, slots, poll);
            return engine ? std::make_unique<Batch>(std::move(engine)) : nullptr;
          },
          "primary"_a, "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a, "allowed"_a,
          "skip"_a, "path"_a = "auto", "slots"_a = true, "check"_a = nb::none())
      .def("load", &Batch::load, "starts"_a, "given"_a, "limit"_a)
      .def("run", &Batch::run, "seconds"_a)
      .def("take", &Batch::take)
      .def_prop_ro("nodes", &Batch::nodes);
}

} // namespace minuet
