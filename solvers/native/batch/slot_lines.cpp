#include "batch/slot_lines.hpp"

#include <algorithm>

namespace minuet {

static_assert(std::ranges::all_of(slot_numbers,
                                  [](std::int32_t slots) {
                                    return slot_rows(slots) <= 4 && slot_columns(slots) <= 4;
                                  }),
              "a line has four options at most");

std::size_t SlotLines::Hash::operator()(const Options &line) const {
  std::uint64_t mixed = 0;
  for (const std::int32_t option : line)
    mixed = (mixed + static_cast<std::uint64_t>(option) + 1) * 0x9e3779b97f4a7c15;
  return static_cast<std::size_t>(mixed >> 32);
}

SlotLines::SlotLines(SlotPreparation &to, const OptionSets &excluded,
                     const std::vector<std::int32_t> &number)
    : to_(to), excluded_(excluded), number_(number), own_(1, 64 * excluded.width()) {}

bool SlotLines::is_live(std::int32_t item, std::int32_t slot) const {
  return has(to_.root.data()->words, 64 * to_.shape.words * slot + item);
}

void SlotLines::add(Poll &poll) {
  const std::int32_t slots = to_.shape.slots, words = to_.shape.words;
  const std::int32_t lines = slot_lines(slots), rows = slot_rows(slots);
  const auto primary = static_cast<std::int32_t>(to_.mask_at.size()) / slots;
  for (std::int32_t i = 0; i < primary; ++i) {
    poll(4 * std::int64_t{lines} * to_.shape.mask_stride);
    if (!to_.has_room(to_.masks_made + lines))
      return;
    std::fill_n(own_.row(0), own_.width(), 0);
    for (std::int32_t slot = 0; slot < slots; ++slot)
      if (is_live(i, slot))
        put(own_.row(0), number_[to_.mask_at[i * slots + slot]]);
    add(i, 0, rows, slot_rows_at(words, slots));
    add(i, rows, lines, slot_columns_at(words, slots));
  }
}

// The same for the rows or the columns of one item.
void SlotLines::add(std::int32_t item, std::int32_t first, std::int32_t end, std::int32_t told_at) {
  std::array<Options, longest> lines;
  bool more = false;
  for (std::int32_t line = first; line < end; ++line) {
    lines[line - first] = on_line(item, line);
    more = more || tells_more(lines[line - first]);
  }
  if (!more)
    return;
  put(to_.root.data()->words + told_at, item);
  for (std::int32_t line = first; line < end; ++line) {
    const Options &options = lines[line - first];
    if (options.size < 2)
      continue; // its only option is a single
    const auto [known, is_new] = masks_.try_emplace(options, to_.masks_made);
    if (is_new)
      tell_once(options, add_mask(options));
    to_.line_at[item * slot_lines(to_.shape.slots) + line] =
        static_cast<std::uint16_t>(known->second);
  }
}

SlotLines::Options SlotLines::on_line(std::int32_t item, std::int32_t line) const {
  const std::int32_t slots = to_.shape.slots, columns = slot_columns(slots),
                     rows = slot_rows(slots);
  const bool is_row = line < rows;
  std::int32_t slot = is_row ? line * columns : line - rows;
  Options found;
  for (std::int32_t n = is_row ? columns : rows; n > 0; --n, slot += is_row ? 1 : columns)
    if (is_live(item, slot))
      found.option[found.size++] = to_.mask_at[item * slots + slot];
  std::sort(found.option.begin(), found.option.begin() + found.size);
  return found;
}

// Whether all options of the line exclude one that is not an option of the item.
bool SlotLines::tells_more(const Options &line) const {
  if (line.size < 2)
    return false;
  for (std::int32_t w = 0; w < excluded_.width(); ++w) {
    std::uint64_t all = ~own_.row(0)[w];
    for (const std::int32_t option : line)
      all &= excluded_.row(number_[option])[w];
    if (all)
      return true;
  }
  return false;
}

// Makes the mask of some options of which one is sure to be chosen.
std::int32_t SlotLines::add_mask(const Options &line) {
  const std::int32_t words = to_.shape.words, planes = to_.shape.slots * words;
  std::uint64_t *const left = to_.mask(to_.masks_made);
  std::copy_n(to_.mask(line.option[0]), planes, left);
  for (std::int32_t n = 1; n < line.size; ++n) {
    const std::uint64_t *const other = to_.mask(line.option[n]);
    for (std::int32_t k = 0; k < planes; ++k)
      left[k] |= other[k];
  }
  std::fill_n(left + planes, 2 * words, ~std::uint64_t{0});
  return to_.masks_made++;
}

// Items that have all the options in one line have no more to tell by it once its mask is met.
void SlotLines::tell_once(const Options &line, std::int32_t line_mask) {
  using Place = SlotPreparation::Place;
  const std::int32_t columns = slot_columns(to_.shape.slots);
  for (const Place &place : to_.places(line.option[0])) {
    bool row = true, column = true;
    for (std::int32_t n = 1; n < line.size && (row || column); ++n) {
      const auto others = to_.places(line.option[n]);
      const auto beside = std::find_if(others.begin(), others.end(), [&](const Place &other) {
        return other.item == place.item;
      });
      const bool shares = beside != others.end();
      row = row && shares && beside->slot / columns == place.slot / columns;
      column = column && shares && beside->slot % columns == place.slot % columns;
    }
    std::uint64_t *const told = to_.mask(line_mask) + to_.shape.slots * to_.shape.words;
    if (row)
      take(told, place.item);
    if (column)
      take(told + to_.shape.words, place.item);
  }
}

} // namespace minuet
