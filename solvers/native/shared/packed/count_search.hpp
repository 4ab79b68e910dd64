// What counts the solutions of a part of a matrix: depth first with a memo (memo/count.cpp), by
// option masks (memo/streamed.cpp), or level by level (levels/frontier.hpp). The counter lets them
// take turns (memo/counter.hpp).
//
// And what of a count is written into a checkpoint, as words that another process reads. Small
// things (where a search is) are written anew each time. What is large, the states with their
// counts, is written bit by bit: what came since the last time is added to what stands there. What
// is read back was sealed, so it is whole; that it is of the same search is looked at nevertheless.
#pragma once

#include "shared/big_count.hpp"
#include "shared/packed/packed_matrix.hpp"

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace minuet {

using Words = std::vector<std::uint64_t>;

// How many words may be written.
struct SaveLimits {
  std::size_t level; // of a frontier
  std::size_t memo;  // in all, of one memo
  std::size_t fresh; // of one memo, of what is new
};

// States that are to be written.
struct KeptStates {
  bool anew = false; // in place of all that were written, instead of beside them
  Words words;
};

// Reads what was written, from the first word on; behind the end, or after anything that cannot be,
// everything is 0 and `failed()`.
class SavedReader {
public:
  explicit SavedReader(std::span<const std::uint64_t> words) : rest_(words) {}

  std::uint64_t word() { return fits(1) ? take(1)[0] : 0; }
  std::int64_t number() { return static_cast<std::int64_t>(word()); }
  double real() { return std::bit_cast<double>(word()); }
  // As many words as the next one says.
  std::span<const std::uint64_t> list() {
    const std::uint64_t size = word();
    return fits(size) ? take(size) : std::span<const std::uint64_t>();
  }
  BigCount count() {
    const auto limbs = list();
    BigCount result;
    result.assign(limbs.data(), limbs.size());
    return result;
  }
  std::span<const std::uint64_t> rest() const { return rest_; }
  bool failed() const { return failed_; }
  bool at_end() const { return !failed_ && rest_.empty(); }

private:
  bool fits(std::uint64_t size) {
    failed_ |= size > rest_.size();
    return !failed_;
  }
  std::span<const std::uint64_t> take(std::size_t size) {
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }

  std::span<const std::uint64_t> rest_;
  bool failed_ = false;
};

inline void append_list(Words &to, std::span<const std::uint64_t> list) {
  to.push_back(list.size());
  to.insert(to.end(), list.begin(), list.end());
}

inline void append_count(Words &to, const BigCount &count) { append_list(to, count.limbs()); }

class CountSearch {
public:
  virtual ~CountSearch() = default;

  // Searches on for about `work` words of masks looked at. True: the count is complete.
  virtual bool run(std::int64_t work) = 0;
  // What was counted so far: a lower bound until `run` is complete.
  virtual BigCount counted() const = 0;
  // The part of the tree that is done, each child of a node weighing the same.
  virtual double progress() const = 0;
  // Drops the memo and searches on without.
  virtual void forget() = 0;

  virtual std::int64_t nodes() const = 0;
  virtual std::uint64_t lookups() const = 0;
  virtual std::uint64_t hits() const = 0;
  virtual bool remembers() const = 0;
  virtual std::size_t table_bytes() const = 0;
  virtual void set_memory(std::size_t bytes) = 0;

  // Where it is, between two runs, and the states it knows, as a checkpoint keeps them. A search of
  // the same kind takes them back before it is run, and counts on what that one would have; false:
  // they are of another one, and there is no going on. `poll` may throw, likewise.
  virtual Words path() const = 0;
  virtual KeptStates take(const SaveLimits &limits) = 0;
  virtual bool restore(std::span<const std::uint64_t> path, std::span<const std::uint64_t> states,
                       Poll &poll) = 0;
};

} // namespace minuet
