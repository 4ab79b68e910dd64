#include "folded/costs.hpp"

#include <stdexcept>

namespace minuet {

std::vector<std::int64_t> least_costs(const FoldedView &tree, std::span<const std::int64_t> costs,
                                      Poll &poll) {
  std::vector<std::int64_t> least(tree.kind.size());
  for (std::int32_t n = 0; n < tree.nodes(); ++n) {
    poll(4 + 2 * (tree.end(n) - tree.begin(n)));
    const bool adds = tree.kind[n] == FoldedArrays::product;
    std::int64_t best = adds || tree.kind[n] == FoldedArrays::leaf ? 0 : most_cost;
    for (std::int64_t e = tree.begin(n); e < tree.end(n); ++e) {
      const std::int64_t below = least[tree.child[e]];
      const std::int64_t own = tree.option[e] < 0 ? 0 : costs[tree.option[e]];
      if (adds)
        best = best == most_cost || below == most_cost ? most_cost : best + below;
      else if (below != most_cost)
        best = std::min(best, below + own);
    }
    least[n] = best;
  }
  return least;
}

namespace {

class Histogram {
public:
  Histogram(const FoldedView &tree, std::span<const std::int64_t> costs, int limbs,
            std::size_t memory, Poll &poll)
      : tree_(tree), costs_(costs), limbs_(limbs), memory_(memory), poll_(poll),
        of_node_(tree.kind.size()), parents_(tree.kind.size(), 0) {
    for (const std::int32_t node : tree.child)
      ++parents_[node];
  }

  CostCounts run() {
    for (std::int32_t n = 0; n < tree_.nodes(); ++n) {
      of_node_[n] = tree_.kind[n] == FoldedArrays::product ? product(n) : sum(n);
      kept_ += of_node_[n].bytes();
      if (kept_ > memory_)
        throw std::overflow_error("costs of too many kinds for the memory");
      for (std::int64_t e = tree_.begin(n); e < tree_.end(n); ++e)
        if (--parents_[tree_.child[e]] == 0) {
          kept_ -= of_node_[tree_.child[e]].bytes();
          of_node_[tree_.child[e]] = {};
        }
    }
    return of_node_.empty() ? CostCounts{} : std::move(of_node_.back());
  }

private:
  CostCounts one() const {
    CostCounts result{{0}, std::vector<Limb>(static_cast<std::size_t>(limbs_), 0)};
    result.counts[0] = 1;
    return result;
  }

  CostCounts sum(std::int32_t node) {
    CostCounts result;
    if (tree_.kind[node] == FoldedArrays::leaf)
      return one();
    for (std::int64_t e = tree_.begin(node); e < tree_.end(node); ++e)
      result = merged(result, of_node_[tree_.child[e]],
                      tree_.option[e] < 0 ? 0 : costs_[tree_.option[e]]);
    return result;
  }

  CostCounts product(std::int32_t node) {
    CostCounts result = one();
    std::vector<Limb> times(static_cast<std::size_t>(limbs_));
    for (std::int64_t e = tree_.begin(node); e < tree_.end(node); ++e) {
      const CostCounts &part = of_node_[tree_.child[e]];
      CostCounts whole;
      for (std::size_t k = 0; k < result.costs.size(); ++k) {
        CostCounts scaled{part.costs, part.counts};
        for (std::size_t j = 0; j < part.costs.size(); ++j) {
          multiply_limbs(times.data(), &part.counts[j * limbs_], &result.counts[k * limbs_],
                         limbs_);
          std::copy(times.begin(), times.end(), &scaled.counts[j * limbs_]);
        }
        whole = merged(whole, scaled, result.costs[k]);
      }
      result = std::move(whole);
    }
    return result;
  }

  // Both together, where the costs of `b` are so much more.
  CostCounts merged(const CostCounts &a, const CostCounts &b, std::int64_t more) {
    poll_(8 * static_cast<std::int64_t>(a.costs.size() + b.costs.size()));
    CostCounts result;
    result.costs.reserve(a.costs.size() + b.costs.size());
    result.counts.reserve(a.counts.size() + b.counts.size());
    std::size_t i = 0, j = 0;
    while (i < a.costs.size() || j < b.costs.size()) {
      const bool first =
          j == b.costs.size() || (i < a.costs.size() && a.costs[i] <= b.costs[j] + more);
      const bool second =
          i == a.costs.size() || (j < b.costs.size() && b.costs[j] + more <= a.costs[i]);
      result.costs.push_back(first ? a.costs[i] : b.costs[j] + more);
      result.counts.resize(result.counts.size() + limbs_, 0);
      Limb *const sum = &result.counts[result.counts.size() - limbs_];
      if (first)
        add_limbs(sum, &a.counts[i++ * limbs_], limbs_);
      if (second)
        add_limbs(sum, &b.counts[j++ * limbs_], limbs_);
    }
    return result;
  }

  const FoldedView &tree_;
  std::span<const std::int64_t> costs_;
  int limbs_;
  std::size_t memory_, kept_ = 0;
  Poll &poll_;
  std::vector<CostCounts> of_node_;
  std::vector<std::int64_t> parents_; // edges to a node that were not yet read
};

} // namespace

CostCounts cost_histogram(const FoldedView &tree, std::span<const std::int64_t> costs, int limbs,
                          std::size_t memory, Poll &poll) {
  return Histogram(tree, costs, limbs, memory, poll).run();
}

} // namespace minuet
