// The search: which item to branch on, which of its options to try, and the way back.
#include "links/dancing_links.hpp"

#include <algorithm>
#include <limits>

namespace minuet {

namespace {
constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
} // namespace

std::int32_t DancingLinks::choose() {
  return multiplicities_ || costs_ ? choose_general() : choose_plain();
}

std::int32_t DancingLinks::choose_plain() const {
  std::int32_t best = no_item, least = std::numeric_limits<std::int32_t>::max();
  for (std::int32_t i = items_[root].next; i != root && least > 0; i = items_[i].next)
    if (items_[i].length < least)
      best = i, least = items_[i].length;
  return best;
}

// The branching degree of an item that still needs k options out of n is n + 1 - k, which for an
// ordinary item is n. With costs only the options that can be afforded count.
std::int32_t DancingLinks::choose_general() {
  const std::int64_t left = costs_ ? budget_ - spent_ : 0;
  if (left < 0) {
    note_cut(spent_);
    return dead_end;
  }
  std::int32_t best = no_item, least = std::numeric_limits<std::int32_t>::max();
  std::int64_t next = unlimited;
  const std::int64_t taxes = costs_ && !extra_.empty() ? tax(left) : 0;
  if (taxes > left) {
    note_cut(spent_ + taxes);
    return dead_end;
  }
  for (std::int32_t i = items_[root].next; i != root && least > 0; i = items_[i].next) {
    const Item &item = items_[i];
    const std::int32_t need = std::max(item.bound - item.slack, 0);
    const std::int32_t most = least < item.length ? least + need : item.length;
    const Affordable can =
        costs_ ? affordable(i, most, left, taxes) : Affordable{item.length, unlimited};
    const std::int32_t degree = std::max(can.count + 1 - need, 0);
    if (degree < least)
      best = i, least = degree, next = can.next;
  }
  if (least > 0)
    return best;
  if (next != unlimited)
    note_cut(spent_ + next);
  return dead_end;
}

// Taxes the options anew, much as encoding/priced_matrix.py does: every item takes what its
// cheapest option is left with, as often as it needs one. The total is spent in any case. A tax
// makes the search see that several items are short of cheap options at once, and which options
// cannot be afforded then.
std::int64_t DancingLinks::tax(std::int64_t left) {
  for (const std::int32_t row : touched_)
    taken_[row] = 0;
  touched_.clear();
  std::int64_t total = 0;
  for (std::int32_t i = items_[root].next; i != root && total <= left; i = items_[i].next) {
    const std::int64_t need = items_[i].bound - items_[i].slack;
    std::int64_t least = need > 0 && need <= items_[i].length ? unlimited : 0;
    for (std::int32_t n = nodes_of_[i].down; n != i && least > 0; n = nodes_of_[n].down)
      least = std::min(least, rest_of(n));
    if (least == 0 || least == unlimited)
      continue;
    for (std::int32_t n = nodes_of_[i].down; n != i; n = nodes_of_[n].down) {
      if (taken_[row_[n]] == 0)
        touched_.push_back(row_[n]);
      taken_[row_[n]] += least;
    }
    total += least * need;
  }
  return total;
}

// What the option of the node costs beyond the taxes.
std::int64_t DancingLinks::rest_of(std::int32_t node) const {
  const std::int32_t row = row_[node];
  return reduced_[node] + (extra_.empty() ? 0 : extra_[row]) - taken_[row];
}

// Counts the options of the item that cost at most `left`, up to `most`. They are in order of
// reduced cost, but for what they are charged on top.
DancingLinks::Affordable DancingLinks::affordable(std::int32_t item, std::int32_t most,
                                                  std::int64_t left, std::int64_t tax) const {
  Affordable can{0, unlimited};
  for (std::int32_t n = nodes_of_[item].down; n != item && can.count < most;
       n = nodes_of_[n].down) {
    const std::int64_t reduced = reduced_[n];
    if (reduced > left) {
      can.next = std::min(can.next, reduced);
      break;
    }
    const std::int64_t least = tax + rest_of(n);
    if (least <= left)
      ++can.count;
    else
      can.next = std::min(can.next, least);
  }
  return can;
}

void DancingLinks::enter(std::int32_t item) {
  if (--items_[item].bound == 0)
    cover(item);
  else if (closing_ && items_[item].bound == items_[item].slack)
    unlink(item);
  const std::int32_t first = nodes_of_[item].down;
  levels_.push_back({item, first, first, spent_});
}

// Whether the level's choice, and so all after it, cost more than is left.
bool DancingLinks::beyond(const Level &level) {
  if (!costs_ || level.choice == level.item || reduced_[level.choice] <= budget_ - level.spent)
    return false;
  note_cut(level.spent + reduced_[level.choice]);
  return true;
}

// Pays for the level's choice. False: with what it is charged it costs more than is left.
bool DancingLinks::afford(Level &level) {
  if (!costs_)
    return true;
  spent_ = level.spent + reduced_[level.choice];
  if (!extra_.empty())
    spent_ += extra_[row_[level.choice]];
  if (spent_ <= budget_)
    return true;
  note_cut(spent_);
  spent_ = level.spent;
  return false;
}

// Commits the level's choice. False: there is nothing (more) to try at this level.
bool DancingLinks::try_choice(Level &level) {
  const Item &item = items_[level.item];
  const bool regular = item.bound == 0 && item.slack == 0;
  if (!regular || costs_)
    return try_general(level, item, regular);
  if (level.choice == level.item)
    return false;
  commit_others(level.choice);
  return true;
}

bool DancingLinks::try_general(Level &level, const Item &item, bool regular) {
  for (;; level.choice = nodes_of_[level.choice].down) {
    if (regular) {
      if (level.choice == level.item || beyond(level))
        return false;
    } else {
      if (item.length <= item.bound - item.slack)
        return false;
      if (beyond(level))
        level.choice = level.item; // the rest costs more still: try without any of it
      if (level.choice != level.item)
        tweak(level.choice, level.item, item.bound != 0);
      else if (item.bound - item.slack >= 0)
        return false; // it still needs an option
      else if (item.bound != 0)
        unlink(level.item);
    }
    if (level.choice == level.item)
      return true;
    if (afford(level))
      break;
  }
  if (!charge_.empty() && item.slack > 0 && item.bound == item.slack)
    charge(level.item, charge_[level.item]); // the choice is the last one it needs
  commit_others(level.choice);
  return true;
}

void DancingLinks::undo_choice(Level &level) {
  const Item &item = items_[level.item];
  if (level.choice == level.item) {
    if (item.bound != 0)
      relink(level.item);
    return;
  }
  uncommit_others(level.choice);
  if (!costs_)
    return;
  if (!charge_.empty() && item.slack > 0 && item.bound == item.slack)
    charge(level.item, -charge_[level.item]);
  spent_ = level.spent;
}

void DancingLinks::leave(const Level &level) {
  Item &item = items_[level.item];
  const bool regular = item.bound == 0 && item.slack == 0;
  if (!regular)
    untweak(level, item.bound != 0);
  if (item.bound == 0)
    uncover(level.item);
  else if (closing_ && item.bound == item.slack)
    relink(level.item);
  ++item.bound;
}

State DancingLinks::run(std::int64_t node_limit, bool count_only) {
  stop_ = nodes_ + node_limit;
  if (phase_ == Phase::start)
    phase_ = impossible_ ? Phase::done : Phase::down;
  while (phase_ != Phase::done) {
    if (phase_ == Phase::down) {
      if (nodes_ >= stop_)
        return State::paused;
      const std::int32_t item = choose();
      ++nodes_; // as in dlx2, where a solution is a special node
      if (item == no_item) {
        ++solutions_;
        phase_ = Phase::up;
        if (!count_only)
          return State::solution;
        continue;
      }
      if (item == dead_end) {
        phase_ = Phase::up;
        continue;
      }
      enter(item);
    } else { // up: undo the deepest choice and go to the next one
      if (levels_.empty()) {
        phase_ = Phase::done;
        break;
      }
      Level &level = levels_.back();
      const bool was_none = level.choice == level.item;
      undo_choice(level);
      if (was_none) {
        leave(level);
        levels_.pop_back();
        continue;
      }
      level.choice = nodes_of_[level.choice].down;
    }
    if (try_choice(levels_.back())) {
      phase_ = Phase::down;
    } else {
      leave(levels_.back());
      levels_.pop_back();
      phase_ = Phase::up;
    }
  }
  return State::exhausted;
}

void DancingLinks::append_solution(std::vector<std::int32_t> &to) const {
  to.insert(to.end(), selected_.begin(), selected_.end());
  for (const Level &level : levels_)
    if (level.choice != level.item && owner_[level.choice] >= 0)
      to.push_back(owner_[level.choice]);
}

// The options of a level are those from its first on, as they are linked downwards, and where the
// item needs no further one that none is chosen.
double DancingLinks::progress() const {
  double done = phase_ == Phase::done ? 1 : 0, weight = 1;
  for (const Level &level : levels_) {
    std::int64_t tried = 0, children = 1;
    for (std::int32_t n = level.first_tweak; n != level.item; n = nodes_of_[n].down, ++children)
      tried += n == level.choice ? children - 1 : 0;
    if (level.choice == level.item)
      tried = children - 1;
    weight /= static_cast<double>(children);
    done += weight * static_cast<double>(tried);
  }
  return done;
}

} // namespace minuet
