// Option masks: exact cover by filtering arrays of bit masks, without links and without undoing.
//
// The engine encodes the matrix into masks (encode.cpp), then drives the kernels of the chosen path
// (search.hpp has the search, stream.hpp and rows.hpp two ways to keep the live options, sets.hpp
// a third).
// Memory: a level holds at most as many masks as the one above, so at most levels * options * words
// of 8 bytes; in practice a small multiple of the root.
#pragma once

#include "masks/encode.hpp"
#include "masks/planes.hpp"
#include "masks/state.hpp"
#include "shared/simd_path.hpp"
#include "shared/state.hpp"
#include "shared/subtree.hpp"

#include <memory>
#include <string>
#include <vector>

namespace minuet {

class OptionMasks : public Stoppable {
public:
  // Costs are ignored. Throws std::overflow_error if an option needs more than `most_words` words,
  // where items may be covered several times more than `stream_words`; std::invalid_argument for a
  // path that is not there. At least `words` words are used, for tests of wide masks.
  OptionMasks(Problem &problem, SimdPath path, std::int32_t words, Poll &poll);
  ~OptionMasks();
  OptionMasks(const OptionMasks &) = delete;
  OptionMasks &operator=(const OptionMasks &) = delete;

  // Searches on until a solution (unless `count_only`), the end, or about `work` words are read.
  State run(std::int64_t work, bool count_only);

  // The options of the solution at which `run` stopped.
  void append_solution(std::vector<std::int32_t> &to) const;

  // Gives subtrees away that were not begun (give.cpp), `least` of them if there are
  // so many: each as the options to be given to another engine. They follow, in this order, what
  // stays here. Not for a selection in which an option can be skipped, nor where items may be
  // covered several times.
  std::vector<std::vector<std::int32_t>> give(std::int32_t least);

  // What was not searched yet (give.cpp), as disjoint subtrees in their order: with the solutions
  // so far they are everything. For a checkpoint, which is made between two runs.
  std::vector<Subtree> open() const;

  // What the last run left of its `work`.
  std::int64_t work_left() const { return search_.work; }

  // The part of the tree that is done, each child of a node weighing the same; what the end of the
  // search (tail.hpp) does is seen only when it is done.
  double progress() const;

  std::int64_t nodes() const { return search_.nodes; }
  std::int64_t updates() const { return 0; } // nothing is linked
  std::int64_t solutions() const { return search_.solutions; }
  std::int32_t words() const { return search_.words; }
  bool in_sets() const { return planes_.words > 0; } // of options (sets.hpp)
  const char *path() const { return simd_name(path_); }

private:
  void start(Poll &poll);
  void start_sets(MaskLevel &root, Poll &poll);
  std::vector<std::int32_t> chosen(std::int32_t count) const;
  std::int32_t number(const MaskLevel &node, std::int32_t place) const;
  bool covers(const MaskLevel &node, std::int32_t place) const;
  std::vector<std::int32_t> untried(const MaskLevel &node) const;
  bool in_turn(const MaskLevel &node) const;
  Subtree above(std::int32_t count) const;
  Subtree below(Subtree above, std::int32_t number) const;
  void list_tail(std::vector<Subtree> &parts) const;

  EncodedMasks encoded_;
  MaskPlanes planes_;
  SimdPath path_;
  MaskSearch search_{};
  std::vector<MaskLevel> levels_;
  std::vector<std::int32_t> chosen_, singles_, bounds_;
};

} // namespace minuet
