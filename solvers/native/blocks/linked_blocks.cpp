#include "blocks/linked_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

namespace minuet::blocks {

namespace {

constexpr Length widest = Length{1} << 57; // all costs together, times the scale
constexpr const char *too_dear = "costs that sum to more than 2^57";
constexpr std::int64_t finest = 1 << 12; // of the scale

bool same_shape(const Block &one, const Block &other) {
  return one.primary == other.primary && one.items == other.items &&
         std::equal(one.options.begin(), one.options.end(), other.options.begin(),
                    other.options.end(),
                    [](const auto &a, const auto &b) { return a.own == b.own; });
}

} // namespace

LinkedBlocks::LinkedBlocks(Problem &problem, std::span<const std::int64_t> costs,
                           std::int64_t most_edges, Poll &poll) {
  if (!problem.exactly_once())
    throw std::overflow_error("multiplicities");
  const PackedMatrix part(problem, poll);
  if (part.impossible) {
    impossible_ = true;
    return;
  }
  forced_ = problem.given();
  for (const ForcedOption &one : part.forced)
    forced_.push_back(one.option);
  double sum = 0;
  for (const std::int32_t o : forced_) {
    sum += std::abs(static_cast<double>(costs[o]));
    if (sum >= static_cast<double>(widest))
      throw std::overflow_error(too_dear);
    offset_ += costs[o];
  }
  bool found = false;
  for (Division &division : divisions(part, poll)) {
    division_ = std::move(division);
    found = draw(most_edges, poll);
    if (found)
      break;
  }
  if (!found)
    throw std::overflow_error("a matrix that no family of items divides into blocks small enough");
  for (const auto &diagram : diagrams_)
    impossible_ |= diagram->empty();
  if (impossible_)
    return;
  weigh(costs, sum);
  sum_dearest();
  index(poll);
}

// Draws the diagrams; false: they are too large.
bool LinkedBlocks::draw(std::int64_t most_edges, Poll &poll) {
  diagrams_.clear();
  try {
    for (std::int32_t b = 0; b < blocks(); ++b) {
      const bool alike = b > 0 && same_shape(block(b), block(b - 1));
      diagrams_.push_back(alike ? diagrams_[b - 1]
                                : std::make_shared<const Diagram>(block(b), most_edges, poll));
      most_edges -= alike ? 0 : diagrams_[b]->size();
    }
  } catch (const std::overflow_error &) {
    return false;
  }
  return true;
}

void LinkedBlocks::weigh(std::span<const std::int64_t> costs, double total) {
  double square = 0, options = 1;
  for (const Block &block : division_.blocks)
    for (const BlockOption &option : block.options)
      if (option.number >= 0) {
        const double cost = static_cast<double>(costs[option.number]);
        total += std::abs(cost), square += cost * cost, ++options;
      }
  if (total >= static_cast<double>(widest))
    throw std::overflow_error(too_dear);
  while (scale_ < finest && 2 * total * static_cast<double>(scale_) < static_cast<double>(widest))
    scale_ *= 2;
  price_limit_ = widest / (links() + 1) / (blocks() + 1);
  spread_ = std::sqrt(square / options) * static_cast<double>(scale_);
  for (const Block &block : division_.blocks) {
    costs_.emplace_back();
    for (const BlockOption &option : block.options)
      costs_.back().push_back(option.number < 0 ? 0 : scale_ * costs[option.number]);
  }
}

void LinkedBlocks::sum_dearest() {
  std::vector<Length> lengths, to_end;
  for (std::int32_t b = 0; b < blocks(); ++b) {
    lengths.resize(costs_[b].size());
    std::transform(costs_[b].begin(), costs_[b].end(), lengths.begin(), std::negate());
    diagrams_[b]->distances(lengths, to_end);
    dearest_ -= to_end[0];
  }
}

void LinkedBlocks::index(Poll &poll) {
  users_.resize(links());
  for (std::int32_t b = 0; b < blocks(); ++b) {
    auto &mine = own_users_.emplace_back(block(b).items);
    for (std::int32_t o = 0; o < std::ssize(block(b).options); ++o) {
      const BlockOption &option = block(b).options[o];
      poll(8 * std::ssize(option.own) + 8 * std::ssize(option.links));
      for (const std::int32_t item : option.own)
        mine[item].push_back(o);
      for (const std::int32_t l : option.links)
        users_[l].push_back({b, o});
    }
  }
}

std::int64_t LinkedBlocks::cost_of(Length total) const {
  return offset_ + (total >= 0 ? (total + scale_ - 1) / scale_ : -(-total / scale_));
}

Length LinkedBlocks::total_of(std::int64_t cost) const {
  const std::int64_t most = never / 4 / scale_, rest = std::clamp(cost, -most, most) - offset_;
  return scale_ * std::clamp(rest, -most, most);
}

} // namespace minuet::blocks
