// What is left of a search by dancing links, for a checkpoint.
//
// The options of an item that is covered exactly once exclude each other: a subtree is told by the
// options above it. Those of another item do not, and Algorithm M tries them in their order: below
// the second the first is left out, and so on, and in the end perhaps all of them are.
#include "links/dancing_links.hpp"

#include <algorithm>

namespace minuet {

// A skip leaves out the option with which it shares its item.
Subtree DancingLinks::below(Subtree above, const Level &level, std::int32_t choice) const {
  if (owner_[choice] >= 0) {
    above.first.push_back(owner_[choice]);
    return above;
  }
  for (std::int32_t n = level.first_tweak; n != level.item; n = nodes_of_[n].down)
    if (owner_[n] >= 0)
      above.second.push_back(owner_[n]);
  return above;
}

std::vector<Subtree> DancingLinks::open() const {
  std::vector<Subtree> parts;
  if (phase_ == Phase::done)
    return parts;
  Subtree above{selected_, {}};
  for (const Level &level : levels_) {
    std::vector<Subtree> later;
    Subtree rest = above, way; // what is left once the options before are left out
    bool behind = false;
    const bool once = several_.empty() || !several_[level.item];
    for (std::int32_t n = level.first_tweak; n != level.item; n = nodes_of_[n].down) {
      if (behind)
        later.push_back(below(rest, level, n));
      else if (n == level.choice)
        way = below(rest, level, n), behind = true;
      if (!once && owner_[n] >= 0)
        rest.second.push_back(owner_[n]);
    }
    if (!behind)
      way = std::move(rest);
    else if (!once)
      later.push_back(std::move(rest));
    parts.insert(parts.end(), later.rbegin(), later.rend());
    above = std::move(way);
  }
  if (phase_ != Phase::up)
    parts.push_back(std::move(above));
  std::reverse(parts.begin(), parts.end());
  return parts;
}

} // namespace minuet
