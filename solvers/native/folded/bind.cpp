// The Python face of folded trees: folding one, and what is asked of one.
#include "folded/counts.hpp"
#include "folded/folding.hpp"
#include "folded/lines.hpp"
#include "folded/propagated.hpp"
#include "shared/bind_rules.hpp"

#include <nanobind/stl/optional.h>

#include <cstring>

namespace minuet {

namespace {

nb::list numbers_of(std::span<const Limb> limbs, int width) {
  nb::list numbers;
  for (std::size_t at = 0; at < limbs.size(); at += static_cast<std::size_t>(width))
    numbers.append(number_of(limbs.subspan(at, static_cast<std::size_t>(width))));
  return numbers;
}

nb::tuple arrays_of(FoldedArrays &&tree) {
  return nb::make_tuple(array_of(std::move(tree.kind)), array_of(std::move(tree.first)),
                        array_of(std::move(tree.option)), array_of(std::move(tree.child)));
}

const FoldedView &checked(const FoldedView &tree, std::int32_t items, std::int32_t options,
                          Poll &poll) {
  tree.require_tree(items, options, poll);
  return tree;
}

// A tree whose arrays Python keeps, the counts of its nodes, and the options chosen above its root.
class CountedTree {
public:
  CountedTree(Array<std::int32_t> kind, Array<std::int64_t> first, Array<std::int32_t> option,
              Array<std::int32_t> child, std::vector<std::int32_t> given, std::int32_t items,
              std::int32_t options, Poll &poll)
      : arrays_{std::move(kind), std::move(option), std::move(child)}, first_(std::move(first)),
        tree_{view(arrays_[0]), view(first_), view(arrays_[1]), view(arrays_[2])},
        given_(std::move(given)), options_(options),
        counts_(checked(tree_, items, options, poll), options, poll) {}

  nb::object count() const { return number_of(counts_.count()); }
  int limbs() const { return counts_.limbs(); }
  std::size_t bytes() const { return counts_.bytes(); }

  nb::tuple unrank(const nb::bytes &ranks, nb::object check) const {
    Poll poll = poll_of(std::move(check));
    const std::size_t width = sizeof(Limb) * static_cast<std::size_t>(counts_.limbs());
    if (ranks.size() % width != 0)
      throw std::invalid_argument("ranks of another width");
    Found found;
    {
      const nb::gil_scoped_release release;
      std::vector<Limb> rank(width / sizeof(Limb));
      std::vector<std::int32_t> solution;
      for (std::size_t at = 0; at < ranks.size(); at += width) {
        std::memcpy(rank.data(), ranks.c_str() + at, width);
        if (std::ranges::empty(counts_.count()) ||
            !less_limbs(rank.data(), counts_.count().data(), counts_.limbs()))
          throw std::invalid_argument("a rank that is not below the count");
        solution = given_;
        counts_.unrank(rank, solution);
        poll(64 * (std::ssize(solution) + 1));
        found.add(solution);
      }
    }
    return nb::make_tuple(array_of(found.take_starts()), array_of(found.take_options()));
  }

  nb::object rank(const std::vector<std::int32_t> &solution) const {
    require_options(solution, "option", options_);
    std::vector<std::int32_t> rest;
    for (const std::int32_t o : solution)
      if (std::ranges::find(given_, o) == given_.end())
        rest.push_back(o);
    if (rest.size() + given_.size() != solution.size())
      return nb::none();
    const auto found = counts_.rank(rest);
    return found ? number_of(*found) : nb::none();
  }

  nb::list marginals(nb::object check) const {
    Poll poll = poll_of(std::move(check));
    std::vector<Limb> result;
    {
      const nb::gil_scoped_release release;
      result = counts_.marginals(poll);
      for (const std::int32_t o : given_)
        std::ranges::copy(counts_.count(), &result[std::size_t(o) * counts_.limbs()]);
    }
    return numbers_of(result, counts_.limbs());
  }

