// Building the links: items and options, losses and skips, and the given options committed.
#include "links/dancing_links.hpp"
#include "shared/bounds.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace minuet {

namespace {
constexpr std::int32_t root = 0;
constexpr std::int32_t walk = 4096; // steps, or more, through the options that a given one excludes

// Throws std::overflow_error unless everything that can be lost sums to less than the limit.
void require_small_sums(const Matrix &matrix, const Selection &selection) {
  std::int64_t left = DancingLinks::loss_limit - 1;
  const auto lose = [&left](std::int64_t loss) {
    if (loss < 0 || loss > left)
      throw std::overflow_error("losses that are negative or sum to 2^60 or more");
    left -= loss;
  };
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    if (!selection.allowed[o])
      continue;
    lose(selection.loss[o]);
    lose(std::max<std::int64_t>(selection.skip[o], 0));
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e)
      lose(selection.charge[matrix.members[e]]);
  }
}
// Beside its entries: its spacer, and where nothing else decides on it an own item's head, an entry
// of that item, and a skip with an entry and a spacer.
constexpr std::int64_t nodes_of_option = 5;
} // namespace

DancingLinks::DancingLinks(const Matrix &matrix, const Selection &selection, Goal goal,
                           std::int64_t budget, Poll &poll)
    : budget_(budget), losses_(goal != Goal::all), closing_(goal == Goal::least) {
  require_at_most(matrix.items() + std::ssize(matrix.members) +
                      nodes_of_option * std::int64_t{matrix.options()} + 2,
                  most_places, "links");
  if (losses_)
    require_small_sums(matrix, selection);
  // An option that nothing else decides on gets an item of its own, covered either by it or by
  // a skip: an extra option with that one item. These items follow the matrix's own.
  std::int32_t skips = 0;
  for (std::int32_t o = 0; o < matrix.options(); ++o)
    skips += selection.allowed[o] && selection.skip[o] >= 0;
  items_.reserve(matrix.items() + skips + 1);
  nodes_of_.reserve(matrix.items() + matrix.members.size() + matrix.options() + 4 * skips + 2);
  add_items(matrix);
  for (std::int32_t k = 0; k < skips; ++k) {
    items_.push_back({0, 0, 0, 1, 0});
    nodes_of_.push_back({0, 0, 0, 0});
    activate(matrix.items() + 1 + k);
  }
  last_item_ = matrix.items() + skips;
  for (std::int32_t i = 1; i <= last_item_; ++i)
    nodes_of_[i].up = nodes_of_[i].down = i;
  owner_.assign(last_item_ + 1, -1);
  if (losses_)
    loss_.assign(last_item_ + 1, 0);
  nodes_of_.push_back({0, 0, 0, 0});
  owner_.push_back(-1);
  if (losses_)
    loss_.push_back(0);
  const bool charges = std::any_of(selection.charge.begin(), selection.charge.end(),
                                   [](std::int64_t charge) { return charge > 0; });
  if (losses_ && charges) {
    charge_.assign(last_item_ + 1, 0);
    std::copy(selection.charge.begin(), selection.charge.end(), charge_.begin() + 1);
  }
  add_rows(matrix, selection, skips, poll);
  select(matrix, selection.given, poll);
  updates_ = 0;
}

