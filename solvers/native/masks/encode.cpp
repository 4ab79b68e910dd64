#include "masks/encode.hpp"

#include "masks/state.hpp"
#include "shared/bounds.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

namespace minuet {

namespace {

constexpr std::int32_t unused = -1;
constexpr std::int64_t rows_of_option = 2; // an option, and where nothing decides on it a skip
constexpr std::int64_t most_rows = 1 << 28;
constexpr std::int64_t most_in_turn = 1 << 14; // options of a solution, where there are such items

static_assert((stream_words - 1) * (most_rows + 15) <= most_places, "words of a level are placed");

// Where an item's bits stand; `digits` is 0 for an item without colors.
struct Place {
  std::int32_t bit = unused;
  std::int32_t digits = 0;
};

class Encoder {
public:
  Encoder(Problem &problem, Poll &poll)
      : problem_(problem), matrix_(problem.matrix()), poll_(poll),
        shades_(prepared(problem, poll).shades(poll)), places_(matrix_.items()) {}

  EncodedMasks encode(std::int32_t words) {
    place_several();
    place_primary();
    place_secondary();
    choose_words(words);
    add_option(-1);
    set(start_, false, 0); // the start is option 0
    if (result_.several)
      set(result_.several, false, 0);
    select();
    limit_depth();
    add_options();
    return std::move(result_);
  }

  MaskShape shape(std::int32_t least) {
    place_several();
    place_primary();
    place_secondary();
    const std::int32_t words = words_from(least);
    const bool wide = words > stream_words;
    return {rows_, result_.bits, result_.several && wide ? 0 : words};
  }

private:
  // A number of bits; more than any mask holds, where there are more than can be told.
  static std::int32_t narrow(std::int64_t bits) {
    return static_cast<std::int32_t>(std::min(bits, most_places - 128));
  }
  static Problem &prepared(Problem &problem, Poll &poll) {
    require_at_most(rows_of_option * problem.options() + 1, most_rows, "rows");
    refuse_weights(problem.matrix());
    problem.prepare(poll);
    return problem;
  }

  // Items that may be covered several times, if there are options enough for that to matter.
  void place_several() {
    std::int64_t bits = 0;
    for (std::int32_t i = 0; i < matrix_.items(); ++i)
      if (matrix_.high[i] > 1 && (problem_.must_cover(i) || problem_.uses(i) > matrix_.high[i])) {
        places_[i].bit = narrow(bits++);
        const std::int64_t most = std::int64_t{problem_.options()} + 1; // more than there can be
        result_.need.push_back(
            static_cast<std::int32_t>(std::clamp<std::int64_t>(matrix_.low[i], 0, most)));
        result_.room.push_back(static_cast<std::int32_t>(std::min(matrix_.high[i], most)));
      }
    result_.several = narrow(bits);
  }

  void place_primary() {
    std::int64_t bits = result_.several ? result_.several + 1 : 0;
    std::int32_t rows = 1;
    for (std::int32_t i = 0; i < matrix_.items(); ++i)
      if (problem_.must_cover(i) && places_[i].bit == unused)
        places_[i].bit = narrow(bits++);
    first_own_ = narrow(bits);
    for (std::int32_t o = 0; o < matrix_.options(); ++o) {
      poll_();
      rows += problem_.allowed(o) + undecided(o);
      bits += undecided(o);
    }
    start_ = narrow(bits++);
    result_.primary = narrow(bits);
    rows_ = rows;
    result_.number_bits = std::bit_width(static_cast<unsigned>(rows));
    result_.owner.reserve(rows);
  }

  // Items that cannot make two options clash get no bits.
  void place_secondary() {
    std::int64_t bits = result_.primary;
    for (std::int32_t i = 0; i < matrix_.items(); ++i) {
      const std::int32_t uses = problem_.uses(i), shades = shades_.count(i);
      if (problem_.must_cover(i) || matrix_.high[i] > 1 || uses < 2 ||
          (shades == 1 && shades_.uses(i) == uses))
        continue;
      places_[i].bit = narrow(bits);
      if (shades) {
        places_[i].digits =
            std::max<std::int32_t>(std::bit_width(static_cast<unsigned>(shades - 1)), 1);
        result_.colored = true;
      }
      bits += shades ? 2 * places_[i].digits : 1;
    }
    result_.bits = narrow(bits);
  }

  // The words of a mask, at least so many; 0: more than there can be.
  std::int32_t words_from(std::int32_t least) const {
    const std::int32_t streamed = (result_.bits + result_.number_bits + 63) / 64;
    if (std::max(streamed, least) <= stream_words)
      return std::max(streamed, least);
    const auto words = static_cast<unsigned>(std::max((result_.bits + 63) / 64, least));
    const std::int32_t rows = std::max(2 * stream_words, std::int32_t(std::bit_ceil(words)));
    return rows > most_words ? 0 : rows;
  }

  void choose_words(std::int32_t least) {
    result_.words = words_from(least);
    if (result_.words == 0)
      throw std::overflow_error("matrices whose options need " + std::to_string(result_.bits) +
                                " bits, at most " + std::to_string(64 * most_words));
    if (result_.words > stream_words && result_.several)
      throw std::overflow_error("items that may be covered several times in masks of " +
                                std::to_string(result_.words) + " words");
    if (result_.words > stream_words)
      result_.number_bits = 0;
  }

