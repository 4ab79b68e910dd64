// Block prices: a lower bound on the cost of every solution, by prices on the links.
//
// Take the price of its links off an option's cost. Then a solution costs the prices of all links
// and, for each block, at least its cheapest cover (Dantzig and Wolfe, "Decomposition principle for
// linear programs", 1960; as a dual: Geoffrion, "Lagrangean relaxation", 1974). Any prices are
// valid, where those of links that may stay open are not positive. Here they climb by deflected
// subgradients (Held, Wolfe and Crowder, 1974): links that the cheapest covers take twice become
// dearer, those that none takes cheaper; the steps get shorter where nothing is gained. For to look
// at all covers of nine digits takes .04 ms (diagram.hpp), so 1,000 steps take less than to load a
// library for linear programs, and end within one unit of their optimum (costs of 0 to 99; column
// generation with GLOP took 49 rounds, 107 ms, from scratch). All that counts is integers.
//
// Within a limit on the total, edges of the diagrams on no path that keeps it are left out, and
// what that forces is chosen: then the prices climb again.
#pragma once

#include "blocks/linked_blocks.hpp"

namespace minuet::blocks {

class Relaxation {
public:
  explicit Relaxation(std::shared_ptr<const LinkedBlocks> whole);

  const LinkedBlocks &whole() const { return *whole_; }

  // Climbs for so many steps; false: the prices climb no more, or past what any solution costs
  // (without a solution they climb for ever).
  bool climb(std::int64_t steps);
  // Lets them climb again after something was left out, in steps of a moderate length.
  void climb_again();
  // No solution costs less, scaled.
  Length bound() const { return bound_; }
  // Looks at the best prices so far again, so that `lengths` and `to_end` are theirs. To be called
  // before what follows.
  void settle();

  // Leaves out what no solution within the limit has, and chooses what that forces. False: there
  // is none. `cut` becomes the least total that was left out, where that is less.
  bool narrow(Length limit, Length &cut);
  // Leaves out whatever clashes with an option, and so on.
  bool choose(Place place, Length limit, Length &cut);

  // The covers that are left of all blocks, and the edges.
  double covers() const;
  std::int64_t edges() const;
  // The options of the item, of a block or a link, whose choice promises to raise the bound most,
  // those that lose least first.
  std::vector<Place> branches(Length limit) const;

  const Diagram &diagram(std::int32_t b) const { return *diagrams_[b]; }
  std::span<const Length> lengths(std::int32_t b) const { return lengths_[b]; }
  std::span<const Length> to_end(std::int32_t b) const { return to_end_[b]; }
  // What a link costs that stays open.
  Length open(std::int32_t link) const { return -prices_[link]; }

private:
  Length worth(const std::vector<Length> &prices);
  std::vector<std::int32_t> taken() const;
  void step();
  void begin_at_best();
  bool restrict(Length limit, Length &cut);
  bool force();
  bool force_by_links(bool &forced);
  void drop_beside(Place place);
  void list_live();

  std::shared_ptr<const LinkedBlocks> whole_;
  std::vector<std::shared_ptr<const Diagram>> diagrams_;
  std::vector<std::vector<Length>> lengths_, to_end_; // blocks, then options or nodes
  std::vector<std::vector<std::uint8_t>> alive_;      // blocks, options
  std::vector<std::vector<std::int32_t>> live_;       // the same listed
  bool dropped_ = false;                              // an option, since the last look

  std::vector<Length> prices_; // the best so far
  Length bound_;               // their worth
  std::vector<double> at_, direction_;
  double stride_, shortest_;
  std::int32_t vain_ = 0; // steps without a gain
};

} // namespace minuet::blocks
