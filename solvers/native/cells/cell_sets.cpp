#include "cells/cell_sets.hpp"

#include <algorithm>

namespace minuet {

namespace {
// When an array is partitioned, by measurement: most of it died, more than a few, and at least
// `lag` steps ago, for what died later comes back before the array is walked often again. Where
// arrays are long the tree is bushy and it pays at once.
constexpr std::int32_t few_stale = 8, lag = 5, long_array = 200;

// The step before which the dead of an array of that length are moved away.
std::int32_t cut_of(std::int32_t step, std::int32_t length) {
  return length > long_array ? step : step - lag;
}
} // namespace

const std::int32_t *CellSets::members_begin(std::int32_t row) const {
  return member_.data() + (width_ ? static_cast<std::ptrdiff_t>(row) * width_ : member_start_[row]);
}

const std::int32_t *CellSets::members_end(std::int32_t row) const {
  return width_ ? members_begin(row) + width_ : member_.data() + member_start_[row + 1];
}

// ---- Dying ----------------------------------------------------------------------------------

// Puts the living rows of the item on the trail and stamps them. Returns how many were dead.
std::int32_t CellSets::collect(std::int32_t item, std::int32_t step) {
  const std::int32_t *const cells = cell_.data() + start_[item];
  std::int32_t *const death = death_.data();
  std::int32_t *out = hidden_.data() + hidden_top_;
  std::int32_t stale = 0;
  const std::int32_t cut = cut_of(step, bound_[item]);
  for (std::int32_t k = 0, n = bound_[item]; k < n; ++k) {
    const std::int32_t row = cells[k], died = death[row];
    *out = row;
    out += died == alive;
    stale += died < cut;
    death[row] = std::min(died, step);
  }
  hidden_top_ = static_cast<std::int32_t>(out - hidden_.data());
  return stale;
}

// The same for the rows that give the secondary item another color. Those that give it this color
// need not be told about the item again.
std::int32_t CellSets::purify(std::int32_t item, std::int32_t color, std::int32_t step) {
  const std::int32_t *const cells = cell_.data() + start_[item];
  const std::int32_t *const tints = tint_.data() + start_[item];
  std::int32_t *const death = death_.data();
  std::int32_t *out = hidden_.data() + hidden_top_;
  const std::int32_t first = agreed_top_;
  std::int32_t *agreed = agreed_.data() + first;
  std::int32_t stale = 0;
  const std::int32_t cut = cut_of(step, bound_[item]);
  for (std::int32_t k = 0, n = bound_[item]; k < n; ++k) {
    const std::int32_t row = cells[k], died = death[row];
    const bool lives = died == alive, dies = lives && tints[k] != color;
    *out = row;
    out += dies;
    *agreed = row;
    agreed += lives && !dies;
    stale += died < cut;
    death[row] = dies ? step : died;
  }
  hidden_top_ = static_cast<std::int32_t>(out - hidden_.data());
  agreed_top_ = static_cast<std::int32_t>(agreed - agreed_.data());
  for (std::int32_t k = first; k < agreed_top_; ++k)
    --weight_[agreed_[k]];
  fixed_[item] = 1;
  fixed_items_[fixed_top_++] = item;
  return stale;
}

// Moves the rows of the item that died before the step `cut` behind the others. The bound is
// restored when the first of them comes back.
void CellSets::partition(std::int32_t item, std::int32_t cut) {
  std::int32_t *const cells = cell_.data() + start_[item];
  std::int32_t *const stale = stale_.data();
  std::int32_t *const tints = tint_.empty() ? nullptr : tint_.data() + start_[item];
  std::int32_t *const stale_tints = stale_tints_.data();
  const std::int32_t bound = bound_[item];
  std::int32_t kept = 0, moved = 0, last = before;
  for (std::int32_t k = 0; k < bound; ++k) {
    const std::int32_t row = cells[k], died = death_[row];
    const bool dead = died < cut;
    last = dead ? std::max(last, died) : last;
    cells[kept] = stale[moved] = row;
    if (tints)
      tints[kept] = stale_tints[moved] = tints[k];
    kept += !dead;
    moved += dead;
  }
  std::copy(stale, stale + moved, cells + kept);
  if (tints)
    std::copy(stale_tints, stale_tints + moved, tints + kept);
  bound_[item] = kept;
  if (last == before)
    return; // for good
  deepest_ = std::max(deepest_, last);
  if (static_cast<std::int32_t>(shrunk_head_.size()) <= last)
    shrunk_head_.resize(last + 1, -1);
  std::int32_t place = shrunk_free_;
  if (place < 0)
    place = static_cast<std::int32_t>(shrunk_.size()), shrunk_.emplace_back();
  else
    shrunk_free_ = shrunk_[place].next;
  shrunk_[place] = {item, bound, shrunk_head_[last]};
  shrunk_head_[last] = place;
}

// ---- What a death takes from the sizes ------------------------------------------------------

template <int width> void CellSets::withdraw_fixed(std::int32_t first) {
  std::int32_t *const size = size_.data();
  const std::int32_t *const members = member_.data();
  const std::int32_t *const hidden = hidden_.data();
  for (std::int32_t k = first, n = hidden_top_; k < n; ++k) {
    const std::int32_t *const m = members + static_cast<std::ptrdiff_t>(hidden[k]) * width;
    for (int j = 0; j < width; ++j)
      --size[m[j]];
  }
}

void CellSets::withdraw_any(std::int32_t first) {
  for (std::int32_t k = first; k < hidden_top_; ++k)
    for (auto m = members_begin(hidden_[k]), end = members_end(hidden_[k]); m != end; ++m)
      --size_[*m];
}

void CellSets::withdraw_watching(std::int32_t first) {
  for (std::int32_t k = first; k < hidden_top_; ++k)
    for (auto m = members_begin(hidden_[k]), end = members_end(hidden_[k]); m != end; ++m)
      if (--size_[*m] <= 1) {
        if (size_[*m] == 1)
          low_.push_back(*m);
        else
          empty_ = *m;
      }
}

void CellSets::withdraw(std::int32_t first) {
  if (watching_)
    return withdraw_watching(first);
  switch (width_) {
  case 1:
    return withdraw_fixed<1>(first);
  case 2:
    return withdraw_fixed<2>(first);
  case 3:
    return withdraw_fixed<3>(first);
  case 4:
    return withdraw_fixed<4>(first);
  case 5:
    return withdraw_fixed<5>(first);
  case 6:
    return withdraw_fixed<6>(first);
  case 7:
    return withdraw_fixed<7>(first);
  case 8:
    return withdraw_fixed<8>(first);
  default:
    return withdraw_any(first);
  }
}

void CellSets::give_back(std::int32_t first) {
  for (std::int32_t k = first; k < hidden_top_; ++k)
    for (auto m = members_begin(hidden_[k]), end = members_end(hidden_[k]); m != end; ++m)
      ++size_[*m];
}

void CellSets::count_updates(std::int32_t first) {
  if (uniform_ >= 0) {
    updates_ += static_cast<std::int64_t>(uniform_) * (hidden_top_ - first);
    return;
  }
  std::int64_t updates = 0;
  for (std::int32_t k = first; k < hidden_top_; ++k)
    updates += weight_[hidden_[k]];
  updates_ += updates;
}

// ---- The steps of a search ------------------------------------------------------------------

// Stamps what dies with the item, without taking it from the sizes yet.
void CellSets::strike(std::int32_t item, std::int32_t color, std::int32_t step) {
  const std::int32_t first = hidden_top_;
  if (item < primary_) {
    size_[item] += gone;
    covered_[covered_top_++] = item;
  }
  updates_ += color == 0;
  const std::int32_t stale = color ? purify(item, color, step) : collect(item, step);
  if (stale > few_stale && 2 * stale > bound_[item])
    partition(item, cut_of(step, bound_[item]));
  count_updates(first);
}

void CellSets::cover(std::int32_t item, std::int32_t step) {
  const std::int32_t first = hidden_top_;
  strike(item, 0, step);
  withdraw(first);
}

// In the order of dlx2, from the item branched on around the option: with colors the order tells
// which updates are spared.
void CellSets::commit(std::int32_t row, std::int32_t from, std::int32_t step) {
  const std::int32_t first = hidden_top_;
  if (entry_.empty()) { // no secondary items
    for (auto m = members_begin(row), end = members_end(row); m != end; ++m)
      if (size_[*m] < gone) // neither the item branched on nor padding
        strike(*m, 0, step);
    return withdraw(first);
  }
  const std::int32_t begin = entry_start_[row], end = entry_start_[row + 1];
  std::int32_t e = begin;
  while (e < end && entry_[e] != from)
    ++e;
  for (std::int32_t k = begin; k < end; ++k) {
    e = e + 1 < end ? e + 1 : begin;
    const std::int32_t item = entry_[e];
    if (item < primary_ ? size_[item] < gone : !fixed_[item])
      strike(item, entry_color_[e], step);
  }
  withdraw(first);
}

void CellSets::hide(std::int32_t row, std::int32_t step) {
  const std::int32_t first = hidden_top_;
  death_[row] = step;
  hidden_[hidden_top_++] = row;
  count_updates(first);
  withdraw(first);
}

std::int32_t CellSets::only(std::int32_t item) const {
  const std::int32_t *cell = cell_.data() + start_[item];
  while (death_[*cell] != alive)
    ++cell;
  return *cell;
}

void CellSets::living(std::int32_t item, std::vector<std::int32_t> &rows) const {
  for (auto c = start_[item], end = start_[item] + bound_[item]; c < end; ++c)
    if (death_[cell_[c]] == alive)
      rows.push_back(cell_[c]);
}

std::int64_t CellSets::elbow_room(std::int32_t row) const {
  std::int64_t room = 0;
  for (auto m = members_begin(row), end = members_end(row); m != end; ++m)
    room += size_[*m] < gone ? size_[*m] : 0;
  return room;
}

void CellSets::undo(const Mark &mark, std::int32_t step, bool sizes) {
  if (sizes) {
    give_back(mark.hidden);
    for (std::int32_t k = mark.covered; k < covered_top_; ++k)
      size_[covered_[k]] -= gone;
  }
  for (std::int32_t k = mark.hidden; k < hidden_top_; ++k)
    death_[hidden_[k]] = alive;
  for (std::int32_t k = mark.agreed; k < agreed_top_; ++k)
    ++weight_[agreed_[k]];
  for (std::int32_t k = mark.fixed; k < fixed_top_; ++k)
    fixed_[fixed_items_[k]] = 0;
  hidden_top_ = mark.hidden, agreed_top_ = mark.agreed;
  fixed_top_ = mark.fixed, covered_top_ = mark.covered;
  for (; deepest_ >= step; --deepest_) {
    std::int32_t &head = shrunk_head_[deepest_];
    while (head >= 0) {
      Shrunk &entry = shrunk_[head];
      bound_[entry.item] = entry.bound;
      const std::int32_t next = entry.next;
      entry.next = shrunk_free_;
      shrunk_free_ = head;
      head = next;
    }
  }
}

} // namespace minuet
