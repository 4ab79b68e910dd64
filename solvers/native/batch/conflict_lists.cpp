#include "batch/conflict_lists.hpp"

#include "batch/exclusions.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace minuet {

namespace {
constexpr std::int32_t narrow = 4; // options of so many items or fewer are padded
constexpr std::int32_t most_items = 65000, most_options = 65000;
constexpr std::int64_t most_conflicts = 200'000'000;
constexpr std::int64_t most_uses = 14142; // options of one item: it has their square of conflicts
constexpr std::int64_t most_states = 1 << 29; // bytes of the states of all levels
constexpr std::uint32_t size_mask = 0xffff;
// The size of a covered item, and of padding: whatever it loses, it stays far from 1.
constexpr std::uint32_t covered = 0xffff;
constexpr std::int32_t ties_looked_at = 6;

static_assert(most_items + narrow <= 0x10000, "items and padding have numbers of 16 bits");
static_assert(most_options <= 0x10000, "options have numbers of 16 bits");
static_assert((most_uses + 1) * (most_uses + 1) > most_conflicts, "conflicts bound the uses");
static_assert(covered - most_uses > most_uses, "a covered item never looks smaller than an open");
static_assert(covered - most_options > 1, "padding loses one for each option at most");
static_assert((most_uses + 1) * most_options <= 0x7fffffff, "conflicts are summed in 32 bits");
} // namespace

bool ConflictLists::accepts(const Problem &problem) {
  if (problem.options() > most_options || problem.primary() > most_items ||
      !problem.exactly_once() || problem.undecided_options() > 0)
    return false;
  std::int64_t conflicts = 0;
  std::int64_t branches = 0; // the depth of the search is bounded by the items that have a choice
  for (std::int32_t i = 0; i < problem.items(); ++i) {
    const std::int64_t uses = problem.uses(i);
    conflicts += uses * uses;
    branches += i < problem.primary() && uses > 1;
  }
  // And a branch takes two options away.
  branches = std::min<std::int64_t>(branches, problem.options() / 2);
  return conflicts <= most_conflicts &&
         (branches + 1) * state_size(problem.primary(), problem.options()) <= most_states;
}

// The tallies of the items and of padding, then a byte an option: in bytes, whole cache lines.
std::int64_t ConflictLists::state_size(std::int64_t items, std::int64_t options) {
  return ((items + narrow) * static_cast<std::int64_t>(sizeof(Tally)) + options + 63) / 64 * 64;
}

ConflictLists::ConflictLists(const Problem &problem, Poll &poll) : items_(problem.primary()) {
  live_offset_ = (items_ + narrow) * sizeof(Tally);
  size_ = state_size(items_, problem.options());
  root_.assign(size_, 0);
  forced_.resize(2 * items_ + 2); // an item comes to size 1 once, and once to 0
  build_items(problem, poll);
  build_conflicts(problem, poll);
}

void ConflictLists::build_items(const Problem &problem, Poll &poll) {
  const Matrix &matrix = problem.matrix();
  const auto options = matrix.options();
  is_narrow_ = true;
  for (std::int32_t o = 0; o < options; ++o) {
    std::int32_t width = 0;
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e)
      width += matrix.members[e] < items_;
    is_narrow_ &= width <= narrow;
  }
  std::vector<Tally> tallies(items_ + narrow, 0);
  std::vector<std::vector<Number>> users(items_);
  member_starts_.push_back(0);
  for (std::int32_t o = 0; o < options; ++o) {
    poll(4 * matrix.size(o) + narrow);
    root_[live_offset_ + o] = problem.allowed(o);
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e];
      if (item >= items_)
        continue;
      members_.push_back(static_cast<Number>(item));
      if (!problem.allowed(o))
        continue;
      tallies[item] = (tallies[item] + 1) ^ (static_cast<Tally>(o) << 16);
      users[item].push_back(static_cast<Number>(o));
    }
    // Each place has padding of its own, so that no option takes more than one from any.
    for (std::size_t end = member_starts_.back() + narrow; is_narrow_ && members_.size() < end;)
      members_.push_back(static_cast<Number>(items_ + (end - members_.size()) - 1));
    member_starts_.push_back(members_.size());
  }
  std::fill(tallies.begin() + items_, tallies.end(), covered);
  std::memcpy(root_.data(), tallies.data(), live_offset_);
  item_starts_.push_back(0);
  for (const auto &options_of_item : users) {
    root_dead_ |= options_of_item.empty();
    users_.insert(users_.end(), options_of_item.begin(), options_of_item.end());
    item_starts_.push_back(static_cast<std::int32_t>(users_.size()));
  }
}

