#include "levels/plan.hpp"

#include "levels/families.hpp"
#include "levels/levels.hpp"
#include "levels/link_orders.hpp"

namespace minuet {

namespace {

constexpr double density = 0.7;                // of a state's information, for comparisons
constexpr double widest_of_blocks = 256;       // bits: most of the information is told twice
constexpr std::int64_t most_entries = 1 << 20; // in which blocks are looked for

} // namespace

std::unique_ptr<Plan> Plan::best(const PackedMatrix &part, double widest, Poll &poll) {
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

} // namespace minuet
