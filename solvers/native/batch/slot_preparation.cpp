#include "batch/slot_preparation.hpp"

#include "batch/exclusions.hpp"
#include "batch/slot_grid.hpp"
#include "batch/slot_lines.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace minuet {

namespace {

static_assert(most_mask_words / slot_mask_stride(slot_words[0], slot_numbers[0]) <=
                  std::numeric_limits<std::uint16_t>::max(),
              "masks have numbers of 16 bits");
static_assert(std::end(slot_numbers)[-1] <= 32, "the slots of an item are the bits of a word");

// The smallest of some ascending numbers that is not below; 0: there is none.
std::int32_t rounded_up(std::int32_t number, std::span<const std::int32_t> numbers) {
  const auto place = std::lower_bound(numbers.begin(), numbers.end(), number);
  return place == numbers.end() ? 0 : *place;
}

// How many cache lines so many words take.
std::size_t cache_lines(std::int64_t words) { return static_cast<std::size_t>(words + 7) / 8; }

} // namespace

SlotShape::SlotShape(const Problem &problem, SimdPath path) {
  std::int32_t most = 0;
  for (std::int32_t i = 0; i < problem.primary(); ++i)
    most = std::max(most, problem.uses(i));
  slots = rounded_up(most, slot_numbers);
  words = rounded_up((problem.primary() + 63) / 64, slot_words);
  if (path != SimdPath::portable)
    words = (words + 3) / 4 * 4; // whole vectors
  stride = slot_stride(words, slots);
  mask_stride = slot_mask_stride(words, slots);
}

SlotPreparation::SlotPreparation(const Problem &problem, SimdPath path, Poll &poll)
    : shape(problem, path) {
  const std::int32_t primary = problem.primary();
  all.resize(cache_lines(shape.words));
  root.resize(cache_lines(shape.stride));
  leader.resize(cache_lines(shape.stride));
  mask_at.assign(std::size_t(primary) * shape.slots, 0);
  line_at.assign(std::size_t(primary) * slot_lines(shape.slots), 0);
  place_options(problem, poll);
  const std::int64_t most = problem.options() + std::int64_t{primary} * slot_lines(shape.slots);
  masks = std::make_unique_for_overwrite<CacheLine[]>(
      cache_lines(std::min(shape.mask_stride * most, most_mask_words)));
  exclude(problem, poll);
}

// Gives every allowed option a slot of each of its items; the root has all of them.
void SlotPreparation::place_options(const Problem &problem, Poll &poll) {
  const Matrix &matrix = problem.matrix();
  const auto slots = slots_of_items(problem, poll);
  std::vector<std::size_t> used(matrix.primary, 0);
  place_starts.push_back(0);
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    for (auto e = matrix.starts[o]; problem.allowed(o) && e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e];
      if (item >= matrix.primary)
        continue;
      const std::int32_t slot = slots[item][used[item]++];
      mask_at[item * shape.slots + slot] = static_cast<std::uint16_t>(o);
      all_places.push_back({64 * shape.words * slot + item, item, slot});
    }
    place_starts.push_back(static_cast<std::int64_t>(all_places.size()));
    if (!places(o).empty())
      put(leader.data()->words, places(o).front().bit);
  }
  for (const Place &place : all_places)
    put(root.data()->words, place.bit);
  for (std::int32_t i = 0; i < matrix.primary; ++i) {
    put(all.data()->words, i);
    put(root.data()->words + slot_open_at(shape.words, shape.slots), i);
  }
}

// For each primary item the slots of its allowed options, in their order.
std::vector<std::vector<std::int32_t>> SlotPreparation::slots_of_items(const Problem &problem,
                                                                       Poll &poll) const {
  const Matrix &matrix = problem.matrix();
  std::vector<std::vector<std::int32_t>> users(matrix.primary), slots;
  for (std::int32_t i = 0; i < matrix.primary; ++i)
    users[i].reserve(problem.uses(i));
  for (std::int32_t o = 0; o < matrix.options(); ++o)
    for (auto e = matrix.starts[o]; problem.allowed(o) && e < matrix.starts[o + 1]; ++e)
      if (matrix.members[e] < matrix.primary)
        users[matrix.members[e]].push_back(o);
  std::vector<std::uint32_t> shared(matrix.items(), 0), sets;
  std::vector<std::int32_t> others;
  for (std::int32_t i = 0; i < matrix.primary; ++i) {
    others.clear();
    for (std::size_t k = 0; k < users[i].size(); ++k) {
      const std::int32_t o = users[i][k];
      poll(4 * matrix.size(o));
      for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
        const std::int32_t other = matrix.members[e];
        if (other == i || matrix.colors[e] != 0)
          continue;
        if (shared[other] == 0)
          others.push_back(other);
        shared[other] |= 1u << k;
      }
    }
    sets.clear();
    for (const std::int32_t other : others) {
      sets.push_back(shared[other]);
      shared[other] = 0;
    }
    slots.push_back(slot_grid(static_cast<std::int32_t>(users[i].size()), sets, shape.slots));
  }
  return slots;
}

// Finds out what each option leaves: not the options that share an item with it, but for one color
// of a secondary item; and its own items are not open any more.
void SlotPreparation::exclude(const Problem &problem, Poll &poll) {
  const Exclusions exclusions(problem);
  const std::int32_t planes = shape.slots * shape.words;
  std::vector<std::int32_t> number(options(), -1), allowed; // as sets have them
  for (std::int32_t o = 0; o < options(); ++o)
    if (!places(o).empty()) {
      number[o] = static_cast<std::int32_t>(allowed.size());
      allowed.push_back(o);
    }
  const auto count = static_cast<std::int32_t>(allowed.size());
  OptionSets excluded(count, count);
  for (std::int32_t o = 0; o < options(); ++o) {
    std::uint64_t *const left = mask(masks_made++);
    std::copy_n(root.data()->words, planes, left);
    std::fill_n(left + planes, 2 * shape.words, ~std::uint64_t{0});
    if (number[o] < 0)
      continue;
    for (const Place &place : places(o))
      take(left + planes, place.item);
    std::uint64_t *const set = excluded.row(number[o]);
    exclusions.each(o, [&](std::int32_t other) { put(set, number[other]); }, poll);
    for (std::int32_t w = 0; w < excluded.width(); ++w)
      for (std::uint64_t some = set[w]; some; some &= some - 1)
        for (const Place &place : places(allowed[64 * w + std::countr_zero(some)]))
          take(left, place.bit);
  }
  SlotLines(*this, excluded, number).add(poll);
}

} // namespace minuet
