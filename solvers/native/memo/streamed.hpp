// Counting without memory beside counting with it: option masks as one more runner of the counter.
//
// Where states do not come up again, streaming option masks (masks/option_masks.hpp) counts several
// times faster than any search that looks its states up. A part without colors is handed to them as
// a matrix of its own.
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
  double progress() const override { return masks_->progress(); }
  void forget() override {}

  std::int64_t nodes() const override { return masks_->nodes(); }
  std::uint64_t lookups() const override { return 0; }
  std::uint64_t hits() const override { return 0; }
  bool remembers() const override { return false; }
  std::size_t table_bytes() const override { return 0; }
  void set_memory(std::size_t) override {}

private:
  std::unique_ptr<OptionMasks> masks_;
};

} // namespace minuet
