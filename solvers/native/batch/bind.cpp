// The Python face of the batch engines: a batch of selections in, a count and a solution each out.
#include "batch/batch_crew.hpp"
#include "batch/conflict_lists.hpp"
#include "batch/positional_slots.hpp"
#include "shared/bindings.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace minuet {

namespace {

// For about `seconds`, without the GIL: whether all that were loaded are answered now, and the
// answers since the last call, in order: numbers found, and where the first solutions stand.
nb::tuple next_answers(BatchCrew &crew, double seconds, std::size_t least) {
  Answers answers;
  bool done = false;
  {
    const nb::gil_scoped_release release;
    crew.advance(seconds, least);
    done = crew.take(answers);
  }
  return nb::make_tuple(done, array_of(std::move(answers.found)),
                        array_of(std::move(answers.starts)), array_of(std::move(answers.options)));
}

// A crew with the first engine that takes the matrix; null if none does. The problem must outlive
// it.
std::unique_ptr<BatchCrew> crew_for(Problem &problem, SimdPath path, bool slots,
                                    std::int32_t threads, Poll &poll) {
  problem.prepare(poll);
  std::unique_ptr<BatchEngine> engine;
  BatchCrew::MakePlan make_plan;
  if (slots && PositionalSlots::accepts(problem)) {
    engine = std::make_unique<PositionalSlots>(problem, path, poll);
    if (SlicedPlan::accepts(problem))
      make_plan = [&problem] { return std::make_shared<const SlicedPlan>(problem); };
  } else if (ConflictLists::accepts(problem)) {
    engine = std::make_unique<ConflictLists>(problem, poll);
  } else {
    return nullptr;
  }
  return std::make_unique<BatchCrew>(std::move(engine), threads, problem, std::move(make_plan),
                                     path);
}

} // namespace

void bind_batches(nb::module_ &m) {
  nb::class_<BatchCrew> batch(m, "Batch");
  batch
      .def_static(
          "prepare",
          [](Problem &problem, const std::string &path, bool slots, std::int32_t threads,
             nb::object check) {
            const SimdPath chosen = simd_path(path);
            Poll poll = poll_of(std::move(check));
            const nb::gil_scoped_release release;
            return crew_for(problem, chosen, slots, threads, poll);
          },
          "problem"_a, "path"_a = "auto", "slots"_a = true, "threads"_a = 1, "check"_a = nb::none(),
          nb::keep_alive<0, 1>())
      .def(
          "load",
          [](BatchCrew &crew, const Array<std::int64_t> &starts, const Array<std::int64_t> &given,
             std::int64_t limit) { crew.load(view(starts), view(given), limit); },
          "starts"_a, "given"_a, "limit"_a)
      .def("clear", &BatchCrew::clear, nb::call_guard<nb::gil_scoped_release>())
      .def("next_batch", &next_answers, "seconds"_a, "least"_a = 1);
  bind_progress(batch);
}

} // namespace minuet
