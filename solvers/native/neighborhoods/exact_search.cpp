#include "neighborhoods/exact_search.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace minuet::neighborhoods {

namespace {

constexpr int at_root = 8, at_nodes = 1; // rounds of prices
constexpr float infinite = std::numeric_limits<float>::infinity();

} // namespace

ExactSearch::ExactSearch(const PricedOptions &matrix)
    : matrix_(matrix), local_(matrix.items(), -1), seen_(matrix.options(), 0) {}

bool ExactSearch::load(const Incumbent &fixed, const std::vector<std::int32_t> &items, double limit,
                       std::int64_t most, std::mt19937_64 &random) {
  for (const std::int32_t i : item_name_)
    local_[i] = -1;
  name_.clear(), entry_.clear(), tint_.clear(), items_.clear(), item_name_.clear(), part_.clear();
  start_.assign(1, 0);
  live_.clear();
  found_ = false;
  plain_ = matrix_.colors.empty() && matrix_.charge.empty();
  limit_ = limit;
  ++stamp_;
  std::int64_t looked = 0;
  spent_ = 1;
  open_ = 0;
  for (const std::int32_t i : items) {
    if (fixed.need(i) == 0)
      continue;
    open_ += fixed.need(i);
    for (const std::int32_t o : matrix_.options_of(i)) {
      if (static_cast<double>(matrix_.loss[o]) > limit)
        break;
      ++looked;
      if (seen_[o] == stamp_)
        continue;
      seen_[o] = stamp_;
      if (fixed.fits(o) && !fixed.is_chosen(o))
        add(o, fixed);
    }
    spent_ = looked + std::ssize(entry_);
    if (std::ssize(entry_) > most)
      return false;
  }
  nodes_ += 1;
  for (std::size_t o = 0; o < name_.size(); ++o) {
    std::int32_t sharing = 0;
    double loss = static_cast<double>(matrix_.loss[name_[o]]);
    for (std::int32_t e = start_[o]; e < start_[o + 1]; ++e) {
      const Item &item = items_[entry_[e]];
      sharing += item.need > 0 && item.need == item.room;
      if (item.need == 0)
        loss += item.charge;
    }
    part_.push_back(sharing ? 1.0F / static_cast<float>(sharing) : 0.0F);
    live_.push_back({static_cast<std::int32_t>(o), static_cast<float>(loss)});
  }
  std::shuffle(live_.begin(), live_.end(), random); // equal ones are not tried in one order
  const std::size_t n = items_.size();
  count_.assign(n, 0), share_.assign(n, 0);
  tried_.assign(name_.size(), 0);
  return true;
}

std::int32_t ExactSearch::local(std::int32_t item, const Incumbent &fixed) {
  if (local_[item] < 0) {
    local_[item] = static_cast<std::int32_t>(items_.size());
    item_name_.push_back(item);
    const std::int64_t charge = matrix_.charge.empty() ? 0 : matrix_.charge[item];
    const std::int32_t tint = fixed.tint(item);
    items_.push_back({fixed.need(item), fixed.room(item), 0, tint, tint != 0,
                      static_cast<float>(charge), false});
    plain_ = plain_ && items_.back().room == 1;
  }
  return local_[item];
}

void ExactSearch::add(std::int32_t option, const Incumbent &fixed) {
  name_.push_back(option);
  const auto items = matrix_.items_of(option);
  for (std::size_t k = 0; k < items.size(); ++k) {
    entry_.push_back(local(items[k], fixed));
    if (!matrix_.colors.empty())
      tint_.push_back(matrix_.color(option, static_cast<std::int32_t>(k)));
  }
  start_.push_back(static_cast<std::int32_t>(entry_.size()));
}

ExactSearch::End ExactSearch::run(double step, std::int64_t work) {
  step_ = step;
  found_ = false;
  path_.clear(), levels_.clear(), branches_.clear();
  descend(0, 0.0);
  while (!levels_.empty()) {
    const Level level = levels_.back();
    if (path_.size() == levels_.size()) { // back from below
      undo(path_.back());
      path_.pop_back();
    }
    if (spent_ > work)
      break;
    if (level.next == branches_.size() || level.spent + branches_[level.next].loss > limit_) {
      ascend();
      continue;
    }
    const Live branch = branches_[levels_.back().next++];
    const double spent = level.spent + branch.loss;
    choose(branch.option);
    tried_[branch.option] = 1; // below it is not chosen again, nor beside what comes after it
    path_.push_back(branch.option);
    filter(level.begin, level.end, static_cast<float>(limit_ - spent));
    descend(level.end, spent);
  }
  const bool all = levels_.empty();
  for (; !path_.empty(); path_.pop_back())
    undo(path_.back());
  return all ? End::exhausted : End::spent;
}

// Begins the level whose list stands at the end of `live_`, unless it leads nowhere.
void ExactSearch::descend(std::size_t begin, double spent) {
  ++nodes_;
  if (open_ == 0)
    note(spent);
  else if (price(begin, spent, levels_.empty() ? at_root : at_nodes)) {
    const std::size_t first = branches_.size();
    branch_on(smallest(), begin);
    levels_.push_back({begin, live_.size(), first, first, spent});
    return;
  }
  live_.resize(begin);
}

void ExactSearch::ascend() {
  const Level &level = levels_.back();
  for (std::size_t b = level.first; b < branches_.size(); ++b)
    tried_[branches_[b].option] = 0;
  branches_.resize(level.first);
  live_.resize(level.begin);
  levels_.pop_back();
}

