// The state of one search with a memo (search.cpp), for masks of W words.
#pragma once

#include "memo/masks.hpp"
#include "memo/memo_log.hpp"
#include "memo/planes.hpp"
#include "memo/search.hpp"

namespace minuet {

// W words a mask, known to the compiler; W = 0: any number, most of them 0 in any one mask.
template <int W> class MemoWalk final : public MemoSearch {
public:
  using Word = MemoMasks::Word;

  MemoWalk(const PackedMatrix &matrix, ItemOrder order, std::span<const std::int32_t> items,
           std::size_t memory, std::uint32_t hash_mask, Poll &poll)
      : masks_(matrix, items, order == ItemOrder::fixed, poll), order_(order),
        memo_(memory > 0 && masks_.words <= MemoTable::widest), hash_mask_(hash_mask),
        table_(memory), candidates_(words()), narrowed_(words()), planes_(words()) {
    root(poll);
  }

  bool run(std::int64_t work) override;
  BigCount counted() const override;
  double progress() const override;
  void forget() override {
    memo_ = false;
    for (Frame &frame : frames_)
      frame.keyed = false;
    table_ = MemoTable(0);
  }

  std::int64_t nodes() const override { return nodes_; }
  std::uint64_t lookups() const override { return lookups_; }
  std::uint64_t hits() const override { return hits_; }
  bool remembers() const override { return memo_; }
  std::size_t table_bytes() const override { return table_.bytes(); }
  void set_memory(std::size_t bytes) override { table_.set_cap(bytes); }

  Words path() const override;
  KeptStates take(const SaveLimits &limits) override;
  bool restore(std::span<const std::uint64_t> path, std::span<const std::uint64_t> states,
               Poll &poll) override;

private:
  struct Frame {
    std::int32_t tail;      // options from here on are all live
    std::size_t begin, end; // the listed live options, in live_
    std::size_t next, last; // the choices not yet tried, in live_
    std::size_t choices;    // how many there were
    std::int64_t started;   // nodes_ when it began
    bool keyed;             // its count goes into the table
    BigCount sum;
  };

  std::int32_t words() const { return W > 0 ? W : masks_.words; }
  std::int32_t primary_words() const { return W > 0 ? W : masks_.primary_words; }
  const Word *mask(std::int32_t o) const { return &masks_.mask[std::size_t(o) * words()]; }
  Word *open(std::size_t level) { return &open_[level * words()]; }
  Word *key(std::size_t level) { return &keys_[level * words()]; }

  void root(Poll &poll);
  void enter(std::int32_t option);
  void descend(const Word *open, std::int32_t tail, std::size_t begin, std::size_t end);
  std::size_t filter(const Frame &parent, std::int32_t option, std::int32_t tail, std::size_t out);
  Word seen(std::int32_t w) const {
    return planes_.ones[w] | planes_.twos[w] | planes_.fours[w] | planes_.more[w];
  }
  void add_tail(std::int32_t tail);
  std::int32_t choose(const Word *open, std::size_t begin, std::size_t end, bool &forced);
  std::int32_t smallest(const Word *open, std::size_t begin, std::size_t end, bool &forced);
  std::int32_t by_counting(const Word *open, std::size_t begin, std::size_t end);
  std::int32_t lowest(const Word *set) const;

  MemoMasks masks_;
  ItemOrder order_;
  bool memo_;
  std::uint32_t hash_mask_;
  MemoTable table_;
  MemoLog log_;          // of the table
  bool replays_ = false; // looks no state up
  std::vector<Frame> frames_;
  std::size_t depth_ = 0; // frames in use; the others keep their storage
  std::vector<std::int32_t> live_;
  std::vector<Word> open_, keys_;
  std::vector<Word> candidates_, narrowed_;
  std::vector<std::int32_t> counts_;
  Planes<W> planes_;
  std::int64_t nodes_ = 0, work_ = 0;
  std::uint64_t lookups_ = 0, hits_ = 0;
  BigCount total_, found_;
};

} // namespace minuet
