#include "ascent/pair_search.hpp"

#include "ascent/cliques.hpp"
#include "ascent/dominance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace minuet::ascent {

namespace {

constexpr std::int64_t at_a_time = 200, tried_pivots = 20, many_pivots = 20'000;
constexpr std::int32_t most_rounds = 15;
constexpr std::size_t tried_pairs = 8;
constexpr double perturbation = 1e-3, near = 1e-6, in_part = 1e-4, least_gain = 1e-3;
constexpr double typical = 256;       // the mean cost of a column
constexpr double widest = 0x1p60;     // of the sizes of all terms of a bound
constexpr Loss great = Loss{1} << 55; // what terms of a solution's size leave room for
constexpr std::int32_t more = 128;    // rows for cliques

// Prices in units of a loss, and their sizes; fewer than these if no sum could hold them.
std::vector<Loss> rounded(const std::vector<double> &prices, double unit_loss, double &sizes) {
  std::vector<Loss> result;
  for (const double price : prices) {
    const double one = price * unit_loss;
    sizes += std::abs(one);
    if (!(sizes < widest))
      break;
    result.push_back(std::llround(one));
  }
  return result;
}

// Between 0 and 1, the same each time.
double drawn(std::int32_t number) {
  auto x = static_cast<std::uint64_t>(number + 1) * 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  return static_cast<double>((x ^ (x >> 27)) >> 11) * 0x1p-53;
}

} // namespace

PairSearch::PairSearch(std::unique_ptr<const ExactPartition> matrix, Loss limit,
                       std::int64_t memory)
    : Search(std::move(matrix), limit) {
  if (matrix_->dearest() >= great)
    throw std::overflow_error("solutions that may lose 2^55 or more");
  for (std::int32_t o = 0; o < matrix_->options(); ++o)
    if (matrix_->loss(o) > limit && !matrix_->items_of(o).empty())
      note_beyond(matrix_->loss(o));
  Undominated rest = undominated(*matrix_, limit);
  if (limit < 0)
    cut_ = 0; // what no solution loses less than
  if (!rest.coverable || limit < 0)
    return;
  // A path is some part of the items long, and each node of it keeps an inverse.
  const std::int64_t side = rest.rows + more;
  if (side * side * static_cast<std::int64_t>(sizeof(double)) > memory / (8 + rest.rows / 4))
    throw std::overflow_error("matrices of so many items in the memory that it has");
  numbers_ = std::move(rest.options);
  items_ = columns_.rows = rest.rows;
  double sum = 0;
  for (const std::int32_t o : numbers_)
    sum += static_cast<double>(matrix_->loss(o));
  columns_.unit = std::max(sum / static_cast<double>(numbers_.size() + 1) / typical, 1.0);
  for (std::size_t k = 0; k < numbers_.size(); ++k) {
    const Loss loss = matrix_->loss(numbers_[k]);
    columns_.add(std::move(rest.items[k]), loss,
                 static_cast<double>(loss) / columns_.unit + perturbation * drawn(numbers_[k]));
  }
  open_.push_back({Simplex(columns_), 1.0, 0});
}

PairSearch::Step PairSearch::advance() {
  Open &node = open_.back();
  nodes_ += node.fresh ? 1 : 0;
  node.fresh = false;
  Outcome outcome = solve(node.simplex, linear_limit(), at_a_time);
  if (outcome == Outcome::unfinished)
    return Step::again;
  if (closed(node.simplex, outcome, false))
    return Step::closed;
  if (outcome == Outcome::beyond)
    outcome = solve(node.simplex, std::numeric_limits<double>::infinity(), many_pivots);
  const bool optimal = outcome == Outcome::optimal;
  if (closed(node.simplex, outcome, true))
    return Step::closed;
  node.bound = std::max(node.bound, bound_);
  if (root_ && optimal && cut_cliques(node))
    return Step::again;
  root_ = false;
  return look_at_values(node, optimal);
}

bool PairSearch::cut_cliques(Open &node) {
  return rounds_++ < most_rounds && add_cliques(columns_, node.simplex) > 0;
}

PairSearch::Step PairSearch::look_at_values(Open &node, bool optimal) {
  node.simplex.values(values_);
  std::vector<std::int32_t> taken;
  bool whole = optimal;
  for (std::size_t j = 0; j < values_.size() && whole; ++j) {
    whole = std::abs(values_[j] - std::round(values_[j])) < near;
    if (values_[j] > 0.5)
      taken.push_back(static_cast<std::int32_t>(j));
  }
  if (whole && solved(taken))
    return Step::solved;
  return choose_pair(node);
}

