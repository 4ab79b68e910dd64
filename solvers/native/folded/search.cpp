#include "folded/search.hpp"

#include "memo/choice.hpp"

#include <unordered_map>

namespace minuet {

namespace {

// Edges in order of their options; what leaves an option out comes last.
bool before(const FoldedEdge &a, const FoldedEdge &b) {
  return static_cast<std::uint32_t>(a.option) < static_cast<std::uint32_t>(b.option);
}

template <int W> class FoldedWalk final : public FoldedSearch {
public:
  FoldedWalk(const PackedMatrix &part, ItemOrder order, std::span<const std::int32_t> items,
             std::size_t memory, FoldedTelling telling, Poll &poll)
      : states_(part, order, items, telling.hash_mask, poll), dead_ends_(telling.dead_ends),
        memo_(states_.key_words() <= MemoTable::widest), table_(memory) {
    tree_.add(FoldedArrays::leaf, {});
    ++nodes_;
    const LiveOptions all = states_.root(poll);
    if (!states_.any_open())
      root_ = solved;
    else
      descend(all);
  }

  bool run(std::int64_t work) override;
  std::pair<FoldedArrays, std::int32_t> take() override;
  double progress() const override;
  std::int64_t nodes() const override { return nodes_; }
  bool remembers() const override { return memo_; }
  void set_memory(std::size_t bytes) override { table_.set_cap(bytes); }
  std::size_t tree_bytes() const override { return tree_.bytes(); }
  std::size_t bytes() const override { return tree_.bytes() + table_.bytes() + states_.bytes(); }

private:
  static constexpr std::int32_t solved = 0; // the node of nothing left

  struct Frame : LiveOptions {
    std::int32_t item;    // in the order of the search
    std::size_t next;     // the first choice not yet tried
    std::int64_t started; // nodes_ when it began
    bool keyed;           // its node goes into the table
    std::vector<FoldedEdge> edges;
  };

  void enter(std::int32_t option);
  void descend(const LiveOptions &live);
  std::int32_t look_up();
  std::int32_t dead_end();
  std::int32_t written(Frame &frame);
  void close();
  void give(std::int32_t node);

  MemoStates<W> states_;
  bool dead_ends_, memo_;
  MemoTable table_; // of node + 1; 0: no solution
  FoldedArrays tree_;
  std::unordered_map<std::int32_t, std::int32_t> ends_; // dead ends, by item
  std::vector<Frame> frames_;
  std::size_t depth_ = 0; // frames in use; the others keep their storage
  std::int32_t root_ = FoldedArrays::none;
  std::int64_t nodes_ = 0;
  BigCount found_;
};

template <int W> void FoldedWalk<W>::enter(std::int32_t option) {
  ++nodes_;
  const std::size_t above = depth_ - 1;
  if (states_.cover(above, option))
    descend(states_.left_by(frames_[above], option));
  else
    give(states_.met(depth_) ? solved : dead_end());
}

// Hands a node to the one above it, under the option that was tried there.
template <int W> void FoldedWalk<W>::give(std::int32_t node) {
  if (depth_ == 0) {
    root_ = node;
  } else if (node != FoldedArrays::none) {
    Frame &above = frames_[depth_ - 1];
    above.edges.push_back({states_.masks().number[states_.listed(above.next - 1)], node});
  }
}

template <int W> std::int32_t FoldedWalk<W>::dead_end() {
  if (!dead_ends_)
    return FoldedArrays::none;
  const auto [end, fresh] = ends_.try_emplace(states_.dead(depth_));
  if (fresh)
    end->second = tree_.add(end->first, {});
  return end->second;
}

// Looks the state up, or opens a frame for it.
template <int W> void FoldedWalk<W>::descend(const LiveOptions &live) {
  bool forced = false;
  const std::int32_t item = states_.choose(depth_, live, forced);
  if (item < 0)
    return give(item == states_.nothing_open ? solved : dead_end());
  const bool keyed = memo_ && !forced && depth_ > 0;
  if (keyed || depth_ == 0)
    states_.write_key(depth_);
  if (keyed && table_.find(states_.key(depth_), found_))
    return give(found_.is_zero() ? FoldedArrays::none
                                 : static_cast<std::int32_t>(found_.limb(0) - 1));
  if (frames_.size() == depth_)
    frames_.emplace_back();
  Frame &frame = frames_[depth_++];
  static_cast<LiveOptions &>(frame) = live;
  states_.list_choices(frame, item);
  frame.item = item;
  frame.next = frame.end;
  frame.started = nodes_;
  frame.keyed = keyed;
  frame.edges.clear();
}

// An option's own item whose option is dead decides on nothing.
template <int W> std::int32_t FoldedWalk<W>::written(Frame &frame) {
  auto &edges = frame.edges;
  const std::int32_t item = states_.masks().item[frame.item];
  if (edges.empty())
    return FoldedArrays::none;
  if (item < 0 && edges.size() == 1 && edges[0].option < 0)
    return edges[0].child;
  std::sort(edges.begin(), edges.end(), before);
  return tree_.add(item < 0 ? FoldedArrays::free : item, edges);
}

template <int W> void FoldedWalk<W>::close() {
  Frame &frame = frames_[--depth_];
  const std::int32_t node = written(frame);
  if (frame.keyed)
    table_.insert(states_.key(depth_), BigCount(static_cast<std::uint64_t>(node + 1)),
                  static_cast<std::uint64_t>(nodes_ - frame.started));
  give(node);
}

template <int W> bool FoldedWalk<W>::run(std::int64_t work) {
  const std::int64_t stop = states_.work() + work;
  while (depth_ > 0) {
    Frame &frame = frames_[depth_ - 1];
    if (frame.next == frame.last) {
      close();
    } else {
      if (states_.work() >= stop)
        return false;
      enter(states_.listed(frame.next++));
    }
  }
  return true;
}

template <int W> std::pair<FoldedArrays, std::int32_t> FoldedWalk<W>::take() {
  while (depth_ > 0) {
    frames_[depth_ - 1].keyed = false;
    close();
  }
  table_ = MemoTable(0);
  return {std::move(tree_), root_};
}

template <int W> double FoldedWalk<W>::progress() const {
  double done = depth_ > 0 ? 0 : 1, weight = 1;
  for (std::size_t d = 0; d < depth_; ++d) {
    const Frame &frame = frames_[d];
    weight /= static_cast<double>(frame.last - frame.end);
    done += weight * std::max(static_cast<double>(frame.next - frame.end) - 1, 0.0);
  }
  return done;
}

} // namespace

std::unique_ptr<FoldedSearch> FoldedSearch::make(const PackedMatrix &part, ItemOrder order,
                                                 std::span<const std::int32_t> items,
                                                 std::size_t memory, FoldedTelling telling,
                                                 Poll &poll) {
  return by_words(part.bits, [&]<int W>() -> std::unique_ptr<FoldedSearch> {
    return std::make_unique<FoldedWalk<W>>(part, order, items, memory, telling, poll);
  });
}

} // namespace minuet
