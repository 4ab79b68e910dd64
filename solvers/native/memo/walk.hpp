// The state of one search with a memo (search.cpp), for masks of W words.
#pragma once

#include "memo/choice.hpp"
#include "memo/memo_log.hpp"
#include "memo/search.hpp"

namespace minuet {

template <int W> class MemoWalk final : public MemoSearch {
public:
  MemoWalk(const PackedMatrix &matrix, ItemOrder order, std::span<const std::int32_t> items,
           std::size_t memory, std::uint32_t hash_mask, Poll &poll)
      : states_(matrix, order, items, hash_mask, poll),
        memo_(memory > 0 && states_.words() <= MemoTable::widest), hash_mask_(hash_mask),
        table_(memory) {
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
  struct Frame : LiveOptions {
    std::size_t next;     // the first choice not yet tried
    std::size_t choices;  // how many there were
    std::int64_t started; // nodes_ when it began
    bool keyed;           // its count goes into the table
    BigCount sum;
  };

  void root(Poll &poll);
  void enter(std::int32_t option);
  void descend(const LiveOptions &live);

  MemoStates<W> states_;
  bool memo_;
  std::uint32_t hash_mask_;
  MemoTable table_;
  MemoLog log_;          // of the table
  bool replays_ = false; // looks no state up
  std::vector<Frame> frames_;
  std::size_t depth_ = 0; // frames in use; the others keep their storage
  std::int64_t nodes_ = 0;
  std::uint64_t lookups_ = 0, hits_ = 0;
  BigCount total_, found_;
};

} // namespace minuet
