// Laying out a problem as constraints of the search.
//
// Options keep their numbers as variables. Weighted items that say what simpler ones say become
// these: clauses, and items whose weights are all alike. The options of the others are parted into
// groups (weighted_items.hpp), greedily by the items that may be covered at most once.
//
// A variable of the engine's own stands for "none of these options" where a group need not be
// covered, and for "one of these" where an element of a graph can be chosen by several options.
#pragma once

#include "propagation/build/multipliers.hpp"
#include "propagation/constraints.hpp"
#include "propagation/costs.hpp"
#include "propagation/graphs/graph_rules.hpp"
#include "shared/problem.hpp"

#include <map>

namespace minuet::propagation {

class Build {
public:
  // Throws std::overflow_error for what passes the engine's numbers, and std::invalid_argument for
  // a problem that is none.
  Build(Problem &problem, Poll &poll);

  // Adds a rule; its elements that no option can choose are left out.
  void add_rule(const RuleArrays &arrays);
  // Adds the costs as weighted items without bounds.
  Costs add_costs(std::span<const std::int64_t> costs);
  // To be called last.
  std::unique_ptr<Constraints> take();

private:
  using Terms = std::vector<std::pair<Variable, std::int64_t>>;

  void add_items();
  void add_plain(std::int64_t low, std::int64_t high, const std::vector<Variable> &variables);
  void add_colored(const std::vector<Colors::Use> &uses);
  void add_weighted(std::int64_t low, std::int64_t high, const Terms &terms);
  bool add_alike(std::int64_t low, std::int64_t high, const Terms &terms);
  std::int32_t add_sum(std::int64_t low, std::int64_t high, const Terms &terms);
  Linear linear_of(std::span<const std::int64_t> costs) const;
  void reduce(std::span<const std::int64_t> costs, Costs &made);
  std::vector<WeightedItems::Group> groups_of(const Terms &terms);
  void add_distinct(std::int64_t low, std::int64_t high,
                    const std::vector<WeightedItems::Group> &groups);
  WeightedItems::Group group_of(std::int32_t number);
  std::vector<Variable> elements_of(const RuleArrays &arrays);
  void add_vertices(const RuleArrays &arrays, const std::vector<Variable> &elements);
  void add_edges(const RuleArrays &arrays, const std::vector<Variable> &elements);
  void close_path(const std::vector<std::int32_t> &ends, std::vector<Variable> &variables,
                  Graph &graph);
  template <class Rule, class... Arguments> void make(Arguments &&...arguments);
  Variable none_of(const std::vector<Variable> &variables);
  Variable any_of(const std::vector<Variable> &variables);
  Variable new_variable();

  struct Once {
    std::vector<Variable> variables;
    bool needed; // exactly one of them; else at most one
  };

  const Problem &problem_;
  Poll &poll_;
  std::unique_ptr<Constraints> constraints_;
  std::int32_t variables_;
  std::vector<Once> onces_;                         // of which at most one is chosen
  std::vector<std::vector<std::int32_t>> onces_of_; // variable -> these
  std::vector<std::int64_t> weight_;                // variables: for groups_of
  std::vector<std::vector<Literal>> clauses_;
  std::map<std::vector<Variable>, Variable> none_of_, any_of_;
};

} // namespace minuet::propagation
