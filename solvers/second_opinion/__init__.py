"""A second opinion: does a solver of another kind say what the first one said?

opinion.py chooses whom to ask; no_other.py, no_better.py and recount.py are the three questions
that are asked, batch.py asks them of many selections. The questions import this room.
"""

__all__ = ["batch", "no_better", "no_other", "opinion", "recount"]
