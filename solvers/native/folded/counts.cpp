#include "folded/counts.hpp"

#include <stdexcept>

namespace minuet {

FoldedCounts::FoldedCounts(const FoldedView &tree, std::int32_t options, Poll &poll)
    : tree_(tree), options_(options) {
  while (!fill(poll))
    limbs_ *= 2;
}

// False: a count has more limbs.
bool FoldedCounts::fill(Poll &poll) {
  counts_.assign(std::size_t(tree_.nodes()) * limbs_, 0);
  std::vector<Limb> product(limbs_);
  for (std::int32_t n = 0; n < tree_.nodes(); ++n) {
    poll(8 + 4 * (tree_.end(n) - tree_.begin(n)));
    Limb *const mine = &counts_[std::size_t(n) * limbs_];
    const bool multiplies = tree_.kind[n] == FoldedArrays::product;
    mine[0] = multiplies || tree_.kind[n] == FoldedArrays::leaf;
    for (std::int64_t e = tree_.begin(n); e < tree_.end(n); ++e) {
      bool over = false;
      if (multiplies) {
        over = multiply_limbs(product.data(), mine, at(tree_.child[e]), limbs_);
        std::copy(product.begin(), product.end(), mine);
      } else {
        over = add_limbs(mine, at(tree_.child[e]), limbs_);
      }
      if (over)
        return false;
    }
  }
  return true;
}

std::span<const Limb> FoldedCounts::count() const {
  if (tree_.nodes() == 0)
    return {};
  return {at(tree_.nodes() - 1), static_cast<std::size_t>(limbs_)};
}

void FoldedCounts::unrank(std::span<const Limb> rank, std::vector<std::int32_t> &to) const {
  const auto size = static_cast<std::size_t>(limbs_);
  std::vector<std::int32_t> nodes{tree_.nodes() - 1}; // still to be gone through, with their ranks
  std::vector<Limb> ranks(rank.begin(), rank.end()), quotient(size), rest(size);
  ranks.resize(size, 0);
  while (!nodes.empty()) {
    std::int32_t node = nodes.back();
    Limb *left = &ranks[ranks.size() - size];
    while (tree_.kind[node] >= 0 || tree_.kind[node] == FoldedArrays::free) {
      std::int64_t e = tree_.begin(node);
      while (!less_limbs(left, at(tree_.child[e]), limbs_))
        subtract_limbs(left, at(tree_.child[e++]), limbs_);
      if (tree_.option[e] >= 0)
        to.push_back(tree_.option[e]);
      node = tree_.child[e];
    }
    const std::vector<Limb> all(left, left + size);
    nodes.pop_back();
    ranks.resize(ranks.size() - size);
    if (tree_.kind[node] != FoldedArrays::product)
      continue;
    std::vector<Limb> mixed = all;
    for (std::int64_t e = tree_.end(node); e-- > tree_.begin(node);) {
      divide_limbs(quotient.data(), mixed.data(), at(tree_.child[e]), rest.data(), limbs_);
      nodes.push_back(tree_.child[e]);
      ranks.insert(ranks.end(), mixed.begin(), mixed.end());
      mixed = quotient;
    }
  }
}

// The walk of one solution through the tree.
struct FoldedCounts::Ranking {
  const FoldedCounts &counts;
  std::vector<std::uint8_t> chosen; // options
  std::size_t used = 0;

  // The edge that the solution takes; none: there is none.
  std::int64_t edge(std::int32_t node) const {
    const FoldedView &tree = counts.tree_;
    for (std::int64_t e = tree.begin(node); e < tree.end(node); ++e)
      if (tree.option[e] < 0 || chosen[tree.option[e]])
        return e;
    return FoldedArrays::none;
  }

  std::optional<std::vector<Limb>> rank(std::int32_t node) {
    const FoldedView &tree = counts.tree_;
    const int size = counts.limbs_;
    std::vector<Limb> sum(static_cast<std::size_t>(size), 0);
    while (tree.kind[node] >= 0 || tree.kind[node] == FoldedArrays::free) {
      const std::int64_t taken = edge(node);
      if (taken < 0)
        return std::nullopt;
      for (std::int64_t e = tree.begin(node); e < taken; ++e)
        add_limbs(sum.data(), counts.at(tree.child[e]), size);
      if (tree.option[taken] >= 0) {
        chosen[tree.option[taken]] = 0;
        ++used;
      }
      node = tree.child[taken];
    }
    if (tree.kind[node] == FoldedArrays::leaf)
      return sum;
    std::vector<Limb> mixed(sum.size(), 0), product(sum.size());
    for (std::int64_t e = tree.begin(node); e < tree.end(node); ++e) {
      multiply_limbs(product.data(), mixed.data(), counts.at(tree.child[e]), size);
      const auto part = rank(tree.child[e]);
      if (!part)
        return std::nullopt;
      mixed = product;
      add_limbs(mixed.data(), part->data(), size);
    }
    add_limbs(sum.data(), mixed.data(), size);
    return sum;
  }
};

std::optional<std::vector<Limb>> FoldedCounts::rank(std::span<const std::int32_t> options) const {
  if (tree_.nodes() == 0)
    return std::nullopt;
  Ranking ranking{*this, std::vector<std::uint8_t>(static_cast<std::size_t>(options_), 0)};
  for (const std::int32_t o : options)
    ranking.chosen[o] = 1;
  auto result = ranking.rank(tree_.nodes() - 1);
  return ranking.used == options.size() ? result : std::nullopt;
}

// From the root down: in how many ways a node is come to, times what is below an edge.
std::vector<Limb> FoldedCounts::marginals(Poll &poll) const {
  const auto size = static_cast<std::size_t>(limbs_);
  std::vector<Limb> result(static_cast<std::size_t>(options_) * size, 0), times(size);
  std::vector<Limb> ways(std::size_t(tree_.nodes()) * size, 0), others, after;
  if (tree_.nodes() > 0 && !is_zero(at(tree_.nodes() - 1), limbs_))
    ways[std::size_t(tree_.nodes() - 1) * size] = 1;
  for (std::int32_t n = tree_.nodes() - 1; n >= 0; --n) {
    const std::int64_t edges = tree_.end(n) - tree_.begin(n);
    poll(8 + 8 * edges);
    const Limb *const mine = &ways[std::size_t(n) * size];
    if (is_zero(mine, limbs_) || is_zero(at(n), limbs_))
      continue;
    if (tree_.kind[n] == FoldedArrays::product) {
      // For each part the product of the ways here and the counts of the parts before and behind.
      others.assign(mine, mine + size);
      for (std::int64_t e = tree_.begin(n); e < tree_.end(n); ++e) {
        after = others;
        for (std::int64_t k = e + 1; k < tree_.end(n); ++k) {
          multiply_limbs(times.data(), after.data(), at(tree_.child[k]), limbs_);
          after = times;
        }
        add_limbs(&ways[std::size_t(tree_.child[e]) * size], after.data(), limbs_);
        multiply_limbs(times.data(), others.data(), at(tree_.child[e]), limbs_);
        others = times;
      }
      continue;
    }
    for (std::int64_t e = tree_.begin(n); e < tree_.end(n); ++e) {
      const std::int32_t below = tree_.child[e], option = tree_.option[e];
      if (is_zero(at(below), limbs_))
        continue;
      add_limbs(&ways[std::size_t(below) * size], mine, limbs_);
      if (option < 0)
        continue;
      multiply_limbs(times.data(), mine, at(below), limbs_);
      add_limbs(&result[std::size_t(option) * size], times.data(), limbs_);
    }
  }
  return result;
}

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
