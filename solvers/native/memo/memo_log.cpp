#include "memo/memo_log.hpp"

namespace minuet {

namespace {

// What a piece counts for, beside its words: so there are not too many.
constexpr std::size_t piece = 4096;

std::size_t words_from(const MemoTable::Sizes &sizes, std::uint32_t least) {
  std::size_t total = 0;
  for (std::size_t effort = least; effort < sizes.size(); ++effort)
    total += sizes[effort];
  return total;
}

// The least class of effort, `least` or more, from which on all states fit.
std::uint32_t class_that_fits(const MemoTable::Sizes &sizes, std::size_t room,
                              std::uint32_t least) {
  while (least < sizes.size() && words_from(sizes, least) > room)
    ++least;
  return least;
}

} // namespace

KeptStates MemoLog::take(MemoTable &table, const SaveLimits &limits) {
  KeptStates kept;
  if (begun_) {
    const MemoTable::Sizes fresh = table.sizes(true);
    const std::uint32_t least = class_that_fits(fresh, limits.fresh, least_);
    if (written_ + words_from(fresh, least) + piece <= limits.memo)
      kept.words = table.take(true, least);
    else
      begun_ = false;
  }
  if (!begun_) {
    least_ = class_that_fits(table.sizes(false), limits.memo / 2, 0);
    kept = {true, table.take(false, least_)};
    begun_ = true;
    written_ = 0;
  }
  written_ += kept.words.size() + piece;
  return kept;
}

} // namespace minuet