// Whether these columns are a solution within the limit, which falls below it then.
bool PairSearch::solved(const std::vector<std::int32_t> &columns) {
  std::vector<std::int32_t> covered(items_, 0), options;
  Loss total = 0;
  for (const std::int32_t j : columns) {
    if (j >= static_cast<std::int32_t>(numbers_.size()))
      continue;
    for (const std::int32_t i : columns_.items[j])
      if (i < items_)
        ++covered[i];
    total += columns_.loss[j];
    options.push_back(numbers_[j]);
  }
  if (!std::all_of(covered.begin(), covered.end(), [](std::int32_t times) { return times == 1; }))
    return false;
  if (total > limit_) {
    note_beyond(total);
    return false;
  }
  chosen_ = std::move(options);
  limit_ = total - 1;
  return true;
}

Outcome PairSearch::solve(Simplex &simplex, double limit, std::int64_t pivots) {
  const auto note = [&] {
    updates_ += simplex.looked_at();
    work_ -= 1 + simplex.looked_at() / unit;
  };
  Outcome outcome = simplex.solve(columns_, limit, pivots);
  note();
  if (outcome == Outcome::stuck && simplex.refactor(columns_)) {
    outcome = simplex.solve(columns_, limit, pivots);
    note();
  }
  return outcome;
}

// Whether there is no solution below the node; `fix`: else options that none can hold go.
bool PairSearch::closed(Simplex &simplex, Outcome outcome, bool fix) {
  if (outcome == Outcome::infeasible)
    return beyond(simplex, simplex.prices_beyond(linear_limit()), false);
  return (fix || outcome == Outcome::beyond) && beyond(simplex, simplex.prices(), fix);
}

// In integers, by whatever prices: see the head of pair_search.hpp.
bool PairSearch::beyond(Simplex &simplex, const std::vector<double> &prices, bool fix) {
  bound_ = 0; // no option loses less
  double sizes = 0;
  const std::vector<Loss> price = rounded(prices, columns_.unit, sizes);
  if (price.size() < prices.size())
    return false;
  Loss bound = std::accumulate(price.begin(), price.end(), Loss{0});
  std::vector<Loss> left(columns_.size(), 0);
  for (const std::int32_t j : simplex.live()) {
    Loss loss = columns_.loss[j];
    for (const std::int32_t i : columns_.items[j])
      loss -= price[i];
    left[j] = loss;
    bound += std::min<Loss>(loss, 0);
    sizes += std::abs(static_cast<double>(loss));
    if (!(sizes < widest))
      return false;
  }
  bound_ = bound;
  if (bound > limit_) {
    note_beyond(bound);
    return true;
  }
  if (!fix)
    return false;
  for (const std::int32_t j : simplex.live())
    if (left[j] > limit_ - bound) {
      note_beyond(bound + left[j]);
      simplex.remove_one(j);
    }
  simplex.tidy();
  return false;
}

PairSearch::Step PairSearch::choose_pair(Open &node) {
  children_.clear();
  double best = -1, promised = -1;
  std::optional<Pair> promising;
  for (const Pair &pair : pairs(node)) {
    const auto before = gains_.find({pair.one, pair.other});
    if (before == gains_.end()) {
      if (const Step step = try_pair(node, pair, best); step != Step::branch)
        return step;
    } else if (before->second > promised) {
      promised = before->second;
      promising = pair;
    }
  }
  if (promised > best)
    if (const Step step = try_pair(node, *promising, best); step != Step::branch)
      return step;
  if (!children_.empty())
    return Step::branch;
  if (const auto pair = any_pair(node)) {
    children_.push_back(child(node.simplex, *pair, true));
    children_.push_back(child(node.simplex, *pair, false));
    return Step::branch;
  }
  // The options of each item cover the same items, so that there is one of each.
  return solved(node.simplex.live()) ? Step::solved : Step::closed;
}

