#include "blocks/division.hpp"

#include "levels/blocks.hpp"

#include <algorithm>
#include <numeric>

namespace minuet::blocks {

namespace {

using Numbers = std::vector<std::int32_t>;

// What the links leave connected, each with its number.
class Parts {
public:
  Parts(const PackedMatrix &part, const std::vector<std::uint8_t> &link, Poll &poll)
      : leader_(part.bits) {
    std::iota(leader_.begin(), leader_.end(), 0);
    for (const PackedOption &option : part.options) {
      poll(8 * std::ssize(option.mask));
      std::int32_t first = -1;
      for (const std::int32_t b : option.mask)
        if (!link[b]) {
          first = first < 0 ? b : first;
          leader_[find(b)] = find(first);
        }
    }
  }
  std::int32_t find(std::int32_t b) {
    while (leader_[b] != b)
      b = leader_[b] = leader_[leader_[b]];
    return b;
  }

private:
  Numbers leader_;
};

// A block of one option, which is chosen or left.
Block yes_or_no(Numbers links, std::int32_t number) {
  Block block{1, 1, {}};
  block.options.push_back({{0}, std::move(links), number});
  block.options.push_back({{0}, {}, -1});
  return block;
}

// An option without an item that must be covered gets one, which another one covers in its stead.
void decide(Block &block) {
  std::int32_t undecided = 0;
  const auto bare = [&](const BlockOption &option) {
    return option.own.empty() || option.own.front() >= block.primary;
  };
  for (const BlockOption &option : block.options)
    undecided += bare(option);
  if (undecided == 0)
    return;
  std::int32_t next = block.primary;
  std::vector<BlockOption> skips;
  for (BlockOption &option : block.options) {
    const bool was_bare = bare(option);
    for (std::int32_t &b : option.own)
      b += b >= block.primary ? undecided : 0;
    if (was_bare) {
      option.own.insert(option.own.begin(), next);
      skips.push_back({{next++}, {}, -1});
    }
  }
  block.options.insert(block.options.end(), skips.begin(), skips.end());
  block.primary += undecided;
  block.items += undecided;
}

// Links that two options of the block share become own items as well, unless all that have the link
// share an own item too.
void keep_apart(Block &block, std::int32_t links, Poll &poll) {
  std::vector<Numbers> users(links);
  for (std::int32_t o = 0; o < std::ssize(block.options); ++o)
    for (const std::int32_t l : block.options[o].links)
      users[l].push_back(o);
  Numbers common, both;
  for (const Numbers &mine : users) {
    poll(8 * std::ssize(mine) + 1);
    if (mine.size() < 2)
      continue;
    common = block.options[mine[0]].own;
    for (const std::int32_t o : mine) {
      both.clear();
      const Numbers &own = block.options[o].own;
      std::set_intersection(common.begin(), common.end(), own.begin(), own.end(),
                            std::back_inserter(both));
      common.swap(both);
    }
    if (!common.empty())
      continue;
    for (const std::int32_t o : mine)
      block.options[o].own.push_back(block.items);
    ++block.items;
  }
}

} // namespace

std::int32_t Division::wide() const {
  return static_cast<std::int32_t>(
      std::count_if(blocks.begin(), blocks.end(), [](const Block &block) {
        return std::count_if(block.options.begin(), block.options.end(),
                             [](const auto &option) { return option.number >= 0; }) > 1;
      }));
}

Division divided(const PackedMatrix &part, const std::vector<std::uint8_t> &link, Poll &poll) {
  Division result;
  Parts parts(part, link, poll);
  Numbers block_of(part.bits, -1), place(part.bits, -1);
  for (std::int32_t b = 0; b < part.bits; ++b) {
    poll(4);
    if (link[b]) {
      place[b] = result.links();
      result.must.push_back(b < part.primary);
      continue;
    }
    std::int32_t &home = block_of[parts.find(b)];
    if (home < 0) {
      home = static_cast<std::int32_t>(result.blocks.size());
      result.blocks.emplace_back();
    }
    Block &block = result.blocks[home];
    place[b] = block.items++;
    block.primary += b < part.primary;
  }
  for (const PackedOption &option : part.options) {
    poll(16 * std::ssize(option.mask));
    BlockOption made{{}, {}, option.number};
    std::int32_t home = -1;
    for (const std::int32_t b : option.mask) {
      (link[b] ? made.links : made.own).push_back(place[b]);
      if (!link[b])
        home = block_of[parts.find(b)];
    }
    if (home < 0)
      result.blocks.push_back(yes_or_no(std::move(made.links), option.number));
    else
      result.blocks[home].options.push_back(std::move(made));
  }
  for (const std::int32_t number : part.free)
    result.blocks.push_back(yes_or_no({}, number));
  std::erase_if(result.blocks,
                [](const Block &block) { return block.options.empty() && block.primary == 0; });
  for (Block &block : result.blocks) {
    decide(block);
    keep_apart(block, result.links(), poll);
  }
  return result;
}

std::vector<Division> divisions(const PackedMatrix &part, Poll &poll) {
  std::vector<std::vector<std::uint8_t>> ways = families(part, poll);
  std::vector<std::uint8_t> secondary(part.bits, 0);
  std::fill(secondary.begin() + part.primary, secondary.end(), 1);
  ways.push_back(std::move(secondary));
  std::vector<Division> result;
  for (const auto &link : ways)
    if (Division one = divided(part, link, poll); one.wide() > 1)
      result.push_back(std::move(one));
  std::stable_sort(result.begin(), result.end(),
                   [](const auto &a, const auto &b) { return a.wide() > b.wide(); });
  result.push_back(divided(part, std::vector<std::uint8_t>(part.bits, 0), poll));
  return result;
}

} // namespace minuet::blocks
