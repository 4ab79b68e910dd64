#include "propagation/sum_counter.hpp"

#include <algorithm>
#include <limits>

namespace minuet::propagation {

namespace {
constexpr std::int64_t limit = std::int64_t{1} << 62; // of all weights of 32 bits together
constexpr std::int64_t met = std::numeric_limits<std::int64_t>::min(); // whatever comes
constexpr std::int64_t alone = -1;   // what stands for the color of an option without one
constexpr std::size_t overhead = 96; // bytes of a state beside its key, about
} // namespace

SumCounter::SumCounter(const Problem &problem, Poll &poll) : possible_(problem.possible()) {
  const Matrix &matrix = problem.matrix();
  for (std::int32_t item = 0; item < matrix.items(); ++item)
    items_.push_back({matrix.low[item], matrix.high[item]});
  for (std::int32_t option = 0; option < matrix.options(); ++option) {
    poll(matrix.size(option) + 1);
    if (!problem.allowed(option))
      continue;
    const auto step = static_cast<std::int32_t>(uses_.size());
    uses_.emplace_back();
    forced_.push_back(problem.is_given(option));
    for (auto e = matrix.starts[option]; e < matrix.starts[option + 1]; ++e) {
      const std::int64_t weight = matrix.weight(e);
      Item &item = items_[matrix.members[e]];
      uses_.back().push_back({matrix.members[e], weight, matrix.colors[e]});
      (weight < 0 ? item.least : item.most) += weight;
      item.colored = item.colored || matrix.colors[e] != 0;
      item.first = item.first < 0 ? step : item.first;
      item.last = step;
    }
  }
  for (Item &item : items_) {
    possible_ = possible_ && (item.first >= 0 || (item.low <= 0 && item.high >= 0));
    item.low = std::max(item.low, -limit);
    item.high = std::min(item.high, limit);
  }
  sum_.resize(items_.size());
}

std::optional<BigCount> SumCounter::count(std::size_t most_bytes, Poll &poll) {
  if (!possible_)
    return BigCount(0);
  States states;
  states.emplace(Key(), BigCount(1));
  for (std::int32_t step = 0; step < std::ssize(uses_); ++step) {
    begin_step(step);
    States next;
    if (!step_on(step, states, next, most_bytes, poll))
      return std::nullopt;
    states = std::move(next);
  }
  return states.empty() ? BigCount(0) : states.begin()->second;
}

// What is open before the step's option, and after it, and what may come after it.
void SumCounter::begin_step(std::int32_t step) {
  before_ = after_;
  const auto is_open = [&](std::int32_t item) { return items_[item].last > step; };
  after_.clear();
  std::copy_if(before_.begin(), before_.end(), std::back_inserter(after_), is_open);
  for (const auto &[number, weight, color] : uses_[step]) {
    Item &item = items_[number];
    (weight < 0 ? item.least : item.most) -= weight;
    if (item.first == step && is_open(number))
      after_.push_back(number);
  }
}

bool SumCounter::step_on(std::int32_t step, const States &states, States &next,
                         std::size_t most_bytes, Poll &poll) {
  const std::size_t each = overhead + (before_.size() + after_.size()) * 2 * sizeof(char32_t);
  for (const auto &[key, ways] : states) {
    poll(16 + 4 * std::ssize(key));
    for (const bool chosen : {false, true}) {
      if (!chosen && forced_[step])
        continue;
      decode(key);
      for (const Use &use : uses_[step])
        if (items_[use.item].first == step)
          sum_[use.item] = 0;
      if ((!chosen || choose(step)) && settle(step))
        next[encode()].add(ways);
    }
    if ((states.size() + next.size()) * each > most_bytes)
      return false;
  }
  return true;
}

// Adds what the option adds; false where colors clash.
bool SumCounter::choose(std::int32_t step) {
  for (const auto &[item, weight, color] : uses_[step]) {
    std::int64_t &sum = sum_[item];
    if (!items_[item].colored) {
      sum += sum == met ? 0 : weight;
      continue;
    }
    const std::int64_t its = color == 0 ? alone : color;
    if (sum != 0 && (sum != its || its == alone))
      return false;
    sum = its;
  }
  return true;
}

// Whether the items of the option can still be met; those that are whatever comes forget the rest.
bool SumCounter::settle(std::int32_t step) {
  for (const Use &use : uses_[step]) {
    const Item &item = items_[use.item];
    std::int64_t &sum = sum_[use.item];
    if (item.colored || sum == met)
      continue;
    if (sum + item.most < item.low || sum + item.least > item.high)
      return false;
    if (sum + item.least >= item.low && sum + item.most <= item.high)
      sum = met;
  }
  return true;
}

void SumCounter::decode(const Key &key) {
  std::size_t at = 0;
  for (const std::int32_t item : before_) {
    const std::uint64_t low = key[at++], high = key[at++];
    sum_[item] = static_cast<std::int64_t>(high << 32 | low);
  }
}

SumCounter::Key SumCounter::encode() const {
  Key key;
  key.reserve(2 * after_.size());
  for (const std::int32_t item : after_) {
    const auto sum = static_cast<std::uint64_t>(sum_[item]);
    key.push_back(static_cast<char32_t>(sum));
    key.push_back(static_cast<char32_t>(sum >> 32));
  }
  return key;
}

} // namespace minuet::propagation
