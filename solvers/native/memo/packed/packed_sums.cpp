#include "memo/packed/packed_sums.hpp"

namespace minuet {

bool is_sum(const Problem &problem, std::int32_t item) {
  return item < problem.primary() && (problem.matrix().high[item] > 1 || problem.weighted(item));
}

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

} // namespace minuet
