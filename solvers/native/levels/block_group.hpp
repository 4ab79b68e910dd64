// A group of isomorphic blocks while it grows (blocks.hpp).
#pragma once

#include "levels/blocks.hpp"

namespace minuet {

// What the links leave connected: its bits, and its options with the place of each. Options have a
// place in common if they have the same links and are the same one in the order of such options.
struct Component {
  std::vector<std::int32_t> bits, options, places;
};

class GrowingGroup {
public:
  // `own`: the bits of each option that are no links.
  GrowingGroup(const PackedMatrix &part, const std::vector<std::vector<std::int32_t>> &own,
               std::int32_t places)
      : part_(part), own_(own), at_(places, -1) {}

  // False: the component is not isomorphic to the blocks of the group.
  bool add(const Component &component, Poll &poll);

  BlockGroup finished(const std::vector<std::uint8_t> &link, Poll &poll) const;

private:
  using Numbers = std::vector<std::int32_t>;
  struct Shared {
    Numbers slots;
    std::int32_t model; // an option that has its links
  };

  bool match(const Component &component, Poll &poll);
  std::int32_t slot_for(std::int32_t bit, const Numbers &known, const Numbers &uses) const;
  void join(const Component &component, Poll &poll);
  void watch(BlockGroup &group, std::size_t option, const std::vector<Numbers> &users,
             Poll &poll) const;

  const PackedMatrix &part_;
  const std::vector<Numbers> &own_;
  std::vector<std::uint8_t> required_;                // slots
  std::vector<Shared> shared_;                        // the options
  Numbers at_;                                        // place -> option
  Numbers slot_of_;                                   // bits of the component that was matched
  std::vector<std::uint8_t> taken_;                   // slots
  std::vector<std::vector<std::uint8_t>> has_option_; // of blocks
  std::vector<Numbers> bits_;                         // of blocks
};

} // namespace minuet
