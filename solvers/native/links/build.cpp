// Building the links: items and options, reduced costs and skips, and the given options committed.
#include "links/dancing_links.hpp"
#include "shared/bounds.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace minuet {

namespace {
constexpr std::int32_t walk = 4096; // steps, or more, through the options that a given one excludes

// Beside its entries: its spacer, and where nothing else decides on it an own item's head, an entry
// of that item, and a skip with an entry and a spacer.
constexpr std::int64_t nodes_of_option = 5;
} // namespace

DancingLinks::DancingLinks(Problem &problem, Poll &poll)
    : DancingLinks(problem, {}, Goal::all, std::numeric_limits<std::int64_t>::max(), poll) {}

DancingLinks::DancingLinks(Problem &problem, const ReducedCosts &costs, Goal goal,
                           std::int64_t budget, Poll &poll)
    : budget_(budget), costs_(goal != Goal::all), closing_(goal == Goal::least) {
  require_at_most(problem.items() + problem.entries() +
                      nodes_of_option * std::int64_t{problem.options()} + 2,
                  most_places, "links");
  refuse_weights(problem.matrix());
  problem.prepare(poll);
  build(problem, costs, poll);
  updates_ = 0;
}

void DancingLinks::build(const Problem &problem, const ReducedCosts &costs, Poll &poll) {
  std::vector<Row> rows = rows_of(problem, costs, poll);
  if (costs_)
    require_small_sums(problem.matrix(), rows, costs);
  const auto skips = static_cast<std::int32_t>(
      std::count_if(rows.begin(), rows.end(), [](const Row &row) { return row.skip; }));
  add_items(problem, skips);
  const bool charges = std::any_of(costs.charge.begin(), costs.charge.end(),
                                   [](std::int64_t charge) { return charge > 0; });
  if (costs_ && charges) {
    charge_.assign(last_item_ + 1, 0);
    std::copy(costs.charge.begin(), costs.charge.end(), charge_.begin() + 1);
  }
  add_rows(problem, rows, poll);
  select(problem, poll);
}

// An option that nothing else decides on gets an item of its own, covered either by it or by a
// skip: an extra option with that one item. So does one that costs something by being left.
std::vector<DancingLinks::Row> DancingLinks::rows_of(const Problem &problem,
                                                     const ReducedCosts &costs, Poll &poll) const {
  std::vector<Row> rows;
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    if (!problem.allowed(o))
      continue;
    poll();
    const std::int64_t leave = costs_ ? costs.leave[o] : 0;
    const bool skip = problem.undecided(o) || leave > 0;
    if (closing_ && skip && leave == 0 && !problem.is_given(o))
      continue;
    rows.push_back({costs_ ? costs.choose[o] : 0, o, false});
    if (skip)
      rows.push_back({leave, o, true});
  }
  return rows;
}

// Throws std::overflow_error unless everything that can be spent sums to less than the limit.
void DancingLinks::require_small_sums(const Matrix &matrix, const std::vector<Row> &rows,
                                      const ReducedCosts &costs) const {
  std::int64_t left = reduced_cost_limit - 1;
  const auto spend = [&left](std::int64_t amount) {
    if (amount < 0 || amount > left)
      throw std::overflow_error("reduced costs that are negative or sum to 2^62 or more");
    left -= amount;
  };
  for (const Row &row : rows) {
    spend(row.reduced);
    for (auto e = matrix.starts[row.option]; !row.skip && e < matrix.starts[row.option + 1]; ++e)
      spend(costs.charge[matrix.members[e]]);
  }
}

// Links the options in order of reduced cost. What the budget does not allow at all is left out,
// and so are its links.
void DancingLinks::add_rows(const Problem &problem, std::vector<Row> &rows, Poll &poll) {
  const Matrix &matrix = problem.matrix();
  std::vector<std::int32_t> own_item(last_item_ > matrix.items() ? matrix.options() : 0);
  std::int32_t next = matrix.items() + 1;
  for (const Row &row : rows)
    if (row.skip)
      own_item[row.option] = next++;
  if (costs_) {
    std::erase_if(rows, [this](const Row &row) {
      const bool out = row.reduced > budget_;
      if (out)
        note_cut(row.reduced);
      return out;
    });
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row &a, const Row &b) { return a.reduced < b.reduced; });
  }
  if (costs_) {
    row_.assign(nodes_of_.size(), 0);
    taken_.assign(rows.size(), 0);
  }
  if (!charge_.empty())
    extra_.assign(rows.size(), 0);
  std::int32_t number = 0;
  for (const Row &row : rows) {
    const auto first = static_cast<std::int32_t>(nodes_of_.size());
    poll(4 * (matrix.size(row.option) + 1));
    const std::int32_t own = own_item.empty() ? 0 : own_item[row.option];
    if (!row.skip)
      for (auto e = matrix.starts[row.option]; e < matrix.starts[row.option + 1]; ++e)
        add_entry(matrix.members[e] + 1, matrix.colors[e], row.option);
    if (own)
      add_entry(own, 0, row.skip ? -1 : row.option);
    close_option(first);
    if (costs_) {
      reduced_.resize(nodes_of_.size());
      std::fill(reduced_.begin() + first, reduced_.end(), row.reduced);
      row_.resize(nodes_of_.size(), number++);
    }
  }
}

