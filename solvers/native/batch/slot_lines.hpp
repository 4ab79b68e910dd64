// What lines of slots tell (slot_grid.hpp): a mask for each line, found when slots are prepared.
//
// What all options of a line exclude is the AND of what each excludes, sets of options of a few
// words. Masks are made only for the items one of whose rows, or columns, tells more by it than
// that the item is covered once; lines of the same options have one mask.
#pragma once

#include "batch/slot_preparation.hpp"

#include <array>
#include <cstddef>
#include <unordered_map>
#include <vector>

namespace minuet {

class SlotLines {
public:
  // `excluded` has for each allowed option those that it excludes, by the numbers of options there.
  SlotLines(SlotPreparation &to, const OptionSets &excluded,
            const std::vector<std::int32_t> &number);

  // Adds the masks of lines, as far as there is room for them.
  void add(Poll &poll);

private:
  static constexpr std::int32_t longest = 4; // of a line
  // Some options, ascending.
  struct Options {
    std::array<std::int32_t, longest> option{};
    std::int32_t size = 0;

    const std::int32_t *begin() const { return option.data(); }
    const std::int32_t *end() const { return option.data() + size; }
    bool operator==(const Options &) const = default;
  };
  struct Hash {
    std::size_t operator()(const Options &line) const;
  };

  bool is_live(std::int32_t item, std::int32_t slot) const;
  Options on_line(std::int32_t item, std::int32_t line) const;
  void add(std::int32_t item, std::int32_t first, std::int32_t end, std::int32_t told_at);
  bool tells_more(const Options &line) const;
  std::int32_t add_mask(const Options &line);
  void tell_once(const Options &line, std::int32_t line_mask);

  SlotPreparation &to_;
  const OptionSets &excluded_;
  const std::vector<std::int32_t> &number_;
  OptionSets own_; // the options of the item that is looked at
  std::unordered_map<Options, std::int32_t, Hash> masks_;
};

} // namespace minuet
