"""Searches that several processes share, on this machine or on others (the setting `on`).

A worker receives the `Search` once, then tasks: some parts of its tree and a slice of time. It
returns what it found and which parts are left. The coordinator takes one result for each task and
drops others, so a task may be done twice and a worker may die.

Start with tasks.py (what travels, what a worker does), coordinator.py (who gets which task) and
workers_at.py (the pool for `on=`: executors.py, or cluster.py for Dask).
"""
