"""The commands that print answers, and what they share.

One answer of each puzzle is printed by each.py, for `minuet solve`, improve.py and bottleneck.py;
asked.py is what is asked, hinted.py reads the answer to begin at, anytime.py tells how one gets
better, answers.py is how an answer reads. list.py prints many, in order or one of each class
(many.py), or writes all of one puzzle with a checkpoint, as text (written.py) or in Parquet
(sharded.py); pareto.py and diverse.py print several (front.py). classes.py counts classes for
`minuet count` and compares the counts for `minuet check`; certified.py writes certificates, and
verify.py is `minuet verify`.
"""

__all__ = [
    "answers",
    "anytime",
    "asked",
    "bottleneck",
    "certified",
    "classes",
    "diverse",
    "each",
    "front",
    "hinted",
    "improve",
    "list",
    "many",
    "pareto",
    "sharded",
    "verify",
    "written",
]
