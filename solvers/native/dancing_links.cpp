#include "dancing_links.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace minuet {

namespace {
constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
constexpr std::int32_t no_item = -1;
constexpr std::int32_t dead_end = -2;
constexpr std::int32_t root = 0;
} // namespace

// ---- Building the links -------------------------------------------------------------------

DancingLinks::DancingLinks(const Matrix &matrix, const Selection &selection, bool losses)
    : budget_(unlimited), losses_(losses) {
  // An option that nothing else decides on gets an item of its own, covered either by it or by
  // a skip: an extra option with that one item. These items follow the matrix's own.
  std::int32_t skips = 0;
  for (std::int32_t o = 0; o < matrix.options(); ++o)
    skips += selection.allowed[o] && selection.skip[o] >= 0;
  items_.reserve(matrix.items() + skips + 1);
  nodes_of_.reserve(matrix.items() + matrix.members.size() + matrix.options() + 3 * skips + 2);
  add_items(matrix);
  for (std::int32_t k = 0; k < skips; ++k) {
    items_.push_back({0, 0, 0, 1, 0});
    nodes_of_.push_back({0, 0, 0, 0});
    activate(matrix.items() + 1 + k);
  }
  last_item_ = matrix.items() + skips;
  for (std::int32_t i = 1; i <= last_item_; ++i)
    nodes_of_[i].up = nodes_of_[i].down = i;
  owner_.assign(last_item_ + 1, -1);
  if (losses_)
    loss_.assign(last_item_ + 1, 0);
  nodes_of_.push_back({0, 0, 0, 0});
  owner_.push_back(-1);
  if (losses_)
    loss_.push_back(0);

  struct Row {
    std::int64_t loss;
    std::int32_t option;
    bool skip;
  };
  std::vector<Row> rows;
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    if (!selection.allowed[o])
      continue;
    rows.push_back({selection.loss[o], o, false});
    if (selection.skip[o] >= 0)
      rows.push_back({selection.skip[o], o, true});
  }
  if (losses_)
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row &a, const Row &b) { return a.loss < b.loss; });
  std::vector<std::int32_t> own_item(skips ? matrix.options() : 0);
  std::int32_t next = matrix.items() + 1;
  for (std::int32_t o = 0; skips && o < matrix.options(); ++o)
    if (selection.allowed[o] && selection.skip[o] >= 0)
      own_item[o] = next++;
  for (const Row &row : rows) {
    const auto first = static_cast<std::int32_t>(nodes_of_.size());
    const std::int32_t own = selection.skip[row.option] >= 0 ? own_item[row.option] : 0;
    if (!row.skip)
      for (auto e = matrix.starts[row.option]; e < matrix.starts[row.option + 1]; ++e)
        add_entry(matrix.members[e] + 1, matrix.colors[e], row.option);
    if (own)
      add_entry(own, 0, row.skip ? -1 : row.option);
    close_option(first);
    if (losses_) {
      loss_.resize(nodes_of_.size());
      std::fill(loss_.begin() + first, loss_.end(), row.loss);
    }
  }
  select(matrix, selection.given);
  updates_ = 0;
}

void DancingLinks::add_items(const Matrix &matrix) {
  items_.push_back({root, root, 0, 0, 0});
  nodes_of_.push_back({0, 0, 0, 0});
  for (std::int32_t i = 0; i < matrix.items(); ++i) {
    const std::int32_t high = std::min(matrix.high[i], matrix.options() + 1);
    items_.push_back({i + 1, i + 1, 0, high, high - matrix.low[i]});
    nodes_of_.push_back({0, 0, 0, 0});
    impossible_ |= matrix.low[i] > high;
    // What need not be covered needs no branch: it only bounds, as a secondary item does.
    if (i < matrix.primary && matrix.low[i] > 0) {
      activate(i + 1);
      multiplicities_ |= high != 1;
    }
  }
}

