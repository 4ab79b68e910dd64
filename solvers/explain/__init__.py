"""Explain why there is no solution, or why a choice is forced: the fewest rules that clash.

explain.py is the verb and explanation.py its answer. parts.py divides a puzzle into parts, relax.py
shrinks a clashing set and finds the fewest statements to remove. sat_proof.py is the verb
`sat_proof`, which returns a proof for machines.
"""
