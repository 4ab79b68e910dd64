// The covers of each block whose loss is within a budget: what they are longer than the shortest.
#pragma once

#include "blocks/relaxation.hpp"

namespace minuet::blocks {

// The covers of one block, those of least loss first.
struct CoverList {
  std::vector<Length> losses;
  std::vector<std::uint64_t> masks; // `words` a cover: its links
  std::vector<std::int32_t> starts, options;

  std::int64_t size() const { return std::ssize(losses); }
  // Its options, as numbers of the block.
  std::span<const std::int32_t> cover(std::int64_t n) const {
    return {options.data() + starts[n], options.data() + starts[n + 1]};
  }
};

class CoverLists {
public:
  CoverLists(const Relaxation &relaxation, Length budget);

  std::int32_t words() const { return words_; }
  const std::vector<CoverList> &lists() const { return lists_; }
  // The least loss that a cover left out has; `never`: none was.
  Length cut() const { return cut_; }

private:
  void fill(std::int32_t block);

  const Relaxation &relaxation_;
  Length budget_, cut_ = never;
  std::int32_t words_;
  std::vector<CoverList> lists_;
};

} // namespace minuet::blocks