  void add_option(std::int32_t owner) {
    const auto number = static_cast<std::uint64_t>(result_.owner.size());
    result_.owner.push_back(owner);
    result_.masks.resize(result_.masks.size() + result_.words, 0);
    result_.forbids.resize(result_.forbids.size() + result_.words, 0);
    if (result_.number_bits)
      result_.masks.back() = number << (64 - result_.number_bits);
  }

  // Adds a bit to the last option; `exchanged`: what is forbidden is another bit.
  void set(std::int32_t bit, bool exchanged, std::int32_t other) {
    const std::int32_t forbidden = exchanged ? other : bit;
    last(result_.masks)[bit / 64] |= std::uint64_t{1} << bit % 64;
    last(result_.forbids)[forbidden / 64] |= std::uint64_t{1} << forbidden % 64;
  }

  std::uint64_t *last(std::vector<std::uint64_t> &rows) const {
    return rows.data() + rows.size() - result_.words;
  }

  // Adds an item in one of its shades, or in none, to the last option.
  void add_entry(std::int32_t item, std::int32_t shade) {
    const Place &place = places_[item];
    if (place.bit == unused)
      return;
    if (place.bit < result_.several) {
      last(result_.masks)[place.bit / 64] |= std::uint64_t{1} << place.bit % 64;
      return;
    }
    if (place.digits == 0)
      return set(place.bit, false, 0);
    for (std::int32_t d = 0; d < place.digits; ++d) {
      const std::int32_t zero = place.bit + 2 * d, one = zero + 1;
      const bool digit = shade && (shade - 1) >> d & 1;
      if (shade == 0 || digit)
        set(one, shade != 0, zero);
      if (shade == 0 || !digit)
        set(zero, shade != 0, one);
    }
  }

  // The start stands for the given options: it covers and forbids what they do.
  void select() {
    result_.impossible = !problem_.possible();
    if (result_.impossible)
      return;
    result_.selected = problem_.given();
    for (const std::int32_t option : problem_.given()) {
      poll_(matrix_.size(option) + 2 * result_.words);
      add_entries(option);
      for (auto e = matrix_.starts[option]; e < matrix_.starts[option + 1]; ++e)
        if (const std::int32_t bit = places_[matrix_.members[e]].bit;
            bit != unused && bit < result_.several) {
          result_.need[bit] -= result_.need[bit] > 0;
          --result_.room[bit];
        }
    }
    // The start covers what is full, and so takes its last place.
    for (std::int32_t bit = 0; bit < result_.several; ++bit) {
      std::uint64_t &items = last(result_.masks)[bit / 64];
      items &= ~(std::uint64_t{1} << bit % 64);
      if (result_.room[bit] == 0) {
        items |= std::uint64_t{1} << bit % 64;
        result_.room[bit] = 1;
      }
    }
  }

  void limit_depth() {
    result_.most_chosen = result_.primary;
    for (const std::int32_t room : result_.room)
      result_.most_chosen += room;
    result_.most_chosen = std::min<std::int64_t>(result_.most_chosen, rows_);
    if (result_.several)
      require_at_most(result_.most_chosen, most_in_turn, "options in a solution");
  }

  void add_entries(std::int32_t option) {
    for (auto e = matrix_.starts[option]; e < matrix_.starts[option + 1]; ++e)
      add_entry(matrix_.members[e], shades_.of(e));
    if (undecided(option))
      set(own_bit(option), false, 0);
  }

  // Whether an option may be chosen and no item decides on it; an item that is covered as often as
  // it must be, and may be covered once more, does not.
  bool undecided(std::int32_t option) const {
    if (!problem_.allowed(option) || problem_.undecided(option) || !result_.several)
      return problem_.undecided(option);
    for (auto e = matrix_.starts[option]; e < matrix_.starts[option + 1]; ++e)
      if (const std::int32_t i = matrix_.members[e];
          problem_.must_cover(i) && matrix_.low[i] == matrix_.high[i])
        return false;
    return true;
  }

  std::int32_t own_bit(std::int32_t option) {
    if (own_bits_.empty()) {
      own_bits_.resize(matrix_.options(), unused);
      std::int32_t bit = first_own_;
      for (std::int32_t o = 0; o < matrix_.options(); ++o)
        if (undecided(o))
          own_bits_[o] = bit++;
    }
    return own_bits_[option];
  }

  void add_options() {
    for (std::int32_t o = 0; o < matrix_.options(); ++o) {
      // What is given may have no bit that the start forbids.
      if (!problem_.allowed(o) || (result_.several && problem_.is_given(o)))
        continue;
      poll_(8 * matrix_.size(o) + 2 * result_.words);
      add_option(o);
      add_entries(o);
      if (undecided(o)) {
        add_option(-1);
        set(own_bit(o), false, 0);
      }
    }
  }

  const Problem &problem_;
  const Matrix &matrix_;
  Poll &poll_;
  const Shades &shades_;
  std::vector<Place> places_;
  std::vector<std::int32_t> own_bits_;
  std::int32_t first_own_ = 0, start_ = 0, rows_ = 0;
  EncodedMasks result_;
};

} // namespace

MaskShape mask_shape(Problem &problem, std::int32_t words, Poll &poll) {
  return Encoder(problem, poll).shape(words);
}

EncodedMasks encode_masks(Problem &problem, std::int32_t words, Poll &poll) {
  return Encoder(problem, poll).encode(words);
}

} // namespace minuet