void DancingLinks::activate(std::int32_t item) {
  const std::int32_t last = items_[root].previous;
  items_[item].previous = last;
  items_[item].next = root;
  items_[last].next = items_[root].previous = item;
}

void DancingLinks::add_entry(std::int32_t item, std::int32_t color, std::int32_t option) {
  const auto node = static_cast<std::int32_t>(nodes_of_.size());
  const std::int32_t above = nodes_of_[item].up;
  nodes_of_.push_back({above, item, item, color});
  owner_.push_back(option);
  nodes_of_[above].down = nodes_of_[item].up = node;
  ++items_[item].length;
}

void DancingLinks::close_option(std::int32_t first) {
  const auto spacer = static_cast<std::int32_t>(nodes_of_.size());
  nodes_of_[first - 1].down = spacer - 1;
  nodes_of_.push_back({first, 0, 0, 0});
  owner_.push_back(-1);
}

// Commits the given options for good; two that clash leave nothing to search.
void DancingLinks::select(const Matrix &matrix, std::span<const std::int32_t> given) {
  std::vector<std::int32_t> node_of_option(matrix.options(), 0);
  for (auto node = static_cast<std::int32_t>(nodes_of_.size()) - 1; node > last_item_; --node)
    if (owner_[node] >= 0)
      node_of_option[owner_[node]] = node; // its first node, for the walk goes backwards
  std::vector<std::uint8_t> tinted(last_item_ + 1, 0); // has its color: others would be < 0
  for (const std::int32_t option : given) {
    if (std::find(selected_.begin(), selected_.end(), option) != selected_.end())
      continue;
    selected_.push_back(option);
    const std::int32_t first = node_of_option[option];
    impossible_ |= first == 0; // not an allowed option
    for (std::int32_t node = first; !impossible_ && nodes_of_[node].item > 0; ++node) {
      const Node &entry = nodes_of_[node];
      impossible_ |= items_[entry.item].bound == 0 || (entry.color >= 0 && tinted[entry.item]);
      tinted[entry.item] |= entry.color > 0;
    }
    if (impossible_)
      return;
    if (losses_)
      spent_ += loss_[first];
    hide_all(first);
    for (std::int32_t node = first; nodes_of_[node].item > 0; ++node)
      commit(node);
  }
}

// ---- The dance ----------------------------------------------------------------------------

// Takes the other entries of the option of `node` out of their lists. The loop reads the next
// entry before it writes, and counts in a register: here the search spends its time.
void DancingLinks::hide(std::int32_t node) {
  Node *const nodes = nodes_of_.data();
  Item *const items = items_.data();
  std::int64_t updates = 0;
  for (std::int32_t n = node + 1; n != node;) {
    const Node entry = nodes[n];
    if (entry.item <= 0) {
      n = entry.up; // a spacer: on to the first entry of the option
      continue;
    }
    ++n;
    if (entry.color < 0)
      continue;
    nodes[entry.up].down = entry.down;
    nodes[entry.down].up = entry.up;
    --items[entry.item].length;
    ++updates;
  }
  updates_ += updates;
}

void DancingLinks::unhide(std::int32_t node) {
  Node *const nodes = nodes_of_.data();
  Item *const items = items_.data();
  for (std::int32_t n = node - 1; n != node;) {
    const Node entry = nodes[n];
    if (entry.item <= 0) {
      n = entry.down; // a spacer: on to the last entry of the option
      continue;
    }
    if (entry.color >= 0) {
      nodes[entry.up].down = n;
      nodes[entry.down].up = n;
      ++items[entry.item].length;
    }
    --n;
  }
}

// Takes every entry of the option that begins at `first` out of its list.
void DancingLinks::hide_all(std::int32_t first) {
  hide(first);
  const Node &entry = nodes_of_[first];
  if (entry.color < 0)
    return;
  nodes_of_[entry.up].down = entry.down;
  nodes_of_[entry.down].up = entry.up;
  --items_[entry.item].length;
}

