#include "blocks/cover_search.hpp"

#include <algorithm>
#include <bit>

namespace minuet::blocks {

CoverSearch::CoverSearch(const Relaxation &relaxation, Length budget)
    : relaxation_(relaxation), lists_(relaxation, budget), budget_(budget), cut_(lists_.cut()),
      words_(lists_.words()), must_(words_, 0), levels_(relaxation.whole().blocks() + 1),
      reach_(words_) {
  for (std::int32_t l = 0; l < relaxation.whole().links(); ++l)
    must_[l / 64] |= Word{relaxation.whole().must(l)} << l % 64;
}

void CoverSearch::Level::clear() {
  losses.clear();
  masks.clear();
  covers.clear();
  left.clear();
  least = 0;
}

void CoverSearch::begin() {
  Level &top = levels_[0];
  top.taken.assign(words_, 0);
  bool possible = true;
  for (std::int32_t b = 0; b < relaxation_.whole().blocks(); ++b) {
    const CoverList &list = lists_.lists()[b];
    const std::int64_t from = std::ssize(top.losses);
    top.losses.insert(top.losses.end(), list.losses.begin(), list.losses.end());
    top.masks.insert(top.masks.end(), list.masks.begin(), list.masks.end());
    for (std::int64_t n = 0; n < list.size(); ++n)
      top.covers.push_back(static_cast<std::int32_t>(n));
    top.left.push_back({b, from, std::ssize(top.losses)});
    top.least += list.size() > 0 ? list.losses[0] : 0;
    possible &= list.size() > 0;
  }
  begun_ = true;
  exhausted_ = !possible || !coverable(top);
  if (!exhausted_)
    enter(top);
}

// Chooses what to branch on.
void CoverSearch::enter(Level &level) {
  ++nodes_;
  const auto fewest =
      std::min_element(level.left.begin(), level.left.end(), [](const Left &a, const Left &b) {
        return a.end - a.begin < b.end - b.begin;
      });
  level.branch = static_cast<std::size_t>(fewest - level.left.begin());
  level.next = fewest == level.left.end() ? 0 : fewest->begin;
}

State CoverSearch::run(std::int64_t work, bool counting) {
  work_ = work;
  if (!begun_)
    begin();
  while (!exhausted_) {
    if (work_ <= 0)
      return State::paused;
    Level &level = levels_[depth_];
    --work_;
    if (level.left.empty()) {
      if (level.next++ == 0) {
        const Length loss = final_loss(level);
        if (loss <= budget_) {
          ++solutions_;
          if (!counting)
            return State::solution;
        } else {
          leave_out(loss);
        }
      }
    } else if (level.next < level.left[level.branch].end) {
      if (descend()) {
        ++depth_;
        enter(levels_[depth_]);
      }
      continue;
    }
    exhausted_ = depth_ == 0;
    if (depth_ > 0) {
      --depth_;
      chosen_.pop_back();
    }
  }
  return State::exhausted;
}

// Takes the next cover of the block that is branched on; false: that leads to nothing.
bool CoverSearch::descend() {
  Level &level = levels_[depth_];
  Level &to = levels_[depth_ + 1];
  const Left &mine = level.left[level.branch];
  const std::int64_t n = level.next++;
  const Length others = level.least - level.losses[mine.begin];
  const Length spent = level.spent + level.losses[n];
  if (spent + others > budget_) {
    leave_out(spent + others);
    level.next = mine.end; // those that follow lose no less
    return false;
  }
  to.clear();
  to.taken = level.taken;
  const Word *mask = level.masks.data() + n * words_;
  for (std::int32_t w = 0; w < words_; ++w)
    to.taken[w] |= mask[w];
  to.spent = spent;
  Length least = others; // grows as lists lose their best covers
  for (const Left &list : level.left) {
    if (&list == &mine)
      continue;
    const Length best = level.losses[list.begin];
    const std::int64_t from = std::ssize(to.losses);
    if (!filter(level, list, mask, budget_ - spent - (least - best), to))
      return false;
    least += to.losses[from] - best;
    to.left.push_back({list.block, from, std::ssize(to.losses)});
  }
  to.least = least;
  if (!coverable(to))
    return false;
  chosen_.push_back({mine.block, level.covers[n]});
  return true;
}

// Keeps the covers that share no link with what was taken, and lose no more than the limit.
bool CoverSearch::filter(const Level &from, const Left &list, const Word *taken, Length limit,
                         Level &to) {
  const auto losses = from.losses.begin();
  const std::int64_t end = std::upper_bound(losses + list.begin, losses + list.end, limit) - losses;
  if (end < list.end)
    leave_out(budget_ + from.losses[end] - limit);
  const std::int64_t most = end - list.begin;
  work_ -= most / 64;
  updates_ += most;
  std::int64_t at = std::ssize(to.losses);
  const std::int64_t before = at;
  to.losses.resize(at + most);
  to.covers.resize(at + most);
  to.masks.resize((at + most) * words_);
  for (std::int64_t n = list.begin; n < end; ++n) {
    const Word *mask = from.masks.data() + n * words_;
    Word common = 0;
    for (std::int32_t w = 0; w < words_; ++w)
      common |= mask[w] & taken[w];
    to.losses[at] = from.losses[n];
    to.covers[at] = from.covers[n];
    std::copy_n(mask, words_, to.masks.data() + at * words_);
    at += common == 0;
  }
  to.losses.resize(at);
  to.covers.resize(at);
  to.masks.resize(at * words_);
  return at > before;
}

// Whether every link that must be covered still can be.
bool CoverSearch::coverable(const Level &level) {
  reach_ = level.taken;
  for (std::size_t n = 0; n < level.masks.size();)
    for (std::int32_t w = 0; w < words_; ++w)
      reach_[w] |= level.masks[n++];
  for (std::int32_t w = 0; w < words_; ++w)
    if ((must_[w] & ~reach_[w]) != 0)
      return false;
  return true;
}

Length CoverSearch::final_loss(const Level &level) const {
  Length loss = level.spent;
  for (std::int32_t l = 0; l < relaxation_.whole().links(); ++l)
    if ((level.taken[l / 64] >> l % 64 & 1) == 0)
      loss += relaxation_.open(l);
  return loss;
}

void CoverSearch::append_solution(std::vector<std::int32_t> &to) const {
  to.insert(to.end(), relaxation_.whole().forced().begin(), relaxation_.whole().forced().end());
  for (const auto &[block, cover] : chosen_)
    for (const std::int32_t o : lists_.lists()[block].cover(cover)) {
      const std::int32_t number = relaxation_.whole().block(block).options[o].number;
      if (number >= 0)
        to.push_back(number);
    }
}

} // namespace minuet::blocks
