// minuet's native engines as one Python module: what they are built from, then an engine a room,
// and what looks at solutions and at proofs.
#include "shared/bindings.hpp"

namespace minuet {
// Each stands in the bind.cpp of its folder.
void bind_problem(nb::module_ &m);
void bind_dancing_links(nb::module_ &m);
void bind_dancing_cells(nb::module_ &m);
void bind_option_masks(nb::module_ &m);
void bind_batches(nb::module_ &m);
void bind_levels(nb::module_ &m);
void bind_memo_counter(nb::module_ &m);
void bind_folded(nb::module_ &m);
void bind_frontiers(nb::module_ &m);
void bind_neighborhoods(nb::module_ &m);
void bind_propagation(nb::module_ &m);
void bind_ascent(nb::module_ &m);
void bind_blocks(nb::module_ &m);
void bind_reduction(nb::module_ &m);
void bind_verifier(nb::module_ &m);
void bind_rup_checker(nb::module_ &m);
} // namespace minuet

NB_MODULE(_native, m) {
  m.doc() = "minuet's native engines";
  // What a user still holds at the end, as a solution set in IPython's history, is no fault.
  minuet::nb::set_leak_warnings(false);
  minuet::bind_problem(m);
  minuet::bind_dancing_links(m);
  minuet::bind_dancing_cells(m);
  minuet::bind_option_masks(m);
  minuet::bind_batches(m);
  minuet::bind_levels(m);
  minuet::bind_memo_counter(m);
  minuet::bind_folded(m);
  minuet::bind_frontiers(m);
  minuet::bind_neighborhoods(m);
  minuet::bind_propagation(m);
  minuet::bind_ascent(m);
  minuet::bind_blocks(m);
  minuet::bind_reduction(m);
  minuet::bind_verifier(m);
  minuet::bind_rup_checker(m);
}
