// minuet's native engines as one Python module: what they are built from, then an engine a room.
#include "shared/bindings.hpp"

NB_MODULE(_native, m) {
  m.doc() = "minuet's native engines";
  minuet::bind_problem(m);
  minuet::bind_dancing_links(m);
  minuet::bind_dancing_cells(m);
  minuet::bind_option_masks(m);
  minuet::bind_batches(m);
  minuet::bind_memo_counter(m);
}
