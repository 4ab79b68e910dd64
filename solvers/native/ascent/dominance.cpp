#include "ascent/dominance.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace minuet::ascent {

namespace {

using List = std::vector<std::int32_t>;

class Dominance {
public:
  Dominance(const ExactPartition &matrix, Loss limit)
      : matrix_(matrix), live_(matrix.options(), 0), users_(matrix.items()) {
    std::map<List, std::int32_t> least;
    for (std::int32_t o = 0; o < matrix.options(); ++o) {
      const auto items = matrix.items_of(o);
      if (items.empty() || matrix.loss(o) > limit)
        continue;
      List key(items.begin(), items.end());
      std::sort(key.begin(), key.end());
      const auto [at, added] = least.emplace(std::move(key), o);
      if (!added && matrix.loss(o) < matrix.loss(at->second))
        at->second = o;
    }
    for (const auto &[items, o] : least)
      live_[o] = 1;
    for (std::int32_t o = 0; o < matrix.options(); ++o)
      if (live_[o])
        for (const std::int32_t i : matrix.items_of(o))
          users_[i].push_back(o);
  }

  Undominated reduced() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::int32_t i = 0; i < matrix_.items(); ++i)
        changed = narrow(i) || changed;
    }
    Undominated result;
    std::map<List, std::int32_t> rows;
    List row(matrix_.items(), -1);
    for (std::int32_t i = 0; i < matrix_.items(); ++i) {
      result.coverable = result.coverable && !users_[i].empty();
      if (const auto [at, added] = rows.emplace(users_[i], result.rows); added)
        row[i] = result.rows++;
    }
    for (std::int32_t o = 0; o < matrix_.options(); ++o) {
      if (!live_[o])
        continue;
      List items;
      for (const std::int32_t i : matrix_.items_of(o))
        if (row[i] >= 0)
          items.push_back(row[i]);
      std::sort(items.begin(), items.end());
      result.options.push_back(o);
      result.items.push_back(std::move(items));
    }
    return result;
  }

private:
  // Drops what covers an item that all options of this one cover, and not this one.
  bool narrow(std::int32_t item) {
    List &mine = users_[item];
    if (mine.empty())
      return false;
    List common(matrix_.items_of(mine.front()).begin(), matrix_.items_of(mine.front()).end());
    for (const std::int32_t o : mine) {
      const auto items = matrix_.items_of(o);
      std::erase_if(common, [&](std::int32_t i) {
        return std::find(items.begin(), items.end(), i) == items.end();
      });
    }
    bool changed = false;
    for (const std::int32_t other : common) {
      if (users_[other].size() == mine.size())
        continue;
      List dropped;
      std::set_difference(users_[other].begin(), users_[other].end(), mine.begin(), mine.end(),
                          std::back_inserter(dropped));
      for (const std::int32_t o : dropped)
        drop(o);
      changed = true;
    }
    return changed;
  }

  void drop(std::int32_t option) {
    live_[option] = 0;
    for (const std::int32_t i : matrix_.items_of(option))
      std::erase(users_[i], option);
  }

  const ExactPartition &matrix_;
  std::vector<std::uint8_t> live_;
  std::vector<List> users_; // live options of each item, ascending
};

} // namespace

Undominated undominated(const ExactPartition &matrix, Loss limit) {
  return Dominance(matrix, limit).reduced();
}

} // namespace minuet::ascent
