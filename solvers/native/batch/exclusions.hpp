// Which options exclude each other: those that share an item, but for one color of it.
#pragma once

#include "shared/problem.hpp"

#include <vector>

namespace minuet {

class Exclusions {
public:
  explicit Exclusions(const Problem &problem) : problem_(problem), uses_(problem.items()) {
    const Matrix &matrix = problem.matrix();
    for (std::int32_t i = 0; i < problem.items(); ++i)
      uses_[i].reserve(problem.uses(i));
    for (std::int32_t o = 0; o < matrix.options(); ++o)
      for (auto e = matrix.starts[o]; problem.allowed(o) && e < matrix.starts[o + 1]; ++e)
        uses_[matrix.members[e]].push_back({o, matrix.colors[e]});
  }

  // Calls `act(other)` for each option that this one excludes, item by item: perhaps several times.
  template <class Act> void each(std::int32_t option, Act act, Poll &poll) const {
    const Matrix &matrix = problem_.matrix();
    for (auto e = matrix.starts[option]; problem_.allowed(option) && e < matrix.starts[option + 1];
         ++e) {
      const std::vector<Use> &uses = uses_[matrix.members[e]];
      poll(4 * std::ssize(uses));
      for (const Use &use : uses)
        if (use.option != option && (use.color == 0 || use.color != matrix.colors[e]))
          act(use.option);
    }
  }

private:
  struct Use {
    std::int32_t option, color;
  };

  const Problem &problem_;
  std::vector<std::vector<Use>> uses_; // item -> the options that may be chosen
};

} // namespace minuet
