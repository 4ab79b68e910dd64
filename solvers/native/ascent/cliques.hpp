// Cliques of the conflict graph that a relaxation violates: cuts for a set partition.
//
// Options that cover an item in common exclude each other; of options that do so pair by pair one
// at most is chosen, though no item may be common to all (Padberg, "On the facial structure of set
// packing polyhedra", 1973; that they cut airlines' set partitions best: Hoffman and Padberg 1993).
// So such a clique is an item more, which may stay open. Whether options exclude each other is
// looked up in their items and nowhere else, so that a cut is valid whatever the relaxation says;
// of what it takes in part, cliques are grown greedily from each pair, and then by all other
// options.
//
// On aa04 five rounds lift the relaxation from 25,878 to 25,975 in .06 s; SCIP lifts it to 26,009,
// with other cuts besides, within 2.1 s of its start.
#pragma once

#include "ascent/dual_simplex.hpp"

namespace minuet::ascent {

// Adds rows for violated cliques, each with a slack, to the columns and to the simplex; returns how
// many. The simplex is optimal; columns that are not live in it are passed over.
std::int32_t add_cliques(Columns &columns, Simplex &simplex);

} // namespace minuet::ascent
