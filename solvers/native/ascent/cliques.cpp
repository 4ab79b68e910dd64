#include "ascent/cliques.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace minuet::ascent {

namespace {

constexpr double part = 1e-5;      // so much of an option counts
constexpr double violation = 1e-2; // that a cut is worth
constexpr std::size_t most_cliques = 30, most_parts = 600;

using Clique = std::vector<std::int32_t>;

bool exclude(const Clique &a, const Clique &b) {
  for (auto i = a.begin(), k = b.begin(); i != a.end() && k != b.end();) {
    if (*i == *k)
      return true;
    *i < *k ? ++i : ++k;
  }
  return false;
}

// Cliques of options that are taken in part, by how far they are violated.
class Separation {
public:
  Separation(const Columns &columns, const std::vector<double> &values) : values_(values) {
    for (std::int32_t j = 0; j < columns.size(); ++j)
      if (values[j] > part && values[j] < 1 - part)
        parts_.push_back(j);
    std::sort(parts_.begin(), parts_.end(),
              [&](auto a, auto b) { return std::pair(-values[a], a) < std::pair(-values[b], b); });
    if (parts_.size() > most_parts)
      parts_.resize(most_parts);
    const std::size_t n = parts_.size();
    exclude_.assign(n * n, 0);
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b)
        exclude_[a * n + b] = a != b && exclude(columns.items[parts_[a]], columns.items[parts_[b]]);
  }

  std::vector<Clique> violated() const {
    std::set<std::pair<double, Clique>> found;
    for (std::size_t a = 0; a < parts_.size(); ++a)
      for (std::size_t b = a + 1; b < parts_.size(); ++b)
        if (exclude_[a * parts_.size() + b])
          grow(a, b, found);
    std::vector<Clique> result;
    for (const auto &[sum, clique] : found)
      if (result.size() < most_cliques && apart(clique, result))
        result.push_back(clique);
    return result;
  }

private:
  void grow(std::size_t a, std::size_t b, std::set<std::pair<double, Clique>> &found) const {
    const std::size_t n = parts_.size();
    std::vector<std::size_t> places{a, b};
    double sum = values_[parts_[a]] + values_[parts_[b]];
    for (std::size_t c = 0; c < n; ++c) {
      const auto excludes = [&](std::size_t place) { return exclude_[c * n + place] != 0; };
      if (!std::all_of(places.begin(), places.end(), excludes))
        continue;
      places.push_back(c);
      sum += values_[parts_[c]];
    }
    if (sum <= 1 + violation)
      return;
    Clique clique;
    for (const std::size_t place : places)
      clique.push_back(parts_[place]);
    std::sort(clique.begin(), clique.end());
    found.emplace(-sum, std::move(clique));
  }

  // Whether it has not half of its options in common with one of these.
  static bool apart(const Clique &clique, const std::vector<Clique> &others) {
    return std::none_of(others.begin(), others.end(), [&](const Clique &other) {
      Clique both;
      std::set_intersection(clique.begin(), clique.end(), other.begin(), other.end(),
                            std::back_inserter(both));
      return 2 * both.size() > std::min(clique.size(), other.size());
    });
  }

  const std::vector<double> &values_;
  Clique parts_;
  std::vector<std::uint8_t> exclude_;
};

// Every live option that excludes all of the clique joins it.
void lift(Clique &clique, const Columns &columns, const std::vector<std::int32_t> &live) {
  const std::size_t first = clique.size();
  for (const std::int32_t j : live) {
    if (std::binary_search(clique.begin(), clique.begin() + static_cast<std::ptrdiff_t>(first), j))
      continue;
    if (std::all_of(clique.begin(), clique.end(), [&](std::int32_t other) {
          return exclude(columns.items[j], columns.items[other]);
        }))
      clique.push_back(j);
  }
}

} // namespace

std::int32_t add_cliques(Columns &columns, Simplex &simplex) {
  std::vector<double> values;
  simplex.values(values);
  std::vector<Clique> cliques = Separation(columns, values).violated();
  for (Clique &clique : cliques)
    lift(clique, columns, simplex.live());
  for (const Clique &clique : cliques) {
    const std::int32_t row = columns.rows++;
    for (const std::int32_t j : clique)
      columns.items[j].push_back(row);
    columns.add({row}, 0, 0);
  }
  if (!cliques.empty())
    simplex.extend(columns);
  return static_cast<std::int32_t>(cliques.size());
}

} // namespace minuet::ascent
