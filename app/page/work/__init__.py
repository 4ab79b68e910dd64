"""The tasks of the page, run in a child of the nursery with limits on time, memory and output.

child.py receives a task and calls reading.py, editing.py, answering.py or lists.py; they report
through output.py (frames, size limit, errors). interrupts.py receives Ctrl-C, and closed.py refuses
to open files and connections.
"""