void DancingLinks::note_cut(std::int64_t total) {
  if (!cut_ || total < *cut_)
    cut_ = total;
}

// The heads of the items, the matrix's own first, then one for each option that can be skipped.
void DancingLinks::add_items(const Problem &problem, std::int32_t skips) {
  const Matrix &matrix = problem.matrix();
  last_item_ = matrix.items() + skips;
  items_.reserve(last_item_ + 1);
  nodes_of_.reserve(matrix.items() + matrix.members.size() + matrix.options() + 4 * skips + 2);
  items_.push_back({root, root, 0, 0, 0});
  for (std::int32_t i = 0; i < matrix.items(); ++i) {
    // More than all options is as good as all, and one more makes it impossible.
    const auto within = [&](std::int64_t times) {
      return static_cast<std::int32_t>(std::min<std::int64_t>(times, matrix.options() + 1));
    };
    const std::int32_t high = within(matrix.high[i]);
    items_.push_back({i + 1, i + 1, 0, high, high - within(matrix.low[i])});
    impossible_ |= matrix.low[i] > high;
    // What need not be covered needs no branch: it only bounds, as a secondary item does.
    if (problem.must_cover(i)) {
      activate(i + 1);
      multiplicities_ |= high != 1;
    }
  }
  if (multiplicities_) {
    several_.assign(last_item_ + 1, 0);
    for (std::int32_t i = 0; i < matrix.items(); ++i)
      several_[i + 1] = matrix.high[i] > 1;
  }
  for (std::int32_t k = 0; k < skips; ++k) {
    items_.push_back({0, 0, 0, 1, 0});
    activate(matrix.items() + 1 + k);
  }
  for (std::int32_t i = 0; i <= last_item_; ++i)
    nodes_of_.push_back({i, i, 0, 0});
  nodes_of_[root] = {0, 0, 0, 0};
  nodes_of_.push_back({0, 0, 0, 0}); // the first spacer
  owner_.assign(last_item_ + 2, -1);
  if (costs_)
    reduced_.assign(last_item_ + 2, 0);
}

void DancingLinks::activate(std::int32_t item) {
  const std::int32_t last = items_[root].previous;
  items_[item].previous = last;
  items_[item].next = root;
  items_[last].next = items_[root].previous = item;
}

void DancingLinks::add_entry(std::int32_t item, std::int32_t color, std::int32_t option) {
  const auto node = static_cast<std::int32_t>(nodes_of_.size());
  const std::int32_t above = nodes_of_[item].up;
  nodes_of_.push_back({above, item, item, color});
  owner_.push_back(option);
  nodes_of_[above].down = nodes_of_[item].up = node;
  ++items_[item].length;
}

void DancingLinks::close_option(std::int32_t first) {
  const auto spacer = static_cast<std::int32_t>(nodes_of_.size());
  nodes_of_[first - 1].down = spacer - 1;
  nodes_of_.push_back({first, 0, 0, 0});
  owner_.push_back(-1);
}

// Commits the given options for good; two that clash leave nothing to search.
void DancingLinks::select(const Problem &problem, Poll &poll) {
  impossible_ |= !problem.possible();
  if (problem.given().empty() || impossible_)
    return;
  std::vector<std::int32_t> node_of_option(problem.options(), 0);
  for (auto node = static_cast<std::int32_t>(nodes_of_.size()) - 1; node > last_item_; --node) {
    poll();
    if (owner_[node] >= 0)
      node_of_option[owner_[node]] = node; // its first node, for the walk goes backwards
  }
  for (const std::int32_t option : problem.given()) {
    poll(walk);
    selected_.push_back(option);
    const std::int32_t first = node_of_option[option];
    impossible_ |= first == 0; // it costs more than the budget
    if (impossible_)
      return;
    if (costs_)
      spent_ += reduced_[first];
    hide_all(first);
    for (std::int32_t node = first; nodes_of_[node].item > 0; ++node)
      commit(node);
  }
}

} // namespace minuet