void ConflictLists::build_conflicts(const Problem &problem, Poll &poll) {
  const Exclusions exclusions(problem);
  std::vector<Number> mine, conflicts;
  std::size_t longest = 0;
  conflict_starts_.push_back(0);
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    mine.clear();
    exclusions.each(
        o, [&](std::int32_t other) { mine.push_back(static_cast<Number>(other)); }, poll);
    poll(16 * std::ssize(mine)); // for sorting them
    std::sort(mine.begin(), mine.end());
    mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
    conflicts.insert(conflicts.end(), mine.begin(), mine.end());
    conflict_starts_.push_back(static_cast<std::int64_t>(conflicts.size()));
    longest = std::max(longest, mine.size());
  }
  gone_.resize(longest + 1);
  conflicts_ = std::make_shared<const std::vector<Number>>(std::move(conflicts));
}

std::unique_ptr<BatchEngine> ConflictLists::another() const {
  auto twin = std::make_unique<ConflictLists>(*this);
  twin->states_.clear();
  twin->state_ = nullptr; // until the first question
  twin->nodes_ = 0;
  return twin;
}

// Works on the state of that level from now on.
void ConflictLists::enter(std::size_t level) {
  if (states_.size() <= level)
    states_.resize(level + 1);
  states_[level].resize(size_);
  state_ = states_[level].data();
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
  return is_narrow_ ? choose_as<narrow>(option) : choose_as<0>(option);
}

// With the width known to the compiler (sudokus have 4) the inner loop takes a fifth less time.
template <std::int32_t width> bool ConflictLists::choose_as(std::int32_t option) {
  Tally *const tallies = this->tallies();
  std::uint8_t *const live = this->live();
  const auto members = [all = members_.data(), starts = member_starts_.data()](std::size_t of) {
    if constexpr (width > 0)
      return std::span<const Number, width>(all + of * width, width);
    else
      return std::span<const Number>(all + starts[of], all + starts[of + 1]);
  };
  chosen_.push_back(option);
  live[option] = 0;
  for (const Number item : members(option)) {
    open_ -= item < items_;
    tallies[item] = covered;
  }
  // Gathered without a branch: which of the excluded options are live is anybody's guess.
  Number *const gone = gone_.data();
  Number *forced = forced_.data() + forced_count_;
  std::int32_t count = 0;
  const Number *const end = conflicts_->data() + conflict_starts_[option + 1];
  for (const Number *c = conflicts_->data() + conflict_starts_[option]; c != end; ++c) {
    gone[count] = *c;
    count += live[*c];
    live[*c] = 0;
  }
  for (std::int32_t g = 0; g < count; ++g) {
    const Tally other = static_cast<Tally>(gone[g]) << 16;
    bool empty = false;
    for (const Number item : members(gone[g])) {
      const Tally tally = (tallies[item] - 1) ^ other;
      tallies[item] = tally;
      if ((tally & size_mask) > 1)
        continue;
      empty |= (tally & size_mask) == 0;
      *forced++ = item;
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
  std::int32_t sum = 0, weakest = most_options;
  for (auto u = item_starts_[item]; u < item_starts_[item + 1]; ++u) {
    if (!live[users_[u]])
      continue;
    std::int32_t mine = 0;
    for (auto c = conflict_starts_[users_[u]]; c < conflict_starts_[users_[u] + 1]; ++c)
      mine += live[(*conflicts_)[c]];
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
    const std::uint8_t *const above = states_[depth - 1].data();
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
