// The Python face of the counter with memory.
#include "memo/memo_counter.hpp"
#include "shared/bindings.hpp"

namespace minuet {

using namespace nb::literals;

namespace {

// Runs without the GIL for about `seconds`; the caller comes back for more, and Python handles
// its signals in between.
bool run_counter(MemoCounter &counter, double seconds) {
  const nb::gil_scoped_release release;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  bool complete = false;
  do
    complete = counter.step();
  while (!complete && std::chrono::steady_clock::now() < end);
  return complete;
}

// Little-endian bytes, for int.from_bytes: a count may have any size.
nb::bytes count(const MemoCounter &counter) {
  std::vector<unsigned char> bytes;
  for (std::uint64_t limb : counter.count())
    for (int k = 0; k < 8; ++k, limb >>= 8)
      bytes.push_back(static_cast<unsigned char>(limb));
  return nb::bytes(bytes.data(), bytes.size());
}

void create(MemoCounter *self, std::int32_t primary, const Array<std::int32_t> &starts,
            const Array<std::int32_t> &members, const Array<std::int32_t> &colors,
            const Array<std::int32_t> &low, const Array<std::int32_t> &high,
            const Array<std::int32_t> &given, const Array<std::uint8_t> &allowed,
            std::uint64_t memory, MemoSettings::Orders orders, std::uint64_t warm_up,
            double least_hits, std::uint32_t hash_mask, nb::object check) {
  const auto matrix = matrix_of(primary, starts, members, colors, low, high);
  const Selection selection{view(given), view(allowed), {}, {}};
  const MemoSettings settings{memory, orders, warm_up, least_hits, hash_mask};
  Poll poll = poll_of(std::move(check));
  const nb::gil_scoped_release release;
  new (self) MemoCounter(matrix, selection, settings, std::move(poll));
}

} // namespace

void bind_memo_counter(nb::module_ &m) {
  using Orders = MemoSettings::Orders;
  const MemoSettings usual{0};
  nb::enum_<Orders>(m, "Orders")
      .value("RACE", Orders::race)
      .value("SMALLEST", Orders::smallest)
      .value("GIVEN", Orders::given)
      .value("BREADTH", Orders::breadth);

  nb::class_<MemoCounter>(m, "MemoCounter")
      .def("__init__", &create, "primary"_a, "starts"_a, "members"_a, "colors"_a, "low"_a, "high"_a,
           "given"_a, "allowed"_a, "memory"_a, "orders"_a = usual.orders,
           "warm_up"_a = usual.warm_up, "least_hits"_a = usual.least_hits,
           "hash_mask"_a = usual.hash_mask, "check"_a = nb::none())
      .def("run", &run_counter, "seconds"_a)
      .def("count", &count)
      .def_prop_ro("nodes", &MemoCounter::nodes)
      .def_prop_ro("lookups", &MemoCounter::lookups)
      .def_prop_ro("hits", &MemoCounter::hits)
      .def_prop_ro("bytes", &MemoCounter::bytes);
}

} // namespace minuet
