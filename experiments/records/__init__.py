"""The records of an experiment, one a run, in one SQLite file that survives a kill.

record.py is one record, store.py the file; contradictions.py finds answers that contradict each
other.
"""
