// The Python face of isomorphic blocks: where they are, for who names nodes anew by them.
#include "levels/plan.hpp"
#include "shared/bindings.hpp"

#include <optional>

namespace minuet {

namespace {

using Numbers = std::vector<std::int32_t>;

// Items of the whole matrix: the order in which links are covered, and each block of each group by
// slots (-1: an item that need not be covered, or that the block lacks).
struct NamedBlocks {
  Numbers order;
  std::vector<std::vector<Numbers>> groups;
};

std::optional<NamedBlocks> named_blocks(Problem &problem, Poll &poll) {
  const PackedMatrix packed(problem, poll);
  if (packed.impossible)
    return std::nullopt;
  const std::vector<PackedMatrix> parts = packed.parts(poll);
  if (parts.size() != 1)
    return std::nullopt;
  const auto plan = Plan::best(parts[0], -1, poll);
  if (!plan)
    return std::nullopt;
  const auto items = [&](Numbers bits) {
    for (std::int32_t &b : bits)
      b = b < 0 || b >= parts[0].primary ? -1 : parts[0].items[b];
    return bits;
  };
  NamedBlocks result{items(plan->layout.order), {}};
  for (const BlockGroup &group : plan->blocks.groups)
    for (auto &blocks = result.groups.emplace_back(); const Numbers &bits : group.bits)
      blocks.push_back(items(bits));
  return result;
}

} // namespace

void bind_levels(nb::module_ &m) {
  m.def(
      "isomorphic_blocks",
      [](Problem &problem, nb::object check) -> nb::object {
        Poll poll = poll_of(std::move(check));
        std::optional<NamedBlocks> found;
        {
          const nb::gil_scoped_release release;
          found = named_blocks(problem, poll);
        }
        if (!found)
          return nb::none();
        return nb::make_tuple(found->order, found->groups);
      },
      "problem"_a, "check"_a = nb::none());
}

} // namespace minuet
