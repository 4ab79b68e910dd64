#include "folded/folding.hpp"

#include "memo/depth_first.hpp"

#include <cmath>
#include <numeric>
#include <unordered_map>

namespace minuet {

// What a search in one order finds, and how far it is.
class FoldedSearch {
public:
  virtual ~FoldedSearch() = default;

  // Searches on for about `work` words of masks looked at. True: the tree is complete.
  virtual bool run(std::int64_t work) = 0;
  // The tree, and its root; none: there is no solution. The search is over then.
  virtual std::pair<FoldedArrays, std::int32_t> take() = 0;
  virtual double progress() const = 0;
  virtual std::int64_t nodes() const = 0; // gone through
  virtual bool remembers() const = 0;
  virtual void forget() = 0; // what the table has, and search on without
  virtual std::uint64_t lookups() const = 0;
  virtual std::uint64_t hits() const = 0;
  virtual void set_memory(std::size_t bytes) = 0; // of the table
  virtual std::size_t bytes() const = 0;          // of the tree and the table
  virtual std::size_t tree_bytes() const = 0;
};

namespace {

// Edges in order of their options; what leaves an option out comes last.
bool before(const FoldedEdge &a, const FoldedEdge &b) {
  return static_cast<std::uint32_t>(a.option) < static_cast<std::uint32_t>(b.option);
}

// The record of a search that writes its nodes down (memo/depth_first.hpp). The table has a node
// and one more; 0: no solution.
class FoldedRecord {
public:
  using Sum = std::vector<FoldedEdge>;

  explicit FoldedRecord(bool dead_ends) : dead_ends_(dead_ends) {
    tree.add(FoldedArrays::leaf, {}); // the node of nothing left
  }

  void begin(Sum &edges) const { edges.clear(); }
  void add_solution(Sum &edges, std::int32_t option) const { edges.push_back({option, solved}); }
  template <class Dead> void add_dead_end(Sum &edges, std::int32_t option, Dead dead) {
    if (!dead_ends_)
      return;
    const auto [end, fresh] = ends_.try_emplace(dead());
    if (fresh)
      end->second = tree.add(end->first, {});
    edges.push_back({option, end->second});
  }
  void add_entry(Sum &edges, std::int32_t option, const BigCount &entry) const {
    if (!entry.is_zero())
      edges.push_back({option, static_cast<std::int32_t>(entry.limb(0) - 1)});
  }
  // An option's own item whose option is dead decides on nothing.
  std::int32_t close(Sum &edges, std::int32_t item) {
    if (edges.empty())
      return FoldedArrays::none;
    if (item < 0 && edges.size() == 1 && edges[0].option < 0)
      return edges[0].child;
    std::sort(edges.begin(), edges.end(), before);
    return tree.add(item < 0 ? FoldedArrays::free : item, edges);
  }
  void add(Sum &edges, std::int32_t option, std::int32_t node) const {
    if (node != FoldedArrays::none)
      edges.push_back({option, node});
  }
  BigCount entry(std::int32_t node) const { return BigCount(static_cast<std::uint64_t>(node + 1)); }

  FoldedArrays tree;

private:
  static constexpr std::int32_t solved = 0;

  bool dead_ends_;
  std::unordered_map<std::int32_t, std::int32_t> ends_; // dead ends, by item
};

template <int W> class DepthFirstFold final : public FoldedSearch {
public:
  DepthFirstFold(const PackedMatrix &part, ItemOrder order, std::span<const std::int32_t> items,
                 const FoldingSettings &settings, Poll &poll)
      : search_(part, order, items, settings.memory / 2, true, settings.hash_mask,
                FoldedRecord(settings.dead_ends), poll) {}

  bool run(std::int64_t work) override { return search_.run(work); }
  std::pair<FoldedArrays, std::int32_t> take() override {
    search_.end();
    const auto &edges = search_.root();
    return {std::move(search_.record().tree), edges.empty() ? FoldedArrays::none : edges[0].child};
  }
  double progress() const override { return search_.progress(); }
  std::int64_t nodes() const override { return search_.nodes(); }
  bool remembers() const override { return search_.remembers(); }
  void forget() override { search_.forget(); }
  std::uint64_t lookups() const override { return search_.lookups(); }
  std::uint64_t hits() const override { return search_.hits(); }
  void set_memory(std::size_t bytes) override { search_.table().set_cap(bytes); }
  std::size_t bytes() const override {
    return tree_bytes() + search_.table().bytes() + search_.state_bytes();
  }
  std::size_t tree_bytes() const override { return search_.record().tree.bytes(); }

private:
  DepthFirst<W, FoldedRecord> search_;
};

using Orders = FoldingSettings::Orders;

constexpr std::int64_t slice = 200'000; // work between two looks at the clock: below 1 ms
constexpr double first_budget = 1'000'000;
constexpr double growth = 1.25;         // of the budgets from round to round
constexpr double least_share = .125;    // of a budget, however far behind
constexpr std::int32_t narrow = 18;     // items: a frontier that is folded in its order alone
constexpr double work_of_state = 16;    // words, about
constexpr std::uint64_t warm_up = 4096; // look-ups before the first assessment of a static order
constexpr std::uint64_t longer = 8;     // warm-ups before that of smallest first
constexpr double least_hits = .04;      // of the look-ups, to keep the table

// A level of a search has a number for each sum, and there are as many levels as options.
void require_sizes(const PackedMatrix &part) {
  require_at_most(part.mask_words(), PackedMatrix::largest, "words of option masks");
  require_at_most(std::ssize(part.sums) * std::ssize(part.options), PackedMatrix::largest,
                  "sums of states");
}

std::int64_t total(const std::vector<std::int32_t> &widths) {
  return std::accumulate(widths.begin(), widths.end(), std::int64_t{0});
}

// The options of an item that may be chosen beside the given ones.
std::vector<std::int32_t> users_of(const Problem &problem, std::int32_t item, Poll &poll) {
  const Matrix &matrix = problem.matrix();
  std::vector<std::int32_t> users;
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    poll(matrix.size(o) + 1);
    const auto members = matrix.members.subspan(matrix.starts[o], matrix.size(o));
    if (std::ranges::find(members, item) != members.end() && problem.allowed(o) &&
        !problem.is_given(o) && problem.fits(o))
      users.push_back(o);
  }
  return users;
}

} // namespace

