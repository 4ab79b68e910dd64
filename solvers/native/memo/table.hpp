// The memo: a hash table from states to counts, lean in memory and bounded by a cap.
//
// Keys are compared in full: a cache keyed by a hash alone gave wrong counts elsewhere. A record
// (header, key words, limbs of the count) stands in a chain of blocks, so that growing never copies
// it; a slot holds 32 bits of hash and the record's place. Of a key only the words between the
// first nonzero one and the last that differs from the root's are kept: with a static item order
// that is the frontier. A count of 0 takes no limb.
//
// When the cap is reached, the table forgets: the records of the cheapest subtrees go, the older
// first, until half the space is free, and the survivors move together. (To stop inserting instead
// would keep what is near the first leaf and never needed again.) So that growing and forgetting
// never take long at a stretch, a large table is split by hash into shards that do it each for
// itself.
//
// Records keep their order, so a place in it tells which are new since a checkpoint listed them.
#pragma once

#include "shared/big_count.hpp"
#include "shared/poll.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace minuet {

// A state: words [first, first + size) of its key; before them all is 0, after them as in the root.
struct MemoKey {
  const std::uint64_t *words;
  std::uint32_t first, size;
  std::uint32_t hash;

  // `hash_mask` weakens the hash, so that a test can make all keys collide.
  MemoKey(const std::uint64_t *state, const std::uint64_t *root, std::uint32_t words,
          std::uint32_t hash_mask);
  // Of words that were cut already.
  MemoKey(std::uint32_t first, std::span<const std::uint64_t> cut, std::uint32_t hash_mask);
};

class MemoShard {
public:
  static constexpr std::uint32_t efforts = 64; // classes: the logarithm of a subtree's nodes
  using Sizes = std::array<std::size_t, efforts>;

  explicit MemoShard(std::size_t cap_bytes);

  bool find(const MemoKey &key, BigCount &count) const;
  void insert(const MemoKey &key, const BigCount &count, std::uint64_t effort);

  void set_cap(std::size_t cap_bytes) { cap_ = cap_bytes; }
  std::size_t bytes() const;
  std::uint64_t sweeps() const { return sweeps_; }

  void add_sizes(bool fresh, Sizes &sizes) const;
  void take(bool fresh, std::uint32_t least, std::vector<std::uint64_t> &to);
  void mark_taken() { listed_ = end(); }

private:
  using Word = std::uint64_t;

  // A place among the records, in their order.
  struct Place {
    std::size_t block = 0;
    std::uint32_t at = 0;
  };

  template <class Visit> void visit(Place from, Visit visit) const;
  Place end() const { return blocks_.empty() ? Place{} : Place{current_, filled_[current_]}; }
  bool make_room(std::size_t words);
  bool fits(std::size_t more) const { return bytes() + more <= cap_; }
  void grow();
  void place(Word slot);
  void sweep();
  std::uint32_t least_effort_to_keep(std::uint64_t &to_drop) const;
  Word *record(std::uint64_t position) const {
    return blocks_[position >> block_bits_].get() + (position & (block_words() - 1));
  }
  std::size_t block_words() const { return std::size_t{1} << block_bits_; }

  std::size_t cap_;
  std::uint32_t block_bits_;
  std::vector<Word> slots_; // hash << 32 | position + 1; 0 is empty
  std::vector<std::unique_ptr<Word[]>> blocks_;
  std::vector<std::uint32_t> filled_; // words used in each block
  std::size_t current_ = 0;           // the block that is being filled
  Place listed_;                      // records before it were taken (`take`)
  std::uint64_t entries_ = 0, sweeps_ = 0;
};

class MemoTable {
public:
  static constexpr std::int32_t widest = 511; // words in a key that a header can describe
  using Sizes = MemoShard::Sizes;

  explicit MemoTable(std::size_t cap_bytes);

  bool find(const MemoKey &key, BigCount &count) const { return shard(key).find(key, count); }
  void insert(const MemoKey &key, const BigCount &count, std::uint64_t effort) {
    shards_[std::uint64_t{key.hash} >> shift_].insert(key, count, effort);
  }

  void set_cap(std::size_t cap_bytes);
  std::size_t bytes() const;
  std::uint64_t sweeps() const;

  // The words of all records, or of those that were not taken yet, by their class of effort.
  Sizes sizes(bool fresh) const;
  // Those records, from a class of effort on; then all count as taken.
  std::vector<std::uint64_t> take(bool fresh, std::uint32_t least);
  // Inserts what was taken from a table for keys of as many words; it counts as taken. False: it is
  // nothing of that kind.
  bool load(std::span<const std::uint64_t> records, std::uint32_t words, std::uint32_t hash_mask,
            Poll &poll);

private:
  const MemoShard &shard(const MemoKey &key) const {
    return shards_[std::uint64_t{key.hash} >> shift_];
  }

  std::int32_t shift_; // from the hash to the shard's number
  std::vector<MemoShard> shards_;
};

} // namespace minuet
