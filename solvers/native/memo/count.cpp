// Counting depth first with a memo: a node comes to the number of its solutions. And what a
// checkpoint keeps of it.
//
// Where the search is stands in words: how many choices of each open node were tried, and what they
// counted. Of the table, which lists what is new since it was last asked, only what fits is
// written: the states of the cheapest subtrees stay out first, for a search that goes on without
// them finds them again soonest. When all that was written would be too much, it is written anew,
// so that it takes half the room: what the table has forgotten is gone then, and the cheapest
// again.
#include "memo/depth_first.hpp"
#include "memo/searches.hpp"

namespace minuet {

namespace {

// What a piece of a log counts for, beside its words: so there are not too many.
constexpr std::size_t piece = 4096;

std::size_t words_from(const MemoTable::Sizes &sizes, std::uint32_t least) {
  std::size_t total = 0;
  for (std::size_t effort = least; effort < sizes.size(); ++effort)
    total += sizes[effort];
  return total;
}

// The least class of effort, `least` or more, from which on all states fit.
std::uint32_t class_that_fits(const MemoTable::Sizes &sizes, std::size_t room,
                              std::uint32_t least) {
  while (least < sizes.size() && words_from(sizes, least) > room)
    ++least;
  return least;
}

// What of a table stands in a checkpoint.
class MemoLog {
public:
  // What is to be added to it.
  KeptStates take(MemoTable &table, const SaveLimits &limits) {
    KeptStates kept;
    if (begun_) {
      const MemoTable::Sizes fresh = table.sizes(true);
      const std::uint32_t least = class_that_fits(fresh, limits.fresh, least_);
      if (written_ + words_from(fresh, least) + piece <= limits.memo)
        kept.words = table.take(true, least);
      else
        begun_ = false;
    }
    if (!begun_) {
      least_ = class_that_fits(table.sizes(false), limits.memo / 2, 0);
      kept = {true, table.take(false, least_)};
      begun_ = true;
      written_ = 0;
    }
    written_ += kept.words.size() + piece;
    return kept;
  }

  // What was read back stands written already.
  void resume(std::size_t words) {
    begun_ = true;
    written_ = words;
  }

private:
  bool begun_ = false;
  std::size_t written_ = 0; // words
  std::uint32_t least_ = 0; // class of effort that is written
};

// The record of a search that counts (depth_first.hpp).
struct CountRecord {
  using Sum = BigCount;

  void begin(Sum &sum) const { sum.clear(); }
  void add_solution(Sum &sum, std::int32_t) const { sum.increment(); }
  template <class Dead> void add_dead_end(Sum &, std::int32_t, Dead) const {}
  void add_entry(Sum &sum, std::int32_t, const BigCount &entry) const { sum.add(entry); }
  const BigCount &close(const Sum &sum, std::int32_t) const { return sum; }
  void add(Sum &sum, std::int32_t, const BigCount &result) const { sum.add(result); }
  const BigCount &entry(const BigCount &result) const { return result; }
};

template <int W> class DepthFirstCount final : public CountSearch {
public:
  DepthFirstCount(const PackedMatrix &part, ItemOrder order, std::span<const std::int32_t> items,
                  std::size_t memory, std::uint32_t hash_mask, Poll &poll)
      : hash_mask_(hash_mask),
        search_(part, order, items, memory, memory > 0, hash_mask, {}, poll) {}

  bool run(std::int64_t work) override { return search_.run(work); }
  BigCount counted() const override {
    BigCount result = search_.root();
    for (const Step &step : search_.path())
      result.add(step.sum);
    return result;
  }
  double progress() const override { return search_.progress(); }
  void forget() override { search_.forget(); }

  std::int64_t nodes() const override { return search_.nodes(); }
  std::uint64_t lookups() const override { return search_.lookups(); }
  std::uint64_t hits() const override { return search_.hits(); }
  bool remembers() const override { return search_.remembers(); }
  std::size_t table_bytes() const override { return search_.table().bytes(); }
  void set_memory(std::size_t bytes) override { search_.table().set_cap(bytes); }

  Words path() const override {
    const std::vector<Step> steps = search_.path();
    Words path{remembers(), static_cast<std::uint64_t>(nodes()), lookups(), hits(), steps.size()};
    for (const Step &step : steps) {
      path.push_back(step.tried);
      path.push_back(static_cast<std::uint64_t>(step.nodes));
      append_count(path, step.sum);
    }
    return path;
  }

  KeptStates take(const SaveLimits &limits) override {
    return remembers() ? log_.take(search_.table(), limits) : KeptStates{true, {}};
  }

  bool restore(std::span<const std::uint64_t> path, std::span<const std::uint64_t> states,
               Poll &poll) override {
    SavedReader saved(path);
    if (saved.word() == 0)
      forget();
    else if (!search_.table().load(states, search_.key_words(), hash_mask_, poll))
      return false;
    log_.resume(states.size());
    const std::int64_t nodes = saved.number();
    const std::uint64_t lookups = saved.word(), hits = saved.word(), depth = saved.word();
    std::vector<Step> steps;
    for (std::uint64_t d = 0; d < depth && !saved.failed(); ++d) {
      const std::uint64_t tried = saved.word();
      const std::int64_t since = saved.number();
      steps.push_back({tried, since, saved.count()});
    }
    return saved.at_end() && search_.retrace(std::move(steps), nodes, lookups, hits);
  }

private:
  using Search = DepthFirst<W, CountRecord>;
  using Step = typename Search::Step;

  std::uint32_t hash_mask_;
  Search search_;
  MemoLog log_; // of the table
};

} // namespace

std::unique_ptr<CountSearch> depth_first_count(const PackedMatrix &part, ItemOrder order,
                                               std::span<const std::int32_t> items,
                                               std::size_t memory, std::uint32_t hash_mask,
                                               Poll &poll) {
  return by_words<4>(part.words(), [&]<int W>() -> std::unique_ptr<CountSearch> {
    return std::make_unique<DepthFirstCount<W>>(part, order, items, memory, hash_mask, poll);
  });
}

} // namespace minuet
