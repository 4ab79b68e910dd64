#include "levels/plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace minuet {

namespace {

using Numbers = std::vector<std::int32_t>;

constexpr double density = 0.7;                // of a state's information, for comparisons
constexpr double widest_of_blocks = 256;       // bits: most of the information is told twice
constexpr std::int64_t most_entries = 1 << 20; // in which blocks are looked for
constexpr std::int64_t most_work = 4'000'000;  // of the greedy order, some 10 ms
constexpr double nearness = 1e-3;

// The bits of a state, as the options touch them: links, then the slots of each group.
class Greedy {
public:
  Greedy(const PackedMatrix &part, const Blocks &blocks)
      : users_(part.bits), weight_(part.bits, 1), left_(part.bits, 0) {
    std::int32_t base = part.bits;
    for (const BlockOption &option : blocks.plain)
      add(option, base);
    for (const BlockGroup &group : blocks.groups) {
      weight_.resize(base + group.slots(), group.blocks());
      left_.resize(base + group.slots(), 0);
      for (const BlockOption &option : group.options)
        add(option, base);
      base += group.slots();
    }
    open_.assign(base, 0);
    seen_.assign(base, 0);
    decided_.assign(options_.size(), 0);
  }

  std::int64_t work(const Numbers &links) const {
    std::int64_t entries = 0;
    for (const Numbers &option : options_)
      entries += std::ssize(option) * std::ssize(option);
    return entries * std::ssize(links);
  }

  Numbers order(Numbers links, Poll &poll) {
    Numbers result;
    while (!links.empty()) {
      std::size_t best = 0;
      double least = HUGE_VAL;
      for (std::size_t k = 0; k < links.size(); ++k)
        if (const double growth = growth_by(links[k], poll); growth < least) {
          least = growth;
          best = k;
        }
      result.push_back(links[best]);
      decide(links[best]);
      links.erase(links.begin() + static_cast<std::ptrdiff_t>(best));
    }
    return result;
  }

private:
  void add(const BlockOption &option, std::int32_t base) {
    const auto number = static_cast<std::int32_t>(options_.size());
    Numbers bits = option.mask;
    for (const std::int32_t b : option.mask)
      users_[b].push_back(number);
    for (const std::int32_t s : option.need)
      bits.push_back(base + s);
    for (const std::int32_t b : bits)
      ++left_[b];
    options_.push_back(std::move(bits));
  }

  // How many bits more, or less, matter after the link; of equal ones, those nearer to their end.
  double growth_by(std::int32_t link, Poll &poll) {
    double growth = 0;
    touched_.clear();
    for (const std::int32_t o : users_[link]) {
      poll(std::ssize(options_[o]));
      if (!decided_[o])
        for (const std::int32_t b : options_[o])
          if (++seen_[b] == 1)
            touched_.push_back(b);
    }
    for (const std::int32_t b : touched_) {
      const bool matters = b != link && seen_[b] < left_[b];
      growth += weight_[b] * (matters - open_[b] - nearness * seen_[b] / left_[b]);
      seen_[b] = 0;
    }
    return growth;
  }

  void decide(std::int32_t link) {
    for (const std::int32_t o : users_[link]) {
      if (decided_[o])
        continue;
      decided_[o] = 1;
      for (const std::int32_t b : options_[o])
        open_[b] = --left_[b] > 0 && b != link;
    }
  }

  std::vector<Numbers> options_, users_; // option -> bits; link -> options
  std::vector<double> weight_;           // bits
  Numbers left_, open_, seen_, touched_;
  std::vector<std::uint8_t> decided_;
};

// The orders in which a frontier may cover its links, which must be covered all: as given, breadth
// first, and with blocks greedily.
std::vector<Numbers> link_orders(const PackedMatrix &part, const Blocks &blocks, Poll &poll) {
  Numbers given(part.primary);
  std::iota(given.begin(), given.end(), 0);
  std::vector<Numbers> result{given, part.breadth_first(poll)};
  for (Numbers &order : result)
    std::erase_if(order, [&](auto b) { return !blocks.link[b]; });
  if (blocks.groups.empty())
    return result;
  if (Greedy greedy(part, blocks); greedy.work(result[0]) <= most_work)
    result.push_back(greedy.order(result[0], poll));
  return result;
}

} // namespace

std::unique_ptr<Plan> Plan::best(const PackedMatrix &part, double widest, Poll &poll) {
  std::vector<Blocks> ways{Blocks::none(part)};
  std::int64_t entries = 0;
  for (const PackedOption &option : part.options)
    entries += std::ssize(option.mask);
  if (entries <= most_entries)
    for (auto &family : families(part, poll))
      if (auto blocks = Blocks::beside(part, std::move(family), poll))
        ways.push_back(std::move(*blocks));
  std::unique_ptr<Plan> best;
  std::int32_t narrowest = part.bits; // bits of links in a state without blocks
  const auto weigh = [&](const Blocks &blocks, Numbers order) {
    Layout layout(part, blocks, std::move(order), poll);
    if (blocks.groups.empty())
      narrowest = std::min(narrowest, layout.link_bits);
    if (layout.field_bits <= Levels::widest_field &&
        layout.widest() <= (blocks.groups.empty() ? widest : widest_of_blocks) &&
        (!best || layout.log_work(density) < best->layout.log_work(density)))
      best.reset(new Plan{blocks, std::move(layout)});
  };
  for (const Blocks &blocks : ways)
    for (auto &order : link_orders(part, blocks, poll))
      weigh(blocks, std::move(order));
  // No order is narrower than the widest separator, so the elimination ends where one is wider.
  Numbers order = widest < 0 ? Numbers() : part.by_elimination(narrowest, poll);
  if (!order.empty()) {
    weigh(ways[0], order);
    std::reverse(order.begin(), order.end());
    weigh(ways[0], std::move(order));
  }
  return best;
}

} // namespace minuet
