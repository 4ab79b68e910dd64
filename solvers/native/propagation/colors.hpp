// Secondary items with colors: any number of chosen options may share one if they agree on its
// color, and one without a color has it to itself.
#pragma once

#include "propagation/lists.hpp"
#include "propagation/trail.hpp"

namespace minuet::propagation {

class Colors {
public:
  struct Use {
    Variable variable;
    std::int32_t color; // 0: none
  };

  std::int32_t add(std::span<const Use> uses);
  void lay_out(std::int32_t variables);

  // Forces what follows from a literal; fixes colors, which `shrink` frees again.
  bool enforce(Literal literal, Trail &trail);
  void explain(Reason reason, Literal literal, std::int32_t time, const Trail &trail,
               std::vector<Literal> &why) const;
  std::int32_t mark() const { return static_cast<std::int32_t>(fixed_.size()); }
  void shrink(std::int32_t mark);

private:
  struct Place {
    std::int32_t item, color;
  };
  static constexpr std::int32_t open = -1;

  Lists<Use> uses_;                 // item -> its uses
  Lists<Place> places_;             // variable -> the items that it uses
  std::vector<std::int32_t> tint_;  // item -> its color, 0 where one option has it to itself; open
  std::vector<std::int32_t> fixed_; // items whose tint was fixed, in order
};

} // namespace minuet::propagation
