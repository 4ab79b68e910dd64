"""Why there is no solution, or why a choice is forced: the fewest rules that clash.

explain.py is the question and explanation.py its answer (explanation.py what was found, words.py in
the puzzle's words, as_html.py in notebooks, with the clashing cells marked). parts.py takes a
puzzle apart; relax.py makes a set of parts that clash smaller, asking clauses
(parts.py) and dancing links (parts.py) about it, and confirming.py says what the
explanation rests on (confirming.py: that no fewer parts clash). statements.py says which statements
make the parts; relax.py looks for the fewest to take away (relaxation.py), by sets that hit every
clash (relax.py). The room `setting` imports part_clauses. For a machine sat_proof.py says why
there is no solution: in a proof.
"""
