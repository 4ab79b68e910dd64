// The static order of an elimination: it ends with one side of a separator before it goes on.
//
// Bits are eliminated one after another, each time one that joins the fewest pairs of its neighbors
// (minimum fill; Rose, "Triangulated graphs and the elimination process", 1970). Its neighbors then
// separate it and what was eliminated below it from the rest. The tree of these is walked from
// below, larger parts first, so that few parts are open at a time.
#include "shared/packed/packed_matrix.hpp"

#include <algorithm>
#include <bit>

namespace minuet {

namespace {

using Numbers = std::vector<std::int32_t>;
using Word = std::uint64_t;

constexpr std::int32_t most_bits = 2048;
constexpr std::int64_t most_work = 8'000'000; // words, some 5 ms

// The graph in which bits are neighbors that an option has in common. To eliminate a bit makes its
// neighbors neighbors of each other.
class Elimination {
public:
  explicit Elimination(std::int32_t bits)
      : bits_(bits), words_((bits + 63) / 64), near_(std::size_t(bits_) * words_, 0),
        added_(bits_, 0), around_(bits_) {}

  // False: a bit has more neighbors than `widest` when its turn comes, or it takes too long.
  bool run(const PackedMatrix &matrix, std::int32_t widest, Poll &poll) {
    Numbers together, left, touched;
    for (const PackedOption &option : matrix.options) {
      together = option.mask;
      together.insert(together.end(), option.anti.begin(), option.anti.end());
      if (!spend(std::ssize(together) * std::ssize(together), poll))
        return false;
      for (const std::int32_t a : together)
        for (const std::int32_t b : together)
          if (a != b)
            row(a)[b / 64] |= Word{1} << b % 64;
    }
    for (std::int32_t b = 0; b < bits_; ++b) {
      left.push_back(b);
      if (!measure(b, poll))
        return false;
    }
    while (!left.empty()) {
      const auto best = std::min_element(left.begin(), left.end(),
                                         [&](auto a, auto b) { return added_[a] < added_[b]; });
      const std::int32_t bit = *best;
      left.erase(best);
      around_[bit] = neighbors(bit);
      const std::int64_t near = std::ssize(around_[bit]);
      if (near > widest || !spend(2 * words_ * near + std::ssize(left), poll))
        return false;
      eliminate(bit, touched);
      for (const std::int32_t b : touched)
        if (!measure(b, poll))
          return false;
    }
    return true;
  }

  // What is eliminated below a bit comes before it, the most of it first.
  Numbers order() const {
    std::vector<Numbers> below(bits_);
    Numbers rank(bits_), size(bits_, 1), open, result;
    for (std::int32_t k = 0; k < bits_; ++k)
      rank[eliminated_[k]] = k;
    for (const std::int32_t b : eliminated_) {
      const auto above = std::min_element(around_[b].begin(), around_[b].end(),
                                          [&](auto a, auto c) { return rank[a] < rank[c]; });
      if (above == around_[b].end()) {
        open.push_back(b);
        continue;
      }
      below[*above].push_back(b);
      size[*above] += size[b];
    }
    // From behind: a bit, then what is below it, the least first.
    while (!open.empty()) {
      const std::int32_t bit = open.back();
      open.pop_back();
      result.push_back(bit);
      Numbers &next = below[bit];
      std::stable_sort(next.begin(), next.end(), [&](auto a, auto b) { return size[a] > size[b]; });
      open.insert(open.end(), next.begin(), next.end());
    }
    std::reverse(result.begin(), result.end());
    return result;
  }

private:
  Word *row(std::int32_t bit) { return &near_[std::size_t(bit) * words_]; }

  Numbers neighbors(std::int32_t bit) {
    Numbers result;
    for (std::int32_t w = 0; w < words_; ++w)
      for (Word rest = row(bit)[w]; rest != 0; rest &= rest - 1)
        result.push_back(w * 64 + std::countr_zero(rest));
    return result;
  }

  bool spend(std::int64_t words, Poll &poll) {
    poll(words);
    return (work_ += words) <= most_work;
  }

  // Counts the pairs of its neighbors that are no neighbors, twice. False: it takes too long.
  bool measure(std::int32_t bit, Poll &poll) {
    const Word *const mine = row(bit);
    const Numbers near = neighbors(bit);
    std::int64_t missing = -std::ssize(near); // each is missing from its own row
    for (const std::int32_t a : near)
      missing += count_without(mine, row(a));
    added_[bit] = missing;
    return spend(words_ * (std::ssize(near) + 1), poll);
  }

  // The bits of a row that another row does not have. The bits of each byte of all words are added
  // up first: not every processor has an instruction for a word.
  std::int64_t count_without(const Word *mine, const Word *other) const {
    constexpr Word odd = 0x5555'5555'5555'5555u, pairs = 0x3333'3333'3333'3333u,
                   nibbles = 0x0f0f'0f0f'0f0f'0f0fu, bytes = 0x00ff'00ff'00ff'00ffu;
    Word sums = 0; // of 16 bits each
    for (std::int32_t w = 0; w < words_; ++w) {
      Word rest = mine[w] & ~other[w];
      rest -= rest >> 1 & odd;
      rest = (rest & pairs) + (rest >> 2 & pairs);
      rest = (rest + (rest >> 4)) & nibbles;
      sums += (rest & bytes) + (rest >> 8 & bytes);
    }
    return static_cast<std::int64_t>(sums * 0x0001'0001'0001'0001u >> 48);
  }

  // `touched`: the bits whose neighbors, or those of whose neighbors, are others now.
  void eliminate(std::int32_t bit, Numbers &touched) {
    const Numbers &around = around_[bit];
    eliminated_.push_back(bit);
    std::vector<Word> reached(words_, 0);
    for (const std::int32_t a : around) {
      for (std::int32_t w = 0; w < words_; ++w)
        row(a)[w] |= row(bit)[w];
      row(a)[a / 64] &= ~(Word{1} << a % 64);
      row(a)[bit / 64] &= ~(Word{1} << bit % 64);
      for (std::int32_t w = 0; w < words_; ++w)
        reached[w] |= row(a)[w];
      reached[a / 64] |= Word{1} << a % 64;
    }
    touched.clear();
    for (std::int32_t w = 0; w < words_; ++w)
      for (Word rest = reached[w]; rest != 0; rest &= rest - 1)
        touched.push_back(w * 64 + std::countr_zero(rest));
  }

  std::int32_t bits_, words_;
  std::vector<Word> near_;          // a row of bits each
  std::vector<std::int64_t> added_; // pairs that become neighbors when the bit is eliminated
  std::vector<Numbers> around_;     // the neighbors when it was eliminated
  Numbers eliminated_;
  std::int64_t work_ = 0;
};

} // namespace

std::vector<std::int32_t> PackedMatrix::by_elimination(std::int32_t widest, Poll &poll) const {
  if (bits > most_bits)
    return {};
  Elimination elimination(bits);
  if (!elimination.run(*this, widest, poll))
    return {};
  std::vector<std::int32_t> order = elimination.order();
  std::erase_if(order, [&](auto b) { return b >= primary; });
  return order;
}

} // namespace minuet
