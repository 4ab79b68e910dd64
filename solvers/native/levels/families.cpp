// Which family of items to leave out, so that isomorphic blocks are left.
#include "levels/blocks.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

namespace minuet {

namespace {

using Numbers = std::vector<std::int32_t>;
using Links = std::vector<std::uint8_t>;

constexpr std::size_t most_families = 16;

// The bits that tell a color in some option; a block has none of them.
Links colored_bits(const PackedMatrix &part, Poll &poll) {
  Links colored(part.bits, 0);
  Numbers differing;
  for (const PackedOption &option : part.options) {
    poll(2 * std::ssize(option.mask));
    if (option.mask == option.anti)
      continue;
    differing.clear();
    std::set_symmetric_difference(option.mask.begin(), option.mask.end(), option.anti.begin(),
                                  option.anti.end(), std::back_inserter(differing));
    for (const std::int32_t b : differing)
      colored[b] = 1;
  }
  return colored;
}

// Gives each item that must be covered one of k colors, where every option has k such items, so
// that each option has all colors: the items of a color are a family. An item with the fewest
// colors left takes the first of them, and what follows is propagated; a dead end is no reason to
// try again.
class Coloring {
public:
  using Colors = std::uint32_t;
  static constexpr std::int32_t most_colors = 16;

  Coloring(const PackedMatrix &part, const std::vector<Numbers> &users)
      : users_(users), left_(part.primary), items_(part.options.size()) {
    for (std::size_t o = 0; o < items_.size(); ++o)
      std::copy_if(part.options[o].mask.begin(), part.options[o].mask.end(),
                   std::back_inserter(items_[o]), [&](auto b) { return b < part.primary; });
    colors_ = items_.empty() ? 0 : static_cast<std::int32_t>(items_[0].size());
    possible_ = colors_ > 1 && colors_ <= most_colors &&
                std::all_of(items_.begin(), items_.end(),
                            [&](const Numbers &items) { return std::ssize(items) == colors_; });
    std::fill(left_.begin(), left_.end(), (Colors{1} << colors_ % 32) - 1);
    for (std::int32_t b = 0; b < part.primary; ++b)
      waiting_.insert({colors_, b});
  }

  std::int32_t colors() const { return colors_; }
  Colors of(std::int32_t item) const { return left_[item]; }

  bool run(Poll &poll) {
    while (possible_ && !waiting_.empty()) {
      const std::int32_t item = waiting_.begin()->second;
      narrow(item, left_[item] & (~left_[item] + 1));
      for (; possible_ && !fixed_.empty();) {
        const std::int32_t next = fixed_.back();
        fixed_.pop_back();
        for (const std::int32_t o : users_[next])
          propagate(items_[o], poll);
      }
    }
    return possible_;
  }

private:
  void narrow(std::int32_t item, Colors to) {
    if (to == left_[item] && std::popcount(to) > 1)
      return;
    const auto erased = waiting_.erase({std::popcount(left_[item]), item});
    left_[item] = to;
    possible_ &= to != 0;
    if (std::popcount(to) > 1)
      waiting_.insert({std::popcount(to), item});
    else if (erased > 0)
      fixed_.push_back(item);
  }

  // A color that one item of the option has no other can have; one that none else can have it has.
  void propagate(const Numbers &items, Poll &poll) {
    poll(16 * colors_);
    Colors had = 0, once = 0, twice = 0;
    for (const std::int32_t b : items)
      if (std::popcount(left_[b]) == 1) {
        possible_ &= (had & left_[b]) == 0;
        had |= left_[b];
      }
    for (const std::int32_t b : items)
      if (std::popcount(left_[b]) > 1)
        narrow(b, left_[b] & ~had);
    for (const std::int32_t b : items) {
      twice |= once & left_[b];
      once |= left_[b];
    }
    for (const std::int32_t b : items)
      if (const Colors own = left_[b] & once & ~twice; own != 0 && own != left_[b])
        narrow(b, own & (~own + 1));
  }

  const std::vector<Numbers> &users_;
  std::int32_t colors_;
  bool possible_;
  std::vector<Colors> left_;                                // items
  std::vector<Numbers> items_;                              // options
  std::set<std::pair<std::int32_t, std::int32_t>> waiting_; // colors left, item
  Numbers fixed_;
};

void add(std::vector<Links> &families, Links family) {
  if (families.size() < most_families &&
      std::find(families.begin(), families.end(), family) == families.end())
    families.push_back(std::move(family));
}

} // namespace

// Items that follow one another belong together until two of them share an option: mostly families
// are named one after the other, and where every option has one item of a family, every item
// outside shares an option with one inside. Where they are not, colors may find them.
std::vector<std::vector<std::uint8_t>> families(const PackedMatrix &part, Poll &poll) {
  std::vector<Numbers> users(part.primary);
  for (std::size_t o = 0; o < part.options.size(); ++o) {
    poll(2 * std::ssize(part.options[o].mask));
    for (const std::int32_t b : part.options[o].mask)
      if (b < part.primary)
        users[b].push_back(static_cast<std::int32_t>(o));
  }
  std::vector<Links> result;
  const Links colored = colored_bits(part, poll);
  Numbers seen(part.options.size(), -1); // in the family of this first item
  std::size_t options = 0;               // in this family
  std::int32_t first = 0;
  const auto end = [&](std::int32_t last) {
    if (options == part.options.size()) {
      Links family = colored;
      std::fill(family.begin() + first, family.begin() + last, 1);
      add(result, std::move(family));
    }
    first = last;
    options = 0;
  };
  for (std::int32_t b = 0; b < part.primary; ++b) {
    poll(2 * std::ssize(users[b]) + 1);
    if (std::any_of(users[b].begin(), users[b].end(), [&](auto o) { return seen[o] == first; }))
      end(b);
    for (const std::int32_t o : users[b])
      seen[o] = first;
    options += users[b].size();
  }
  end(part.primary);
  if (Coloring coloring(part, users); coloring.run(poll))
    for (std::int32_t color = 0; color < coloring.colors(); ++color) {
      Links family = colored;
      for (std::int32_t b = 0; b < part.primary; ++b)
        family[b] |= coloring.of(b) >> color & 1;
      add(result, std::move(family));
    }
  return result;
}

} // namespace minuet
