#include "reduction/reduction.hpp"

#include "shared/bounds.hpp"

#include <bit>

namespace minuet {

namespace {

constexpr std::int64_t most_set_words = 1 << 24; // of all items together

// The options of an item as a set, which is looked at between two of its words.
struct Column {
  std::int32_t first = 0, last = 0;
};

class Exclusion {
public:
  Exclusion(Problem &problem, Poll &poll)
      : problem_(problem), matrix_(problem.matrix()), poll_(poll) {
    refuse_weights(matrix_);
    problem.prepare(poll);
    words_ = (matrix_.options() + 63) / 64;
    require_at_most(std::int64_t{words_} * matrix_.items(), most_set_words, "words");
    sets_.resize(std::size_t(words_) * matrix_.items());
    columns_.resize(matrix_.items());
    alive_.resize(words_);
    beside_.resize(words_);
    fill();
  }

  std::vector<std::int32_t> options() {
    std::vector<std::uint8_t> gone(matrix_.options());
    for (bool changed = true; changed;) {
      changed = false;
      for (std::int32_t o = 0; o < matrix_.options(); ++o)
        if (problem_.allowed(o) && !gone[o] && excluded(o)) {
          alive_[o / 64] &= ~(std::uint64_t{1} << o % 64);
          gone[o] = changed = true;
        }
    }
    std::vector<std::int32_t> result;
    for (std::int32_t o = 0; o < matrix_.options(); ++o)
      if (gone[o])
        result.push_back(o);
    return result;
  }

private:
  std::uint64_t *set(std::int32_t item) { return sets_.data() + std::size_t(words_) * item; }

  void fill() {
    for (std::int32_t o = 0; o < matrix_.options(); ++o) {
      poll_(matrix_.size(o));
      if (!problem_.allowed(o))
        continue;
      const std::uint64_t bit = std::uint64_t{1} << o % 64;
      alive_[o / 64] |= bit;
      for (auto e = matrix_.starts[o]; e < matrix_.starts[o + 1]; ++e) {
        Column &column = columns_[matrix_.members[e]];
        if (column.last == 0)
          column.first = o / 64;
        column.last = o / 64 + 1;
        set(matrix_.members[e])[o / 64] |= bit;
      }
    }
    for (std::int32_t item = 0; item < matrix_.items(); ++item)
      if (problem_.must_cover(item))
        needed_.push_back(item);
  }

  // Sets `beside_` to what can be chosen beside the option, itself included.
  void look_beside(std::int32_t option) {
    beside_ = alive_;
    for (auto e = matrix_.starts[option]; e < matrix_.starts[option + 1]; ++e) {
      const std::int32_t item = matrix_.members[e];
      if (matrix_.high[item] != 1)
        continue;
      const Column column = columns_[item];
      const std::uint64_t *const others = set(item);
      poll_((column.last - column.first) / 4);
      if (matrix_.colors[e] == 0)
        for (std::int32_t w = column.first; w < column.last; ++w)
          beside_[w] &= ~others[w];
      else
        drop_other_colors(item, matrix_.colors[e]);
    }
    beside_[option / 64] |= std::uint64_t{1} << option % 64;
  }

  void drop_other_colors(std::int32_t item, std::int32_t color) {
    const Column column = columns_[item];
    for (std::int32_t w = column.first; w < column.last; ++w)
      for (std::uint64_t left = beside_[w] & set(item)[w]; left; left &= left - 1)
        if (color_in(64 * w + std::countr_zero(left), item) != color)
          beside_[w] &= ~(left & (0 - left));
  }

  std::int32_t color_in(std::int32_t option, std::int32_t item) const {
    auto e = matrix_.starts[option];
    while (matrix_.members[e] != item)
      ++e;
    return matrix_.colors[e];
  }

  bool excluded(std::int32_t option) {
    look_beside(option);
    for (const std::int32_t item : needed_) {
      const std::uint64_t *const others = set(item);
      std::int64_t missing = matrix_.low[item];
      std::int32_t w = columns_[item].first;
      for (; w < columns_[item].last && missing > 0; ++w)
        missing -= std::popcount(others[w] & beside_[w]);
      poll_(1 + (w - columns_[item].first) / 4);
      if (missing > 0)
        return true;
    }
    return false;
  }

  Problem &problem_;
  const Matrix &matrix_;
  Poll &poll_;
  std::int32_t words_ = 0;
  std::vector<std::uint64_t> sets_; // of item k: sets_[k * words_ ...], bit o for option o
  std::vector<Column> columns_;
  std::vector<std::int32_t> needed_; // items that must be covered
  std::vector<std::uint64_t> alive_, beside_;
};

} // namespace

std::vector<std::int32_t> excluded_options(Problem &problem, Poll &poll) {
  return Exclusion(problem, poll).options();
}

} // namespace minuet
