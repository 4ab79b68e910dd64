"""Watching a search while it runs: what `progress=` takes, and what it is told.

snapshot.py is what can be seen of a search at one moment, watch.py looks at it now and then and
tells, receiver.py makes of a callable, of a bar as tqdm's or of True who is told; watching.py is
the block in which that happens. words.py says a snapshot in a few words, and terminal_bar.py and
notebook_bar.py show it. The questions, the cross-check and the fuzzer import this room; nothing of
it is touched where nobody watches.
"""

__all__ = [
    "notebook_bar",
    "receiver",
    "snapshot",
    "terminal_bar",
    "watch",
    "watching",
    "words",
]
