// A folded tree as the lines of a certificate, parents before children, written piece by piece:
// docs/trust.md has the format. What a state shows by itself (nothing is left, an item has too few
// options, a graph rule is broken) stands on the edge, and has no line; nor has what the root does
// not lead to.
#pragma once

#include "folded/counts.hpp"

#include <string>

namespace minuet {

class FoldedLines {
public:
  // renaming  of each edge the number of the renaming on it, or none; empty: there is none
  FoldedLines(const FoldedView &tree, std::span<const std::int32_t> renaming, std::int32_t options,
              Poll &poll);

  std::int32_t nodes() const { return lines_; } // that have lines
  std::span<const Limb> count() const { return counts_.count(); }

  void rewind() { next_ = tree_.nodes() - 1; }
  // Appends lines, each with its line feed, until there are some `bytes`. False: there are no more.
  bool write(std::string &text, std::size_t bytes);

private:
  static constexpr std::int32_t none = FoldedArrays::none;

  void number_nodes(Poll &poll);
  void write_line(std::string &text, std::int32_t node);
  void write_lead(std::string &text, std::int64_t edge);
  void write_count(std::string &text, std::int32_t node);
  std::int32_t option_of(std::int32_t node) const;

  FoldedView tree_;
  std::span<const std::int32_t> renaming_;
  FoldedCounts counts_;
  std::vector<std::int32_t> number_; // of the line; none
  std::int32_t lines_ = 0, next_;
  std::vector<Limb> rest_; // of a count that is written
  std::string digits_;
};

} // namespace minuet
