// Verifies solutions of one matrix under one selection, many at a time: the definition of a
// solution, checked directly.
//
// Nothing here is shared with an engine, on purpose: what checks must not share a mistake with what
// is checked. The entries of a solution's options are walked once. Nothing is cleared between two
// solutions: each bears a number of its own, and what is noted of an item or an option holds only
// if it was noted under that number. (Items as the bits of a row, where none may be covered twice
// or in colors, took half the time: 14 ms for 28 on 49,151 sudokus. These are found in 50 ms and
// more, and it would be a second definition.)
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace minuet::verify {

using Numbers = std::span<const std::int32_t>;
using Wide = std::span<const std::int64_t>;

// The matrix's own arrays, which must outlive the verifier; option k's entries are
// members[starts[k]] to members[starts[k + 1] - 1]. No weights: all are 1.
struct Arrays {
  Numbers starts, members, colors;
  Wide low, high;
  Numbers weights;
};

// Many lists of option numbers: list k is options[starts[k]] to options[starts[k + 1] - 1].
struct Lists {
  Wide starts, options;

  std::int64_t size() const { return static_cast<std::int64_t>(starts.size()) - 1; }
  Wide operator[](std::int64_t k) const {
    const auto first = static_cast<std::size_t>(starts[static_cast<std::size_t>(k)]);
    const auto last = static_cast<std::size_t>(starts[static_cast<std::size_t>(k) + 1]);
    return options.subspan(first, last - first);
  }
};

class Verifier {
public:
  // Throws std::invalid_argument for arrays that are no matrix and options that it does not have.
  Verifier(const Arrays &matrix, Wide given, Wide forbidden);

  // The place of the first list that is no solution, -1 if all are. `asked`: options that each must
  // hold besides the selection's, nothing or a list for each. Throws std::invalid_argument for
  // starts that do not part the options. From any thread; one at a time is served.
  std::int64_t first_wrong(const Lists &solutions, const Lists &asked);

private:
  // How often an item was covered, and in which color, in the solution of that number; of a
  // weighted item the sum of the weights.
  struct Item {
    std::int64_t low, high;
    std::uint32_t number, color;
    std::int64_t times;
  };
  struct Option {
    std::uint32_t number; // of the solution that chose it last
    bool given, forbidden;
  };

  void begin(); // the next solution
  bool holds(Wide options) const;
  bool choose(Wide options);
  template <bool colored, bool weighted> bool cover(Wide options);
  bool adds_up() const;
  bool right(Wide options);

  Arrays matrix_;
  std::vector<Item> items_;
  std::vector<Option> options_;
  std::vector<std::size_t> weighted_;     // the items that have weights other than 1
  std::vector<std::uint8_t> is_weighted_; // by item; empty if there are none
  std::int64_t givens_ = 0, needs_ = 0;   // options given; covers that all items need together
  bool colored_ = false;
  std::uint32_t number_ = 0;
  std::mutex alone_;
};

} // namespace minuet::verify
