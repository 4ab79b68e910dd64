// States of a certificate's search as bit masks of options and items, with sums: what a checker
// works out after each edge (docs/trust.md, "Checking a certificate"), number by number.
//
// A state has the options that are live, the items that must be covered once and are not, and of
// each item with other bounds or with weights how much it needs and has room for, where that
// matters.
#pragma once

#include "shared/poll.hpp"
#include "shared/problem.hpp"

#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace minuet {

using Mask = std::vector<std::uint64_t>;

// Some bits of a mask: those that are not 0 there. What options an item has takes few of them.
struct MaskPart {
  std::int32_t word;
  std::uint64_t bits;
};
using MaskParts = std::vector<MaskPart>;

inline Mask mask_of(std::int32_t size) { return Mask((static_cast<std::size_t>(size) + 63) / 64); }
inline bool has(const Mask &mask, std::int32_t place) { return mask[place / 64] >> place % 64 & 1; }
inline void add(Mask &mask, std::int32_t place) {
  mask[place / 64] |= std::uint64_t{1} << place % 64;
}
inline void drop(Mask &mask, std::int32_t place) {
  mask[place / 64] &= ~(std::uint64_t{1} << place % 64);
}
inline bool meets(const Mask &mask, const MaskParts &parts) {
  for (const auto [word, bits] : parts)
    if (mask[word] & bits)
      return true;
  return false;
}
inline std::int32_t common(const Mask &mask, const MaskParts &parts) {
  std::int32_t number = 0;
  for (const auto [word, bits] : parts)
    if (const std::uint64_t both = mask[word] & bits) // often none, and a popcount may be a call
      number += std::popcount(both);
  return number;
}
// Adds a place to parts whose places ascend.
inline void append(MaskParts &parts, std::int32_t place) {
  if (parts.empty() || parts.back().word != place / 64)
    parts.push_back({place / 64, 0});
  parts.back().bits |= std::uint64_t{1} << place % 64;
}

// Calls `visit(place)` for the places of a mask, ascending, until it returns true.
template <class Visit> bool any_of(const Mask &mask, Visit visit) {
  for (std::size_t word = 0; word < mask.size(); ++word)
    for (std::uint64_t bits = mask[word]; bits; bits &= bits - 1)
      if (visit(static_cast<std::int32_t>(64 * word) + std::countr_zero(bits)))
        return true;
  return false;
}
// The same for those that are in the parts, too.
template <class Visit> bool any_of(const Mask &mask, const MaskParts &parts, Visit visit) {
  for (const auto [word, own] : parts)
    for (std::uint64_t bits = mask[word] & own; bits; bits &= bits - 1)
      if (visit(64 * word + std::countr_zero(bits)))
        return true;
  return false;
}

struct MaskState {
  struct Sum {
    std::int32_t item;
    std::int64_t need, room;
    bool operator==(const Sum &) const = default;
  };

  Mask live, unmet;
  std::vector<Sum> sums; // by item, ascending

  bool operator==(const MaskState &) const = default;
  bool is_over() const;
};

class MaskStates {
public:
  static constexpr std::int32_t none = -1;

  MaskStates(Problem &problem, Poll &poll);

  // The state after the given options, without the forbidden ones.
  const MaskState &root() const { return root_; }
  // The state after an option, and the one without it.
  MaskState chosen(const MaskState &state, std::int32_t option) const;
  MaskState without(const MaskState &state, std::int32_t option) const;

  // An item whose live options are too few, or come to too much; or none.
  std::int32_t lacking(const MaskState &state) const;
  bool lacks(const MaskState &state, std::int32_t item) const;
  // How much live options cover an item, at least and at most.
  std::pair<std::int64_t, std::int64_t> range(const Mask &live, std::int32_t item) const;

  const MaskParts &users(std::int32_t item) const { return users_[item]; }
  std::int32_t items() const { return static_cast<std::int32_t>(users_.size()); }
  // Items that are counted or summed up and share an option with the item.
  const std::vector<std::int32_t> &sums_beside(std::int32_t item) const { return beside_[item]; }
  bool weighted(std::int32_t item) const { return !by_weight_[item].empty(); }
  std::int64_t weight(std::int32_t item, std::int32_t option) const;
  // Whether an item needs an option, as far as one can say without its sum.
  bool in_need(const MaskState::Sum &sum) const {
    return sum.need > 0 || (weighted(sum.item) && sum.room < 0);
  }

private:
  struct Entry {
    std::int32_t item, color;
    std::int64_t weight;
  };
  struct Weighed {
    std::int64_t weight;
    MaskParts users;
  };

  void take(MaskState &state, std::int32_t option) const;
  void settle(MaskState &state) const;
  void find_sums_beside(Poll &poll);
  std::span<const Entry> entries(std::int32_t option) const {
    return {entries_.data() + starts_[option], entries_.data() + starts_[option + 1]};
  }

  std::vector<std::int64_t> starts_;
  std::vector<Entry> entries_; // of each option by item, ascending
  std::vector<MaskParts> users_;
  std::vector<std::uint8_t> single_;              // items that may be covered once at most
  std::vector<std::vector<Weighed>> by_weight_;   // of items with weights
  std::vector<std::vector<std::int32_t>> colors_; // of items with colors: by its users' order
  std::vector<std::vector<std::int32_t>> beside_;
  MaskState root_;
};

} // namespace minuet
