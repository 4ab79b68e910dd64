// minuet's native engines as one Python module: what they share, then an engine a file.
#include "shared/bindings.hpp"

NB_MODULE(_native, m) {
  m.doc() = "minuet's native engines";
  nanobind::enum_<minuet::State>(m, "State")
      .value("EXHAUSTED", minuet::State::exhausted)
      .value("SOLUTION", minuet::State::solution)
      .value("PAUSED", minuet::State::paused);
  minuet::bind_dancing_links(m);
  minuet::bind_dancing_cells(m);
  minuet::bind_option_masks(m);
  minuet::bind_batches(m);
  minuet::bind_memo_counter(m);
}