// Links the options in order of loss. What the budget does not allow at all is left out, and so
// are its links.
void DancingLinks::add_rows(const Matrix &matrix, const Selection &selection, std::int32_t skips,
                            Poll &poll) {
  struct Row {
    std::int64_t loss;
    std::int32_t option;
    bool skip;
  };
  std::vector<Row> rows;
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    if (!selection.allowed[o])
      continue;
    poll();
    rows.push_back({selection.loss[o], o, false});
    if (selection.skip[o] >= 0)
      rows.push_back({selection.skip[o], o, true});
  }
  if (losses_)
    std::erase_if(rows, [this](const Row &row) {
      const bool out = row.loss > budget_;
      if (out)
        note_cut(row.loss);
      return out;
    });
  if (losses_)
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row &a, const Row &b) { return a.loss < b.loss; });
  std::vector<std::int32_t> own_item(skips ? matrix.options() : 0);
  std::int32_t next = matrix.items() + 1;
  for (std::int32_t o = 0; skips && o < matrix.options(); ++o)
    if (selection.allowed[o] && selection.skip[o] >= 0)
      own_item[o] = next++;
  if (losses_) {
    row_.assign(nodes_of_.size(), 0);
    taken_.assign(rows.size(), 0);
  }
  if (!charge_.empty())
    extra_.assign(rows.size(), 0);
  std::int32_t number = 0;
  for (const Row &row : rows) {
    const auto first = static_cast<std::int32_t>(nodes_of_.size());
    poll(4 * (matrix.starts[row.option + 1] - matrix.starts[row.option] + 1));
    const std::int32_t own = selection.skip[row.option] >= 0 ? own_item[row.option] : 0;
    if (!row.skip)
      for (auto e = matrix.starts[row.option]; e < matrix.starts[row.option + 1]; ++e)
        add_entry(matrix.members[e] + 1, matrix.colors[e], row.option);
    if (own)
      add_entry(own, 0, row.skip ? -1 : row.option);
    close_option(first);
    if (losses_) {
      loss_.resize(nodes_of_.size());
      std::fill(loss_.begin() + first, loss_.end(), row.loss);
      row_.resize(nodes_of_.size(), number++);
    }
  }
}

void DancingLinks::note_cut(std::int64_t loss) {
  if (!cut_ || loss < *cut_)
    cut_ = loss;
}

void DancingLinks::add_items(const Matrix &matrix) {
  items_.push_back({root, root, 0, 0, 0});
  nodes_of_.push_back({0, 0, 0, 0});
  for (std::int32_t i = 0; i < matrix.items(); ++i) {
    const std::int32_t high = std::min(matrix.high[i], matrix.options() + 1);
    items_.push_back({i + 1, i + 1, 0, high, high - matrix.low[i]});
    nodes_of_.push_back({0, 0, 0, 0});
    impossible_ |= matrix.low[i] > high;
    // What need not be covered needs no branch: it only bounds, as a secondary item does.
    if (i < matrix.primary && matrix.low[i] > 0) {
      activate(i + 1);
      multiplicities_ |= high != 1;
    }
  }
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
void DancingLinks::select(const Matrix &matrix, std::span<const std::int32_t> given, Poll &poll) {
  if (given.empty())
    return;
  std::vector<std::int32_t> node_of_option(matrix.options(), 0);
  for (auto node = static_cast<std::int32_t>(nodes_of_.size()) - 1; node > last_item_; --node) {
    poll();
    if (owner_[node] >= 0)
      node_of_option[owner_[node]] = node; // its first node, for the walk goes backwards
  }
  std::vector<std::uint8_t> tinted(last_item_ + 1, 0); // has its color: others would be < 0
  std::vector<std::uint8_t> seen(matrix.options(), 0);
  for (const std::int32_t option : given) {
    if (std::exchange(seen[option], 1))
      continue;
    poll(walk);
    selected_.push_back(option);
    const std::int32_t first = node_of_option[option];
    impossible_ |= first == 0; // not an allowed option
    for (std::int32_t node = first; !impossible_ && nodes_of_[node].item > 0; ++node) {
      const Node &entry = nodes_of_[node];
      impossible_ |= items_[entry.item].bound == 0 || (entry.color >= 0 && tinted[entry.item]);
      tinted[entry.item] |= entry.color > 0;
    }
    if (impossible_)
      return;
    if (losses_)
      spent_ += loss_[first];
    hide_all(first);
    for (std::int32_t node = first; nodes_of_[node].item > 0; ++node)
      commit(node);
  }
}

} // namespace minuet
