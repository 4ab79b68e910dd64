// A count with memory in a checkpoint: the product of the parts that are done, and of the last part
// all runners, each where it is, with what it knows, and what it was given of the time. So a count
// that goes on does what it would have done.
#include "counter/memo_counter.hpp"

#include <algorithm>

namespace minuet {

namespace {
// Goes up where the words mean something else; a machine with other bytes reads it otherwise.
constexpr std::uint64_t layout = 0x6d696e7565740001u;
} // namespace

MemoCounter::Saved MemoCounter::save(const SaveLimits &limits) {
  Saved saved;
  Words &head = saved.head;
  head = {layout, parts_.size()};
  append_count(head, product_);
  head.insert(head.end(), {static_cast<std::uint64_t>(nodes_), lookups_, hits_, searching_,
                           std::bit_cast<std::uint64_t>(budget_), turn_, runners_.size()});
  for (Runner &runner : runners_) {
    const auto kind = static_cast<std::uint64_t>(runner.kind);
    head.insert(head.end(), {kind, runner.assess_at, runner.lookups, runner.hits,
                             static_cast<std::uint64_t>(runner.left),
                             static_cast<std::uint64_t>(runner.spent)});
    append_list(head, runner.search->path());
    saved.logs.emplace_back(static_cast<int>(kind), runner.search->take(limits));
  }
  return saved;
}

bool MemoCounter::restore(std::span<const std::uint64_t> head, std::span<const SavedLog> logs) {
  SavedReader saved(head);
  const std::uint64_t version = saved.word(), parts = saved.word();
  const BigCount product = saved.count();
  if (saved.failed() || version != layout || parts > parts_.size())
    return false;
  if (parts < parts_.size()) {
    runners_.clear();
    frontier_ = nullptr;
    parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(parts), parts_.end());
    if (!parts_.empty())
      begin_part();
  }
  product_ = product;
  return restore_runners(saved, logs) && saved.at_end();
}

bool MemoCounter::restore_runners(SavedReader &head, std::span<const SavedLog> logs) {
  const std::int64_t nodes = head.number();
  const std::uint64_t lookups = head.word(), hits = head.word();
  const bool searching = head.word() != 0;
  const double budget = head.real();
  const std::uint64_t turn = head.word(), size = head.word();
  if (head.failed() || size > runners_.size() + 8 || turn >= std::max<std::uint64_t>(size, 1))
    return false;
  if (searching && !searching_)
    begin_searches();
  std::vector<Runner> restored;
  for (std::uint64_t k = 0; k < size; ++k) {
    const auto kind = static_cast<Runner::Kind>(head.number());
    const auto runner = std::find_if(runners_.begin(), runners_.end(),
                                     [&](const Runner &one) { return one.kind == kind; });
    if (runner == runners_.end())
      return false;
    runner->assess_at = head.word(), runner->lookups = head.word(), runner->hits = head.word();
    runner->left = head.number(), runner->spent = head.number();
    const auto path = head.list();
    const auto log = std::find_if(logs.begin(), logs.end(), [&](const SavedLog &one) {
      return one.first == static_cast<int>(kind);
    });
    const auto states = log == logs.end() ? std::span<const std::uint64_t>() : log->second;
    if (head.failed() || !runner->search->restore(path, states, poll_))
      return false;
    restored.push_back(std::move(*runner));
    runners_.erase(runner);
  }
  if (std::none_of(restored.begin(), restored.end(),
                   [](const Runner &one) { return one.kind == Runner::Kind::levels; }))
    frontier_ = nullptr;
  runners_ = std::move(restored);
  nodes_ = nodes, lookups_ = lookups, hits_ = hits;
  searching_ = searching, budget_ = budget, turn_ = turn;
  share_memory();
  return true;
}

} // namespace minuet
