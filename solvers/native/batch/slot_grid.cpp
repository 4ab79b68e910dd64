#include "batch/slot_grid.hpp"

#include "batch/slots_state.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace minuet {

namespace {

// Disjoint sets of two options at least: few, so they need no memory of their own.
struct Sets {
  std::array<std::uint32_t, 16> set{};
  std::int32_t size = 0;

  const std::uint32_t *begin() const { return set.data(); }
  const std::uint32_t *end() const { return set.data() + size; }
};

// Takes disjoint sets out of a list, the first ones first.
Sets disjoint(std::vector<std::uint32_t> &sets) {
  Sets taken;
  std::uint32_t all = 0;
  std::size_t left = 0;
  for (const std::uint32_t set : sets)
    if (set & all)
      sets[left++] = set;
    else
      taken.set[taken.size++] = set, all |= set;
  sets.resize(left);
  return taken;
}

bool fit(const Sets &sets, std::int32_t lines, std::int32_t length) {
  return sets.size <= lines && std::all_of(sets.begin(), sets.end(), [&](std::uint32_t set) {
           return std::popcount(set) <= length;
         });
}

// The number of the set that an option is in; -1: of none.
std::int32_t set_of(std::int32_t option, const Sets &sets) {
  const auto found =
      std::find_if(sets.begin(), sets.end(), [&](std::uint32_t set) { return set >> option & 1; });
  return found == sets.end() ? -1 : static_cast<std::int32_t>(found - sets.begin());
}

// Puts the options of each set into a line of its own, those first that have least choice. Empty
// if there is no place for one.
std::vector<std::int32_t> placed(std::int32_t options, const Sets &rows, const Sets &columns,
                                 std::int32_t slots) {
  const std::int32_t width = slot_columns(slots);
  if (!fit(rows, slot_rows(slots), width) || !fit(columns, width, slot_rows(slots)))
    return {};
  std::vector<std::int32_t> slot_of(options, -1);
  std::uint32_t used = 0;
  for (std::int32_t unknown = 0; unknown <= 2; ++unknown)
    for (std::int32_t option = 0; option < options; ++option) {
      const std::int32_t row = set_of(option, rows), column = set_of(option, columns);
      if ((row < 0) + (column < 0) != unknown)
        continue;
      std::int32_t slot = 0;
      while (slot < slots && ((used >> slot & 1) || (row >= 0 && slot / width != row) ||
                              (column >= 0 && slot % width != column)))
        ++slot;
      if (slot == slots)
        return {};
      slot_of[option] = slot;
      used |= 1u << slot;
    }
  return slot_of;
}

} // namespace

std::vector<std::int32_t> slot_grid(std::int32_t options, std::span<const std::uint32_t> sets,
                                    std::int32_t slots) {
  const auto longest = static_cast<int>(std::max(slot_rows(slots), slot_columns(slots)));
  std::vector<std::uint32_t> left;
  for (const std::uint32_t set : sets)
    if (std::popcount(set) >= 2 && std::popcount(set) <= longest &&
        std::find(left.begin(), left.end(), set) == left.end())
      left.push_back(set);
  const Sets one = disjoint(left), other = disjoint(left), none{};
  const Sets *const ways[][2] = {
      {&one, &other}, {&other, &one}, {&one, &none}, {&none, &one}, {&none, &none}};
  std::vector<std::int32_t> slot_of;
  for (const auto &[rows, columns] : ways)
    if (slot_of = placed(options, *rows, *columns, slots); !slot_of.empty())
      break;
  return slot_of;
}

} // namespace minuet
