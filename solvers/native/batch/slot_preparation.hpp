// What positional slots prepare once for a matrix: the masks of its options and of lines of slots.
//
// Nothing of it changes any more, so the engines of all threads read the same one. A 9x9 sudoku
// takes some .65 ms: most goes into the masks of its 729 options and the first touch of their .8
// MB. Making the mask of every line to see whether it tells anything took twice the time.
#pragma once

#include "batch/slots_state.hpp"
#include "shared/problem.hpp"
#include "shared/simd_path.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace minuet {

// The planes' words and numbers, and what a state and a mask take, in words.
struct SlotShape {
  std::int32_t words, slots, stride, mask_stride;
  SlotShape(const Problem &problem, SimdPath path);
};

// Of all masks: they should be near. Half of them may be masks of lines.
constexpr std::int64_t most_mask_words = 1 << 18;

// Sets of options, those that are allowed, a row of words each.
class OptionSets {
public:
  OptionSets(std::int32_t sets, std::int32_t options)
      : width_((options + 63) / 64), words_(std::size_t(sets) * width_) {}
  std::int32_t width() const { return width_; }
  std::uint64_t *row(std::int32_t set) { return words_.data() + std::size_t(set) * width_; }
  const std::uint64_t *row(std::int32_t set) const {
    return words_.data() + std::size_t(set) * width_;
  }

private:
  std::int32_t width_;
  std::vector<std::uint64_t> words_;
};

class SlotPreparation {
public:
  struct CacheLine {
    alignas(64) std::uint64_t words[8];
  };

  // A bit of a state: an option in one of its primary items.
  struct Place {
    std::int32_t bit, item, slot;
  };

  SlotPreparation(const Problem &problem, SimdPath path, Poll &poll);

  std::uint64_t *mask(std::int32_t number) {
    return masks[0].words + std::int64_t{shape.mask_stride} * number;
  }
  const std::uint64_t *mask(std::int32_t number) const {
    return masks[0].words + std::int64_t{shape.mask_stride} * number;
  }
  std::int32_t options() const { return static_cast<std::int32_t>(place_starts.size()) - 1; }
  // The places of an allowed option, one for each of its primary items.
  std::span<const Place> places(std::int32_t option) const {
    return std::span(all_places)
        .subspan(place_starts[option], place_starts[option + 1] - place_starts[option]);
  }
  // Whether there is room for so many masks.
  bool has_room(std::int32_t number) const {
    return std::int64_t{shape.mask_stride} * number <= most_mask_words;
  }

  const SlotShape shape;
  std::vector<CacheLine> all, root, leader; // as in SlotSearch
  std::unique_ptr<CacheLine[]> masks;
  std::vector<std::uint16_t> mask_at, line_at;
  std::vector<std::int64_t> place_starts; // option -> its places
  std::vector<Place> all_places;
  std::int32_t masks_made = 0;

private:
  void place_options(const Problem &problem, Poll &poll);
  std::vector<std::vector<std::int32_t>> slots_of_items(const Problem &problem, Poll &poll) const;
  void exclude(const Problem &problem, Poll &poll);
};

inline void put(std::uint64_t *set, std::uint32_t bit) {
  set[bit / 64] |= std::uint64_t{1} << bit % 64;
}
inline void take(std::uint64_t *set, std::uint32_t bit) {
  set[bit / 64] &= ~(std::uint64_t{1} << bit % 64);
}
inline bool has(const std::uint64_t *set, std::uint32_t bit) {
  return set[bit / 64] >> bit % 64 & 1;
}

} // namespace minuet
