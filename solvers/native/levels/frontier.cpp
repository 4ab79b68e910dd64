#include "levels/frontier.hpp"

#include "levels/frontier_walk.hpp"
#include "levels/plan.hpp"

namespace minuet {

std::unique_ptr<Frontier> Frontier::make(const PackedMatrix &part, std::size_t memory,
                                         double widest, std::uint32_t hash_mask, Poll &poll) {
  if (part.options.empty())
    return nullptr;
  const std::unique_ptr<Plan> plan = Plan::best(part, widest, poll);
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