  nb::tuple without(const std::vector<std::int32_t> &options, nb::object check) const {
    require_options(options, "option", options_);
    std::vector<std::uint8_t> forbidden(static_cast<std::size_t>(options_), 0);
    for (const std::int32_t o : options)
      forbidden[o] = 1;
    return restricted(std::move(check),
                      [&](Poll &poll) { return without_options(tree_, forbidden, poll); });
  }

  nb::tuple with(std::int32_t option, nb::object check) const {
    require_options(std::span(&option, 1), "option", options_);
    return restricted(std::move(check),
                      [&](Poll &poll) { return with_option(tree_, option, poll); });
  }

  auto least(const Array<std::int64_t> &costs, nb::object check) const {
    Poll poll = poll_of(std::move(check));
    std::vector<std::int64_t> result;
    {
      const nb::gil_scoped_release release;
      result = least_costs(tree_, priced(costs), poll);
    }
    return array_of(std::move(result));
  }

  nb::tuple histogram(const Array<std::int64_t> &costs, std::size_t memory,
                      nb::object check) const {
    Poll poll = poll_of(std::move(check));
    CostCounts result;
    {
      const nb::gil_scoped_release release;
      result = cost_histogram(tree_, priced(costs), counts_.limbs(), memory, poll);
    }
    const nb::list counts = numbers_of(result.counts, counts_.limbs());
    return nb::make_tuple(array_of(std::move(result.costs)), counts);
  }

private:
  std::span<const std::int64_t> priced(const Array<std::int64_t> &costs) const {
    if (std::ssize(view(costs)) != options_)
      throw std::invalid_argument("costs whose length is not that of the matrix");
    return view(costs);
  }

  template <class Restrict> nb::tuple restricted(nb::object check, Restrict restrict) const {
    Poll poll = poll_of(std::move(check));
    FoldedArrays result;
    {
      const nb::gil_scoped_release release;
      result = restrict(poll);
    }
    return arrays_of(std::move(result));
  }

  Array<std::int32_t> arrays_[3];
  Array<std::int64_t> first_;
  FoldedView tree_;
  std::vector<std::int32_t> given_;
  std::int32_t options_;
  FoldedCounts counts_;
};

void bind_counted_tree(nb::module_ &m) {
  nb::class_<CountedTree>(m, "CountedTree")
      .def(
          "__init__",
          [](CountedTree *self, Array<std::int32_t> kind, Array<std::int64_t> first,
             Array<std::int32_t> option, Array<std::int32_t> child, std::vector<std::int32_t> given,
             std::int32_t items, std::int32_t options, nb::object check) {
            require_options(given, "given", options);
            Poll poll = poll_of(std::move(check));
            const nb::gil_scoped_release release;
            new (self) CountedTree(std::move(kind), std::move(first), std::move(option),
                                   std::move(child), std::move(given), items, options, poll);
          },
          "kind_or_item"_a, "first"_a, "option"_a, "child"_a, "given"_a, "items"_a, "options"_a,
          "check"_a = nb::none())
      .def_prop_ro("count", &CountedTree::count)
      .def_prop_ro("limbs", &CountedTree::limbs)
      .def_prop_ro("bytes", &CountedTree::bytes)
      .def("unrank", &CountedTree::unrank, "ranks"_a, "check"_a = nb::none())
      .def("rank", &CountedTree::rank, "options"_a)
      .def("marginals", &CountedTree::marginals, "check"_a = nb::none())
      .def("without", &CountedTree::without, "options"_a, "check"_a = nb::none())
      .def("with_option", &CountedTree::with, "option"_a, "check"_a = nb::none())
      .def("least", &CountedTree::least, "costs"_a, "check"_a = nb::none())
      .def("histogram", &CountedTree::histogram, "costs"_a, "memory"_a, "check"_a = nb::none());
}

// The lines of a tree whose arrays Python keeps.
class TreeLines {
public:
  TreeLines(Array<std::int32_t> kind, Array<std::int64_t> first, Array<std::int32_t> option,
            Array<std::int32_t> child, Array<std::int32_t> renaming, std::int32_t items,
            std::int32_t options, Poll &poll)
      : arrays_{std::move(kind), std::move(option), std::move(child), std::move(renaming)},
        first_(std::move(first)),
        lines_(checked({view(arrays_[0]), view(first_), view(arrays_[1]), view(arrays_[2])}, items,
                       options, poll),
               view(arrays_[3]), options, poll) {}

