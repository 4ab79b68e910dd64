// What is priced: a matrix divided into linked blocks, their diagrams, and the costs in integers.
#pragma once

#include "blocks/diagram.hpp"

#include <memory>

namespace minuet::blocks {

// An option of a block.
struct Place {
  std::int32_t block, option;
};

class LinkedBlocks {
public:
  // `costs`: of the options of the whole matrix; those that are forced are counted in. Where
  // there are several ways to divide, the first is taken whose diagrams have no more edges in all
  // than `most_edges`. Throws std::overflow_error if none has, and for costs that sums cannot hold.
  LinkedBlocks(Problem &problem, std::span<const std::int64_t> costs, std::int64_t most_edges,
               Poll &poll);

  // Some block, or an item, cannot be covered.
  bool impossible() const { return impossible_; }

  std::int32_t blocks() const { return static_cast<std::int32_t>(division_.blocks.size()); }
  std::int32_t links() const { return division_.links(); }
  const Block &block(std::int32_t b) const { return division_.blocks[b]; }
  bool must(std::int32_t link) const { return division_.must[link]; }
  const std::shared_ptr<const Diagram> &diagram(std::int32_t b) const { return diagrams_[b]; }

  // What the options of a block cost, times a scale: a power of two, so that prices may be finer.
  const std::vector<Length> &costs(std::int32_t b) const { return costs_[b]; }
  // The root of the mean square of them all.
  double spread() const { return spread_; }
  // What the dearest cover of every block costs in all, scaled: no solution costs more.
  Length dearest() const { return dearest_; }
  // No price may be farther from 0, so that no sum overflows.
  Length price_limit() const { return price_limit_; }
  // The cost of a solution whose covers cost so much in all, scaled; rounded up. And back.
  std::int64_t cost_of(Length total) const;
  Length total_of(std::int64_t cost) const;

  // Who has a link, and which options of a block have an own item.
  const std::vector<Place> &users(std::int32_t link) const { return users_[link]; }
  const std::vector<std::int32_t> &own_users(std::int32_t b, std::int32_t item) const {
    return own_users_[b][item];
  }
  // In every solution, beside the covers.
  const std::vector<std::int32_t> &forced() const { return forced_; }

private:
  bool draw(std::int64_t most_edges, Poll &poll);
  // `total`: what the forced options cost, without their signs.
  void weigh(std::span<const std::int64_t> costs, double total);
  void sum_dearest();
  void index(Poll &poll);

  Division division_;
  std::vector<std::shared_ptr<const Diagram>> diagrams_;
  std::vector<std::vector<Length>> costs_;
  std::vector<std::vector<Place>> users_;
  std::vector<std::vector<std::vector<std::int32_t>>> own_users_;
  std::vector<std::int32_t> forced_;
  bool impossible_ = false;
  double spread_ = 0;
  std::int64_t scale_ = 1, offset_ = 0; // what the forced options cost
  Length price_limit_ = 0, dearest_ = 0;
};

} // namespace minuet::blocks
