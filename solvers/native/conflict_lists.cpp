#include "conflict_lists.hpp"

#include <algorithm>
#include <cstring>

namespace minuet {

namespace {
constexpr std::int32_t most_numbers = 65000;
constexpr std::int64_t most_conflicts = 200'000'000;
constexpr std::uint32_t size_mask = 0xffff;
// A covered item gets this size: it may lose all its options without coming near 1.
constexpr std::uint32_t covered = 0xffff;
constexpr std::int32_t ties_looked_at = 6;
constexpr std::int32_t narrow = 4;
} // namespace

bool ConflictLists::accepts(const Matrix &matrix, const Selection &selection) {
  if (matrix.options() > most_numbers || matrix.primary > most_numbers)
    return false;
  std::vector<std::int64_t> sizes(matrix.items(), 0);
  for (const std::int32_t item : matrix.members)
    ++sizes[item];
  std::int64_t pairs = 0;
  for (std::int32_t i = 0; i < matrix.items(); ++i) {
    if (i < matrix.primary && (matrix.low[i] != 1 || matrix.high[i] != 1 || sizes[i] > 30000))
      return false;
    pairs += sizes[i] * sizes[i];
  }
  return pairs <= most_conflicts && std::all_of(selection.skip.begin(), selection.skip.end(),
                                                [](std::int64_t skip) { return skip < 0; });
}

ConflictLists::ConflictLists(const Matrix &matrix, const Selection &selection, Poll &poll)
    : items_(matrix.primary) {
  live_offset_ = (items_ + 1) * sizeof(Tally);
  size_ = (live_offset_ + matrix.options() + 63) / 64 * 64;
  root_.assign(size_, 0);
  forced_.resize(2 * items_ + 2); // an item comes to size 1 once, and once to 0
  build_items(matrix, selection, poll);
  build_conflicts(matrix, selection, poll);
}

void ConflictLists::build_items(const Matrix &matrix, const Selection &selection, Poll &poll) {
  const auto options = matrix.options();
  for (std::int32_t o = 0; o < options; ++o) {
    std::int32_t width = 0;
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e)
      width += matrix.members[e] < items_;
    width_ = std::max(width_, width);
  }
  width_ = std::max(width_, narrow);
  members_.assign(static_cast<std::size_t>(width_) * options, static_cast<Number>(items_));
  std::vector<Tally> tallies(items_ + 1, 0);
  std::vector<std::vector<Number>> users(items_);
  for (std::int32_t o = 0; o < options; ++o) {
    poll(4 * (matrix.starts[o + 1] - matrix.starts[o]) + width_);
    root_[live_offset_ + o] = selection.allowed[o];
    std::size_t place = static_cast<std::size_t>(o) * width_;
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e];
      if (item >= items_)
        continue;
      members_[place++] = static_cast<Number>(item);
      if (!selection.allowed[o])
        continue;
      tallies[item] = (tallies[item] + 1) ^ (static_cast<Tally>(o) << 16);
      users[item].push_back(static_cast<Number>(o));
    }
  }
  tallies[items_] = covered;
  std::memcpy(root_.data(), tallies.data(), live_offset_);
  item_starts_.push_back(0);
  for (const auto &options_of_item : users) {
    root_dead_ |= options_of_item.empty();
    users_.insert(users_.end(), options_of_item.begin(), options_of_item.end());
    item_starts_.push_back(static_cast<std::int32_t>(users_.size()));
  }
}

void ConflictLists::build_conflicts(const Matrix &matrix, const Selection &selection, Poll &poll) {
  struct Use {
    Number option;
    std::int32_t color;
  };
  std::vector<std::vector<Use>> uses(matrix.items());
  for (std::int32_t o = 0; o < matrix.options(); ++o)
    for (auto e = matrix.starts[o]; selection.allowed[o] && e < matrix.starts[o + 1]; ++e)
      uses[matrix.members[e]].push_back({static_cast<Number>(o), matrix.colors[e]});
  std::vector<Number> mine;
  std::size_t longest = 0;
  conflict_starts_.push_back(0);
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    mine.clear();
    for (auto e = matrix.starts[o]; selection.allowed[o] && e < matrix.starts[o + 1]; ++e) {
      poll(std::ssize(uses[matrix.members[e]]));
      for (const Use &use : uses[matrix.members[e]])
        if (use.option != o && (use.color == 0 || use.color != matrix.colors[e]))
          mine.push_back(use.option);
    }
    poll(16 * std::ssize(mine)); // for sorting them
    std::sort(mine.begin(), mine.end());
    mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
    conflicts_.insert(conflicts_.end(), mine.begin(), mine.end());
    conflict_starts_.push_back(static_cast<std::int64_t>(conflicts_.size()));
    longest = std::max(longest, mine.size());
  }
  gone_.resize(longest + 1);
}

// Works on the state of that level from now on.
void ConflictLists::enter(std::size_t level) {
  if (states_.size() < (level + 1) * size_)
    states_.resize((level + 1) * size_);
  state_ = states_.data() + level * size_;
}

void ConflictLists::ask(std::span<const std::int32_t> given, std::int64_t limit) {
  limit_ = limit;
  found_ = 0;
  first_.clear();
  chosen_.clear();
  forced_count_ = 0;
  levels_.clear();
  phase_ = Phase::idle;
  enter(0);
  std::memcpy(state_, root_.data(), size_);
  open_ = items_;
  if (root_dead_ || limit <= 0)
    return;
  for (std::int32_t i = 0; i < items_; ++i)
    if ((tallies()[i] & size_mask) == 1)
      forced_[forced_count_++] = static_cast<Number>(i);
  for (const std::int32_t option : given) {
    if (!live()[option]) {
      if (std::find(chosen_.begin(), chosen_.end(), option) != chosen_.end())
        continue;
      return;
    }
    if (!choose(option))
      return;
  }
  if (settle())
    phase_ = Phase::down;
}

