"""Why there is no solution, or why a choice is forced: the fewest rules that clash.

explain.py is the question and explanation.py its answer (finding.py what was found, words.py in
the puzzle's words, as_html.py in notebooks, with the clashing cells marked). parts.py takes a
puzzle apart; minimal_subsets.py makes a set of parts that clash smaller, asking clauses
(part_clauses.py) and dancing links (part_links.py) about it, and confirming.py says what the
explanation rests on (no_fewer.py: that no fewer parts clash). statements.py says which statements
make the parts; relax.py looks for the fewest to take away (relaxation.py), by sets that hit every
clash (hitting.py). The room `setting` imports part_clauses. For a machine sat_proof.py says why
there is no solution: in a proof.
"""

__all__ = [
    "as_html",
    "confirming",
    "explain",
    "explanation",
    "finding",
    "hitting",
    "minimal_subsets",
    "no_fewer",
    "part_clauses",
    "part_links",
    "parts",
    "relax",
    "relaxation",
    "sat_proof",
    "statements",
    "words",
]
