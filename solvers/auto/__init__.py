"""The solver auto: who is asked, in which order, for how long.

auto.py is the solver; plans.py says who is asked for what, stages.py what a plan is, search.py
searches by turns, turns.py counts by turns and best_by_turns.py looks for the best solution so;
lanes.py has those who improve and those who prove work side by side; relay.py hands a batch from
one solver on to the next. It knows solvers through the registry alone; the second opinions use its
stages.
"""

__all__ = [
    "auto",
    "best_by_turns",
    "lanes",
    "plans",
    "relay",
    "search",
    "stages",
    "turns",
]
