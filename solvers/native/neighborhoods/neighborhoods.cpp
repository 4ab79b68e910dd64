#include "neighborhoods/neighborhoods.hpp"

#include <algorithm>

namespace minuet::neighborhoods {

namespace {

constexpr std::int64_t try_work = 200'000; // entries looked at in a try, at most
constexpr std::int64_t most_entries = 1 << 20;

} // namespace

Neighborhoods::Neighborhoods(Problem &problem, const Reduced &reduced, std::int64_t step,
                             std::vector<std::vector<std::int32_t>> groups, std::uint64_t kinds,
                             std::uint64_t seed, Poll &poll)
    : matrix_(problem, reduced, poll), best_(matrix_), freeing_(matrix_, std::move(groups)),
      choice_(freeing_.kinds(), kinds), search_(matrix_), random_(seed), step_(step) {}

void Neighborhoods::start(std::span<const std::int32_t> options) {
  require_options(options, "start", matrix_.own);
  best_.clear();
  for (const std::int32_t o : options)
    put(o);
  const std::vector<std::int32_t> chosen = best_.chosen();
  for (const std::int32_t o : chosen) // what an item of its own stands for, left or left short
    if (o >= matrix_.missing)
      for (const std::int32_t other : matrix_.options_of(matrix_.items_of(o).front()))
        if (other < matrix_.missing && matrix_.items_of(other).size() == 1 && put(other))
          break;
}

// Chooses an option in the place of covers that are missing, if that can be.
bool Neighborhoods::put(std::int32_t option) {
  if (best_.is_chosen(option))
    return false;
  freed_.clear();
  for (const std::int32_t i : matrix_.items_of(option))
    for (const std::int32_t other : best_.holders(i))
      if (other >= matrix_.missing) {
        freed_.push_back(other);
        break;
      }
  for (const std::int32_t other : freed_)
    best_.leave(other);
  const bool fits = best_.fits(option);
  if (fits)
    best_.choose(option);
  else
    for (const std::int32_t other : freed_)
      best_.choose(other);
  return fits;
}

State Neighborhoods::run(std::int64_t work, bool count_only) {
  work_left_ = work;
  while (true) {
    if (best_.missing() == 0 && best_.loss() < told_) {
      told_ = best_.loss();
      ++solutions_;
      if (!count_only)
        return State::solution;
    }
    if (best_.chosen().empty())
      return State::exhausted;
    if (work_left_ <= 0 || stopped())
      return State::paused;
    attempt();
  }
}

// Frees a part and solves it.
void Neighborhoods::attempt() {
  ++tries_;
  const auto [kind, size] = choice_.draw(random_, static_cast<double>(best_.chosen().size()));
  freeing_.free(kind, size, best_, random_, freed_);
  const std::int64_t before = best_.loss();
  items_.clear();
  for (const std::int32_t o : freed_) {
    best_.leave(o);
    const auto items = matrix_.items_of(o);
    items_.insert(items_.end(), items.begin(), items.end());
  }
  std::sort(items_.begin(), items_.end());
  items_.erase(std::unique(items_.begin(), items_.end()), items_.end());
  const auto freed_loss = static_cast<double>(before - best_.loss());
  const bool level = random_() % 4 == 0; // the same again is welcome: it leads elsewhere
  const double half = 0.5 * static_cast<double>(step_);
  auto end = ExactSearch::End::spent;
  if (search_.load(best_, items_, level ? freed_loss : freed_loss - half, most_entries, random_))
    end = search_.run(half, try_work);
  settle(before);
  const bool better = best_.loss() < before;
  work_left_ -= search_.spent();
  choice_.learn(kind, end == ExactSearch::End::exhausted, better,
                static_cast<double>(search_.spent()));
}

// Chooses what was found; what was freed, if that was better.
void Neighborhoods::settle(std::int64_t before) {
  if (search_.found()) {
    for (const std::int32_t o : search_.best())
      best_.choose(o);
    if (best_.loss() <= before)
      return;
    for (const std::int32_t o : search_.best())
      best_.leave(o);
  }
  for (const std::int32_t o : freed_)
    best_.choose(o);
}

void Neighborhoods::append_solution(std::vector<std::int32_t> &to) const {
  for (const std::int32_t o : best_.chosen())
    if (o < matrix_.own)
      to.push_back(o);
}

} // namespace minuet::neighborhoods
