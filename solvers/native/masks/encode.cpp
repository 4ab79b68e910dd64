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

static_assert((stream_words - 1) * (most_rows + 15) <= most_places, "words of a level are placed");

// Where an item's bits stand; `digits` is 0 for an item without colors.
struct Place {
  std::int32_t bit = unused;
  std::int32_t digits = 0;
};

class Encoder {
public:
  Encoder(const Matrix &matrix, const Selection &selection, Poll &poll)
      : matrix_(matrix), selection_(selection), poll_(poll), places_(matrix.items()) {
    require_at_most(rows_of_option * matrix.options() + 1, most_rows, "rows");
  }

  EncodedMasks encode(std::int32_t words) {
    place_primary();
    place_secondary();
    choose_words(words);
    add_option(-1);
    set(start_, false, 0); // the start is option 0
    select();
    add_options();
    return std::move(result_);
  }

  MaskShape shape(std::int32_t least) {
    place_primary();
    place_secondary();
    return {rows_, result_.bits, words_from(least)};
  }

private:
  // A number of bits; more than any mask holds, where there are more than can be told.
  static std::int32_t narrow(std::int64_t bits) {
    return static_cast<std::int32_t>(std::min(bits, most_places - 128));
  }
  bool needed(std::int32_t item) const { return item < matrix_.primary && matrix_.low[item] > 0; }
  bool own(std::int32_t option) const {
    return selection_.allowed[option] && selection_.skip[option] >= 0;
  }

  void place_primary() {
    std::int64_t bits = 0;
    std::int32_t rows = 1;
    for (std::int32_t i = 0; i < matrix_.items(); ++i)
      if (needed(i))
        places_[i].bit = narrow(bits++);
    first_own_ = narrow(bits);
    for (std::int32_t o = 0; o < matrix_.options(); ++o) {
      poll_();
      rows += selection_.allowed[o] + own(o);
      bits += own(o);
    }
    start_ = narrow(bits++);
    result_.primary = narrow(bits);
    rows_ = rows;
    result_.number_bits = std::bit_width(static_cast<unsigned>(rows));
    result_.owner.reserve(rows);
  }

  // Items that cannot make two options clash get no bits.
  void place_secondary() {
    std::vector<std::int32_t> uses(matrix_.items(), 0);
    std::vector<std::vector<std::int32_t>> colors(matrix_.items());
    for (std::int32_t o = 0; o < matrix_.options(); ++o) {
      poll_(matrix_.starts[o + 1] - matrix_.starts[o] + 1);
      for (auto e = matrix_.starts[o]; selection_.allowed[o] && e < matrix_.starts[o + 1]; ++e) {
        ++uses[matrix_.members[e]];
        if (matrix_.colors[e])
          colors[matrix_.members[e]].push_back(matrix_.colors[e]);
      }
    }
    tones_.resize(matrix_.items());
    std::int64_t bits = result_.primary;
    for (std::int32_t i = 0; i < matrix_.items(); ++i) {
      std::vector<std::int32_t> &tones = colors[i];
      const auto tinted = static_cast<std::int32_t>(tones.size());
      poll_(16 * std::int64_t{tinted} + 1); // for sorting them
      std::sort(tones.begin(), tones.end());
      tones.erase(std::unique(tones.begin(), tones.end()), tones.end());
      if (needed(i) || uses[i] < 2 || (tinted == uses[i] && tones.size() == 1))
        continue;
      places_[i].bit = narrow(bits);
      if (tinted) {
        places_[i].digits =
            std::max<std::int32_t>(std::bit_width(static_cast<unsigned>(tones.size() - 1)), 1);
        tones_[i] = std::move(tones);
        result_.colored = true;
      }
      bits += tinted ? 2 * places_[i].digits : 1;
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

  void add_entry(std::int32_t item, std::int32_t color) {
    const Place &place = places_[item];
    if (place.bit == unused)
      return;
    if (place.digits == 0)
      return set(place.bit, false, 0);
    const std::vector<std::int32_t> &tones = tones_[item];
    const auto tone = std::lower_bound(tones.begin(), tones.end(), color) - tones.begin();
    for (std::int32_t d = 0; d < place.digits; ++d) {
      const std::int32_t zero = place.bit + 2 * d, one = zero + 1;
      if (color == 0 || (tone >> d & 1))
        set(one, color != 0, zero);
      if (color == 0 || !(tone >> d & 1))
        set(zero, color != 0, one);
    }
  }

  // The start stands for the given options: it covers and forbids what they do.
  void select() {
    std::vector<std::uint8_t> seen(matrix_.options(), 0);
    for (const std::int32_t option : selection_.given) {
      if (std::exchange(seen[option], 1))
        continue;
      poll_(matrix_.starts[option + 1] - matrix_.starts[option] + 4 * result_.words);
      result_.selected.push_back(option);
      result_.impossible |= !selection_.allowed[option];
      if (result_.impossible)
        return;
      const std::vector<std::uint64_t> before = result_.forbids, covered = result_.masks;
      std::fill(result_.masks.begin(), result_.masks.end(), 0);
      add_entries(option);
      for (std::int32_t w = 0; w < result_.words; ++w) {
        result_.impossible |= (result_.masks[w] & before[w]) != 0;
        result_.masks[w] |= covered[w];
      }
    }
  }

  void add_entries(std::int32_t option) {
    for (auto e = matrix_.starts[option]; e < matrix_.starts[option + 1]; ++e)
      add_entry(matrix_.members[e], matrix_.colors[e]);
    if (own(option))
      set(own_bit(option), false, 0);
  }

  std::int32_t own_bit(std::int32_t option) {
    if (own_bits_.empty()) {
      own_bits_.resize(matrix_.options(), unused);
      std::int32_t bit = first_own_;
      for (std::int32_t o = 0; o < matrix_.options(); ++o)
        if (own(o))
          own_bits_[o] = bit++;
    }
    return own_bits_[option];
  }

  void add_options() {
    for (std::int32_t o = 0; o < matrix_.options(); ++o) {
      if (!selection_.allowed[o])
        continue;
      poll_(8 * (matrix_.starts[o + 1] - matrix_.starts[o]) + 2 * result_.words);
      add_option(o);
      add_entries(o);
      if (own(o)) {
        add_option(-1);
        set(own_bit(o), false, 0);
      }
    }
  }

  const Matrix &matrix_;
  const Selection &selection_;
  Poll &poll_;
  std::vector<Place> places_;
  std::vector<std::vector<std::int32_t>> tones_; // an item's colors, ascending
  std::vector<std::int32_t> own_bits_;
  std::int32_t first_own_ = 0, start_ = 0, rows_ = 0;
  EncodedMasks result_;
};

} // namespace

MaskShape mask_shape(const Matrix &matrix, const Selection &selection, std::int32_t words,
                     Poll &poll) {
  return Encoder(matrix, selection, poll).shape(words);
}

EncodedMasks encode_masks(const Matrix &matrix, const Selection &selection, std::int32_t words,
                          Poll &poll) {
  return Encoder(matrix, selection, poll).encode(words);
}

} // namespace minuet