// Items that are covered together in part, the nearest to a half first, each of another set of
// options.
std::vector<PairSearch::Pair> PairSearch::pairs(const Open &node) const {
  const auto n = static_cast<std::size_t>(items_);
  std::vector<float> together(n * n, 0);
  std::vector<std::int32_t> parts;
  for (const std::int32_t j : node.simplex.live()) {
    const double value = values_[j];
    if (value < near || value > 1 - near)
      continue;
    parts.push_back(j);
    for (const std::int32_t a : columns_.items[j])
      for (const std::int32_t b : columns_.items[j])
        if (a < b && b < items_)
          together[a * n + b] += static_cast<float>(value);
  }
  std::vector<Pair> every, result;
  for (std::int32_t a = 0; a < items_; ++a)
    for (std::int32_t b = a + 1; b < items_; ++b)
      if (const double one = together[a * n + b]; one > in_part && one < 1 - in_part)
        every.push_back({a, b, std::abs(one - 0.5)});
  std::sort(every.begin(), every.end(), [](const Pair &p, const Pair &q) {
    return std::tie(p.distance, p.one, p.other) < std::tie(q.distance, q.one, q.other);
  });
  std::set<std::vector<std::int32_t>> seen;
  for (const Pair &pair : every) {
    std::vector<std::int32_t> key;
    for (const std::int32_t j : parts)
      if (covers(j, pair.one) && covers(j, pair.other))
        key.push_back(j);
    if (!seen.insert(std::move(key)).second)
      continue;
    result.push_back(pair);
    if (result.size() == tried_pairs)
      break;
  }
  return result;
}

// Items that some options that are left cover together, and some apart.
std::optional<PairSearch::Pair> PairSearch::any_pair(const Open &node) const {
  for (const std::int32_t j : node.simplex.live())
    for (const std::int32_t a : columns_.items[j])
      for (const std::int32_t b : columns_.items[j])
        if (a < items_ && b < items_ && a != b)
          for (const std::int32_t other : node.simplex.live())
            if (covers(other, a) != covers(other, b))
              return Pair{a, b, 0};
  return std::nullopt;
}

Simplex PairSearch::child(const Simplex &simplex, const Pair &pair, bool together) const {
  Simplex result = simplex;
  for (const std::int32_t j : simplex.live()) {
    const bool one = covers(j, pair.one), other = covers(j, pair.other);
    if (together ? one != other : one && other)
      result.remove_one(j);
  }
  result.tidy();
  return result;
}

bool PairSearch::covers(std::int32_t column, std::int32_t item) const {
  const auto &items = columns_.items[column];
  return std::binary_search(items.begin(), items.end(), item);
}

PairSearch::Step PairSearch::try_pair(Open &node, const Pair &pair, double &best) {
  std::vector<Simplex> both;
  double gains = 1;
  std::vector<std::uint8_t> over;
  for (const bool together : {true, false}) {
    both.push_back(child(node.simplex, pair, together));
    const Outcome outcome = solve(both.back(), linear_limit(), tried_pivots);
    over.push_back(closed(both.back(), outcome, false) ? 1 : 0);
    gains *= std::max(both.back().total() - node.simplex.total(), least_gain);
  }
  if (over[0] && over[1])
    return Step::closed;
  if (over[0] || over[1]) {
    node.simplex = std::move(both[over[0] ? 1 : 0]);
    node.fresh = true;
    return Step::again;
  }
  gains_[{pair.one, pair.other}] = gains;
  if (gains > best) {
    best = gains;
    children_ = std::move(both);
  }
  return Step::branch;
}

void PairSearch::leave() {
  done_ += open_.back().share;
  open_.pop_back();
}

// Puts the two children in the place of the last node; the one with the lower bound is next.
void PairSearch::branch() {
  const double share = open_.back().share / 2;
  const Loss bound = open_.back().bound;
  open_.pop_back();
  const bool together = children_[0].total() <= children_[1].total();
  open_.push_back({std::move(children_[together ? 1 : 0]), share, bound});
  open_.push_back({std::move(children_[together ? 0 : 1]), share, bound});
  children_.clear();
}

// A little beyond the limit: costs are perturbed, and what ends there is worked out in integers.
double PairSearch::linear_limit() const {
  const double limit = static_cast<double>(limit_) / columns_.unit;
  return limit + perturbation * columns_.rows + near * std::abs(limit);
}

Loss PairSearch::open_bound() const {
  Loss least = std::min(cut_, limit_ + 1);
  for (const Open &node : open_)
    least = std::min(least, node.bound);
  return least;
}

} // namespace minuet::ascent
