#include "shared/packed/packed_matrix.hpp"

#include "shared/bounds.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace minuet {

namespace {

constexpr std::int64_t rows_of_option = 2; // an option, and where nothing decides on it a skip

// How a secondary item is written in bits; width 0: no two options can clash on it.
struct Field {
  std::int32_t users = 0, plain = 0;
  std::vector<std::int32_t> numbers; // shade -> 1 + its number, of those that are left
  std::int32_t shades = 0;           // left
  std::int32_t base = 0, width = 0;

  std::int32_t size() const { return width * (shades == 0 ? 1 : 2); }
  void use(std::int32_t shade, std::int32_t all) {
    ++users;
    plain += shade == 0;
    if (shade == 0)
      return;
    if (numbers.empty())
      numbers.resize(all + 1, 0);
    if (numbers[shade] == 0)
      numbers[shade] = ++shades;
  }
  void settle() {
    if (users < 2 || (plain == 0 && shades < 2))
      return;
    width = shades > 2 ? std::bit_width(static_cast<unsigned>(shades - 1)) : 1;
  }
  void write(std::int32_t shade, PackedOption &option) const {
    const std::int32_t number = shade ? numbers[shade] - 1 : 0;
    for (std::int32_t b = 0; b < size(); ++b) {
      const bool rail = b < width; // the number's own rail, then its complement's
      const bool one = number >> (b % width) & 1;
      if (shade == 0 || one == rail)
        option.mask.push_back(base + b);
      if (shade == 0 || one != rail)
        option.anti.push_back(base + b);
    }
  }
};

// Whether an item is a sum, and not covered once or at most once.
bool is_sum(const Problem &problem, std::int32_t item) {
  return item < problem.primary() && (problem.matrix().high[item] > 1 || problem.weighted(item));
}

// The sums that matter, after what is given; `dead`: an item that cannot be met, if there is one.
std::vector<PackedSum> sums_of(const Problem &problem, std::span<const std::int32_t> live,
                               std::int32_t &dead, Poll &poll) {
  const Matrix &matrix = problem.matrix();
  std::vector<SumSpan> spans(static_cast<std::size_t>(problem.primary()));
  const auto each = [&](std::span<const std::int32_t> options, auto use) {
    for (const std::int32_t o : options) {
      poll(matrix.size(o) + 1);
      for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e)
        if (matrix.members[e] < problem.primary())
          use(spans[matrix.members[e]], matrix.weight(e));
    }
  };
  each(problem.given(), [](SumSpan &span, std::int32_t weight) { span.value += weight; });
  each(live, [](SumSpan &span, std::int32_t weight) { span.join(weight); });
  std::vector<PackedSum> sums;
  for (std::int32_t i = 0; i < problem.primary(); ++i) {
    if (!is_sum(problem, i))
      continue;
    PackedSum sum{i, !problem.weighted(i), matrix.low[i], matrix.high[i]};
    if (!spans[i].can_be(sum) && dead < 0)
      dead = i;
    if (!spans[i].matters(sum))
      continue;
    sum.low -= spans[i].value;
    sum.high -= spans[i].value;
    sums.push_back(sum);
  }
  return sums;
}

// The options that can still be chosen beside the given ones.
std::vector<std::int32_t> live_options(const Problem &problem, Poll &poll) {
  std::vector<std::int32_t> live;
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    poll(problem.matrix().size(o) + 1);
    if (problem.allowed(o) && !problem.is_given(o) && problem.fits(o))
      live.push_back(o);
  }
  return live;
}

std::vector<Field> fields_of(const Problem &problem, const Shades &shades,
                             std::span<const std::int32_t> live, Poll &poll) {
  const Matrix &matrix = problem.matrix();
  std::vector<Field> fields(matrix.items());
  for (const std::int32_t o : live) {
    poll(16 * matrix.size(o));
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e];
      if (!problem.must_cover(item) && !problem.used(item) && !is_sum(problem, item))
        fields[item].use(shades.of(e), shades.count(item));
    }
  }
  for (Field &field : fields)
    field.settle();
  return fields;
}

} // namespace

