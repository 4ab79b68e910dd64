"""What stands between a command and the person at the terminal.

interrupts.py answers Ctrl-C, streams.py prints (a table as tables.py fits it in), output.py prints
into a file, messages.py tells what the library logs, bar.py shows how far a question is, saying.py
has the words that several commands say, How much is told, and
in which colors, is in manners.py; switches.py reads that from the command line. The library does
not know this room; it is imported before the library is, and imports nothing of it at its head.
"""

__all__ = [
    "bar",
    "interrupts",
    "manners",
    "messages",
    "output",
    "saying",
    "streams",
    "switches",
    "tables",
]
