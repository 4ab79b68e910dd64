// Solutions by the batch: to cross between Python and C++ for every one would take longer than to
// find it, and threads that cross less seldom wait for each other.
//
// They become Python's tuples of option numbers here: from arrays Python itself would take several
// times as long. The numbers themselves are kept, so that each is made once, not once a solution.
// And a tuple of numbers cannot be part of a cycle, so Python's collector need not look at it: it
// would find that out for itself, but only after it went through all its numbers.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>
#include <vector>

namespace minuet {

// A tuple of numbers; to be called with the GIL.
nanobind::object tuple_of(std::span<const std::int32_t> numbers);

// The options of some solutions, one after the other.
struct Solutions {
  std::vector<std::int32_t> options;
  std::vector<std::size_t> ends;

  // Ends a solution whose options were appended.
  void end() { ends.push_back(options.size()); }
  std::int32_t size() const { return static_cast<std::int32_t>(ends.size()); }
  std::span<const std::int32_t> at(std::size_t place) const {
    const std::size_t begin = place ? ends[place - 1] : 0;
    return {options.data() + begin, ends[place] - begin};
  }
  void clear() { options.clear(), ends.clear(); }
};

} // namespace minuet
