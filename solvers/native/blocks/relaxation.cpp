#include "blocks/relaxation.hpp"

#include <algorithm>
#include <cmath>

namespace minuet::blocks {

namespace {

// Parts of the spread of costs; measured on twenty blank 9x9 grids with random weights, and 12x12.
constexpr double first_stride = 0.5, last_stride = 4e-4, gain = 3e-4;
constexpr double second_stride = 0.07, last_second_stride = 5e-3;
constexpr double deflection = 0.6, shortening = 0.75;
constexpr std::int32_t patience = 15;

} // namespace

Relaxation::Relaxation(std::shared_ptr<const LinkedBlocks> whole)
    : whole_(std::move(whole)), prices_(whole_->links(), 0), bound_(-never),
      at_(whole_->links(), 0), direction_(whole_->links(), 0),
      stride_(first_stride * whole_->spread()), shortest_(last_stride * whole_->spread()) {
  for (std::int32_t b = 0; b < whole_->blocks(); ++b) {
    diagrams_.push_back(whole_->diagram(b));
    lengths_.emplace_back(whole_->block(b).options.size());
    diagrams_[b]->mark(alive_.emplace_back(whole_->block(b).options.size(), 0));
  }
  to_end_.resize(whole_->blocks());
  list_live();
  settle();
}

void Relaxation::list_live() {
  live_.assign(alive_.size(), {});
  for (std::size_t b = 0; b < alive_.size(); ++b)
    for (std::int32_t o = 0; o < std::ssize(alive_[b]); ++o)
      if (alive_[b][o])
        live_[b].push_back(o);
}

// Leaves `lengths_` and `to_end_` those of these prices.
Length Relaxation::worth(const std::vector<Length> &prices) {
  Length result = 0;
  for (const Length price : prices)
    result += price;
  for (std::int32_t b = 0; b < whole_->blocks(); ++b) {
    const std::vector<Length> &costs = whole_->costs(b);
    for (const std::int32_t o : live_[b]) {
      Length length = costs[o];
      for (const std::int32_t l : whole_->block(b).options[o].links)
        length -= prices[l];
      lengths_[b][o] = length;
    }
    diagrams_[b]->distances(lengths_[b], to_end_[b]);
    result += to_end_[b][0];
  }
  return result;
}

void Relaxation::settle() { bound_ = worth(prices_); }

bool Relaxation::climb(std::int64_t steps) {
  const auto climbs = [&] {
    return whole_->links() > 0 && stride_ > shortest_ && bound_ <= whole_->dearest();
  };
  for (; steps > 0 && climbs(); --steps)
    step();
  return climbs();
}

void Relaxation::climb_again() {
  stride_ = second_stride * whole_->spread();
  shortest_ = last_second_stride * whole_->spread();
  begin_at_best();
  settle();
}

// By how many of the shortest covers each link is taken.
std::vector<std::int32_t> Relaxation::taken() const {
  std::vector<std::int32_t> result(whole_->links(), 0);
  for (std::int32_t b = 0; b < whole_->blocks(); ++b) {
    const Diagram &diagram = *diagrams_[b];
    for (std::int32_t n = 0; n != diagram.end();)
      for (const Diagram::Edge &edge : diagram.edges(n))
        if (lengths_[b][edge.option] + to_end_[b][edge.to] == to_end_[b][n]) {
          for (const std::int32_t l : whole_->block(b).options[edge.option].links)
            ++result[l];
          n = edge.to;
          break;
        }
  }
  return result;
}

void Relaxation::step() {
  const std::vector<std::int32_t> times = taken();
  double norm = 0;
  for (std::int32_t l = 0; l < whole_->links(); ++l) {
    direction_[l] = deflection * direction_[l] + (1 - times[l]);
    norm += direction_[l] * direction_[l];
  }
  std::vector<Length> prices(whole_->links());
  const double limit = static_cast<double>(whole_->price_limit());
  for (std::int32_t l = 0; l < whole_->links(); ++l) {
    if (norm > 0)
      at_[l] += stride_ * direction_[l] / std::sqrt(norm);
    at_[l] = std::clamp(at_[l], -limit, whole_->must(l) ? limit : 0.0);
    prices[l] = std::llround(at_[l]);
  }
  const Length reached = worth(prices);
  const bool gained = reached > bound_ + static_cast<Length>(gain * whole_->spread());
  vain_ = gained ? 0 : vain_ + 1;
  if (reached > bound_) {
    bound_ = reached;
    prices_ = std::move(prices);
  }
  if (norm > 0 && vain_ <= patience)
    return;
  stride_ *= shortening;
  begin_at_best();
}

// The next step begins at the best prices, in a direction of its own.
void Relaxation::begin_at_best() {
  vain_ = 0;
  std::transform(prices_.begin(), prices_.end(), at_.begin(),
                 [](Length price) { return static_cast<double>(price); });
  std::fill(direction_.begin(), direction_.end(), 0);
}

// Redraws the diagrams without options that are dropped, and without edges on no path whose loss
// the limit allows. False: a block has no cover left.
bool Relaxation::restrict(Length limit, Length &cut) {
  const Length slack = limit - bound_;
  for (std::int32_t b = 0; b < whole_->blocks(); ++b) {
    Length least = never;
    auto made = std::make_shared<Diagram>(
        diagrams_[b]->within(lengths_[b], alive_[b], to_end_[b][0] + slack, least));
    if (least < never)
      cut = std::min(cut, bound_ + (least - to_end_[b][0]));
    if (made->empty())
      return false;
    if (made->size() == diagrams_[b]->size())
      continue;
    std::fill(alive_[b].begin(), alive_[b].end(), 0);
    made->mark(alive_[b]);
    diagrams_[b] = std::move(made);
  }
  list_live();
  settle();
  return true;
}

bool Relaxation::narrow(Length limit, Length &cut) {
  do {
    if (bound_ > whole_->dearest())
      return false;
    if (bound_ > limit) {
      cut = std::min(cut, bound_);
      return false;
    }
    if (!restrict(limit, cut) || !force())
      return false;
  } while (dropped_);
  return true;
}

bool Relaxation::choose(Place place, Length limit, Length &cut) {
  drop_beside(place);
  return narrow(limit, cut);
}

// Drops all that shares an own item or a link with the option.
void Relaxation::drop_beside(Place place) {
  const BlockOption &option = whole_->block(place.block).options[place.option];
  const auto drop = [&](std::int32_t b, std::int32_t o) {
    dropped_ |= alive_[b][o] != 0;
    alive_[b][o] = 0;
  };
  for (const std::int32_t item : option.own)
    for (const std::int32_t o : whole_->own_users(place.block, item))
      if (o != place.option)
        drop(place.block, o);
  for (const std::int32_t l : option.links)
    for (const Place &other : whole_->users(l))
      if (other.block != place.block || other.option != place.option)
        drop(other.block, other.option);
}

// Chooses the only option that is left of a link that must be covered, or of an item of a block.
// False: a link has none.
bool Relaxation::force() {
  dropped_ = false;
  for (std::int32_t l = 0; l < whole_->links(); ++l) {
    if (!whole_->must(l))
      continue;
    Place only{-1, -1};
    std::int32_t left = 0;
    for (const Place &place : whole_->users(l))
      if (alive_[place.block][place.option] && ++left == 1)
        only = place;
    if (left == 0)
      return false;
    if (left == 1)
      drop_beside(only);
  }
  for (std::int32_t b = 0; b < whole_->blocks(); ++b)
    for (std::int32_t item = 0; item < whole_->block(b).primary; ++item) {
      std::int32_t left = 0, only = -1;
      for (const std::int32_t o : whole_->own_users(b, item))
        if (alive_[b][o] && ++left == 1)
          only = o;
      if (left == 0)
        return false;
      if (left == 1)
        drop_beside({b, only});
    }
  return true;
}

double Relaxation::covers() const {
  double result = 0;
  for (const auto &diagram : diagrams_)
    result += diagram->paths();
  return result;
}

std::int64_t Relaxation::edges() const {
  std::int64_t result = 0;
  for (const auto &diagram : diagrams_)
    result += diagram->size();
  return result;
}

// A child that loses all that the limit allows counts as 1/64 of one that loses nothing: the item
// whose children count least together is taken.
std::vector<Place> Relaxation::branches(Length limit) const {
  const double slack = static_cast<double>(limit - bound_) + 1;
  std::vector<std::vector<Length>> least(whole_->blocks());
  for (std::int32_t b = 0; b < whole_->blocks(); ++b)
    diagrams_[b]->through(lengths_[b], to_end_[b], least[b]);
  const auto loss = [&](const Place &place) {
    return least[place.block][place.option] - to_end_[place.block][0];
  };
  std::vector<Place> best, mine;
  double fewest = 0;
  const auto consider = [&] {
    std::erase_if(mine, [&](const Place &place) { return !alive_[place.block][place.option]; });
    double sum = 0;
    for (const Place &place : mine)
      sum += std::exp2(-6 * std::min(static_cast<double>(loss(place)) / slack, 1.0));
    if (mine.size() > 1 && (best.empty() || sum < fewest)) {
      fewest = sum;
      best = mine;
    }
  };
  for (std::int32_t l = 0; l < whole_->links(); ++l)
    if (whole_->must(l)) {
      mine = whole_->users(l);
      consider();
    }
  for (std::int32_t b = 0; b < whole_->blocks(); ++b)
    for (std::int32_t item = 0; item < whole_->block(b).primary; ++item) {
      mine.clear();
      for (const std::int32_t o : whole_->own_users(b, item))
        mine.push_back({b, o});
      consider();
    }
  std::stable_sort(best.begin(), best.end(),
                   [&](const Place &a, const Place &b) { return loss(a) < loss(b); });
  return best;
}

} // namespace minuet::blocks