void ExactSearch::note(double spent) {
  found_ = true;
  limit_ = spent - step_;
  best_.clear();
  for (const std::int32_t o : path_)
    best_.push_back(name_[o]);
}

// Takes the prices of the items off the list's losses and adds them to what is spent; leaves out
// what costs too much then. False: an item cannot be covered, or all costs too much.
bool ExactSearch::price(std::size_t begin, double &spent, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    offer(begin);
    double gain = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Item &item = items_[i];
      if (count_[i] < item.need)
        return false;
      if (item.need > 0 && item.need == item.room)
        gain += static_cast<double>(share_[i]) * item.need;
      else
        share_[i] = 0;
    }
    spent += gain;
    if (spent > limit_)
      return false;
    if (gain > 0)
      take(begin, static_cast<float>(limit_ - spent));
    if (gain < step_)
      break;
  }
  return true;
}

// Counts the options of each item, and finds the least share of a loss that it is offered.
void ExactSearch::offer(std::size_t begin) {
  std::fill(count_.begin(), count_.end(), 0);
  std::fill(share_.begin(), share_.end(), infinite);
  for (std::size_t k = begin; k < live_.size(); ++k) {
    const auto [o, loss] = live_[k];
    const float offered = loss * part_[o];
    for (std::int32_t e = start_[o]; e < start_[o + 1]; ++e) {
      const std::int32_t i = entry_[e];
      ++count_[i];
      share_[i] = std::min(share_[i], offered);
    }
  }
}

void ExactSearch::take(std::size_t begin, float room) {
  std::size_t kept = begin;
  for (std::size_t k = begin; k < live_.size(); ++k) {
    auto [o, loss] = live_[k];
    for (std::int32_t e = start_[o]; e < start_[o + 1]; ++e)
      loss -= share_[entry_[e]];
    loss = std::max(loss, 0.0F);
    if (loss <= room)
      live_[kept++] = {o, loss};
    else
      for (std::int32_t e = start_[o]; e < start_[o + 1]; ++e)
        --count_[entry_[e]];
  }
  live_.resize(kept);
}

std::int32_t ExactSearch::smallest() const {
  std::int32_t best = -1, least = std::numeric_limits<std::int32_t>::max();
  for (std::size_t i = 0; i < items_.size(); ++i)
    if (items_[i].need > 0 && count_[i] - items_[i].need < least) {
      least = count_[i] - items_[i].need;
      best = static_cast<std::int32_t>(i);
    }
  return best;
}

void ExactSearch::branch_on(std::int32_t item, std::size_t begin) {
  const std::size_t first = branches_.size();
  for (std::size_t k = begin; k < live_.size(); ++k) {
    const std::int32_t o = live_[k].option;
    if (std::find(entry_.begin() + start_[o], entry_.begin() + start_[o + 1], item) !=
        entry_.begin() + start_[o + 1])
      branches_.push_back(live_[k]);
  }
  std::stable_sort(branches_.begin() + static_cast<std::ptrdiff_t>(first), branches_.end(),
                   [](const Live &a, const Live &b) { return a.loss < b.loss; });
}

void ExactSearch::choose(std::int32_t option) {
  for (std::int32_t e = start_[option]; e < start_[option + 1]; ++e) {
    Item &item = items_[entry_[e]];
    if (!tint_.empty() && tint_[e] != 0) {
      ++item.tinted, item.tint = tint_[e];
      continue;
    }
    --item.room;
    if (item.need == 0) {
      ++item.over;
      continue;
    }
    --open_, --item.need;
    if (item.need == 0 && item.charge > 0 && item.room > 0)
      item.due = true, due_.push_back(entry_[e]);
  }
}

void ExactSearch::undo(std::int32_t option) {
  for (std::int32_t e = start_[option]; e < start_[option + 1]; ++e) {
    Item &item = items_[entry_[e]];
    if (!tint_.empty() && tint_[e] != 0) {
      if (--item.tinted == 0)
        item.tint = 0;
      continue;
    }
    ++item.room;
    if (item.over > 0)
      --item.over;
    else
      ++open_, ++item.need;
  }
}

// Adds what can still be chosen of a list, behind the choice of an option, as a list of its own.
void ExactSearch::filter(std::size_t begin, std::size_t end, float room) {
  spent_ += static_cast<std::int64_t>(end - begin);
  for (std::size_t k = begin; k < end; ++k) {
    Live live = live_[k];
    if (live.loss <= room && stays(live) && live.loss <= room)
      live_.push_back(live);
  }
  for (const std::int32_t i : due_)
    items_[i].due = false;
  due_.clear();
}

bool ExactSearch::stays(Live &live) const {
  const auto [first, last] = std::pair(start_[live.option], start_[live.option + 1]);
  if (plain_) {
    for (std::int32_t e = first; e < last; ++e)
      if (items_[entry_[e]].room == 0)
        return false;
    return true;
  }
  if (tried_[live.option])
    return false;
  for (std::int32_t e = first; e < last; ++e) {
    const Item &item = items_[entry_[e]];
    if (item.tint != 0 ? tint_[e] != item.tint : item.room == 0)
      return false;
    if (item.due)
      live.loss += item.charge;
  }
  return true;
}

} // namespace minuet::neighborhoods
