// What two disjoint connected sets of vertices of a plane graph imply at its faces
// (graphs/alternation.hpp).
//
// Any embedding will do. It is known where the cycles of four edges and the cycles that are left
// make up a sphere, as of cells that lie side by side, perhaps with holes: each edge is in one or
// two squares, and the squares at a vertex are connected there. Then they are a surface, whose
// boundary is cycles; closed by a face for each of these it is a sphere if it is connected and has
// Euler's characteristic 2.
#include "propagation/build/build.hpp"

#include "propagation/graphs/alternation.hpp"
#include "propagation/graphs/walk.hpp"

#include <algorithm>
#include <utility>

namespace minuet::propagation {

namespace {

using Face = std::vector<std::int32_t>; // vertices around it

// The vertices beside each vertex, ascending; parallel edges count once.
std::vector<std::vector<std::int32_t>> neighbors_of(const Graph &graph) {
  std::vector<std::vector<std::int32_t>> neighbors(graph.vertices);
  for (std::int32_t e = 0; e < graph.edges(); ++e)
    if (graph.tails[e] != graph.heads[e]) {
      neighbors[graph.tails[e]].push_back(graph.heads[e]);
      neighbors[graph.heads[e]].push_back(graph.tails[e]);
    }
  for (auto &own : neighbors) {
    std::ranges::sort(own);
    const auto repeated = std::ranges::unique(own);
    own.erase(repeated.begin(), repeated.end());
  }
  return neighbors;
}

class Squares {
public:
  explicit Squares(const Graph &graph) : neighbors_(neighbors_of(graph)) {
    for (const auto &own : neighbors_) {
      starts_.push_back(starts_.back() + static_cast<std::int32_t>(own.size()));
      edges_ += static_cast<std::int32_t>(own.size());
    }
    edges_ /= 2;
    squares_at_.resize(starts_.back());
  }

  // Returns the faces of the sphere; none: it is not known to be one.
  std::vector<Face> faces() {
    if (!find() || !is_connected() || !is_surface())
      return {};
    const std::size_t squares = faces_.size();
    add_boundary();
    const std::int64_t characteristic =
        std::ssize(neighbors_) - edges_ + static_cast<std::int64_t>(faces_.size());
    if (characteristic != 2 || squares == 0)
      return {};
    return std::move(faces_);
  }

private:
  // The number of an edge's end at `vertex`.
  std::int32_t end(std::int32_t vertex, std::int32_t other) const {
    const auto &own = neighbors_[vertex];
    return starts_[vertex] +
           static_cast<std::int32_t>(std::ranges::lower_bound(own, other) - own.begin());
  }

  // Finds the cycles of four edges, each from its first vertex; false: an edge is in three.
  bool find() {
    std::vector<std::int32_t> common;
    for (std::int32_t v = 0; v < std::ssize(neighbors_); ++v) {
      const auto &own = neighbors_[v];
      const auto later = std::ranges::upper_bound(own, v);
      for (auto a = later; a != own.end(); ++a)
        for (auto b = a + 1; b != own.end(); ++b) {
          common.clear();
          std::ranges::set_intersection(neighbors_[*a], neighbors_[*b], std::back_inserter(common));
          for (const std::int32_t w : common)
            if (w > v && !add({v, *a, w, *b}))
              return false;
        }
    }
    return true;
  }

  bool add(Face square) {
    const auto number = static_cast<std::int32_t>(faces_.size());
    for (std::size_t k = 0; k < 4; ++k) {
      const std::int32_t vertex = square[k], next = square[(k + 1) % 4];
      for (const std::int32_t at : {end(vertex, next), end(next, vertex)}) {
        squares_at_[at].push_back(number);
        if (squares_at_[at].size() > 2)
          return false;
      }
    }
    faces_.push_back(std::move(square));
    return true;
  }

  bool is_connected() const {
    IndexSet met(static_cast<std::int32_t>(neighbors_.size()));
    if (!neighbors_.empty())
      met.add(0);
    for (std::int32_t k = 0; k < met.size(); ++k)
      for (const std::int32_t next : neighbors_[met[k]])
        met.add(next);
    return met.size() == std::ssize(neighbors_);
  }

