// The Python face of the counter with memory.
#include "memo/counter.hpp"
#include "shared/bindings.hpp"

#include <nanobind/stl/optional.h>

namespace minuet {

namespace {

// Bytes may be many: they are handed over as they are.
nb::tuple save(MemoCounter &counter, std::size_t level, std::size_t memo, std::size_t fresh) {
  constexpr std::size_t word = sizeof(std::uint64_t);
  MemoCounter::Saved saved;
  {
    const nb::gil_scoped_release release;
    saved = counter.save({level / word, memo / word, fresh / word});
  }
  nb::list logs;
  for (auto &[log, kept] : saved.logs)
    logs.append(nb::make_tuple(log, kept.anew, array_of(std::move(kept.words))));
  return nb::make_tuple(array_of(std::move(saved.head)), logs);
}

bool restore(MemoCounter &counter, const Array<std::uint64_t> &head,
             const std::vector<std::pair<int, Array<std::uint64_t>>> &arrays) {
  std::vector<MemoCounter::SavedLog> logs;
  for (const auto &[log, array] : arrays)
    logs.emplace_back(log, view(array));
  const nb::gil_scoped_release release;
  return counter.restore(view(head), logs);
}

} // namespace

void bind_memo_counter(nb::module_ &m) {
  using Orders = MemoSettings::Orders;
  const MemoSettings usual{0};
  nb::enum_<Orders>(m, "Orders")
      .value("RACE", Orders::race)
      .value("SMALLEST", Orders::smallest)
      .value("GIVEN", Orders::given)
      .value("BREADTH", Orders::breadth)
      .value("LEVELS", Orders::levels);

  nb::class_<MemoCounter> counter(m, "MemoCounter");
  bind_construction<MemoCounter, std::uint64_t, Orders, std::uint64_t, double, std::uint32_t,
                    double>(
      counter,
      [](MemoCounter *self, Problem &problem, Poll &poll, std::uint64_t memory, Orders orders,
         std::uint64_t warm_up, double least_hits, std::uint32_t hash_mask, double widest) {
        const MemoSettings settings{memory, orders, warm_up, least_hits, hash_mask, widest};
        new (self) MemoCounter(problem, settings, poll);
      },
      "memory"_a, "orders"_a = usual.orders, "warm_up"_a = usual.warm_up,
      "least_hits"_a = usual.least_hits, "hash_mask"_a = usual.hash_mask,
      "widest"_a = usual.widest);
  bind_progress(counter);
  counter.def("count", &step_for<MemoCounter>, "seconds"_a)
      .def("save", &save, "level"_a, "memo"_a, "fresh"_a)
      .def("restore", &restore, "head"_a, "logs"_a)
      .def_prop_ro("intact", &MemoCounter::intact)
      .def_prop_ro("frontier_progress", &MemoCounter::frontier_progress)
      .def_prop_ro("solutions", [](const MemoCounter &self) { return number_of(self.count()); })
      .def_prop_ro("lookups", &MemoCounter::lookups)
      .def_prop_ro("hits", &MemoCounter::hits)
      .def_prop_ro("bytes", &MemoCounter::bytes);
}

} // namespace minuet
