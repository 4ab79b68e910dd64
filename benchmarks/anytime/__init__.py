"""The best answer as time goes by: what each engine has after so many seconds, and its bound.

    python -m benchmarks.anytime --records build/anytime.jsonl grid-16 partitions
    python -m benchmarks.anytime --report build/anytime.jsonl --plot build/anytime.svg

What is asked stands in instances.py, and what is made for it in drawn.py and small.py; an engine is
followed in a process of its own (following.py), by the clock of clock.py. Each run is a line of the
records (records.py), which tables.py and curves.py tell of.
"""
