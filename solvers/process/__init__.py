"""Run work that this process cannot trust, or that would block its signals.

Start with isolation.py, which runs work in a forked child process, and interrupt.py, which keeps a
library's blocking call responsive to Ctrl-C and deadlines. side_by_side.py runs several searches
for the best solution, each in a thread.
"""