void DancingLinks::unlink(std::int32_t item) {
  const Item &i = items_[item];
  items_[i.previous].next = i.next;
  items_[i.next].previous = i.previous;
}

void DancingLinks::relink(std::int32_t item) {
  const Item &i = items_[item];
  items_[i.previous].next = items_[i.next].previous = item;
}

void DancingLinks::cover(std::int32_t item) {
  unlink(item);
  ++updates_;
  for (std::int32_t n = nodes_of_[item].down; n != item; n = nodes_of_[n].down)
    hide(n);
}

void DancingLinks::uncover(std::int32_t item) {
  for (std::int32_t n = nodes_of_[item].up; n != item; n = nodes_of_[n].up)
    unhide(n);
  relink(item);
}

// Leaves in the list of the node's secondary item only the options that give it the same color.
void DancingLinks::purify(std::int32_t node) {
  const std::int32_t item = nodes_of_[node].item, color = nodes_of_[node].color;
  for (std::int32_t n = nodes_of_[item].down; n != item; n = nodes_of_[n].down) {
    if (nodes_of_[n].color != color)
      hide(n);
    else if (n != node)
      nodes_of_[n].color = -1;
  }
}

void DancingLinks::unpurify(std::int32_t node) {
  const std::int32_t item = nodes_of_[node].item, color = nodes_of_[node].color;
  for (std::int32_t n = nodes_of_[item].up; n != item; n = nodes_of_[n].up) {
    if (nodes_of_[n].color < 0)
      nodes_of_[n].color = color;
    else if (n != node)
      unhide(n);
  }
}

void DancingLinks::commit(std::int32_t node) {
  const Node &entry = nodes_of_[node];
  if (entry.color > 0)
    purify(node);
  else if (entry.color == 0 && --items_[entry.item].bound == 0)
    cover(entry.item);
}

void DancingLinks::uncommit(std::int32_t node) {
  const Node &entry = nodes_of_[node];
  if (entry.color > 0)
    unpurify(node);
  else if (entry.color == 0 && items_[entry.item].bound++ == 0)
    uncover(entry.item);
}

void DancingLinks::commit_others(std::int32_t node) {
  for (std::int32_t n = node + 1; n != node;) {
    if (nodes_of_[n].item <= 0)
      n = nodes_of_[n].up;
    else
      commit(n++);
  }
}

void DancingLinks::uncommit_others(std::int32_t node) {
  for (std::int32_t n = node - 1; n != node;) {
    if (nodes_of_[n].item <= 0)
      n = nodes_of_[n].down;
    else
      uncommit(n--);
  }
}

// Takes the first node out of the list of an item that may be covered several times, so that the
// tries after it do not choose it again (Algorithm M).
void DancingLinks::tweak(std::int32_t node, std::int32_t item, bool hiding) {
  if (hiding)
    hide(node);
  const std::int32_t below = nodes_of_[node].down;
  nodes_of_[item].down = below;
  nodes_of_[below].up = item;
  --items_[item].length;
  ++updates_;
}

void DancingLinks::untweak(const Level &level, bool hiding) {
  const std::int32_t item = level.item;
  const std::int32_t stop = nodes_of_[item].down;
  std::int32_t above = item;
  nodes_of_[item].down = level.first_tweak;
  for (std::int32_t n = level.first_tweak; n != stop; n = nodes_of_[n].down) {
    nodes_of_[n].up = above;
    ++items_[item].length;
    if (hiding)
      unhide(n);
    above = n;
  }
  nodes_of_[stop].up = above;
}

// ---- The search ---------------------------------------------------------------------------

std::int64_t DancingLinks::loss_of(std::int32_t node) const { return losses_ ? loss_[node] : 0; }

std::int32_t DancingLinks::choose() const {
  return multiplicities_ || losses_ ? choose_general() : choose_plain();
}

std::int32_t DancingLinks::choose_plain() const {
  std::int32_t best = no_item, least = std::numeric_limits<std::int32_t>::max();
  for (std::int32_t i = items_[root].next; i != root && least > 0; i = items_[i].next)
    if (items_[i].length < least)
      best = i, least = items_[i].length;
  return best;
}

