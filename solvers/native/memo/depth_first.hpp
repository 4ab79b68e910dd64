// The depth-first search with a memo: one loop, whether solutions are counted (count.cpp) or the
// tree is written down (folded/folding.cpp).
//
// A node is a state (states.hpp) that was not met before; what it comes to is entered into the
// table (table.hpp). An item with one option alone is chosen without a look-up. The published
// relative is Nishino, Yasuda, Minato and Nagata, "Dancing with decision diagrams" (AAAI 2017),
// which builds a ZDD over Knuth's links with the same memo.
#pragma once

#include "memo/states.hpp"

namespace minuet {

// `Record` says what a node comes to. Its members, where options and items are numbers of the whole
// matrix, and -1 is none:
//
// - `Sum`: what the choices of an open node came to so far;
// - `begin(sum)` makes it that of no choices;
// - `add_solution(sum, option)` adds a choice that leaves nothing open;
// - `add_dead_end(sum, option, dead)` adds one without solutions: `dead()` is an item without
//   options;
// - `add_entry(sum, option, entry)` adds one whose state is in the table;
// - `close(sum, item)` returns what the node comes to, after all choices of the item;
// - `add(sum, option, result)` adds a choice that came to that;
// - `entry(result)` is what the table keeps of it.
template <int W, class Record> class DepthFirst {
public:
  using Sum = typename Record::Sum;

  // `items` gives the primary items in order, where the order is fixed.
  DepthFirst(const PackedMatrix &part, ItemOrder order, std::span<const std::int32_t> items,
             std::size_t memory, bool remembers, std::uint32_t hash_mask, Record record, Poll &poll)
      : states_(part, order, items, hash_mask, poll),
        remembers_(remembers && states_.key_words() <= MemoTable::widest), table_(memory),
        record_(std::move(record)) {
    ++nodes_;
    const LiveOptions all = states_.root(poll);
    if (states_.any_open())
      descend(all);
    else
      record_.add_solution(root_, none);
  }

  // Searches on for about `work` words of masks looked at. True: the search is complete.
  bool run(std::int64_t work) {
    const std::int64_t stop = states_.work() + work;
    while (depth_ > 0) {
      Frame &frame = frames_[depth_ - 1];
      if (frame.next == frame.last) {
        close();
        continue;
      }
      if (states_.work() >= stop)
        return false;
      enter(states_.listed(frame.next++));
    }
    return true;
  }

  // The part of the tree that is done, each child of a node weighing the same.
  double progress() const {
    double done = depth_ > 0 ? 0 : 1, weight = 1;
    for (std::size_t d = 0; d < depth_; ++d) {
      const Frame &frame = frames_[d];
      weight /= static_cast<double>(frame.last - frame.end);
      done += weight * std::max(static_cast<double>(frame.next - frame.end) - 1, 0.0);
    }
    return done;
  }

  // Drops the memo and searches on without.
  void forget() {
    remembers_ = false;
    for (Frame &frame : frames_)
      frame.keyed = false;
    table_ = MemoTable(0);
  }

  // Closes all nodes as they are: the search is over.
  void end() {
    forget();
    while (depth_ > 0)
      close();
  }

  // An open node: how many of its choices were tried, the nodes since, and what they came to.
  struct Step {
    std::size_t tried;
    std::int64_t nodes;
    Sum sum;
  };

  std::vector<Step> path() const {
    std::vector<Step> steps;
    for (std::size_t d = 0; d < depth_; ++d)
      steps.push_back(
          {frames_[d].next - frames_[d].end, nodes_ - frames_[d].started, frames_[d].sum});
    return steps;
  }

  // Takes up such a path: the rest follows, for a search that makes the same choices opens the same
  // nodes. False: it is that of another search.
  bool retrace(std::vector<Step> steps, std::int64_t nodes, std::uint64_t lookups,
               std::uint64_t hits) {
    if (steps.empty() && depth_ > 0)
      return false;
    retraces_ = true;
    for (std::size_t d = 0; d < steps.size(); ++d) {
      const bool last = d + 1 == steps.size();
      Step &step = steps[d];
      if (depth_ != d + 1 || step.tried > frames_[d].last - frames_[d].end ||
          (step.tried == 0 && !last))
        return false;
      Frame &frame = frames_[d];
      frame.started = nodes - step.nodes;
      frame.next = frame.end + step.tried;
      frame.sum = std::move(step.sum);
      if (!last)
        enter(states_.listed(frame.next - 1));
    }
    retraces_ = false;
    nodes_ = nodes, lookups_ = lookups, hits_ = hits;
    return true;
  }

  Sum &root() { return root_; }
  const Sum &root() const { return root_; }
  Record &record() { return record_; }
  const Record &record() const { return record_; }
  MemoTable &table() { return table_; }
  const MemoTable &table() const { return table_; }
  bool remembers() const { return remembers_; }
  std::int32_t key_words() const { return states_.key_words(); }
  std::size_t state_bytes() const { return states_.bytes(); }
  std::int64_t nodes() const { return nodes_; }
  std::uint64_t lookups() const { return lookups_; }
  std::uint64_t hits() const { return hits_; }

private:
  static constexpr std::int32_t none = -1;

  struct Frame : LiveOptions {
    std::int32_t item;    // in the order of the search
    std::size_t next;     // the first choice not yet tried
    std::int64_t started; // nodes_ when it began
    bool keyed;           // what it comes to goes into the table
    Sum sum;
  };

  // Of the node at hand: what is added up above it, and the option that was tried there.
  Sum &above() { return depth_ > 0 ? frames_[depth_ - 1].sum : root_; }
  std::int32_t tried() const {
    return depth_ > 0 ? states_.masks().number[states_.listed(frames_[depth_ - 1].next - 1)] : none;
  }

  void enter(std::int32_t option) {
    ++nodes_;
    if (states_.cover(depth_ - 1, option))
      descend(states_.left_by(frames_[depth_ - 1], option));
    else if (states_.met(depth_))
      record_.add_solution(above(), tried());
    else
      add_dead_end();
  }

  // Looks the state up, or opens a frame for it.
  void descend(const LiveOptions &live) {
    bool forced = false;
    const std::int32_t item = states_.choose(depth_, live, forced);
    if (item == states_.nothing_open)
      return record_.add_solution(above(), tried());
    if (item == states_.dead_end)
      return add_dead_end();
    const bool keyed = remembers_ && !forced && depth_ > 0;
    if (keyed || depth_ == 0)
      states_.write_key(depth_);
    if (keyed && !retraces_) {
      ++lookups_;
      if (table_.find(states_.key(depth_), entry_)) {
        ++hits_;
        return record_.add_entry(above(), tried(), entry_);
      }
    }
    if (frames_.size() == depth_)
      frames_.emplace_back();
    Frame &frame = frames_[depth_++];
    static_cast<LiveOptions &>(frame) = live;
    states_.list_choices(frame, item);
    frame.item = item;
    frame.next = frame.end;
    frame.started = nodes_;
    frame.keyed = keyed;
    record_.begin(frame.sum);
  }

  void add_dead_end() {
    record_.add_dead_end(above(), tried(), [this] { return states_.dead(depth_); });
  }

  void close() {
    Frame &frame = frames_[--depth_];
    const auto &result = record_.close(frame.sum, states_.masks().item[frame.item]);
    if (frame.keyed)
      table_.insert(states_.key(depth_), record_.entry(result),
                    static_cast<std::uint64_t>(nodes_ - frame.started));
    record_.add(above(), tried(), result);
  }

  MemoStates<W> states_;
  bool remembers_;
  MemoTable table_;
  Record record_;
  bool retraces_ = false; // looks no state up
  std::vector<Frame> frames_;
  std::size_t depth_ = 0; // frames in use; the others keep their storage
  Sum root_{};            // what the root comes to
  std::int64_t nodes_ = 0;
  std::uint64_t lookups_ = 0, hits_ = 0;
  BigCount entry_;
};

} // namespace minuet
