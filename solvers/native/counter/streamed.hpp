// Counting without memory beside counting with it: option masks as one more runner of the counter.
//
// Where states do not come up again, streaming option masks (masks/option_masks.hpp) counts several
// times faster than any search that looks its states up. A part without colors is handed to them as
// a matrix of its own. A checkpoint keeps the subtrees that are left; each has masks of its own
// then.
#pragma once

#include "masks/option_masks.hpp"
#include "memo/search.hpp"

namespace minuet {

class StreamedCount final : public MemoSearch {
public:
  // Null where the part has colors, or more items than the masks can hold.
  static std::unique_ptr<MemoSearch> make(const PackedMatrix &part, Poll &poll);

  bool run(std::int64_t work) override;
  BigCount counted() const override;
  double progress() const override;
  void forget() override {}

  std::int64_t nodes() const override;
  std::uint64_t lookups() const override { return 0; }
  std::uint64_t hits() const override { return 0; }
  bool remembers() const override { return false; }
  std::size_t table_bytes() const override { return 0; }
  void set_memory(std::size_t) override {}

  Words path() const override;
  KeptStates take(const SaveLimits &) override { return {true, {}}; }
  bool restore(std::span<const std::uint64_t> path, std::span<const std::uint64_t> states,
               Poll &poll) override;

private:
  using Numbers = std::vector<std::int32_t>;

  void begin(const Subtree &subtree, Poll &poll);
  void next(Poll &poll);
  std::int64_t solutions() const;

  std::int32_t primary_ = 0;
  Numbers starts_{0}, members_, colors_; // the matrix
  std::vector<std::int64_t> low_, high_;
  std::unique_ptr<OptionMasks> masks_; // null at the end
  bool done_ = false;
  std::vector<Subtree> left_; // behind what the masks are at, the next one last
  Poll *poll_ = nullptr;
  // Of the subtrees before it: solutions, nodes, their share of all; its own, and theirs behind.
  std::int64_t counted_ = 0, nodes_ = 0;
  double before_ = 0, share_ = 1;
  std::vector<double> shares_;
};

} // namespace minuet
