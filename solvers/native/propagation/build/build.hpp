// Compilation of a problem into Constraints (propagation/search.hpp). Options keep their numbers as
// variables.
//
// - build_items.cpp: items. Weighted ones that say what simpler ones say become clauses or plain
//   items; the terms of the others are divided into groups (propagators/weighted_items.hpp).
// - build_rules.cpp: graph rules.
// - build_paths.cpp: graph rules of paths that share no vertex, as one loop.
// - build_faces.cpp: what two connected sets imply at the faces of a plane graph.
// - build_costs.cpp: costs and reduced costs (propagators/costs.hpp).
//
// Auxiliary variables stand for "none of these options", in a group that may be left uncovered, and
// for "one of these options", for a color or an element of a graph that several options choose.
#pragma once

#include "propagation/search.hpp"
#include "shared/graph_rule.hpp"
#include "shared/problem.hpp"

#include <map>

namespace minuet::propagation {

struct Linear; // build_costs.cpp

class Build {
public:
  // Throws std::overflow_error if a number of the problem is too large for the engine, and
  // std::invalid_argument for an invalid problem.
  Build(Problem &problem, Poll &poll);

  // Adds a rule; elements that no option can choose are left out of its graph.
  void add_rule(const RuleArrays &arrays);
  // Adds the costs as weighted items without bounds.
  Costs add_costs(std::span<const std::int64_t> costs);
  // Returns the constraints, laid out; to be called last.
  std::unique_ptr<Constraints> take();

private:
  using Terms = std::vector<std::pair<Variable, std::int64_t>>;
  struct Exclusion { // of its variables, at most one is chosen
    std::vector<Variable> variables;
    bool needed; // exactly one
  };

  void add_items();
  void add_plain(std::int64_t low, std::int64_t high, const std::vector<Variable> &variables);
  void add_differences();
  void add_difference(const Exclusion &one, std::int32_t other);
  bool is_in(Variable variable, std::int32_t exclusion) const;
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
  std::vector<std::vector<Variable>> options_of(const RuleArrays &arrays);
  void add_vertices(const RuleArrays &arrays, const std::vector<Variable> &elements);
  void add_edges(const RuleArrays &arrays, const std::vector<Variable> &elements);
  void add_paths(const RuleArrays &arrays, const std::vector<Variable> &elements);
  void close_path(const std::vector<std::int32_t> &ends, std::vector<Variable> &variables,
                  Graph &graph);
  std::vector<std::uint8_t> needed_vertices(const RuleArrays &arrays) const;
  void add_faces();
  void add_face(const std::vector<std::int32_t> &face, const std::vector<Variable> &first,
                const std::vector<Variable> &second);
  template <class Rule, class... Arguments> void make(Arguments &&...arguments) {
    const auto number = static_cast<std::int32_t>(constraints_->rules.size());
    constraints_->rules.push_back(
        std::make_unique<Rule>(number, std::forward<Arguments>(arguments)...));
  }
  void add_clause(std::span<const Literal> literals);
  Variable none_of(const std::vector<Variable> &variables);
  Variable any_of(const std::vector<Variable> &variables);
  Variable new_variable();

  struct ConnectedSet { // of a `connected` rule
    Graph graph;
    std::vector<std::vector<Variable>> options; // of each vertex
    std::vector<Variable> elements;             // the variable of each vertex; -1: no option
  };

  bool divide(const ConnectedSet &one, const ConnectedSet &other) const;

  const Problem &problem_;
  Poll &poll_;
  std::unique_ptr<Constraints> constraints_;
  std::int32_t variables_;
  std::vector<Exclusion> exclusions_;
  std::vector<std::vector<std::int32_t>> exclusions_of_; // variable -> its exclusions
  std::vector<std::int64_t> weight_;                     // of variables, for groups_of
  std::vector<ConnectedSet> connected_;
  std::vector<Literal> literals_; // of the clauses, one after the other
  std::vector<std::size_t> ends_; // of each clause among these
  std::map<std::vector<Variable>, Variable> none_of_, any_of_;
};

} // namespace minuet::propagation