// The branching degree of an item that still needs k options out of n is n + 1 - k, which for an
// ordinary item is n. With losses only the options that can be afforded count.
std::int32_t DancingLinks::choose_general() const {
  std::int32_t best = spent_ > budget_ ? dead_end : no_item;
  std::int32_t least = std::numeric_limits<std::int32_t>::max();
  const std::int64_t left = losses_ ? budget_ - spent_ : 0;
  for (std::int32_t i = items_[root].next; i != root && least > 0; i = items_[i].next) {
    const Item &item = items_[i];
    const std::int32_t need = std::max(item.bound - item.slack, 0);
    const std::int32_t most = least < item.length ? least + need : item.length;
    const std::int32_t length = losses_ ? affordable(i, most, left) : item.length;
    const std::int32_t degree = std::max(length + 1 - need, 0);
    if (degree < least)
      best = i, least = degree;
  }
  return least == 0 ? dead_end : best;
}

// Counts the options of the item, in order of loss, that cost at most `budget`, up to `most`.
std::int32_t DancingLinks::affordable(std::int32_t item, std::int32_t most,
                                      std::int64_t budget) const {
  std::int32_t count = 0;
  for (std::int32_t n = nodes_of_[item].down; n != item && count < most; n = nodes_of_[n].down) {
    if (loss_[n] > budget)
      break;
    ++count;
  }
  return count;
}

void DancingLinks::enter(std::int32_t item) {
  if (--items_[item].bound == 0)
    cover(item);
  const std::int32_t first = nodes_of_[item].down;
  levels_.push_back({item, first, first, spent_});
}

// Commits the level's choice. False: there is nothing (more) to try at this level.
bool DancingLinks::try_choice(Level &level) {
  const Item &item = items_[level.item];
  const bool none = level.choice == level.item;
  const bool beyond = !none && losses_ && loss_[level.choice] > budget_ - level.spent;
  if (item.bound == 0 && item.slack == 0) {
    if (none || beyond)
      return false;
  } else {
    if (item.length <= item.bound - item.slack)
      return false;
    if (beyond)
      level.choice = level.item; // the rest costs more still: try without any of it
    if (level.choice != level.item)
      tweak(level.choice, level.item, item.bound != 0);
    else if (item.bound - item.slack >= 0)
      return false; // it still needs an option
    else if (item.bound != 0)
      unlink(level.item);
  }
  if (level.choice != level.item) {
    spent_ = level.spent + loss_of(level.choice);
    commit_others(level.choice);
  }
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
  spent_ = level.spent;
}

void DancingLinks::leave(const Level &level) {
  Item &item = items_[level.item];
  const bool regular = item.bound == 0 && item.slack == 0;
  if (!regular)
    untweak(level, item.bound != 0);
  if (item.bound++ == 0)
    uncover(level.item);
}

DancingLinks::State DancingLinks::run(std::int64_t node_limit, bool count_only) {
  const std::int64_t stop = nodes_ + node_limit;
  if (phase_ == Phase::start)
    phase_ = impossible_ || (losses_ && spent_ > budget_) ? Phase::done : Phase::down;
  while (phase_ != Phase::done) {
    if (phase_ == Phase::down) {
      if (nodes_ >= stop)
        return State::paused;
      const std::int32_t item = choose();
      ++nodes_; // as in dlx2, where a solution is a special node
      if (item == no_item) {
        ++solutions_;
        phase_ = Phase::up;
        if (losses_)
          budget_ = spent_ - 1;
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

std::vector<std::int32_t> DancingLinks::solution() const {
  std::vector<std::int32_t> options = selected_;
  for (const Level &level : levels_)
    if (level.choice != level.item && owner_[level.choice] >= 0)
      options.push_back(owner_[level.choice]);
  return options;
}

} // namespace minuet