// Chooses a live option. False: an item has no option left.
bool ConflictLists::choose(std::int32_t option) {
  return width_ == narrow ? choose_as<narrow>(option) : choose_as<0>(option);
}

// With the width known to the compiler (sudokus have 4) the inner loop takes a fifth less time.
template <std::int32_t fixed_width> bool ConflictLists::choose_as(std::int32_t option) {
  Tally *const tallies = this->tallies();
  std::uint8_t *const live = this->live();
  const std::int32_t width = fixed_width ? fixed_width : width_;
  chosen_.push_back(option);
  live[option] = 0;
  const Number *const members = members_.data();
  const Number *const mine = members + static_cast<std::size_t>(option) * width;
  for (std::int32_t k = 0; k < width; ++k) {
    open_ -= mine[k] != items_;
    tallies[mine[k]] = covered;
  }
  // Gathered without a branch: which of the excluded options are live is anybody's guess.
  Number *const gone = gone_.data();
  Number *forced = forced_.data() + forced_count_;
  std::int32_t count = 0;
  const Number *const end = conflicts_.data() + conflict_starts_[option + 1];
  for (const Number *c = conflicts_.data() + conflict_starts_[option]; c != end; ++c) {
    gone[count] = *c;
    count += live[*c];
    live[*c] = 0;
  }
  for (std::int32_t g = 0; g < count; ++g) {
    const Tally other = static_cast<Tally>(gone[g]) << 16;
    const Number *const items = members + static_cast<std::size_t>(gone[g]) * width;
    bool empty = false;
    for (std::int32_t k = 0; k < width; ++k) {
      const Tally tally = (tallies[items[k]] - 1) ^ other;
      tallies[items[k]] = tally;
      if ((tally & size_mask) > 1)
        continue;
      empty |= (tally & size_mask) == 0;
      *forced++ = items[k];
    }
    if (empty)
      return false;
  }
  forced_count_ = static_cast<std::int32_t>(forced - forced_.data());
  return true;
}

// Chooses what is forced until nothing is.
bool ConflictLists::settle() {
  while (forced_count_) {
    const Tally tally = tallies()[forced_[--forced_count_]];
    if ((tally & size_mask) == 1 && !choose(static_cast<std::int32_t>(tally >> 16)))
      return false;
  }
  return true;
}

// The open item with the fewest options; of the first few such, the one that excludes most.
std::int32_t ConflictLists::smallest() {
  const Tally *const tallies = this->tallies();
  std::int32_t best = 0;
  Tally least = covered;
  for (std::int32_t i = 0; i < items_ && least > 2; ++i)
    if ((tallies[i] & size_mask) < least)
      least = tallies[i] & size_mask, best = i;
  std::int32_t most = -1;
  for (std::int32_t i = best, ties = 0; i < items_ && ties < ties_looked_at; ++i) {
    if ((tallies[i] & size_mask) != least)
      continue;
    ++ties;
    if (const std::int32_t value = excluded(i); value > most)
      most = value, best = i;
  }
  return best;
}

// How many live options those of the item exclude, the weakest of them counted twice.
std::int32_t ConflictLists::excluded(std::int32_t item) {
  const std::uint8_t *const live = this->live();
  std::int32_t sum = 0, weakest = most_numbers;
  for (auto u = item_starts_[item]; u < item_starts_[item + 1]; ++u) {
    if (!live[users_[u]])
      continue;
    std::int32_t mine = 0;
    for (auto c = conflict_starts_[users_[u]]; c < conflict_starts_[users_[u] + 1]; ++c)
      mine += live[conflicts_[c]];
    sum += mine;
    weakest = std::min(weakest, mine);
  }
  return sum + weakest;
}

bool ConflictLists::run(std::int64_t node_limit) {
  const std::int64_t stop = nodes_ + node_limit;
  while (phase_ != Phase::idle) {
    if (phase_ == Phase::down) {
      if (nodes_ >= stop)
        return false;
      ++nodes_;
      if (open_ == 0) {
        if (found_++ == 0)
          first_ = chosen_;
        phase_ = found_ == limit_ ? Phase::idle : Phase::up;
        continue;
      }
      const std::int32_t item = smallest();
      levels_.push_back(
          {item, item_starts_[item], static_cast<std::int32_t>(chosen_.size()), open_});
    }
    if (levels_.empty())
      phase_ = Phase::idle;
    else
      phase_ = descend() ? Phase::down : Phase::up;
  }
  return true;
}

// Tries the next options of the deepest branch until one holds; false, and back, if none does.
bool ConflictLists::descend() {
  Level &level = levels_.back();
  const std::size_t depth = levels_.size();
  const std::int32_t end = item_starts_[level.item + 1];
  while (level.next < end) {
    const std::int32_t option = users_[level.next++];
    enter(depth);
    const std::uint8_t *const above = states_.data() + (depth - 1) * size_;
    if (!above[live_offset_ + option])
      continue;
    std::memcpy(state_, above, size_);
    chosen_.resize(level.chosen);
    open_ = level.open;
    forced_count_ = 0;
    if (choose(option) && settle())
      return true;
  }
  levels_.pop_back();
  return false;
}

} // namespace minuet
