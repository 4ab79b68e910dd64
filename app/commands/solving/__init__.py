"""What the commands that solve and count do once they know what they are asked.

`minuet solve` (asked.py) prints a solution of each puzzle (each.py), or many of each, in order or
one of each class (many.py), or writes all of one puzzle with a checkpoint, as text (written.py) or
in Parquet (sharded.py), or the front of two totals, or answers that differ (front.py); hinted.py
reads the answer to begin at, anytime.py tells how one gets better, answers.py is how an answer
reads. classes.py counts classes for `minuet count` and compares the counts for `minuet check`;
certified.py writes certificates, and verify.py is `minuet verify`. The commands import this room;
it asks the library and prints.
"""

__all__ = [
    "answers",
    "anytime",
    "asked",
    "certified",
    "classes",
    "each",
    "front",
    "hinted",
    "many",
    "sharded",
    "verify",
    "written",
]
