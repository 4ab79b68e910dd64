// What every engine is built from: a matrix, validated, and a selection on it, applied.
//
// An engine first looks at the sizes, for what its numbers cannot hold is refused unread. Then it
// calls `prepare`: the first time, that walks through the matrix once, checks it, and finds out
// which options may be chosen at all, which of them no item decides on, and what the given options
// leave of each item. All that was found out but the last is shared with the problems of subtrees
// (`below`), which apply the options chosen above them and no more.
#pragma once

#include "shared/lock.hpp"
#include "shared/matrix.hpp"
#include "shared/poll.hpp"
#include "shared/shades.hpp"

#include <memory>
#include <vector>

namespace minuet {

// Throws std::invalid_argument unless the options are numbers from 0 to `end` - 1.
void require_options(std::span<const std::int32_t> options, const char *what, std::int32_t end);

class Problem {
public:
  // `given`: options that every solution holds; `forbidden`: options that none does; either may
  // name one several times. `owner` is kept as long as the arrays of the matrix are needed. Throws
  // std::invalid_argument for arrays whose lengths are not those of a matrix.
  Problem(const Matrix &matrix, std::vector<std::int32_t> given,
          std::vector<std::int32_t> forbidden = {}, std::shared_ptr<const void> owner = nullptr);

  // The same problem with further given options: the prefix of a subtree.
  std::unique_ptr<Problem> below(std::span<const std::int32_t> prefix) const;

  const Matrix &matrix() const { return whole_->matrix; }
  std::int32_t primary() const { return matrix().primary; }
  std::int32_t items() const { return matrix().items(); }
  std::int32_t options() const { return matrix().options(); }
  std::int64_t entries() const { return std::ssize(matrix().members); }

  // Whether all primary items must be covered exactly once, and nothing has a weight.
  bool exactly_once() const;

  // To be called before anything below is asked; the work is done once. Throws
  // std::invalid_argument for arrays that are no matrix and for options that do not exist.
  void prepare(Poll &poll);

  // Whether the option may be chosen: it is not forbidden, nor is any of its items.
  bool allowed(std::int32_t option) const { return whole_->allowed[option]; }
  // Whether the option may be chosen and no item decides on it, so that it needs a branch of its
  // own: it is chosen or skipped.
  bool undecided(std::int32_t option) const { return whole_->undecided[option]; }
  std::int32_t undecided_options() const { return whole_->undecided_options; }
  // Whether the item must be covered; the others only bound, as secondary items do.
  bool must_cover(std::int32_t item) const {
    return item < matrix().primary && matrix().low[item] > 0 && !weighted(item);
  }
  // Whether an option counts in the item with a weight other than 1. Of such items nothing is found
  // out here: they forbid no option, decide on none, and given options do not clash in them.
  bool weighted(std::int32_t item) const {
    return !whole_->weighted.empty() && whole_->weighted[item];
  }
  // How many options that may be chosen use the item.
  std::int32_t uses(std::int32_t item) const { return whole_->uses[item]; }
  // The colors of the items, numbered; worked out when it is first asked for.
  const Shades &shades(Poll &poll) const;

  // The given options, each once, in their order, as far as they are possible together.
  const std::vector<std::int32_t> &given() const { return given_; }
  bool is_given(std::int32_t option) const { return chosen_[option]; }
  // Whether the given options may be chosen and do not clash.
  bool possible() const { return possible_; }
  // Whether the option can be chosen beside the given ones.
  bool fits(std::int32_t option) const;
  // Whether the given options use the item.
  bool used(std::int32_t item) const { return covers_[item] > 0 || tint_[item] != 0; }

private:
  // What the problems of all subtrees share.
  struct Whole {
    Matrix matrix;
    std::vector<std::int32_t> forbidden;
    std::shared_ptr<const void> owner;
    Mutex mutex; // of what follows
    bool ready = false;
    std::int32_t undecided_options = 0;
    std::vector<std::uint8_t> allowed, undecided;
    std::vector<std::uint8_t> weighted; // items; empty if there are none
    std::vector<std::int32_t> uses;
    std::unique_ptr<const Shades> shades;

    void validate(Poll &poll) const;
    void apply(Poll &poll);
  };

  explicit Problem(std::shared_ptr<Whole> whole, std::vector<std::int32_t> wanted);
  void give(Poll &poll);

  std::shared_ptr<Whole> whole_;
  std::vector<std::int32_t> wanted_; // the given options, as they were given
  bool ready_ = false, possible_ = true;
  std::vector<std::int32_t> given_;
  std::vector<std::uint8_t> chosen_;        // options
  std::vector<std::int32_t> covers_, tint_; // items: covers without a color, and the color
};

} // namespace minuet
