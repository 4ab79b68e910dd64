// What of a memo stands in a checkpoint, and what is to be added to it.
//
// The table lists what is new since it was last asked (table.hpp). Of that only what fits is
// written: the states of the cheapest subtrees stay out first, for a search that goes on without
// them finds them again soonest. When all that was written would be too much, it is written anew,
// so that it takes half the room: what the table has forgotten is gone then, and the cheapest
// again.
#pragma once

#include "memo/saved.hpp"
#include "memo/table.hpp"

namespace minuet {

class MemoLog {
public:
  KeptStates take(MemoTable &table, const SaveLimits &limits);
  // What was read back stands written already.
  void resume(std::size_t words) {
    begun_ = true;
    written_ = words;
  }

private:
  bool begun_ = false;
  std::size_t written_ = 0; // words
  std::uint32_t least_ = 0; // class of effort that is written
};

} // namespace minuet
