#include "batch/positional_slots.hpp"

#include "batch/exclusions.hpp"
#include "batch/slot_grid.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace minuet {

namespace {

// Of all masks: they should be near. Half of them may be masks of lines.
constexpr std::int64_t most_words = 1 << 18;

static_assert(most_words / slot_mask_stride(slot_words[0], slot_numbers[0]) <=
                  std::numeric_limits<std::uint16_t>::max(),
              "masks have numbers of 16 bits");
static_assert(std::end(slot_numbers)[-1] <= 32, "the slots of an item are the bits of a word");

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

void put(std::uint64_t *set, std::int32_t bit) { set[bit / 64] |= std::uint64_t{1} << bit % 64; }
void take(std::uint64_t *set, std::int32_t bit) {
  set[bit / 64] &= ~(std::uint64_t{1} << bit % 64);
}
bool has(const std::uint64_t *set, std::int32_t bit) { return set[bit / 64] >> bit % 64 & 1; }

} // namespace

PositionalSlots::Shape::Shape(const Problem &problem, SimdPath path) {
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

bool PositionalSlots::accepts(const Problem &problem) {
  if (problem.primary() == 0 || !problem.exactly_once() || problem.undecided_options() > 0)
    return false;
  const Shape shape(problem, SimdPath::avx512); // the largest
  return shape.slots > 0 && shape.words > 0 &&
         std::int64_t{shape.mask_stride} * problem.options() <= most_words / 2;
}

PositionalSlots::PositionalSlots(const Problem &problem, SimdPath path, Poll &poll)
    : shape_(problem, path), kernel_(kernel(path, shape_.words, shape_.slots)) {
  const std::int32_t primary = problem.primary(), options = problem.options();
  const auto lines = [&](std::int64_t words) { return static_cast<std::size_t>(words + 7) / 8; };
  all_.resize(lines(shape_.words));
  root_.resize(lines(shape_.stride));
  leader_.resize(lines(shape_.stride));
  masks_.resize(lines(std::int64_t{shape_.mask_stride} * options));
  states_.resize(lines(std::int64_t{shape_.stride} * (primary + 2)));
  mask_at_.assign(std::size_t(primary) * shape_.slots, 0);
  line_at_.assign(std::size_t(primary) * slot_lines(shape_.slots), 0);
  levels_.resize(primary + 1);
  first_set_.resize(options / 64 + 1);
  place_options(problem, poll);
  exclude(problem, poll);
  add_lines(poll);
  line_masks_.clear();
  seen_.assign(masks_made_, 0);
  connect();
}

PositionalSlots::PositionalSlots(const PositionalSlots &other)
    : shape_(other.shape_), kernel_(other.kernel_), all_(other.all_), root_(other.root_),
      leader_(other.leader_), masks_(other.masks_), states_(other.states_.size()),
      mask_at_(other.mask_at_), line_at_(other.line_at_), seen_(other.seen_.size()),
      place_starts_(other.place_starts_), places_(other.places_), masks_made_(other.masks_made_),
      levels_(other.levels_.size()), first_set_(other.first_set_.size()) {
  connect();
}

// Tells the search where all stands.
void PositionalSlots::connect() {
  search_.masks = masks_.data()->words;
  search_.all = all_.data()->words;
  search_.root = root();
  search_.leader = leader_.data()->words;
  search_.mask_at = mask_at_.data();
  search_.line_at = line_at_.data();
  search_.states = states_.data()->words;
  search_.levels = levels_.data();
  search_.seen = seen_.data();
  search_.first = first_set_.data();
  search_.begun = true;
  search_.depth = -1;
}

// Gives every allowed option a slot of each of its items; the root has all of them.
void PositionalSlots::place_options(const Problem &problem, Poll &poll) {
  const Matrix &matrix = problem.matrix();
  const auto slots = slots_of_items(problem, poll);
  std::vector<std::size_t> used(matrix.primary, 0);
  place_starts_.push_back(0);
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    for (auto e = matrix.starts[o]; problem.allowed(o) && e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e];
      if (item >= matrix.primary)
        continue;
      const std::int32_t slot = slots[item][used[item]++];
      mask_at_[item * shape_.slots + slot] = static_cast<std::uint16_t>(o);
      places_.push_back(64 * shape_.words * slot + item);
    }
    place_starts_.push_back(static_cast<std::int64_t>(places_.size()));
    if (!places(o).empty())
      put(leader_.data()->words, places(o).front());
  }
  for (const std::int32_t place : places_)
    put(root(), place);
  for (std::int32_t i = 0; i < matrix.primary; ++i) {
    put(all_.data()->words, i);
    put(root() + slot_open_at(shape_.words, shape_.slots), i);
  }
}

// For each primary item the slots of its allowed options, in their order.
std::vector<std::vector<std::int32_t>> PositionalSlots::slots_of_items(const Problem &problem,
                                                                       Poll &poll) const {
  const Matrix &matrix = problem.matrix();
  std::vector<std::vector<std::int32_t>> users(matrix.primary), slots;
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
    slots.push_back(slot_grid(static_cast<std::int32_t>(users[i].size()), sets, shape_.slots));
  }
  return slots;
}

