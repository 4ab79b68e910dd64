// Forced options: what is the only one of an item is chosen before anything is searched.
//
// Every solution holds it, so the count stays what it is; and what a matrix says of its givens in
// items with one option each then stands in no state. Blocks (levels/blocks.hpp) are alike again
// without.
#include "shared/packed/packed_matrix.hpp"

#include <algorithm>

namespace minuet {

namespace {

// The options of a packed matrix while some are chosen.
class Forcing {
public:
  using Numbers = std::vector<std::int32_t>;

  Forcing(const PackedMatrix &matrix, const std::vector<Numbers> &users)
      : matrix_(matrix), users_(users), left_(matrix.primary), live_(matrix.options.size(), 1),
        covered_(matrix.bits, 0), spans_(matrix.sums.size()) {
    for (const PackedOption &option : matrix.options)
      for (const auto &[sum, weight] : option.adds)
        spans_[sum].join(weight);
    for (std::int32_t b = 0; b < matrix.primary; ++b) {
      left_[b] = static_cast<std::int32_t>(users[b].size());
      note(b);
    }
  }

  // False: an item has no option left.
  bool run(Poll &poll) {
    while (!forced_.empty() && possible_) {
      const std::int32_t bit = forced_.back();
      forced_.pop_back();
      if (covered_[bit])
        continue;
      const auto is_live = [&](auto o) { return live_[o] != 0; };
      poll(std::ssize(users_[bit]));
      const auto option = *std::find_if(users_[bit].begin(), users_[bit].end(), is_live);
      chosen_.emplace_back(bit, option);
      choose(option, poll);
    }
    return possible_;
  }

  bool is_live(std::size_t option) const { return live_[option]; }
  const std::vector<std::pair<std::int32_t, std::int32_t>> &chosen() const { return chosen_; }
  const std::vector<SumSpan> &spans() const { return spans_; }
  std::int32_t dead() const { return dead_; } // an item of the whole matrix

private:
  void note(std::int32_t bit) {
    if (left_[bit] == 0) {
      possible_ = false;
      dead_ = matrix_.items[bit];
    }
    if (left_[bit] == 1)
      forced_.push_back(bit);
  }

  void choose(std::int32_t option, Poll &poll) {
    live_[option] = 0;
    for (const std::int32_t b : matrix_.options[option].mask)
      covered_[b] |= b < matrix_.primary;
    for (const std::int32_t b : matrix_.options[option].anti)
      drop_users(b, poll);
    for (const auto &[sum, weight] : matrix_.options[option].adds) {
      spans_[sum].value += weight;
      if (spans_[sum].full(matrix_.sums[sum]))
        drop_users(matrix_.sums[sum].bit, poll);
      leave(sum, weight);
    }
  }

  void drop_users(std::int32_t bit, Poll &poll) {
    for (const std::int32_t o : users_[bit]) {
      poll();
      if (live_[o])
        drop(o, poll);
    }
  }

  void leave(std::int32_t sum, std::int32_t weight) {
    spans_[sum].leave(weight);
    if (spans_[sum].can_be(matrix_.sums[sum]))
      return;
    possible_ = false;
    dead_ = matrix_.sums[sum].item;
  }

  void drop(std::int32_t option, Poll &poll) {
    live_[option] = 0;
    for (const auto &[sum, weight] : matrix_.options[option].adds)
      leave(sum, weight);
    poll(std::ssize(matrix_.options[option].mask));
    for (const std::int32_t b : matrix_.options[option].mask)
      if (b < matrix_.primary && !covered_[b]) {
        --left_[b];
        note(b);
      }
  }

  const PackedMatrix &matrix_;
  const std::vector<Numbers> &users_;
  Numbers left_, forced_; // primary items: their live options; those with one
  std::vector<std::uint8_t> live_, covered_;
  std::vector<SumSpan> spans_;                                // by sum
  std::vector<std::pair<std::int32_t, std::int32_t>> chosen_; // bits and their options
  std::int32_t dead_ = -1;
  bool possible_ = true;
};

} // namespace

// Leaves the sums that are met whatever is chosen out, and of the others what was chosen.
void PackedMatrix::keep_sums(const std::vector<SumSpan> &spans) {
  std::vector<std::int32_t> number(sums.size(), -1);
  std::vector<std::uint8_t> idle(bits, 0);
  std::vector<PackedSum> kept;
  for (std::size_t s = 0; s < sums.size(); ++s) {
    idle[sums[s].bit] = !spans[s].matters(sums[s]);
    if (idle[sums[s].bit])
      continue;
    number[s] = static_cast<std::int32_t>(kept.size());
    kept.push_back(sums[s]);
    kept.back().low -= spans[s].value;
    kept.back().high -= spans[s].value;
  }
  for (PackedOption &option : options) {
    std::erase_if(option.mask, [&](std::int32_t b) { return idle[b]; });
    std::erase_if(option.adds, [&](const PackedAdd &add) { return number[add.sum] < 0; });
    for (PackedAdd &add : option.adds)
      add.sum = number[add.sum];
  }
  sums = std::move(kept);
}

void PackedMatrix::choose_forced(Poll &poll) {
  const auto uses = users(poll);
  Forcing forcing(*this, uses);
  impossible = !forcing.run(poll);
  for (const auto &[bit, option] : forcing.chosen())
    if (items[bit] >= 0)
      forced.push_back({items[bit], options[option].number});
  if (impossible) {
    dead = forcing.dead();
    return;
  }
  keep_sums(forcing.spans());
  std::vector<PackedOption> rest;
  std::vector<std::int32_t> number(bits, -1);
  for (std::size_t o = 0; o < options.size(); ++o) {
    if (!forcing.is_live(o))
      continue;
    poll(4 * std::ssize(options[o].mask));
    for (const auto *side : {&options[o].mask, &options[o].anti})
      for (const std::int32_t b : *side)
        number[b] = 0;
    rest.push_back(std::move(options[o]));
  }
  std::int32_t left = 0, kept = 0;
  for (std::int32_t b = 0; b < bits; ++b) {
    if (number[b] == 0) {
      if (b < primary)
        items[left] = items[b];
      number[b] = left++;
    }
    if (b == primary - 1)
      kept = left;
  }
  for (PackedOption &option : rest)
    for (auto *side : {&option.mask, &option.anti})
      for (std::int32_t &b : *side)
        b = number[b];
  for (PackedSum &sum : sums)
    sum.bit = number[sum.bit];
  poll(bits / 8 + 1);
  options = std::move(rest);
  primary = kept;
  items.resize(kept);
  bits = left;
}

} // namespace minuet