PackedMatrix::PackedMatrix(Problem &problem, Poll &poll) {
  require_at_most(rows_of_option * problem.options(), most_places, "options and skips");
  problem.prepare(poll);
  impossible = !problem.possible();
  if (impossible)
    return;
  const Matrix &matrix = problem.matrix();
  const Shades &shades = problem.shades(poll);
  const std::vector<std::int32_t> live = live_options(problem, poll);
  sums = sums_of(problem, live, dead, poll);
  impossible = dead >= 0;
  if (impossible)
    return;
  std::vector<Field> fields = fields_of(problem, shades, live, poll);
  std::vector<std::int32_t> bit(matrix.items(), -1), sum(matrix.items(), -1);
  for (std::int32_t i = 0; i < matrix.items(); ++i)
    if (problem.must_cover(i) && !problem.used(i) && !is_sum(problem, i)) {
      bit[i] = primary++;
      items.push_back(i);
    }
  for (std::int32_t k = 0; k < std::ssize(sums); ++k)
    sum[sums[k].item] = k;

  enum class Fate { decided, own, free };
  const auto fate = [&](std::int32_t o) {
    poll(matrix.size(o) + 1);
    Fate result = Fate::free;
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      if (bit[matrix.members[e]] >= 0)
        return Fate::decided;
      if (fields[matrix.members[e]].width > 0 || sum[matrix.members[e]] >= 0)
        result = Fate::own;
    }
    return result;
  };
  std::int32_t own = primary;
  std::int64_t all = std::accumulate(
      fields.begin(), fields.end(), std::int64_t{primary} + std::ssize(live) + std::ssize(sums),
      [](std::int64_t so_far, const Field &field) { return so_far + field.size(); });
  require_at_most(all, most_places - 64, "bits");
  for (const std::int32_t o : live)
    primary += fate(o) == Fate::own;
  bits = primary;
  for (Field &field : fields) {
    field.base = bits;
    bits += field.size();
  }
  for (PackedSum &each : sums)
    each.bit = bits++;
  for (const std::int32_t o : live) {
    const Fate f = fate(o);
    if (f == Fate::free) {
      free.push_back(o);
      continue;
    }
    poll(32 * matrix.size(o)); // most of it for memory
    PackedOption option;
    option.number = o;
    for (auto e = matrix.starts[o]; e < matrix.starts[o + 1]; ++e) {
      const std::int32_t item = matrix.members[e];
      if (bit[item] >= 0) {
        option.mask.push_back(bit[item]);
        option.anti.push_back(bit[item]);
      } else if (sum[item] >= 0) {
        option.mask.push_back(sums[sum[item]].bit);
        option.adds.push_back({sum[item], matrix.weight(e)});
      } else if (fields[item].width > 0) {
        fields[item].write(shades.of(e), option);
      }
    }
    if (f == Fate::own) {
      option.mask.push_back(own);
      option.anti.push_back(own);
      options.push_back({{own}, {own}});
      items.push_back(-1);
      ++own;
    }
    std::sort(option.mask.begin(), option.mask.end());
    std::sort(option.anti.begin(), option.anti.end());
    options.push_back(std::move(option));
  }
  choose_forced(poll);
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

// Two options clash on a bit that is in the mask of one and in the anti of the other. All that use
// an item on which two clash hang together: each has one of the two rails, one way or the other.
// All that add to a sum hang together too.
std::vector<std::int32_t> PackedMatrix::leaders(Poll &poll) const {
  struct Side {
    std::int32_t users = 0, first = -1;
    void use(std::int32_t o) { first = users++ == 0 ? o : first; }
  };
  std::vector<Side> masks(bits), antis(bits);
  for (std::int32_t o = 0; o < std::ssize(options); ++o) {
    poll(8 * std::ssize(options[o].mask));
    for (const std::int32_t b : options[o].mask)
      masks[b].use(o);
    for (const std::int32_t b : options[o].anti)
      antis[b].use(o);
  }
  const auto clashes = [&](std::int32_t b) {
    const Side &m = masks[b], &a = antis[b];
    return m.users > 0 && a.users > 0 && (m.users > 1 || a.users > 1 || m.first != a.first);
  };
  std::vector<std::uint8_t> summed(bits, 0);
  for (const PackedSum &sum : sums)
    summed[sum.bit] = 1;
  std::vector<std::int32_t> leader(options.size());
  std::iota(leader.begin(), leader.end(), 0);
  const auto find = [&](std::int32_t o) {
    while (leader[o] != o)
      o = leader[o] = leader[leader[o]];
    return o;
  };
  for (std::int32_t o = 0; o < std::ssize(options); ++o) {
    poll(16 * std::ssize(options[o].mask));
    for (const auto *side : {&options[o].mask, &options[o].anti})
      for (const std::int32_t b : *side)
        if (summed[b] || clashes(b))
          leader[find(o)] = find(masks[b].first);
  }
  for (std::int32_t o = 0; o < std::ssize(options); ++o)
    leader[o] = find(o);
  return leader;
}

std::vector<PackedMatrix> PackedMatrix::parts(Poll &poll) const {
  const std::vector<std::int32_t> leader = leaders(poll);
  std::vector<std::vector<std::int32_t>> members(options.size());
  std::vector<std::int32_t> first(options.size(), bits), heads;
  for (std::int32_t o = 0; o < std::ssize(options); ++o) {
    const std::int32_t head = leader[o];
    if (members[head].empty())
      heads.push_back(head);
    members[head].push_back(o);
    first[head] = std::min(first[head], options[o].mask.front());
  }
  std::sort(heads.begin(), heads.end(), [&](auto a, auto b) { return first[a] < first[b]; });
  std::vector<std::int32_t> number(bits, -1), sum_at(bits, -1), sum_in_part(sums.size());
  for (std::int32_t k = 0; k < std::ssize(sums); ++k)
    sum_at[sums[k].bit] = k;
  std::vector<PackedMatrix> result;
  for (const std::int32_t head : heads) {
    PackedMatrix &part = result.emplace_back();
    std::vector<std::int32_t> used;
    for (const std::int32_t o : members[head]) {
      poll(16 * std::ssize(options[o].mask));
      for (const auto *side : {&options[o].mask, &options[o].anti})
        used.insert(used.end(), side->begin(), side->end());
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (const std::int32_t b : used) {
      number[b] = part.bits++;
      if (b < primary)
        part.items.push_back(items[b]);
      if (sum_at[b] < 0)
        continue;
      sum_in_part[sum_at[b]] = static_cast<std::int32_t>(part.sums.size());
      part.sums.push_back(sums[sum_at[b]]);
      part.sums.back().bit = number[b];
    }
    part.primary = static_cast<std::int32_t>(part.items.size());
    for (const std::int32_t o : members[head]) {
      poll(16 * std::ssize(options[o].mask));
      PackedOption &option = part.options.emplace_back(options[o]);
      for (auto *side : {&option.mask, &option.anti})
        for (std::int32_t &b : *side)
          b = number[b];
      for (PackedAdd &add : option.adds)
        add.sum = sum_in_part[add.sum];
    }
  }
  return result;
}

} // namespace minuet
