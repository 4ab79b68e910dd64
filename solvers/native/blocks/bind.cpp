// The Python face of block prices.
#include "blocks/block_search.hpp"
#include "blocks/cover_walk.hpp"
#include "shared/bindings.hpp"

#include <nanobind/stl/optional.h>

#include <stdexcept>

namespace minuet {

namespace {

using blocks::BlockSearch;
using blocks::Length;
using blocks::LinkedBlocks;
using blocks::Relaxation;

// The blocks, and their prices before anything is decided.
struct BlockPrices {
  std::shared_ptr<const LinkedBlocks> whole;
  std::optional<Relaxation> root; // none where there is no solution

  bool climb(double seconds) {
    const nb::gil_scoped_release release;
    bool more = true;
    for_about(seconds, 1, 1024, [&](std::int64_t steps) { return more = root->climb(steps); });
    root->settle();
    return more;
  }
  // The same for so many steps, for what is to be the same each time.
  bool climb_steps(std::int64_t steps) {
    const nb::gil_scoped_release release;
    const bool more = root->climb(steps);
    root->settle();
    return more;
  }
  std::int64_t least() const { return whole->cost_of(root->bound()); }
  // The cost of so much more than the bound that the blocks have about so many covers within that.
  std::int64_t first_limit(std::int64_t covers) {
    const nb::gil_scoped_release release;
    return whole->cost_of(root->bound() + budget_for(*root, covers));
  }
  Length total_of(std::optional<std::int64_t> cost) const {
    return cost ? whole->total_of(*cost) : blocks::never / 4;
  }
};

void construct(BlockPrices *self, Problem &problem, const Array<std::int64_t> &costs,
               std::int64_t most_edges, nb::object check) {
  if (std::ssize(view(costs)) != problem.options())
    throw std::invalid_argument("costs whose length is not that of the matrix");
  Poll poll = poll_of(std::move(check));
  const nb::gil_scoped_release release;
  auto whole = std::make_shared<const LinkedBlocks>(problem, view(costs), most_edges, poll);
  std::optional<Relaxation> root;
  if (!whole->impossible())
    root.emplace(whole);
  new (self) BlockPrices{std::move(whole), std::move(root)};
}

// The engine tells totals, and Python asks for costs.
struct BlockSearching : BlockSearch {
  BlockSearching(const BlockPrices &prices, std::optional<std::int64_t> most, double few)
      : BlockSearch(*prices.root, prices.total_of(most), few), whole(prices.whole) {}
  std::shared_ptr<const LinkedBlocks> whole;
};

} // namespace

void bind_blocks(nb::module_ &m) {
  nb::class_<BlockSearching> search(m, "BlockSearch");
  bind_search<BlockSearching, 1, 256>(search);
  search.def("next_within", &next_within<BlockSearching>, "work"_a)
      .def(
          "only_within",
          [](BlockSearching &self, std::int64_t cost) {
            self.set_limit(self.whole->total_of(cost));
          },
          "cost"_a)
      .def_prop_ro("cut", [](const BlockSearching &self) -> std::optional<std::int64_t> {
        return self.cut() >= blocks::never ? std::nullopt
                                           : std::optional(self.whole->cost_of(self.cut()));
      });
  nb::class_<BlockPrices>(m, "BlockPrices")
      .def("__init__", &construct, "problem"_a, "costs"_a, "most_edges"_a, "check"_a = nb::none())
      .def("climb", &BlockPrices::climb, "seconds"_a)
      .def("climb_steps", &BlockPrices::climb_steps, "steps"_a)
      .def("first_limit", &BlockPrices::first_limit, "covers"_a)
      .def(
          "search",
          [](const BlockPrices &self, std::optional<std::int64_t> most, double few) {
            const nb::gil_scoped_release release;
            return std::make_unique<BlockSearching>(self, most, few);
          },
          "most"_a = nb::none(), "few"_a = BlockSearch::few_covers)
      .def_prop_ro("least", &BlockPrices::least)
      .def_prop_ro("impossible", [](const BlockPrices &self) { return !self.root; })
      .def_prop_ro("edges", [](const BlockPrices &self) { return self.root->edges(); })
      .def_prop_ro("blocks", [](const BlockPrices &self) { return self.whole->blocks(); })
      .def_prop_ro("links", [](const BlockPrices &self) { return self.whole->links(); });
}

} // namespace minuet
