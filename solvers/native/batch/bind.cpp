// The Python face of the batch engines: a batch of selections in, a count and a solution each out.
#include "batch/conflict_lists.hpp"
#include "batch/positional_slots.hpp"
#include "shared/bindings.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace minuet {

namespace {

// A batch on its way: it can stop at any node and go on later.
class Batch : public Stoppable {
public:
  Batch(std::unique_ptr<BatchEngine> engine, const Problem &problem)
      : engine_(std::move(engine)), options_(problem.options()), possible_(problem.possible()),
        always_(problem.given()) {}

  // Selection k gives the options given[starts[k]] .. given[starts[k + 1] - 1], beside those that
  // the problem gives. Throws std::invalid_argument for options that do not exist.
  void load(const Array<std::int32_t> &starts, const Array<std::int32_t> &given,
            std::int64_t limit) {
    require_options(view(given), "given option", options_);
    starts_.assign(starts.data(), starts.data() + starts.shape(0));
    given_.assign(given.data(), given.data() + given.shape(0));
    limit_ = possible_ ? limit : 0;
    next_ = 0;
    asked_ = false;
    found_.clear();
    first_.clear();
  }

  // For about `seconds`, without the GIL: whether all selections are answered, and the answers
  // since the last call: (number found, the first solution, ascending, or None).
  nb::tuple next_batch(double seconds) {
    {
      const nb::gil_scoped_release release;
      if (!done())
        for_about(seconds, 1, 256, [&](std::int64_t nodes) {
          if (stopped())
            return false;
          if (!asked_)
            ask();
          asked_ = !engine_->run(nodes);
          if (!asked_) {
            note();
            ++next_;
          }
          return !done();
        });
    }
    return nb::make_tuple(done(), take());
  }

  std::int64_t nodes() const { return engine_->nodes(); }
  std::int64_t updates() const { return 0; } // nothing is linked
  // The part of the selections that are answered.
  double progress() const {
    return done() ? 1 : static_cast<double>(next_) / static_cast<double>(starts_.size() - 1);
  }

private:
  bool done() const { return next_ + 1 >= starts_.size(); }

  void ask() {
    asked_given_ = always_;
    asked_given_.insert(asked_given_.end(), given_.begin() + starts_[next_],
                        given_.begin() + starts_[next_ + 1]);
    engine_->ask(asked_given_, limit_);
  }

  void note() {
    found_.push_back(engine_->found());
    if (engine_->found()) {
      const auto first = engine_->first();
      const auto mine = first_.options.insert(first_.options.end(), first.begin(), first.end());
      std::sort(mine, first_.options.end());
    }
    first_.end();
  }

  nb::object take() {
    nb::object result = nb::steal(PyList_New(static_cast<Py_ssize_t>(found_.size())));
    if (!result.is_valid())
      nb::raise_python_error();
    for (std::size_t place = 0; place < found_.size(); ++place) {
      nb::object first = found_[place] ? tuple_of(first_.at(place)) : nb::none();
      nb::object answer = nb::make_tuple(found_[place], first);
      NB_LIST_SET_ITEM(result.ptr(), static_cast<Py_ssize_t>(place), answer.release().ptr());
    }
    found_.clear();
    first_.clear();
    return result;
  }

  std::unique_ptr<BatchEngine> engine_;
  std::int32_t options_;
  bool possible_;
  std::vector<std::int32_t> always_, starts_, given_, asked_given_;
  std::vector<std::int64_t> found_; // answers that were not taken
  Solutions first_;
  std::int64_t limit_ = 1;
  std::size_t next_ = 0;
  bool asked_ = false;
};

// The first engine that takes the matrix; null if none does.
std::unique_ptr<BatchEngine> engine_for(Problem &problem, SimdPath path, bool slots, Poll &poll) {
  problem.prepare(poll);
  if (slots && PositionalSlots::accepts(problem))
    return std::make_unique<PositionalSlots>(problem, path, poll);
  if (ConflictLists::accepts(problem))
    return std::make_unique<ConflictLists>(problem, poll);
  return nullptr;
}

} // namespace

void bind_batches(nb::module_ &m) {
  nb::class_<Batch> batch(m, "Batch");
  batch
      .def_static(
          "prepare",
          [](Problem &problem, const std::string &path, bool slots, nb::object check) {
            const SimdPath chosen = simd_path(path);
            Poll poll = poll_of(std::move(check));
            const nb::gil_scoped_release release;
            auto engine = engine_for(problem, chosen, slots, poll);
            return engine ? std::make_unique<Batch>(std::move(engine), problem) : nullptr;
          },
          "problem"_a, "path"_a = "auto", "slots"_a = true, "check"_a = nb::none())
      .def("load", &Batch::load, "starts"_a, "given"_a, "limit"_a)
      .def("next_batch", &Batch::next_batch, "seconds"_a);
  bind_progress(batch);
}

} // namespace minuet
