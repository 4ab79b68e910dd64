// minuet's native engines as one Python module: what they share, then an engine a file.
#include "bindings.hpp"

NB_MODULE(_native, m) {
  m.doc() = "minuet's native engines";
  minuet::bind_dancing_links(m);
  minuet::bind_dancing_cells(m);
  minuet::bind_option_masks(m);
  minuet::bind_batches(m);
  minuet::bind_memo_counter(m);
}