  nb::object count() const { return number_of(lines_.count()); }
  std::int32_t nodes() const { return lines_.nodes(); }
  void rewind() { lines_.rewind(); }

  nb::bytes next(std::size_t bytes) {
    std::string text;
    {
      const nb::gil_scoped_release release;
      lines_.write(text, bytes);
    }
    return nb::bytes(text.data(), text.size());
  }

private:
  Array<std::int32_t> arrays_[4];
  Array<std::int64_t> first_;
  FoldedLines lines_;
};

void bind_tree_lines(nb::module_ &m) {
  nb::class_<TreeLines>(m, "TreeLines")
      .def(
          "__init__",
          [](TreeLines *self, Array<std::int32_t> kind, Array<std::int64_t> first,
             Array<std::int32_t> option, Array<std::int32_t> child, Array<std::int32_t> renaming,
             std::int32_t items, std::int32_t options, nb::object check) {
            Poll poll = poll_of(std::move(check));
            const nb::gil_scoped_release release;
            new (self) TreeLines(std::move(kind), std::move(first), std::move(option),
                                 std::move(child), std::move(renaming), items, options, poll);
          },
          "kind_or_item"_a, "first"_a, "option"_a, "child"_a, "renaming"_a, "items"_a, "options"_a,
          "check"_a = nb::none())
      .def_prop_ro("count", &TreeLines::count)
      .def_prop_ro("nodes", &TreeLines::nodes)
      .def("rewind", &TreeLines::rewind)
      .def("next", &TreeLines::next, "bytes"_a);
}

template <class Search> void bind_folding(nb::class_<Search> &folding) {
  bind_progress(folding);
  folding.def("fold", &step_for<Search>, "seconds"_a)
      .def("take", [](Search &self) { return arrays_of(self.take()); })
      .def_prop_ro("full", &Search::full)
      .def_prop_ro("bytes", &Search::bytes);
}

} // namespace

void bind_folded(nb::module_ &m) {
  using Orders = FoldingSettings::Orders;
  nb::enum_<Orders>(m, "FoldingOrders")
      .value("RACE", Orders::race)
      .value("SMALLEST", Orders::smallest)
      .value("GIVEN", Orders::given)
      .value("BREADTH", Orders::breadth);

  nb::class_<Folding> folding(m, "Folding");
  const FoldingSettings usual{0};
  bind_construction<Folding, std::uint64_t, bool, Orders, std::uint32_t>(
      folding,
      [](Folding *self, Problem &problem, Poll &poll, std::uint64_t memory, bool dead_ends,
         Orders orders, std::uint32_t hash_mask) {
        new (self) Folding(problem, {memory, dead_ends, orders, hash_mask}, poll);
      },
      "memory"_a, "dead_ends"_a = usual.dead_ends, "orders"_a = usual.orders,
      "hash_mask"_a = usual.hash_mask);
  bind_folding(folding);

  nb::class_<PropagatedFolding> propagated(m, "PropagatedFolding");
  propagated.def(
      "__init__",
      [](PropagatedFolding *self, Problem &problem, const std::vector<RuleTuple> &rules,
         std::uint64_t memory, nb::object check) {
        std::vector<RuleArrays> arrays;
        for (const RuleTuple &rule : rules)
          arrays.push_back(arrays_of(rule));
        Poll poll = poll_of(std::move(check));
        const nb::gil_scoped_release release;
        new (self) PropagatedFolding(problem, arrays, memory, std::move(poll));
      },
      "problem"_a, "rules"_a, "memory"_a, "check"_a = nb::none());
  bind_folding(propagated);

  bind_counted_tree(m);
  bind_tree_lines(m);
}

} // namespace minuet
