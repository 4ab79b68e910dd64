"""The features by name: what each is, and its unit."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["FEATURES", "SECONDS"]

SECONDS = 10.0  # for all of a matrix together, unless told otherwise

SPREADS = {
    "least": "least",
    "mean": "mean",
    "greatest": "greatest",
    "deviation": "standard deviation of the",
}


def _four(name: str, what: str) -> dict[str, str]:
    return {f"{name}_{end}": f"{words} {what}" for end, words in SPREADS.items()}


_RULES = {
    "dlx": "as dlx searches it: an item with the fewest options left, no propagation",
    "fewest": "with unit propagation, by an item with the fewest options left",
    "fewest_busiest": "the same, but of several by the one whose options meet most others",
    "in_order": "with unit propagation, by the first item left",
    "most": "with unit propagation, by an item with the most options left",
}

FEATURES: Mapping[str, str] = {
    "primary_items": "primary items",
    "secondary_items": "secondary items",
    "options": "options",
    "entries": "entries: items of options, all together",
    "density": "entries as a part of options times items, 0 to 1",
    **_four("option_size", "number of items of an option"),
    **_four("item_degree", "number of options of a primary item"),
    **_four("secondary_degree", "number of options of a secondary item"),
    "given_options": "options that are given",
    "forbidden_options": "options that are forbidden",
    "colors": "colors",
    "colored_entries": "entries with a color, as a part of all",
    "multiplicities": "primary items that are not covered exactly once, as a part of all",
    "weighted_entries": "entries with a weight other than 1, as a part of all",
    "graph_rules": "graph rules",
    "statements": "statements: what a function says of solutions",
    "costly_options": "options with a cost other than 0, as a part of all",
    **_four("cost", "cost of an option, as the matrix has it: minimised"),
    "root_infeasible": "1 where propagation at the root shows that there is no solution, else 0",
    "root_forced_options": "options that are chosen by then: given, or forced by propagation",
    "root_options": "options that are left then",
    "root_items": "items that these have",
    **_four("root_degree", "number of options left of an item that has any"),
    "components": "parts that share no item, of what is left then; graph rules do not count",
    "largest_component": "options of the largest of them, as a part of those left",
    "tree_dlx_solutions": "solutions by the random ways of tree_dlx, logarithm to the base 10",
    "tree_dlx_solutions_spread": "relative standard error of that number of solutions",
    **{
        key: value
        for name, words in _RULES.items()
        for key, value in (
            (f"tree_{name}", f"nodes of the tree {words}; logarithm to the base 10"),
            (f"tree_{name}_spread", f"relative standard error of tree_{name}'s number of nodes"),
            (f"tree_{name}_depth", f"mean length of the random ways of tree_{name}"),
        )
    },
    "lp_feasible": "1 where the linear relaxation has a solution, else 0",
    "lp_bound": "optimum of the linear relaxation: what a solution costs at least",
    "lp_whole": "options that are whole in that optimum, as a part of those left at the root",
    "lp_gap": "best cost found less lp_bound, as a part of the best; 0: proved to be tight",
    "symmetries": "automorphisms of the matrix, logarithm to the base 10",
    "symmetry_generators": "generators of their group",
    "symmetry_orbits": "orbits of the options under them, as a part of the options",
    "treewidth_min_degree": "bound on the treewidth of the graph of items left, by least degree",
    "treewidth_min_fill": "bound on the treewidth of the graph of items left, by least fill",
}
