"""The records of an experiment, one a run, in one sqlite file that a kill cannot tear.

record.py is one record, store.py the file, contradictions.py finds answers that cannot both be
right.
"""
