#include "batch/positional_slots.hpp"

#include <algorithm>
#include <limits>

namespace minuet {

namespace {

constexpr std::int64_t most_words = 1 << 17; // of all that options leave: it should be near

static_assert(most_words / slot_step <= std::numeric_limits<std::uint16_t>::max(),
              "options have numbers of 16 bits");
static_assert(std::end(slot_numbers)[-1] <= 64, "the slots of an item are the bits of a word");

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

// The smallest of some ascending numbers that is not below; 0: there is none.
std::int32_t rounded_up(std::int32_t number, std::span<const std::int32_t> numbers) {
  const auto place = std::lower_bound(numbers.begin(), numbers.end(), number);
  return place == numbers.end() ? 0 : *place;
}

} // namespace

PositionalSlots::Shape::Shape(const Matrix &matrix, const Selection &selection) {
  std::vector<std::int32_t> sizes(matrix.primary, 0);
  std::int32_t most = 0;
  for (std::int32_t o = 0; o < matrix.options(); ++o)
    for (auto e = matrix.starts[o]; selection.allowed[o] && e < matrix.starts[o + 1]; ++e)
      if (matrix.members[e] < matrix.primary)
        most = std::max(most, ++sizes[matrix.members[e]]);
  slots = rounded_up(most, slot_numbers);
  words = rounded_up((matrix.primary + 63) / 64, slot_words);
  open_at = slot_open_at(words, slots);
  stride = slot_stride(words, slots);
}

bool PositionalSlots::accepts(const Matrix &matrix, const Selection &selection) {
  if (matrix.primary == 0)
    return false;
  for (std::int32_t i = 0; i < matrix.primary; ++i)
    if (matrix.low[i] != 1 || matrix.high[i] != 1)
      return false;
  const Shape shape(matrix, selection);
  return shape.slots > 0 && shape.words > 0 &&
         std::int64_t{shape.stride} * matrix.options() <= most_words &&
         std::all_of(selection.skip.begin(), selection.skip.end(),
                     [](std::int64_t skip) { return skip < 0; });
}

PositionalSlots::PositionalSlots(const Matrix &matrix, const Selection &selection, SimdPath path,
                                 Poll &poll)
    : shape_(matrix, selection), kernel_(kernel(path, shape_.words, shape_.slots)) {
  const std::size_t lines = shape_.stride / 8;
  all_.resize((shape_.words + 7) / 8);
  root_.resize(lines);
  agree_.resize(lines * std::max(matrix.options(), 1));
  states_.resize(lines * (matrix.primary + 2));
  option_at_.assign(std::size_t(matrix.primary) * shape_.slots, 0);
  seen_.assign(matrix.options(), 0);
  levels_.resize(matrix.primary + 1);
  first_.resize(matrix.primary);
  place_options(matrix, selection);
  exclude(matrix, selection, poll);
  search_.agree = agree_.data()->words;
  search_.all = all_.data()->words;
  search_.option_at = option_at_.data();
  search_.states = states_.data()->words;
  search_.levels = levels_.data();
  search_.seen = seen_.data();
  search_.first = first_.data();
  search_.begun = true;
  search_.depth = -1;
}

// Gives every allowed option a slot of each of its items; the root has all of them.
void PositionalSlots::place_options(const Matrix &matrix, const Selection &selection) {
  std::vector<std::int32_t> used(matrix.primary, 0);
  place_starts_.push_back(0);
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    for (auto e = matrix.starts[o]; selection.allowed[o] && e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e];
      if (item >= matrix.primary)
        continue;
      const std::int32_t slot = used[item]++;
      option_at_[item * shape_.slots + slot] = static_cast<std::uint16_t>(o);
      places_.push_back(64 * shape_.words * slot + item);
    }
    place_starts_.push_back(static_cast<std::int64_t>(places_.size()));
  }
  for (const std::int32_t place : places_)
    root()[place / 64] |= std::uint64_t{1} << place % 64;
  for (std::int32_t i = 0; i < matrix.primary; ++i) {
    all_.data()->words[i / 64] |= std::uint64_t{1} << i % 64;
    root()[shape_.open_at + i / 64] |= std::uint64_t{1} << i % 64;
  }
}

// Finds out what each option leaves: not the options that share an item with it, but for one color
// of a secondary item; and its own items are not open any more.
void PositionalSlots::exclude(const Matrix &matrix, const Selection &selection, Poll &poll) {
  std::vector<std::vector<Use>> uses(matrix.items());
  for (std::int32_t o = 0; o < matrix.options(); ++o)
    for (auto e = matrix.starts[o]; selection.allowed[o] && e < matrix.starts[o + 1]; ++e)
      uses[matrix.members[e]].push_back({o, matrix.colors[e]});
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    std::uint64_t *const left = agree(o);
    std::copy_n(root(), shape_.stride, left);
    for (auto e = matrix.starts[o]; selection.allowed[o] && e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e];
      poll(8 * std::ssize(uses[item]));
      if (item < matrix.primary)
        left[shape_.open_at + item / 64] &= ~(std::uint64_t{1} << item % 64);
      for (const Use &use : uses[item])
        if (use.option != o && (use.color == 0 || use.color != matrix.colors[e]))
          for (auto p = place_starts_[use.option]; p < place_starts_[use.option + 1]; ++p)
            left[places_[p] / 64] &= ~(std::uint64_t{1} << places_[p] % 64);
    }
  }
}

void PositionalSlots::ask(std::span<const std::int32_t> given, std::int64_t limit) {
  search_.limit = limit;
  search_.found = 0;
  search_.first_count = 0;
  search_.begun = true;
  search_.depth = -1;
  if (limit <= 0)
    return;
  std::uint64_t *const state = states_.data()->words;
  std::copy_n(root(), shape_.stride, state);
  for (const std::int32_t option : given) {
    if (place_starts_[option] == place_starts_[option + 1])
      return; // not allowed
    const std::int32_t place = places_[place_starts_[option]];
    if (!(state[place / 64] >> place % 64 & 1))
      return;
    for (std::int32_t k = 0; k < shape_.stride; ++k)
      state[k] &= agree(option)[k];
  }
  search_.begun = false;
}

bool PositionalSlots::run(std::int64_t node_limit) {
  search_.work = node_limit;
  return kernel_(search_);
}

std::span<const std::int32_t> PositionalSlots::first() const {
  return {first_.data(), static_cast<std::size_t>(search_.first_count)};
}

} // namespace minuet
