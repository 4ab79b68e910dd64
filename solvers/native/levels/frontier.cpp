#include "levels/frontier.hpp"

#include "levels/families.hpp"
#include "levels/frontier_walk.hpp"
#include "levels/link_orders.hpp"

namespace minuet {

namespace {

constexpr double density = 0.7;                // of a state's information, for comparisons
constexpr double widest_of_blocks = 256;       // bits: most of the information is told twice
constexpr std::int64_t most_entries = 1 << 20; // in which blocks are looked for

struct Plan {
  Blocks blocks;
  Layout layout;
};

std::unique_ptr<Plan> best_plan(const PackedMatrix &part, double widest, Poll &poll) {
  std::vector<Blocks> ways{Blocks::none(part)};
  std::int64_t entries = 0;
  for (const PackedOption &option : part.options)
    entries += std::ssize(option.mask);
  if (entries <= most_entries)
    for (auto &family : families(part, poll))
      if (auto blocks = Blocks::beside(part, std::move(family), poll))
        ways.push_back(std::move(*blocks));
  std::unique_ptr<Plan> best;
  for (const Blocks &blocks : ways)
    for (auto &order : link_orders(part, blocks, poll)) {
      Layout layout(part, blocks, std::move(order), poll);
      if (layout.field_bits > Levels::widest_field ||
          layout.widest() > (blocks.groups.empty() ? widest : widest_of_blocks))
        continue;
      if (!best || layout.log_work(density) < best->layout.log_work(density))
        best.reset(new Plan{blocks, std::move(layout)});
    }
  return best;
}

} // namespace

std::unique_ptr<Frontier> Frontier::make(const PackedMatrix &part, std::size_t memory,
                                         double widest, std::uint32_t hash_mask, Poll &poll) {
  if (part.options.empty())
    return nullptr;
  const std::unique_ptr<Plan> plan = best_plan(part, widest, poll);
  if (!plan)
    return nullptr;
  const Levels levels(plan->blocks, plan->layout, poll);
  const auto made = [&]<class Field>() {
    return make_walk<Field>(levels, plan->layout.widths, memory, hash_mask);
  };
  if (levels.field_bits <= 8)
    return made.operator()<std::uint8_t>();
  if (levels.field_bits <= 16)
    return made.operator()<std::uint16_t>();
  if (levels.field_bits <= 32)
    return made.operator()<std::uint32_t>();
  return made.operator()<std::uint64_t>();
}

} // namespace minuet
