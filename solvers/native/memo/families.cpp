#include "memo/families.hpp"

#include <algorithm>

namespace minuet {

namespace {

constexpr std::size_t most_families = 16;

// The bits that tell a color in some option; a block has none of them.
std::vector<std::uint8_t> colored_bits(const PackedMatrix &part, Poll &poll) {
  std::vector<std::uint8_t> colored(part.bits, 0);
  std::vector<std::int32_t> differing;
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

} // namespace

// Items that follow one another belong together until two of them share an option: families are
// named one after the other, and where every option has one item of a family, every item outside
// shares an option with one inside.
std::vector<std::vector<std::uint8_t>> families(const PackedMatrix &part, Poll &poll) {
  std::vector<std::vector<std::int32_t>> users(part.primary);
  for (std::size_t o = 0; o < part.options.size(); ++o) {
    poll(2 * std::ssize(part.options[o].mask));
    for (const std::int32_t b : part.options[o].mask)
      if (b < part.primary)
        users[b].push_back(static_cast<std::int32_t>(o));
  }
  std::vector<std::vector<std::uint8_t>> result;
  const std::vector<std::uint8_t> colored = colored_bits(part, poll);
  std::vector<std::int32_t> seen(part.options.size(), -1); // in the family of this first item
  std::size_t options = 0;                                 // in this family
  std::int32_t first = 0;
  const auto end = [&](std::int32_t last) {
    if (options == part.options.size() && result.size() < most_families) {
      auto &family = result.emplace_back(colored);
      std::fill(family.begin() + first, family.begin() + last, 1);
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
  return result;
}

} // namespace minuet