Folding::Folding(Problem &problem, const FoldingSettings &settings, Poll poll)
    : settings_(settings), poll_(std::move(poll)) {
  PackedMatrix packed(problem, poll_);
  impossible_ = packed.impossible;
  dead_ = packed.dead;
  forced_ = std::move(packed.forced);
  free_ = std::move(packed.free);
  if (impossible_ && forced_.empty())
    few_ = users_of(problem, dead_, poll_);
  if (impossible_)
    return;
  parts_ = packed.parts(poll_);
  built_.resize(parts_.size());
  for (const PackedMatrix &part : parts_)
    require_sizes(part);
  queue_.resize(parts_.size());
  std::iota(queue_.begin(), queue_.end(), 0);
  // Small parts first: one without a solution settles all.
  std::stable_sort(queue_.begin(), queue_.end(), [&](auto a, auto b) {
    return parts_[a].options.size() > parts_[b].options.size();
  });
  if (!queue_.empty())
    begin_part();
}

Folding::~Folding() = default;

void Folding::begin_part() {
  const PackedMatrix &part = parts_[queue_.back()];
  given_.resize(part.primary);
  std::iota(given_.begin(), given_.end(), 0);
  breadth_ = part.breadth_first(poll_);
  const auto given = part.frontier(given_, poll_), breadth = part.frontier(breadth_, poll_);
  const std::int32_t width_given = std::ranges::max(given),
                     width_breadth = std::ranges::max(breadth);
  const std::int32_t width = std::min(width_given, width_breadth);
  alone_ = settings_.orders == Orders::race && width <= narrow &&
           part.mask_words() <= PackedMatrix::largest_window;
  if (alone_) {
    add_runner(ItemOrder::fixed,
               width_breadth == width && total(breadth) < total(given) ? breadth_ : given_);
    budget_ = std::ldexp(work_of_state, width) * part.primary + first_budget;
  } else {
    begin_others();
  }
  start_round();
}

void Folding::begin_others() {
  const PackedMatrix &part = parts_[queue_.back()];
  const bool race = settings_.orders == Orders::race;
  if (race || settings_.orders == Orders::smallest)
    add_runner(ItemOrder::smallest, given_);
  const bool windows = race && !alone_ && part.mask_words() <= PackedMatrix::largest_window &&
                       runners_.back().search->remembers();
  if (windows || settings_.orders == Orders::given)
    add_runner(ItemOrder::fixed, given_);
  if (windows || settings_.orders == Orders::breadth)
    add_runner(ItemOrder::fixed, breadth_);
  alone_ = false;
  budget_ = std::max(budget_, first_budget);
}

void Folding::add_runner(ItemOrder order, const std::vector<std::int32_t> &items) {
  const PackedMatrix &part = parts_[queue_.back()];
  const bool fixed = order == ItemOrder::fixed;
  runners_.push_back({by_words<4>(part.words(),
                                  [&]<int W>() -> std::unique_ptr<FoldedSearch> {
                                    return std::make_unique<DepthFirstFold<W>>(part, order, items,
                                                                               settings_, poll_);
                                  }),
                      fixed, fixed ? warm_up : longer * warm_up});
  share_memory();
}

void Folding::share_memory() {
  for (Runner &runner : runners_)
    runner.search->set_memory(settings_.memory / 2 / runners_.size());
}

// Looks at how often the runner at hand has found a state in its table lately.
void Folding::assess() {
  Runner &runner = runners_[turn_];
  FoldedSearch &search = *runner.search;
  if (settings_.orders != Orders::race || !search.remembers() ||
      search.lookups() < runner.assess_at)
    return;
  const auto lookups = static_cast<double>(search.lookups() - runner.lookups);
  const auto hits = static_cast<double>(search.hits() - runner.hits);
  runner.lookups = search.lookups();
  runner.hits = search.hits();
  runner.assess_at = 2 * runner.lookups;
  if (hits >= least_hits * lookups)
    return;
  if (runner.fixed && runners_.size() > 1) {
    nodes_ += search.nodes();
    runners_.erase(runners_.begin() + static_cast<std::ptrdiff_t>(turn_));
    turn_ = 0;
    share_memory();
  } else if (!runner.fixed) {
    search.forget();
  }
}

