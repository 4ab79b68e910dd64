#include "levels/level_table.hpp"

#include <algorithm>
#include <bit>

namespace minuet {

namespace {
constexpr std::uint64_t shard_states = 4096, most_shards = 1 << 14;
constexpr std::size_t least_room = 16;
} // namespace

LevelTable::LevelTable(std::int32_t words, std::int32_t limbs, std::uint64_t states, Word hash_mask)
    : words_(words), limbs_(limbs), hash_mask_(hash_mask),
      shards_(std::bit_ceil(std::clamp<std::uint64_t>(states / shard_states, 1, most_shards))),
      first_room_(
          std::max(least_room, std::bit_ceil<std::size_t>(states / shards_.size() + 1) / 2)),
      bytes_(shards_.size() * sizeof(Shard)) {}

std::uint64_t LevelTable::states() const {
  std::uint64_t total = 0;
  for (const Shard &shard : shards_)
    total += shard.used;
  return total;
}

const LevelTable::Word *LevelTable::next(Place &at) const {
  const std::size_t stride = words_ + limbs_;
  for (; at.shard < shards_.size(); ++at.shard, at.slot = 0)
    while (at.slot < shards_[at.shard].room) {
      const Word *const slot = &shards_[at.shard].slots[at.slot++ * stride];
      if (!is_empty(slot + words_))
        return slot;
    }
  return nullptr;
}

void LevelTable::grow(Shard &shard) {
  const std::size_t room = std::max(first_room_, shard.room * 2), stride = words_ + limbs_;
  std::vector<Word> old(room * stride, 0);
  bytes_ += (room - shard.room) * stride * sizeof(Word);
  old.swap(shard.slots);
  for (std::size_t s = 0; s < shard.room; ++s) {
    const Word *const from = &old[s * stride];
    if (is_empty(from + words_))
      continue;
    std::size_t to = hash_of(from, words_) & hash_mask_ & (room - 1);
    while (!is_empty(&shard.slots[to * stride + words_]))
      to = (to + 1) & (room - 1);
    std::copy_n(from, stride, &shard.slots[to * stride]);
  }
  shard.room = room;
}

} // namespace minuet
