#include "ascent/prices.hpp"

#include <algorithm>
#include <cmath>

namespace minuet::ascent {

namespace {

constexpr double widest_losses = 0x1p61; // of the sizes of all losses together
constexpr std::size_t worth_listing = 8; // dropped: at least one in so many

} // namespace

Prices::Prices(const ExactPartition &matrix)
    : matrix_(matrix), first_(matrix.items(), 0), last_(matrix.items(), 0) {}

bool Prices::enter(Node &node, Loss limit, Loss &cut) {
  listed_ = false;
  return settle(node, limit, cut);
}

bool Prices::list(const Node &node) {
  if (listed_)
    return true;
  for (const std::int32_t i : node.open)
    last_[i] = 0;
  for (const std::int32_t o : node.options)
    for (const std::int32_t i : matrix_.items_of(o))
      ++last_[i];
  std::int32_t total = 0;
  for (const std::int32_t i : node.open) {
    const std::int32_t count = last_[i];
    if (count == 0)
      return false;
    first_[i] = last_[i] = total;
    total += count;
  }
  users_.resize(total);
  for (std::size_t k = 0; k < node.options.size(); ++k)
    for (const std::int32_t i : matrix_.items_of(node.options[k]))
      users_[last_[i]++] = static_cast<std::int32_t>(k);
  entries_ = total;
  return listed_ = true;
}

bool Prices::sweep(Node &node, Loss limit, Loss &cut) {
  if (!list(node))
    return false;
  double sizes = 0;
  for (const Loss one : node.loss)
    sizes += std::abs(static_cast<double>(one));
  for (const std::int32_t i : node.open) {
    const auto mine = users(i);
    Loss least = never, second = never;
    for (const std::int32_t k : mine) {
      const Loss one = node.loss[k];
      second = std::min(second, std::max(one, least));
      least = std::min(least, one);
    }
    if (mine.size() == 1)
      second = least;
    const Loss price = least + (second - least) / 2;
    sizes += std::abs(static_cast<double>(price)) * static_cast<double>(mine.size());
    if (sizes > widest_losses)
      break;
    if (price == 0)
      continue;
    for (const std::int32_t k : mine)
      node.loss[k] -= price;
    node.spent += price;
  }
  return settle(node, limit, cut);
}

// Adds the bound up, and drops what loses more than the limit allows, if that is worth listing the
// rest anew.
bool Prices::settle(Node &node, Loss limit, Loss &cut) {
  bound_ = node.spent;
  for (const Loss one : node.loss)
    bound_ += std::min<Loss>(one, 0);
  if (bound_ > limit) {
    cut = std::min(cut, bound_);
    return false;
  }
  const Loss slack = limit - bound_;
  const auto dear =
      std::count_if(node.loss.begin(), node.loss.end(), [slack](Loss one) { return one > slack; });
  if (static_cast<std::size_t>(dear) * worth_listing < node.loss.size() || dear == 0)
    return true;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < node.loss.size(); ++k) {
    if (node.loss[k] > slack) {
      cut = std::min(cut, bound_ + node.loss[k]);
      continue;
    }
    node.options[kept] = node.options[k];
    node.loss[kept++] = node.loss[k];
  }
  node.options.resize(kept);
  node.loss.resize(kept);
  listed_ = false;
  return true;
}

} // namespace minuet::ascent
