#include "shared/problem.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace minuet {

namespace {

[[noreturn]] void refuse(const std::string &what, std::int64_t number, std::int64_t end) {
  throw std::invalid_argument("a matrix with " + what + " " + std::to_string(number) +
                              ", expected 0 to " + std::to_string(end - 1));
}

} // namespace

void require_options(std::span<const std::int32_t> options, const char *what, std::int32_t end) {
  for (const std::int32_t o : options)
    if (o < 0 || o >= end)
      refuse(what, o, end);
}

Problem::Problem(const Matrix &matrix, std::vector<std::int32_t> given,
                 std::vector<std::int32_t> forbidden, std::shared_ptr<const void> owner)
    : whole_(std::make_shared<Whole>()), wanted_(std::move(given)) {
  if (matrix.starts.empty() || matrix.colors.size() != matrix.members.size() ||
      matrix.high.size() != matrix.low.size() || matrix.primary < 0 ||
      matrix.primary > matrix.items() ||
      (!matrix.weights.empty() && matrix.weights.size() != matrix.members.size()))
    throw std::invalid_argument("arrays whose lengths are not those of a matrix");
  whole_->matrix = matrix;
  whole_->forbidden = std::move(forbidden);
  whole_->owner = std::move(owner);
}

Problem::Problem(std::shared_ptr<Whole> whole, std::vector<std::int32_t> wanted)
    : whole_(std::move(whole)), wanted_(std::move(wanted)) {}

std::unique_ptr<Problem> Problem::below(std::span<const std::int32_t> prefix) const {
  std::vector<std::int32_t> wanted = wanted_;
  wanted.insert(wanted.end(), prefix.begin(), prefix.end());
  return std::unique_ptr<Problem>(new Problem(whole_, std::move(wanted)));
}

bool Problem::exactly_once() const {
  const auto once = [](std::int64_t times) { return times == 1; };
  return matrix().weights.empty() && std::ranges::all_of(matrix().low.first(primary()), once) &&
         std::ranges::all_of(matrix().high.first(primary()), once);
}

void Problem::prepare(Poll &poll) {
  const Lock lock(whole_->mutex);
  if (!whole_->ready) {
    whole_->validate(poll);
    whole_->apply(poll);
    whole_->ready = true;
  }
  if (!ready_)
    give(poll);
  ready_ = true;
}

void Problem::Whole::validate(Poll &poll) const {
  const std::int32_t items = matrix.items(), options = matrix.options();
  if (matrix.starts[0] != 0 || matrix.starts[options] != std::ssize(matrix.members))
    throw std::invalid_argument("a matrix whose starts do not end with its entries");
  std::vector<std::int32_t> latest(items, -1); // the last option that used the item
  for (std::int32_t o = 0; o < options; ++o) {
    poll(matrix.size(o) + 1);
    if (matrix.size(o) < 0 || matrix.starts[o + 1] > matrix.starts[options])
      throw std::invalid_argument("a matrix with starts that decrease at option " +
                                  std::to_string(o));
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e];
      if (item < 0 || item >= items)
        refuse("option " + std::to_string(o) + " on item", item, items);
      if (matrix.colors[e] < 0)
        throw std::invalid_argument("a matrix with option " + std::to_string(o) +
                                    " in a negative color");
      if (std::exchange(latest[item], o) == o)
        throw std::invalid_argument("a matrix with option " + std::to_string(o) + " on item " +
                                    std::to_string(item) + " twice");
      if (matrix.weight(e) == 0 || (matrix.weight(e) != 1 && item >= matrix.primary))
        throw std::invalid_argument("a matrix with option " + std::to_string(o) + " on item " +
                                    std::to_string(item) + " with weight " +
                                    std::to_string(matrix.weight(e)));
    }
  }
  require_options(forbidden, "forbidden option", options);
}

void Problem::Whole::apply(Poll &poll) {
  const std::int32_t options = matrix.options();
  allowed.assign(options, 1);
  undecided.assign(options, 0);
  uses.assign(matrix.items(), 0);
  undecided_options = 0;
  weighted.assign(matrix.weights.empty() ? 0 : matrix.items(), 0);
  for (std::size_t e = 0; e < matrix.weights.size(); ++e)
    weighted[matrix.members[e]] |= matrix.weights[e] != 1;
  const auto plain = [&](std::int32_t item) { return weighted.empty() || !weighted[item]; };
  for (const std::int32_t o : forbidden)
    allowed[o] = 0;
  for (std::int32_t o = 0; o < options; ++o) {
    poll(matrix.size(o) + 1);
    bool decided = false;
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e];
      allowed[o] &= matrix.high[item] != 0 || !plain(item);
      decided |= item < matrix.primary && matrix.low[item] > 0 && plain(item);
    }
    if (!allowed[o])
      continue;
    undecided[o] = !decided;
    undecided_options += !decided;
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e)
      ++uses[matrix.members[e]];
  }
}

void Problem::give(Poll &poll) {
  require_options(wanted_, "given option", options());
  given_.clear();
  chosen_.assign(options(), 0);
  covers_.assign(items(), 0);
  tint_.assign(items(), 0);
  possible_ = true;
  for (const std::int32_t o : wanted_) {
    if (std::exchange(chosen_[o], 1))
      continue;
    poll(matrix().size(o) + 1);
    possible_ = possible_ && allowed(o) && fits(o);
    if (!possible_)
      continue;
    given_.push_back(o);
    for (auto e = matrix().starts[o]; e < matrix().starts[o + 1]; ++e)
      if (matrix().colors[e])
        tint_[matrix().members[e]] = matrix().colors[e];
      else
        ++covers_[matrix().members[e]];
  }
}

bool Problem::fits(std::int32_t option) const {
  for (auto e = matrix().starts[option]; e < matrix().starts[option + 1]; ++e) {
    const std::int32_t item = matrix().members[e], color = matrix().colors[e];
    if (weighted(item))
      continue;
    if (color == 0 ? covers_[item] >= matrix().high[item] || tint_[item] != 0
                   : covers_[item] > 0 || (tint_[item] != 0 && tint_[item] != color))
      return false;
  }
  return true;
}

const Shades &Problem::shades(Poll &poll) const {
  const Lock lock(whole_->mutex);
  if (!whole_->shades)
    whole_->shades = std::make_unique<const Shades>(whole_->matrix, whole_->allowed, poll);
  return *whole_->shades;
}

} // namespace minuet
