// Secondary items with colors (Knuth's XCC; The Art of Computer Programming, volume 4B, section
// 7.2.2.1): any number of chosen options may share one if they give it the same color; an option
// that gives it no color shares it with none.
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

  // Forces what follows from a literal, and fixes the colors of its items; `shrink` undoes that.
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
  std::vector<std::int32_t> color_; // item -> its color, 0 if one option uses it alone, or open
  std::vector<std::int32_t> fixed_; // items whose color was fixed, in order
};

} // namespace minuet::propagation
