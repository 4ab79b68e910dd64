"""The solver auto: who is asked, in which order, for how long.

auto.py is the solver; plans.py says who is asked for what, stages.py what a plan is, search.py
searches by turns and turns.py counts by turns, relay.py hands a batch from one solver on to the
next; foregone.py stands in where a puzzle itself tells that there is no answer. It knows solvers
through the registry alone; the second opinions use its stages, the questions ask it who answered.
"""

__all__ = ["auto", "foregone", "plans", "relay", "search", "stages", "turns"]
