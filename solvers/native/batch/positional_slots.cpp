#include "batch/positional_slots.hpp"

#include <bit>

namespace minuet {

namespace {

SlotKernel kernel(SimdPath path, std::int32_t words, std::int32_t slots) {
#if defined(MINUET_AVX512)
  if (path == SimdPath::avx512)
    return avx512_slot_kernel(words, slots);
#endif
#if defined(MINUET_AVX2)
  if (path == SimdPath::avx2)
    return avx2_slot_kernel(words, slots);
#endif
  return portable_slot_kernel(words, slots);
}

} // namespace

bool PositionalSlots::accepts(const Problem &problem) {
  if (problem.primary() == 0 || !problem.exactly_once() || problem.undecided_options() > 0)
    return false;
  const SlotShape shape(problem, SimdPath::avx512); // the largest
  return shape.slots > 0 && shape.words > 0 &&
         std::int64_t{shape.mask_stride} * problem.options() <= most_mask_words / 2;
}

PositionalSlots::PositionalSlots(const Problem &problem, SimdPath path, Poll &poll)
    : PositionalSlots(std::make_shared<const SlotPreparation>(problem, path, poll), path) {}

PositionalSlots::PositionalSlots(std::shared_ptr<const SlotPreparation> prepared, SimdPath path)
    : prepared_(std::move(prepared)), path_(path),
      kernel_(kernel(path, prepared_->shape.words, prepared_->shape.slots)),
      seen_(prepared_->masks_made) {
  const auto primary = prepared_->mask_at.size() / prepared_->shape.slots;
  states_.resize((prepared_->shape.stride * (primary + 2) + 7) / 8);
  levels_.resize(primary + 1);
  first_set_.resize(prepared_->options() / 64 + 1);
  search_.masks = prepared_->masks[0].words;
  search_.all = prepared_->all.data()->words;
  search_.root = prepared_->root.data()->words;
  search_.leader = prepared_->leader.data()->words;
  search_.mask_at = prepared_->mask_at.data();
  search_.line_at = prepared_->line_at.data();
  search_.states = states_.data()->words;
  search_.levels = levels_.data();
  search_.seen = seen_.data();
  search_.first = first_set_.data();
  search_.begun = true;
  search_.depth = -1;
}

std::unique_ptr<BatchEngine> PositionalSlots::another() const {
  return std::unique_ptr<BatchEngine>(new PositionalSlots(prepared_, path_));
}

void PositionalSlots::ask(std::span<const std::int32_t> given, std::int64_t limit) {
  search_.limit = limit;
  search_.found = 0;
  search_.begun = true;
  search_.depth = -1;
  first_.clear();
  std::fill(first_set_.begin(), first_set_.end(), 0);
  if (limit <= 0)
    return;
  given_.clear();
  for (const std::int32_t option : given) {
    if (prepared_->places(option).empty())
      return; // not allowed
    given_.push_back(prepared_->mask(option));
  }
  search_.given = given_.data();
  search_.given_count = static_cast<std::int32_t>(given_.size());
  search_.begun = false;
}

bool PositionalSlots::run(std::int64_t node_limit) {
  search_.work = node_limit;
  const bool done = kernel_(search_);
  if (search_.found > 0 && first_.empty())
    for (std::size_t w = 0; w < first_set_.size(); ++w)
      for (std::uint64_t left = first_set_[w]; left; left &= left - 1)
        first_.push_back(static_cast<std::int32_t>(64 * w) + std::countr_zero(left));
  return done;
}

} // namespace minuet
