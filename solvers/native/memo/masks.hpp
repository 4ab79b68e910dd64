// The packed matrix as the counter with memory searches it: items in one order, masks in words.
//
// Options stand in the order of their first item. So those that a static order has not come near
// yet are the ones from some number on, and of them it is known beforehand which items they cover.
#pragma once

#include "shared/packed/packed_matrix.hpp"

#include <span>

namespace minuet {

// The ordered matrix in words: option o's mask is words [o * words, (o + 1) * words).
struct MemoMasks {
  using Word = std::uint64_t;

  std::int32_t options = 0, words = 0, primary_words = 0;
  std::vector<Word> mask, anti;
  std::vector<std::int32_t> first, last; // words [first, last) of an option's mask are not all 0
  std::vector<std::int32_t> reach;       // no option from this number on excludes the option
  std::vector<std::vector<std::int32_t>> users; // primary item -> its options, ascending
  std::vector<Word> seen, twice;          // by tail: items with one, with two options from there on
  std::vector<Word> open;                 // the primary items
  std::vector<std::int32_t> item, number; // of primary items and of options, in the whole matrix
  std::vector<std::vector<PackedAdd>> adds; // of options to sums; empty where there are no sums
  std::vector<Word> own; // primary items that are an option's own; empty where there are no sums

  MemoMasks(const PackedMatrix &matrix, std::span<const std::int32_t> items, bool window,
            Poll &poll);

private:
  void write(const PackedMatrix &matrix, std::span<const std::int32_t> items, Poll &poll);
  void measure(Poll &poll);
};

} // namespace minuet
