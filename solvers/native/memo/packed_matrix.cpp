#include "memo/packed_matrix.hpp"

#include "shared/bounds.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace minuet {

namespace {

constexpr std::int32_t unused = 0, exclusive = -1; // otherwise a color
constexpr std::int64_t rows_of_option = 2; // an option, and where nothing decides on it a skip

// What the given options leave: the state of each item and the options that can still be chosen.
struct Remains {
  std::vector<std::int32_t> state;
  std::vector<std::int32_t> live;
  bool impossible = false;

  Remains(const Matrix &matrix, const Selection &selection, Poll &poll)
      : state(matrix.items(), unused) {
    std::vector<std::uint8_t> chosen(matrix.options(), 0);
    for (const std::int32_t o : selection.given) {
      if (chosen[o])
        continue;
      poll(matrix.starts[o + 1] - matrix.starts[o] + 1);
      chosen[o] = 1;
      if (!selection.allowed[o] || !fits(matrix, o)) {
        impossible = true;
        return;
      }
      for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e)
        state[matrix.members[e]] = matrix.colors[e] ? matrix.colors[e] : exclusive;
    }
    for (std::int32_t o = 0; o < matrix.options(); ++o) {
      poll(matrix.starts[o + 1] - matrix.starts[o] + 1);
      if (selection.allowed[o] && !chosen[o] && fits(matrix, o))
        live.push_back(o);
    }
  }

  bool fits(const Matrix &matrix, std::int32_t o) const {
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      const std::int32_t s = state[matrix.members[e]];
      if (s != unused && (s == exclusive || s != matrix.colors[e]))
        return false;
    }
    return true;
  }
};

// How a secondary item is written in bits; width 0: no two options can clash on it.
struct Field {
  std::int32_t users = 0, plain = 0;
  std::map<std::int32_t, std::int32_t> numbers; // color -> its number
  std::int32_t base = 0, width = 0;

  std::int32_t size() const { return width * (numbers.empty() ? 1 : 2); }
  void settle() {
    if (users < 2 || (plain == 0 && numbers.size() < 2))
      return;
    width = 1;
    if (numbers.size() > 2)
      width = std::bit_width(numbers.size() - 1);
  }
  void write(std::int32_t color, PackedOption &option) const {
    const std::int32_t number = color ? numbers.at(color) : 0;
    for (std::int32_t b = 0; b < size(); ++b) {
      const bool rail = b < width; // the number's own rail, then its complement's
      const bool one = number >> (b % width) & 1;
      if (color == 0 || one == rail)
        option.mask.push_back(base + b);
      if (color == 0 || one != rail)
        option.anti.push_back(base + b);
    }
  }
};

bool required(const Matrix &matrix, std::int32_t item) {
  return item < matrix.primary && matrix.low[item] > 0;
}

std::vector<Field> fields_of(const Matrix &matrix, const Remains &remains, Poll &poll) {
  std::vector<Field> fields(matrix.items());
  for (const std::int32_t o : remains.live) {
    poll(16 * (matrix.starts[o + 1] - matrix.starts[o]));
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e], color = matrix.colors[e];
      if (required(matrix, item) || remains.state[item] != unused)
        continue;
      Field &field = fields[item];
      ++field.users;
      if (color == 0)
        ++field.plain;
      else
        field.numbers.try_emplace(color, static_cast<std::int32_t>(field.numbers.size()));
    }
  }
  for (Field &field : fields)
    field.settle();
  return fields;
}

} // namespace

PackedMatrix::PackedMatrix(const Matrix &matrix, const Selection &selection, Poll &poll) {
  require_at_most(rows_of_option * matrix.options(), most_places, "options and skips");
  const Remains remains(matrix, selection, poll);
  impossible = remains.impossible;
  if (impossible)
    return;
  std::vector<Field> fields = fields_of(matrix, remains, poll);
  std::vector<std::int32_t> bit(matrix.items(), -1);
  for (std::int32_t i = 0; i < matrix.items(); ++i)
    if (required(matrix, i) && remains.state[i] == unused)
      bit[i] = primary++;

  enum class Fate { decided, own, free };
  const auto fate = [&](std::int32_t o) {
    poll(matrix.starts[o + 1] - matrix.starts[o] + 1);
    Fate result = Fate::free;
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      if (bit[matrix.members[e]] >= 0)
        return Fate::decided;
      if (fields[matrix.members[e]].width > 0)
        result = Fate::own;
    }
    return result;
  };
  std::int32_t own = primary;
  std::int64_t all = std::accumulate(
      fields.begin(), fields.end(), std::int64_t{primary} + std::ssize(remains.live),
      [](std::int64_t sum, const Field &field) { return sum + field.size(); });
  require_at_most(all, most_places - 64, "bits");
  for (const std::int32_t o : remains.live)
    primary += fate(o) == Fate::own;
  bits = primary;
  for (Field &field : fields) {
    field.base = bits;
    bits += field.size();
  }
  for (const std::int32_t o : remains.live) {
    const Fate f = fate(o);
    if (f == Fate::free) {
      ++free;
      continue;
    }
    poll(32 * (matrix.starts[o + 1] - matrix.starts[o])); // most of it for memory
    PackedOption option;
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e];
      if (bit[item] >= 0) {
        option.mask.push_back(bit[item]);
        option.anti.push_back(bit[item]);
      } else if (fields[item].width > 0) {
        fields[item].write(matrix.colors[e], option);
      }
    }
    if (f == Fate::own) {
      option.mask.push_back(own);
      option.anti.push_back(own);
      options.push_back({{own}, {own}});
      ++own;
    }
    std::sort(option.mask.begin(), option.mask.end());
    std::sort(option.anti.begin(), option.anti.end());
    options.push_back(std::move(option));
  }
}