// Finds out what each option leaves: not the options that share an item with it, but for one color
// of a secondary item; and its own items are not open any more.
void PositionalSlots::exclude(const Problem &problem, Poll &poll) {
  const Exclusions exclusions(problem);
  const std::int32_t planes = shape_.slots * shape_.words, room = 64 * shape_.words;
  for (std::int32_t o = 0; o < options(); ++o) {
    std::uint64_t *const left = mask(masks_made_++);
    std::copy_n(root(), planes, left);
    std::fill_n(left + planes, shape_.words, ~std::uint64_t{0});
    for (const std::int32_t place : places(o))
      take(left + planes, place % room);
    const auto exclude = [&](std::int32_t other) {
      for (const std::int32_t place : places(other))
        take(left, place);
    };
    exclusions.each(o, exclude, poll);
  }
}

// Finds out what the lines of the items tell, as far as there is room for their masks.
void PositionalSlots::add_lines(Poll &poll) {
  const std::int32_t lines = slot_lines(shape_.slots), rows = slot_rows(shape_.slots);
  const auto primary = static_cast<std::int32_t>(mask_at_.size()) / shape_.slots;
  for (std::int32_t i = 0; i < primary; ++i) {
    const std::int64_t words = std::int64_t{shape_.mask_stride} * (masks_made_ + lines);
    poll(16 * std::int64_t{lines} * shape_.mask_stride);
    if (words > most_words)
      return;
    masks_.resize(std::max(masks_.size(), static_cast<std::size_t>(words + 7) / 8));
    add_lines(i, 0, rows, slot_rows_at(shape_.words, shape_.slots));
    add_lines(i, rows, lines, slot_columns_at(shape_.words, shape_.slots));
  }
}

// The same for the rows or the columns of one item; nothing is kept if no line of them tells more
// than that the item is covered once.
void PositionalSlots::add_lines(std::int32_t item, std::int32_t first, std::int32_t end,
                                std::int32_t told_at) {
  const std::int32_t made = masks_made_;
  bool more = false;
  std::vector<std::map<Options, std::int32_t>::iterator> added;
  for (std::int32_t line = first; line < end; ++line) {
    const Options options = on_line(item, line);
    if (options.size() < 2)
      continue; // its only option is a single
    const auto [known, is_new] = line_masks_.try_emplace(options, 0);
    if (is_new) {
      known->second = add_line(options);
      added.push_back(known);
    }
    more |= tells_more(known->second, item);
    line_at_[item * slot_lines(shape_.slots) + line] = static_cast<std::uint16_t>(known->second);
  }
  if (more) {
    put(root() + told_at, item);
    for (const auto &one : added)
      tell_once(one->first, one->second);
    return;
  }
  masks_made_ = made;
  for (const auto &one : added)
    line_masks_.erase(one);
}

PositionalSlots::Options PositionalSlots::on_line(std::int32_t item, std::int32_t line) const {
  Options found;
  for (std::int32_t slot = 0; slot < shape_.slots; ++slot)
    if (is_on_line(slot, line, shape_.slots) &&
        has(root_.data()->words, 64 * shape_.words * slot + item))
      found.push_back(mask_at_[item * shape_.slots + slot]);
  std::sort(found.begin(), found.end());
  return found;
}

// Makes the mask of some options of which one is sure to be chosen.
std::int32_t PositionalSlots::add_line(const Options &line) {
  const std::int32_t planes = shape_.slots * shape_.words;
  std::uint64_t *const left = mask(masks_made_);
  std::fill_n(left, planes, 0);
  for (const std::int32_t option : line)
    for (std::int32_t k = 0; k < planes; ++k)
      left[k] |= mask(option)[k];
  std::fill_n(left + planes, 2 * shape_.words, ~std::uint64_t{0});
  return masks_made_++;
}

// Items that have all the options in one line have no more to tell by it once its mask is met.
void PositionalSlots::tell_once(const Options &line, std::int32_t line_mask) {
  const std::int32_t room = 64 * shape_.words, columns = slot_columns(shape_.slots);
  for (const std::int32_t place : places(line.front())) {
    bool row = true, column = true;
    for (const std::int32_t option : line) {
      const auto beside = std::find_if(places(option).begin(), places(option).end(),
                                       [&](std::int32_t p) { return p % room == place % room; });
      const bool shares = beside != places(option).end();
      row &= shares && *beside / room / columns == place / room / columns;
      column &= shares && *beside / room % columns == place / room % columns;
    }
    std::uint64_t *const told = mask(line_mask) + shape_.slots * shape_.words;
    if (row)
      take(told, place % room);
    if (column)
      take(told + shape_.words, place % room);
  }
}

// Whether the mask takes away an option that is not one of the item.
bool PositionalSlots::tells_more(std::int32_t line_mask, std::int32_t item) {
  const std::int32_t planes = shape_.slots * shape_.words;
  std::vector<std::uint64_t> gone(planes);
  for (std::int32_t k = 0; k < planes; ++k)
    gone[k] = root()[k] & ~mask(line_mask)[k];
  for (std::int32_t slot = 0; slot < shape_.slots; ++slot)
    if (has(root(), 64 * shape_.words * slot + item))
      for (const std::int32_t place : places(mask_at_[item * shape_.slots + slot]))
        take(gone.data(), place);
  return std::any_of(gone.begin(), gone.end(), [](std::uint64_t word) { return word != 0; });
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
    if (places(option).empty())
      return; // not allowed
    given_.push_back(mask(option));
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
