// The states of one level of a frontier, each with its count: open addressing with whole keys.
//
// A slot is a key of some words and the limbs of a count behind it. No count is 0, so an empty slot
// is one whose limbs are all 0. There are shards by hash, each of which grows for itself, so that
// no growth takes long at a stretch.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <intrin.h>
#endif

namespace minuet {

class LevelTable {
public:
  using Word = std::uint64_t;

  // `words` of a key; about how many `states` are expected.
  LevelTable(std::int32_t words, std::int32_t limbs, std::uint64_t states, Word hash_mask);

  // The hash of a key; what `find` will look at is fetched meanwhile.
  template <int W> Word prepare(const Word *key) const {
    const std::int32_t words = W > 0 ? W : words_;
    const Word hash = hash_of(key, words) & hash_mask_;
    const Shard &shard = shards_[hash >> shard_shift & (shards_.size() - 1)];
    if (shard.room > 0)
      fetch(&shard.slots[(hash & (shard.room - 1)) * (words + limbs_)]);
    return hash;
  }

  // The limbs of the state, all 0 if it is new: then something must be added to them.
  template <int W> Word *find(const Word *key, Word hash) {
    const std::int32_t words = W > 0 ? W : words_;
    Shard &shard = shards_[hash >> shard_shift & (shards_.size() - 1)];
    if (shard.used * 4 >= shard.room * 3)
      grow(shard);
    const std::size_t mask = shard.room - 1, stride = words + limbs_;
    for (std::size_t s = hash & mask;; s = (s + 1) & mask) {
      Word *const slot = &shard.slots[s * stride];
      if (is_empty(slot + words)) {
        ++shard.used;
        for (std::int32_t w = 0; w < words; ++w)
          slot[w] = key[w];
        return slot + words;
      }
      Word differ = 0;
      for (std::int32_t w = 0; w < words; ++w)
        differ |= slot[w] ^ key[w];
      if (differ == 0)
        return slot + words;
    }
  }

  std::int32_t limbs() const { return limbs_; }
  std::size_t bytes() const { return bytes_; }
  std::uint64_t states() const;

  // Where a walk over the states is.
  struct Place {
    std::size_t shard = 0, slot = 0;
  };
  // The next state: its key and its limbs; null at the end.
  const Word *next(Place &at) const;

private:
  static constexpr int shard_shift = 40;
  static constexpr std::uint64_t shard_states = 4096, most_shards = 1 << 14;
  static constexpr std::size_t least_room = 16;

  struct Shard {
    std::vector<Word> slots;
    std::size_t room = 0, used = 0;
  };

  // So many look-ups wait for memory that it is asked for ahead of time, where one can ask.
  static void fetch(const Word *slot) {
#if defined(__GNUC__)
    __builtin_prefetch(slot);
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
    _mm_prefetch(reinterpret_cast<const char *>(slot), _MM_HINT_T0);
#else
    static_cast<void>(slot);
#endif
  }

  static Word hash_of(const Word *key, std::int32_t words) {
    Word hash = 0;
    for (std::int32_t w = 0; w < words; ++w) {
      hash = (hash ^ key[w]) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 32;
    }
    hash *= 0xff51afd7ed558ccdu;
    return hash ^ hash >> 29;
  }
  bool is_empty(const Word *count) const {
    Word any = 0;
    for (std::int32_t l = 0; l < limbs_; ++l)
      any |= count[l];
    return any == 0;
  }
  void grow(Shard &shard);

  std::int32_t words_, limbs_;
  Word hash_mask_;
  std::vector<Shard> shards_;
  std::size_t first_room_, bytes_;
};

inline LevelTable::LevelTable(std::int32_t words, std::int32_t limbs, std::uint64_t states,
                              Word hash_mask)
    : words_(words), limbs_(limbs), hash_mask_(hash_mask),
      shards_(std::bit_ceil(std::clamp<std::uint64_t>(states / shard_states, 1, most_shards))),
      first_room_(
          std::max(least_room, std::bit_ceil<std::size_t>(states / shards_.size() + 1) / 2)),
      bytes_(shards_.size() * sizeof(Shard)) {}

inline std::uint64_t LevelTable::states() const {
  std::uint64_t total = 0;
  for (const Shard &shard : shards_)
    total += shard.used;
  return total;
}

inline const LevelTable::Word *LevelTable::next(Place &at) const {
  const std::size_t stride = words_ + limbs_;
  for (; at.shard < shards_.size(); ++at.shard, at.slot = 0)
    while (at.slot < shards_[at.shard].room) {
      const Word *const slot = &shards_[at.shard].slots[at.slot++ * stride];
      if (!is_empty(slot + words_))
        return slot;
    }
  return nullptr;
}

inline void LevelTable::grow(Shard &shard) {
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
