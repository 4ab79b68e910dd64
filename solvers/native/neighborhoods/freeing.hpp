// The neighborhoods: which part of a solution is freed.
#pragma once

#include "neighborhoods/incumbent.hpp"

#include <cstdint>
#include <random>
#include <vector>

namespace minuet::neighborhoods {

class Freeing {
public:
  // `groups`: for each family, the group that each option of the matrix is in.
  Freeing(const PricedOptions &matrix, std::vector<std::vector<std::int32_t>> groups);

  // How many kinds there are: any options, a region, good options, dear options, then the families.
  std::int32_t kinds() const { return 5 + static_cast<std::int32_t>(groups_.size()); }
  // About `size` options of the solution, at least one, by a neighborhood of this kind.
  void free(std::int32_t kind, double size, const Incumbent &best, std::mt19937_64 &random,
            std::vector<std::int32_t> &freed);

private:
  std::int32_t any(const Incumbent &best, std::mt19937_64 &random) const;
  std::int32_t dear(const Incumbent &best, std::mt19937_64 &random) const;
  std::int32_t good(std::int32_t item, double bias, std::mt19937_64 &random) const;
  void take(std::int32_t option, std::vector<std::int32_t> &freed);
  void take_rivals(std::int32_t option, const Incumbent &best, std::vector<std::int32_t> &freed);
  void grow(double size, double bias, const Incumbent &best, std::mt19937_64 &random,
            std::vector<std::int32_t> &freed);
  void take_groups(std::int32_t family, double size, const Incumbent &best, std::mt19937_64 &random,
                   std::vector<std::int32_t> &freed);

  const PricedOptions &matrix_;
  std::vector<std::vector<std::int32_t>> groups_;
  std::vector<std::int32_t> group_count_;
  std::vector<std::int32_t> taken_; // options: when they were last taken
  std::int32_t stamp_ = 0;
};

} // namespace minuet::neighborhoods