  // Whether each edge is in a square, and from each edge at a vertex all others there are reached
  // across squares.
  bool is_surface() const {
    for (std::int32_t v = 0; v < std::ssize(neighbors_); ++v) {
      const auto degree = static_cast<std::int32_t>(neighbors_[v].size());
      IndexSet met(degree);
      met.add(0);
      for (std::int32_t k = 0; k < met.size(); ++k) {
        const std::int32_t at = starts_[v] + met[k];
        if (squares_at_[at].empty())
          return false;
        for (std::int32_t other = 0; other < degree; ++other)
          for (const std::int32_t square : squares_at_[starts_[v] + other])
            if (std::ranges::find(squares_at_[at], square) != squares_at_[at].end())
              met.add(other);
      }
      if (met.size() < degree)
        return false;
    }
    return true;
  }

  // Adds the cycles of edges that are in one square: a vertex has two of these, or none.
  void add_boundary() {
    IndexSet met(static_cast<std::int32_t>(neighbors_.size()));
    for (std::int32_t v = 0; v < std::ssize(neighbors_); ++v) {
      Face face;
      for (std::int32_t at = v, next = at; next >= 0 && !met.contains(next);) {
        at = std::exchange(next, -1);
        for (const std::int32_t other : neighbors_[at])
          if (squares_at_[end(at, other)].size() == 1 && (next < 0 || !met.contains(other)))
            next = other;
        if (next >= 0) {
          met.add(at);
          face.push_back(at);
        }
      }
      if (!face.empty())
        faces_.push_back(std::move(face));
    }
  }

  std::vector<std::vector<std::int32_t>> neighbors_;
  std::vector<std::int32_t> starts_{0};               // vertex -> its first edge end
  std::vector<std::vector<std::int32_t>> squares_at_; // edge end -> the squares that its edge is in
  std::int32_t edges_ = 0;
  std::vector<Face> faces_;
};

} // namespace

// Adds what follows for each two connected sets that divide the vertices of a graph.
void Build::add_faces() {
  for (std::size_t k = 0; k < connected_.size(); ++k)
    for (std::size_t other = k + 1; other < connected_.size(); ++other) {
      if (!divide(connected_[k], connected_[other]))
        continue;
      for (const Face &face : Squares(connected_[k].graph).faces())
        add_face(face, connected_[k].elements, connected_[other].elements);
    }
}

// Whether the sets are of the same graph, and an item says of each vertex that it is in one of them
// and not in both. (That it is not in both would do; but two of many sets have little to do with
// each other.)
bool Build::divide(const ConnectedSet &one, const ConnectedSet &other) const {
  if (one.options.size() != other.options.size())
    return false;
  for (std::size_t v = 0; v < one.options.size(); ++v) {
    std::vector<Variable> both = one.options[v];
    both.insert(both.end(), other.options[v].begin(), other.options[v].end());
    if (both.empty())
      return false;
    const auto is_item = [&](std::int32_t exclusion) {
      const auto &variables = exclusions_[exclusion].variables;
      return variables.size() == both.size() && std::ranges::is_permutation(variables, both);
    };
    if (both.size() > 1 && std::ranges::none_of(exclusions_of_[both.front()], is_item))
      return false;
  }
  return one.graph.tails == other.graph.tails && one.graph.heads == other.graph.heads;
}

void Build::add_face(const std::vector<std::int32_t> &face, const std::vector<Variable> &first,
                     const std::vector<Variable> &second) {
  poll_(std::ssize(face));
  if (face.size() > 4) {
    Alternation::Boundary boundary;
    for (const std::int32_t v : face)
      boundary.push_back({first[v], second[v]});
    make<Alternation>(boundary);
    return;
  }
  for (const int shift : {0, 1}) { // not the first set at two opposite corners, and the second
    std::vector<Literal> clause;
    for (std::size_t k = 0; k < 4; ++k) {
      const Variable variable = (k % 2 == 0 ? first : second)[face[(k + shift) % 4]];
      if (variable >= 0)
        clause.push_back(left_out(variable));
    }
    if (clause.size() == 4)
      add_clause(clause);
  }
}

} // namespace minuet::propagation
