#include "shared/shades.hpp"

#include <algorithm>

namespace minuet {

Shades::Shades(const Matrix &matrix, std::span<const std::uint8_t> allowed, Poll &poll) {
  struct Entry {
    std::int32_t color, place;
  };
  std::vector<std::vector<Entry>> entries;
  for (std::int32_t o = 0; o < matrix.options(); ++o) {
    poll(matrix.size(o) + 1);
    for (auto e = matrix.starts[o]; allowed[o] && e < matrix.starts[o + 1]; ++e) {
      if (matrix.colors[e] == 0)
        continue;
      if (entries.empty())
        entries.resize(matrix.items());
      entries[matrix.members[e]].push_back({matrix.colors[e], e});
    }
  }
  if (entries.empty())
    return;
  shade_.assign(matrix.members.size(), 0);
  count_.assign(matrix.items(), 0);
  uses_.assign(matrix.items(), 0);
  for (std::int32_t i = 0; i < matrix.items(); ++i) {
    std::vector<Entry> &mine = entries[i];
    poll(16 * std::ssize(mine) + 1); // for sorting them
    std::sort(mine.begin(), mine.end(), [](auto a, auto b) { return a.color < b.color; });
    std::int32_t color = 0;
    for (const Entry &entry : mine) {
      count_[i] += entry.color != color;
      color = entry.color;
      shade_[entry.place] = count_[i];
    }
    uses_[i] = static_cast<std::int32_t>(mine.size());
  }
}

} // namespace minuet
