#include "folded/lines.hpp"

#include <array>
#include <charconv>
#include <stdexcept>

namespace minuet {

namespace {

void write_number(std::string &text, std::uint64_t number) {
  std::array<char, 20> digits;
  text.append(digits.data(), std::to_chars(digits.begin(), digits.end(), number).ptr);
}

} // namespace

FoldedLines::FoldedLines(const FoldedView &tree, std::span<const std::int32_t> renaming,
                         std::int32_t options, Poll &poll)
    : tree_(tree), renaming_(renaming), counts_(tree, options, poll), next_(tree.nodes() - 1) {
  if (!renaming.empty() && renaming.size() != tree.option.size())
    throw std::invalid_argument("renamings of other edges");
  number_nodes(poll);
}

void FoldedLines::number_nodes(Poll &poll) {
  const std::int32_t root = tree_.nodes() - 1;
  number_.assign(tree_.kind.size(), none);
  if (root >= 0)
    number_[root] = 0;
  for (std::int32_t n = root; n >= 0; --n) {
    poll(2 + tree_.end(n) - tree_.begin(n));
    if (number_[n] == none)
      continue;
    for (std::int64_t e = tree_.begin(n); e < tree_.end(n); ++e)
      number_[tree_.child[e]] = 0;
    number_[n] = tree_.begin(n) < tree_.end(n) || n == root ? lines_++ : none;
  }
}

bool FoldedLines::write(std::string &text, std::size_t bytes) {
  for (; next_ >= 0 && text.size() < bytes; --next_)
    if (number_[next_] != none)
      write_line(text, next_);
  return next_ >= 0;
}

void FoldedLines::write_line(std::string &text, std::int32_t node) {
  const std::int32_t kind = tree_.kind[node];
  const bool parts = kind == FoldedArrays::product || kind == FoldedArrays::leaf;
  write_number(text, static_cast<std::uint64_t>(number_[node]));
  text += ' ';
  if (kind >= 0)
    write_number(text, static_cast<std::uint64_t>(kind));
  else
    text += parts ? '*' : '?';
  for (std::int64_t e = tree_.begin(node); e < tree_.end(node); ++e) {
    const std::int32_t option = parts ? option_of(tree_.child[e]) : tree_.option[e];
    text += ' ';
    if (option == none)
      text += '-';
    else
      write_number(text, static_cast<std::uint64_t>(option));
    write_lead(text, e);
  }
  text += '\n';
}

void FoldedLines::write_lead(std::string &text, std::int64_t edge) {
  const std::int32_t node = tree_.child[edge], kind = tree_.kind[node];
  if (number_[node] != none) {
    text += '>';
    write_number(text, static_cast<std::uint64_t>(number_[node]));
    if (!renaming_.empty() && renaming_[edge] >= 0) {
      text += '~';
      write_number(text, static_cast<std::uint64_t>(renaming_[edge]));
    }
    write_count(text, node);
  } else if (kind == FoldedArrays::leaf) {
    text += '.';
  } else if (kind == FoldedArrays::broken) {
    text += '@';
  } else {
    text += '!';
    write_number(text, static_cast<std::uint64_t>(kind));
  }
}

// Counts of more than one limb are divided by the largest power of ten that fits one.
void FoldedLines::write_count(std::string &text, std::int32_t node) {
  const Limb *const count = counts_.of(node);
  std::size_t size = static_cast<std::size_t>(counts_.limbs());
  while (size > 0 && count[size - 1] == 0)
    --size;
  if (size == 0)
    return;
  text += '=';
  if (size == 1)
    return write_number(text, count[0]);
  constexpr Limb ten_to_19 = 10'000'000'000'000'000'000U;
  rest_.assign(count, count + size);
  digits_.clear();
  while (!rest_.empty()) {
    Wide left = 0;
    for (std::size_t i = rest_.size(); i-- > 0;) {
      left = left << 64 | rest_[i];
      rest_[i] = static_cast<Limb>(left / ten_to_19);
      left %= ten_to_19;
    }
    while (!rest_.empty() && rest_.back() == 0)
      rest_.pop_back();
    Limb group = static_cast<Limb>(left);
    for (int digit = 0; digit < 19 && (group > 0 || !rest_.empty()); ++digit, group /= 10)
      digits_ += static_cast<char>('0' + group % 10);
  }
  text.append(digits_.rbegin(), digits_.rend());
}

// A live option of a node's state.
std::int32_t FoldedLines::option_of(std::int32_t node) const {
  while (tree_.kind[node] == FoldedArrays::product && tree_.begin(node) < tree_.end(node))
    node = tree_.child[tree_.begin(node)];
  if (tree_.begin(node) == tree_.end(node) || tree_.option[tree_.begin(node)] == none)
    throw std::invalid_argument("a part without options");
  return tree_.option[tree_.begin(node)];
}

} // namespace minuet