std::vector<std::vector<std::int32_t>> PackedMatrix::users(Poll &poll) const {
  std::vector<std::vector<std::int32_t>> result(bits);
  for (std::size_t o = 0; o < options.size(); ++o) {
    poll(4 * std::ssize(options[o].mask));
    for (const std::int32_t b : options[o].mask)
      result[b].push_back(static_cast<std::int32_t>(o));
  }
  return result;
}

std::vector<PackedMatrix> PackedMatrix::parts(Poll &poll) const {
  // Union by bits: mask and anti of an option hang together, so the rails of an item do too.
  std::vector<std::int32_t> leader(bits);
  std::iota(leader.begin(), leader.end(), 0);
  const auto find = [&](std::int32_t b) {
    while (leader[b] != b)
      b = leader[b] = leader[leader[b]];
    return b;
  };
  for (const PackedOption &option : options) {
    poll(8 * std::ssize(option.mask));
    for (const auto *side : {&option.mask, &option.anti})
      for (const std::int32_t b : *side)
        leader[find(b)] = find(option.mask[0]);
  }
  std::vector<std::int32_t> part(bits, -1), number(bits, -1);
  std::vector<PackedMatrix> result;
  for (std::int32_t b = 0; b < bits; ++b) {
    std::int32_t &p = part[find(b)];
    if (p < 0) {
      p = static_cast<std::int32_t>(result.size());
      result.emplace_back();
    }
    number[b] = result[p].bits++;
    result[p].primary += b < primary;
  }
  for (PackedOption option : options) {
    poll(16 * std::ssize(option.mask));
    PackedMatrix &home = result[part[find(option.mask[0])]];
    for (auto *side : {&option.mask, &option.anti})
      for (std::int32_t &b : *side)
        b = number[b];
    home.options.push_back(std::move(option));
  }
  return result;
}

std::int64_t PackedMatrix::frontier(const std::vector<std::int32_t> &order, Poll &poll) const {
  std::vector<std::int32_t> rank(primary);
  for (std::int32_t k = 0; k < primary; ++k)
    rank[order[k]] = k;
  std::vector<std::int32_t> since(primary);
  std::iota(since.begin(), since.end(), 0);
  for (const PackedOption &option : options) {
    poll(2 * std::ssize(option.mask));
    std::int32_t least = primary;
    for (const std::int32_t b : option.mask)
      if (b < primary)
        least = std::min(least, rank[b]);
    for (const std::int32_t b : option.mask)
      if (b < primary)
        since[rank[b]] = std::min(since[rank[b]], least);
  }
  std::int64_t total = 0;
  for (std::int32_t k = 0; k < primary; ++k)
    total += k - since[k];
  return total;
}

// Breadth first from the far end, neighbours in order of their number of options (Cuthill and
// McKee, "Reducing the bandwidth of sparse symmetric matrices", 1969).
std::vector<std::int32_t> PackedMatrix::breadth_first(Poll &poll) const {
  const auto uses = users(poll);
  const auto walk = [&](std::int32_t from) {
    std::vector<std::uint8_t> seen(primary, 0);
    std::vector<std::uint8_t> used(options.size(), 0);
    std::vector<std::int32_t> order;
    for (std::int32_t start = -1; start < primary; ++start) {
      const std::int32_t root = start < 0 ? from : start;
      if (seen[root])
        continue;
      seen[root] = 1;
      order.push_back(root);
      for (std::size_t at = order.size() - 1; at < order.size(); ++at) {
        const std::size_t fresh = order.size();
        poll(std::ssize(uses[order[at]]) + 1);
        for (const std::int32_t o : uses[order[at]]) {
          if (used[o])
            continue;
          used[o] = 1;
          poll(std::ssize(options[o].mask));
          for (const std::int32_t b : options[o].mask)
            if (b < primary && !seen[b]) {
              seen[b] = 1;
              order.push_back(b);
            }
        }
        std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(fresh), order.end(),
                         [&](auto a, auto b) { return uses[a].size() < uses[b].size(); });
      }
    }
    return order;
  };
  if (primary == 0)
    return {};
  return walk(walk(0).back());
}

} // namespace minuet
