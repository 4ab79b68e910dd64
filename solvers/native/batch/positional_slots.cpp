#include "batch/positional_slots.hpp"

#include "batch/exclusions.hpp"

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

PositionalSlots::Shape::Shape(const Problem &problem) {
  std::int32_t most = 0;
  for (std::int32_t i = 0; i < problem.primary(); ++i)
    most = std::max(most, problem.uses(i));
  slots = rounded_up(most, slot_numbers);
  words = rounded_up((problem.primary() + 63) / 64, slot_words);
  open_at = slot_open_at(words, slots);
  stride = slot_stride(words, slots);
}

bool PositionalSlots::accepts(const Problem &problem) {
  if (problem.primary() == 0 || !problem.exactly_once() || problem.undecided_options() > 0)
    return false;
  const Shape shape(problem);
  return shape.slots > 0 && shape.words > 0 &&
         std::int64_t{shape.stride} * problem.options() <= most_words;
}

PositionalSlots::PositionalSlots(const Problem &problem, SimdPath path, Poll &poll)
    : shape_(problem), kernel_(kernel(path, shape_.words, shape_.slots)) {
  const std::size_t lines = shape_.stride / 8;
  const std::int32_t primary = problem.primary(), options = problem.options();
  all_.resize((shape_.words + 7) / 8);
  root_.resize(lines);
  agree_.resize(lines * std::max(options, 1));
  states_.resize(lines * (primary + 2));
  option_at_.assign(std::size_t(primary) * shape_.slots, 0);
  seen_.assign(options, 0);
  levels_.resize(primary + 1);
  first_.resize(primary);
  place_options(problem);
  exclude(problem, poll);
  connect();
}

PositionalSlots::PositionalSlots(const PositionalSlots &other)
    : shape_(other.shape_), kernel_(other.kernel_), all_(other.all_), root_(other.root_),
      agree_(other.agree_), states_(other.states_.size()), option_at_(other.option_at_),
      seen_(other.seen_.size()), place_starts_(other.place_starts_), places_(other.places_),
      levels_(other.levels_.size()), first_(other.first_.size()) {
  connect();
}

// Tells the search where all stands.
void PositionalSlots::connect() {
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
void PositionalSlots::place_options(const Problem &problem) {
  const Matrix &matrix = problem.matrix();
  std::vector<std::int32_t> used(matrix.primary, 0);
  place_starts_.push_back(0);
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    for (auto e = matrix.starts[o]; problem.allowed(o) && e < matrix.starts[o + 1]; ++e) {
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
void PositionalSlots::exclude(const Problem &problem, Poll &poll) {
  const Matrix &matrix = problem.matrix();
  const Exclusions exclusions(problem);
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    std::uint64_t *const left = agree(o);
    std::copy_n(root(), shape_.stride, left);
    for (auto e = matrix.starts[o]; problem.allowed(o) && e < matrix.starts[o + 1]; ++e)
      if (const std::int32_t item = matrix.members[e]; item < matrix.primary)
        left[shape_.open_at + item / 64] &= ~(std::uint64_t{1} << item % 64);
    const auto take = [&](std::int32_t other) {
      for (auto p = place_starts_[other]; p < place_starts_[other + 1]; ++p)
        left[places_[p] / 64] &= ~(std::uint64_t{1} << places_[p] % 64);
    };
    exclusions.each(o, take, poll);
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
