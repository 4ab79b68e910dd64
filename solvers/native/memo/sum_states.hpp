// The sums of a matrix (shared/packed/packed_matrix.hpp) in the states of a search: what was added
// so far, a level at a time, and what the live options may still add.
//
// A state's key has a number for each sum that depends on the live options, what was added and
// one more, and 0 for the others: so states that differ only in sums that are met are equal.
#pragma once

#include "memo/masks.hpp"

namespace minuet {

class SumStates {
public:
  using Word = MemoMasks::Word;

  SumStates(const PackedMatrix &matrix, const MemoMasks &masks);

  bool any() const { return !sums_.empty(); }
  std::int32_t key_words() const { return key_words_; }
  std::size_t bytes() const { return values_.capacity() * sizeof(std::int64_t); }
  std::int64_t work() const { return work_; }

  // Adds what an option adds, from a level on to the next one. What excludes more options than
  // `anti` says because a sum became full is written into it; the number from which on no option is
  // excluded is returned.
  std::int32_t add(std::size_t level, const MemoMasks &masks, std::int32_t option,
                   std::span<Word> anti);

  // Looks at the live options of a level, those listed and all from `tail` on. False: a sum cannot
  // be met, and it is `dead`.
  bool weigh(std::size_t level, const MemoMasks &masks, std::span<const std::int32_t> listed,
             std::int32_t tail);
  // Whether all are met where nothing is live. False: one is not, and it is `dead`.
  bool met(std::size_t level);
  std::int32_t dead() const { return dead_; } // its item in the whole matrix

  // An option that was listed and has to be chosen; -1: none.
  std::int32_t pressed() const { return pressed_; }
  // The first option listed of the sum that leaves the least choice; -1: none. The choice is
  // `spare` and one more, where all weights are 1 and one option has to be chosen.
  std::int32_t tightest(const MemoMasks &masks, std::span<const std::int32_t> listed,
                        std::int64_t &spare) const;
  void write_key(std::span<Word> to) const;

private:
  struct Users {                           // of a sum
    std::vector<std::int32_t> options;     // ascending
    std::vector<std::int64_t> least, most; // what those from each on may add
  };
  struct Place { // in a key
    std::int32_t word, shift;
    std::int64_t base; // the least value
  };

  void press(const MemoMasks &masks, std::span<const std::int32_t> listed);

  std::vector<PackedSum> sums_;
  std::vector<Users> users_;
  std::vector<Place> places_;
  std::int32_t key_words_ = 0;
  std::vector<std::int64_t> values_; // by level and sum
  std::vector<SumSpan> spans_;       // of the level that was weighed
  std::int32_t dead_ = -1, pressed_ = -1;
  std::int64_t work_ = 0;
};

} // namespace minuet