void Folding::start_round() {
  turn_ = 0;
  double most = 0;
  for (const Runner &runner : runners_)
    most = std::max(most, runner.search->progress());
  for (Runner &runner : runners_) {
    const double share = most > 0 ? runner.search->progress() / most : 1;
    // A slice may have taken more than was left.
    runner.left = std::min(runner.left, std::int64_t{0}) +
                  static_cast<std::int64_t>(budget_ * std::max(share, least_share));
  }
  budget_ *= growth;
}

bool Folding::step() {
  if (queue_.empty() || full_)
    return true;
  while (runners_[turn_].left <= 0)
    if (++turn_ == runners_.size()) {
      if (alone_)
        begin_others();
      start_round();
    }
  Runner &runner = runners_[turn_];
  runner.left -= slice;
  if (runner.search->run(slice))
    finish_part(runner.search->take());
  else
    assess();
  std::size_t trees = bytes_;
  for (const Runner &each : runners_)
    trees += each.search->tree_bytes();
  full_ = !queue_.empty() && trees > settings_.memory / 2;
  return queue_.empty() || full_;
}

void Folding::finish_part(Built tree) {
  for (const Runner &runner : runners_)
    nodes_ += runner.search->nodes();
  runners_.clear();
  bytes_ += tree.first.bytes();
  const bool dead = tree.second == FoldedArrays::none;
  built_[queue_.back()] = std::move(tree);
  queue_.pop_back();
  if (dead)
    queue_.clear();
  if (!queue_.empty())
    begin_part();
}

FoldedArrays Folding::take() {
  if (impossible_ && (dead_ == FoldedArrays::none || !settings_.dead_ends))
    return without_solutions();
  if (!runners_.empty()) { // what is furthest holds what was found
    const auto furthest =
        std::max_element(runners_.begin(), runners_.end(), [](const Runner &a, const Runner &b) {
          return a.search->progress() < b.search->progress();
        });
    built_[queue_.back()] = furthest->search->take();
  }
  std::vector<FoldedEdge> roots;
  FoldedArrays tree;
  if (impossible_)
    roots.push_back({FoldedArrays::none, dead_end(tree)});
  else if (built_.empty())
    roots.push_back({FoldedArrays::none, tree.add(FoldedArrays::leaf, {})});
  for (std::optional<Built> &built : built_) {
    if (!built || built->second == FoldedArrays::none)
      return without_solutions();
    roots.push_back({FoldedArrays::none, tree.append(built->first) + built->second});
    built.reset();
  }
  const std::int32_t node =
      roots.size() == 1 ? roots[0].child : tree.add(FoldedArrays::product, roots);
  above(tree, node);
  return tree;
}

// Writes what stands above a node: what is forced, then what is free; each the child of the former.
std::int32_t Folding::above(FoldedArrays &tree, std::int32_t node) const {
  for (auto o = free_.rbegin(); o != free_.rend() && !impossible_; ++o)
    node = tree.add(FoldedArrays::free,
                    std::vector<FoldedEdge>{{*o, node}, {FoldedArrays::none, node}});
  for (auto f = forced_.rbegin(); f != forced_.rend(); ++f)
    node = tree.add(f->item, std::vector<FoldedEdge>{{f->option, node}});
  return node;
}

// A root says by edges that its item has too few options: each of them leads to a dead end.
std::int32_t Folding::dead_end(FoldedArrays &tree) const {
  const std::int32_t end = tree.add(dead_, {});
  std::vector<FoldedEdge> edges;
  for (const std::int32_t o : few_)
    edges.push_back({o, end});
  return edges.empty() ? end : tree.add(dead_, edges);
}

// One dead end; nothing, where the given options clash.
FoldedArrays Folding::without_solutions() const {
  FoldedArrays tree;
  const std::int32_t item = impossible_ ? dead_ : lowest_item();
  if (item != FoldedArrays::none)
    tree.add(item, {});
  return tree;
}

std::int32_t Folding::lowest_item() const {
  for (const PackedMatrix &part : parts_)
    for (const std::int32_t item : part.items)
      if (item >= 0)
        return item;
  return FoldedArrays::none;
}

std::int64_t Folding::nodes() const {
  std::int64_t total = nodes_;
  for (const Runner &runner : runners_)
    total += runner.search->nodes();
  return total;
}

double Folding::progress() const {
  double most = queue_.empty() ? 1 : 0;
  if (queue_.size() == 1)
    for (const Runner &runner : runners_)
      most = std::max(most, runner.search->progress());
  return most;
}

std::size_t Folding::bytes() const {
  std::size_t total = bytes_;
  for (const Runner &runner : runners_)
    total += runner.search->bytes();
  return total;
}

} // namespace minuet
