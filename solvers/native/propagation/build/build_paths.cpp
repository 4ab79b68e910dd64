#include "propagation/build/build.hpp"

#include "propagation/graphs/loop.hpp"

#include <array>

namespace minuet::propagation {

// Whether an item demands an option of the paths at the vertex.
std::vector<std::uint8_t> Build::needed_vertices(const RuleArrays &arrays) const {
  const Graph &graph = arrays.graph;
  const Matrix &matrix = problem_.matrix();
  std::vector<std::int32_t> edge(matrix.options(), -1); // option -> the edge that it chooses
  for (std::size_t k = 0; k < arrays.options.size(); ++k)
    edge[arrays.options[k]] = arrays.places[k] % graph.edges();
  // Item -> the ends that all of its edges share; -1: none yet.
  std::vector<std::array<std::int32_t, 2>> shared(matrix.items(), {-1, -1});
  std::vector<std::uint8_t> begun(matrix.items(), 0), needed(graph.vertices, 0);
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    if (!problem_.allowed(o))
      continue;
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e];
      std::array<std::int32_t, 2> ends{-1, -1};
      if (edge[o] >= 0 && !problem_.weighted(item))
        ends = {graph.tails[edge[o]], graph.heads[edge[o]]};
      if (std::exchange(begun[item], 1) != 0)
        for (std::int32_t &end : shared[item])
          end = end == ends[0] || end == ends[1] ? end : -1;
      else
        shared[item] = ends;
    }
  }
  for (std::int32_t item = 0; item < matrix.items(); ++item)
    for (const std::int32_t end : shared[item])
      if (end >= 0 && matrix.low[item] > 0)
        needed[end] = 1;
  return needed;
}

// All paths are one loop, with a link from the end of each path to the beginning of the next one.
// Auxiliary variables say of each edge that it is of a path, and of each vertex of which one. An
// edge of a path and the path of either end decide each other, so learned clauses speak of edges
// without paths, and the rules of the single paths follow.
void Build::add_paths(const RuleArrays &arrays, const std::vector<Variable> &elements) {
  const Graph &graph = arrays.graph;
  const std::int32_t edges = graph.edges(), vertices = graph.vertices;
  const std::vector<std::int32_t> &ends = arrays.roots;
  const auto paths = static_cast<std::int32_t>(ends.size() / 2);
  std::vector<std::int32_t> path_of(vertices, -1); // of the vertices that are ends
  for (std::int32_t end = 0; end < 2 * paths; ++end)
    path_of[ends[end]] = end / 2;
  // Only the own path is at an end.
  const auto may_be = [&](std::int32_t edge, std::int32_t path) {
    const auto is_open = [&](std::int32_t v) { return path_of[v] < 0 || path_of[v] == path; };
    return is_open(graph.tails[edge]) && is_open(graph.heads[edge]);
  };
  std::vector<Variable> in(edges, -1), options;
  std::vector<std::vector<Variable>> of(edges, std::vector<Variable>(paths, -1));
  std::vector<Variable> variables;
  Graph loop;
  loop.vertices = vertices;
  const auto add = [&](Variable variable, std::int32_t tail, std::int32_t head) {
    variables.push_back(variable);
    loop.tails.push_back(tail);
    loop.heads.push_back(head);
  };
  for (std::int32_t e = 0; e < edges; ++e) {
    options.clear();
    for (std::int32_t path = 0; path < paths; ++path) {
      const Variable variable = elements[path * edges + e];
      if (variable < 0)
        continue;
      if (!may_be(e, path)) {
        constraints_->fixed.push_back(left_out(variable));
        continue;
      }
      of[e][path] = variable;
      options.push_back(variable);
    }
    if (options.empty())
      continue;
    in[e] = any_of(options);
    add(in[e], graph.tails[e], graph.heads[e]);
  }
  const Variable link = new_variable();
  constraints_->fixed.push_back(chosen(link));
  for (std::int32_t path = 0; path < paths; ++path)
    add(link, ends[2 * path + 1], ends[2 * ((path + 1) % paths)]);

  const Adjacency adjacency(graph);
  const std::vector<std::uint8_t> needed = needed_vertices(arrays);
  // What passes from vertex to vertex comes before what follows for the options.
  std::vector<std::vector<Variable>> label(vertices, std::vector<Variable>(paths, -1));
  std::vector<Variable> around;
  std::vector<Literal> some;
  for (std::int32_t v = 0; v < vertices; ++v) {
    poll_(paths * (std::ssize(adjacency[v]) + 1));
    around.clear();
    for (const auto &[e, to] : adjacency[v])
      if (in[e] >= 0)
        around.push_back(in[e]);
    const bool is_end = path_of[v] >= 0;
    if (is_end || needed[v])
      constraints_->items.add(is_end ? 1 : 2, is_end ? 1 : 2, around);
    if (is_end)
      continue;
    around.clear();
    for (std::int32_t path = 0; path < paths; ++path) {
      const auto is_of = [&](const Adjacency::End &end) { return of[end.edge][path] >= 0; };
      if (std::ranges::count_if(adjacency[v], is_of) >= 2) // else it cannot pass
        around.push_back(label[v][path] = new_variable());
    }
    constraints_->items.add(0, 1, around); // not `needed`: they are not branched on
    if (needed[v]) {
      some.clear();
      for (const Variable variable : around)
        some.push_back(chosen(variable));
      if (some.empty())
        constraints_->impossible = true;
      else
        add_clause(some);
    }
  }
  const auto add_steps = [&](std::int32_t e, std::int32_t v, std::int32_t to) {
    for (std::int32_t path = 0; path < paths; ++path)
      if (of[e][path] < 0 && label[v][path] >= 0)
        add_clause(std::array{left_out(in[e]), left_out(label[v][path])});
      else if (label[v][path] >= 0 && label[to][path] >= 0)
        add_clause(std::array{left_out(in[e]), left_out(label[v][path]), chosen(label[to][path])});
  };
  for (std::int32_t e = 0; e < edges; ++e)
    if (in[e] >= 0) {
      add_steps(e, graph.tails[e], graph.heads[e]);
      add_steps(e, graph.heads[e], graph.tails[e]);
    }
  for (std::int32_t v = 0; v < vertices; ++v)
    for (std::int32_t path = 0; path < paths && path_of[v] < 0; ++path) {
      some.assign(1, left_out(label[v][path]));
      for (const auto &[e, to] : adjacency[v]) {
        const Variable variable = of[e][path];
        if (variable < 0)
          continue;
        some.push_back(chosen(variable));
        if (label[v][path] < 0) {
          constraints_->fixed.push_back(left_out(variable));
          continue;
        }
        add_clause(std::array{left_out(variable), chosen(label[v][path])});
        if (variable != in[e])
          add_clause(std::array{left_out(in[e]), left_out(label[v][path]), chosen(variable)});
      }
      if (label[v][path] >= 0)
        add_clause(some);
    }
  make<Loop<false>>(std::move(variables), std::move(loop));
}

} // namespace minuet::propagation
