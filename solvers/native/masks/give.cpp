// Giving away parts of a search over option masks, for other threads (solvers/native/split.py),
// listing what is left of it for a checkpoint, and how much of it is done.
//
// What was not begun of a level are the options of its item behind the cursor; of the end of a
// search, the pending options. From the root down, for there subtrees are the largest.
#include "masks/option_masks.hpp"

#include <algorithm>
#include <bit>

namespace minuet {

// The given options and the first `count` that were chosen.
std::vector<std::int32_t> OptionMasks::chosen(std::int32_t count) const {
  std::vector<std::int32_t> options = encoded_.selected;
  for (std::int32_t k = 0; k < count; ++k)
    if (const std::int32_t owner = encoded_.owner[chosen_[k]]; owner >= 0)
      options.push_back(owner);
  return options;
}

// The number of the option at that place of the node.
std::int32_t OptionMasks::number(const MaskLevel &node, std::int32_t place) const {
  if (node.width == set_width)
    return place;
  if (node.width > stream_words)
    return reinterpret_cast<const std::int32_t *>(node.masks)[place];
  const std::uint64_t *last = node.masks + std::int64_t{node.width - 1} * node.stride;
  return static_cast<std::int32_t>(last[place] >> (64 - search_.number_bits));
}

// Whether the option at that place covers the item that is branched on.
bool OptionMasks::covers(const MaskLevel &node, std::int32_t place) const {
  if (node.width == set_width)
    return (node.masks[place / 64] >> place % 64 & 1) &&
           (search_.rows[std::int64_t{place} * search_.words + node.word] & node.bit);
  const std::uint64_t mask =
      node.width > stream_words
          ? search_.rows[std::int64_t{number(node, place)} * node.width + node.word]
          : node.masks[std::int64_t{node.word} * node.stride + place];
  return mask & node.bit;
}

// Whether the options of a node's item are tried in turn, those before left out.
bool OptionMasks::in_turn(const MaskLevel &node) const {
  return search_.several && (node.bit & search_.several_items[node.word]);
}

// The numbers of the options that the node has still to try.
std::vector<std::int32_t> OptionMasks::untried(const MaskLevel &node) const {
  std::vector<std::int32_t> numbers;
  for (auto k = node.cursor; static_cast<std::int32_t>(numbers.size()) < node.left; ++k)
    if (covers(node, k))
      numbers.push_back(number(node, k));
  return numbers;
}

// From the deepest level up, so that a level that is done counts for exactly one choice above.
double OptionMasks::progress() const {
  if (search_.depth < 0)
    return 1;
  double share = 0;
  for (std::int32_t depth = search_.depth; depth >= 0; --depth) {
    const MaskLevel &node = levels_[depth];
    if (depth < search_.depth && levels_[depth + 1].chosen == node.chosen)
      continue; // the next one is its narrow copy
    std::int32_t choices = 0;
    for (std::int32_t k = 0; k < node.count; ++k)
      choices += covers(node, k);
    if (in_turn(node))
      choices -= std::max(node.bounds[64 * node.word + std::countr_zero(node.bit)] - 1, 0);
    const bool begun = depth < search_.depth || search_.tail.top > 0; // and not done
    share = (std::max(choices - node.left - begun, 0) + share) / std::max(choices, 1);
  }
  return share;
}

std::vector<std::vector<std::int32_t>> OptionMasks::give(std::int32_t least) {
  std::vector<std::vector<std::int32_t>> given;
  const auto add = [&given](const std::vector<std::int32_t> &above, std::int32_t option) {
    given.push_back(above);
    given.back().push_back(option);
  };
  const auto enough = [&] { return static_cast<std::int32_t>(given.size()) >= least; };
  // Level 0 has only the start to try.
  for (std::int32_t depth = 1; depth <= search_.depth && !enough(); ++depth) {
    MaskLevel &node = levels_[depth];
    const std::vector<std::int32_t> above = chosen(node.chosen), numbers = untried(node);
    for (auto number = numbers.rbegin(); number != numbers.rend(); ++number)
      add(above, encoded_.owner[*number]);
    node.left = 0;
  }
  // The nodes at the bottom of the end's stack come last.
  MaskTail &tail = search_.tail;
  std::int32_t bottom = 0;
  for (; bottom < tail.top && !enough(); ++bottom) {
    std::vector<std::int32_t> above = chosen(tail.base);
    for (std::uint64_t left = tail.chosen[bottom]; left; left &= left - 1)
      above.push_back(encoded_.owner[tail.numbers[std::countr_zero(left)]]);
    std::uint64_t pending = tail.pending[bottom];
    if (pending == 0 || pending == MaskTail::solved) {
      given.push_back(above);
      --search_.nodes; // the other engine counts it
      continue;
    }
    for (; pending; pending &= ~std::bit_floor(pending))
      add(above, encoded_.owner[tail.numbers[std::bit_width(pending) - 1]]);
  }
  tail.top -= bottom;
  for (auto *nodes : {tail.live, tail.chosen, tail.pending})
    std::copy(nodes + bottom, nodes + bottom + tail.top, nodes);
  std::reverse(given.begin(), given.end());
  return given;
}

// The subtree below an option; a skip, which follows its option, leaves that out.
Subtree OptionMasks::below(Subtree above, std::int32_t number) const {
  if (encoded_.owner[number] >= 0)
    above.first.push_back(encoded_.owner[number]);
  else
    above.second.push_back(encoded_.owner[number - 1]);
  return above;
}

// The subtree below the first `count` options that were chosen; the start stands for the given.
Subtree OptionMasks::above(std::int32_t count) const {
  Subtree path{encoded_.selected, {}};
  for (std::int32_t k = 0; k < count; ++k)
    if (chosen_[k] > 0)
      path = below(std::move(path), chosen_[k]);
  return path;
}

void OptionMasks::list_tail(std::vector<Subtree> &parts) const {
  const MaskTail &tail = search_.tail;
  for (std::int32_t node = 0; node < tail.top; ++node) {
    Subtree path = above(tail.base);
    const auto next = [&](std::uint64_t option) {
      return below(path, tail.numbers[std::countr_zero(option)]);
    };
    for (std::uint64_t left = tail.chosen[node]; left; left &= left - 1)
      path = next(left);
    std::uint64_t pending = tail.pending[node];
    if (pending == 0 || pending == MaskTail::solved)
      parts.push_back(path);
    else
      for (; pending; pending &= ~std::bit_floor(pending))
        parts.push_back(next(std::bit_floor(pending)));
  }
}

std::vector<Subtree> OptionMasks::open() const {
  std::vector<Subtree> parts;
  if (search_.depth < 0)
    return parts;
  if (levels_[0].left > 0) // not begun
    return {above(0)};
  std::vector<std::int32_t> left_out; // tried before, where they are tried in turn
  const auto leave_out = [&](std::int32_t number) { left_out.push_back(encoded_.owner[number]); };
  for (std::int32_t depth = 1; depth <= search_.depth; ++depth) {
    const MaskLevel &node = levels_[depth];
    const std::vector<std::int32_t> numbers = untried(node);
    if (in_turn(node))
      for (std::int32_t k = 0; k + 1 < node.cursor; ++k)
        if (covers(node, k))
          leave_out(number(node, k));
    const std::size_t outer = left_out.size();
    const Subtree path = above(node.chosen);
    std::vector<Subtree> siblings;
    if (in_turn(node) && node.cursor > 0 && covers(node, node.cursor - 1))
      leave_out(number(node, node.cursor - 1));
    for (const std::int32_t number : numbers) {
      Subtree part = below(path, number);
      part.second.insert(part.second.end(), left_out.begin(), left_out.end());
      siblings.push_back(std::move(part));
      if (in_turn(node))
        leave_out(number);
    }
    left_out.resize(outer);
    parts.insert(parts.end(), siblings.rbegin(), siblings.rend());
  }
  list_tail(parts);
  std::reverse(parts.begin(), parts.end());
  return parts;
}

} // namespace minuet
