"""What stands between a command and the person at the terminal.

interrupts.py answers Ctrl-C, streams.py prints (a table as tables.py fits it in), output.py prints
into a file, messages.py prints what the library logs and has the options that say how much is
printed, bar.py shows the progress of a search, saying.py has the words that several commands print.
The library does not import this package; it is imported before the library is, and imports nothing
of it at its head.
"""

__all__ = [
    "bar",
    "interrupts",
    "messages",
    "output",
    "saying",
    "streams",
    "tables",
]
