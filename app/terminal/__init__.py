"""What stands between a command and the person at the terminal.

interrupts.py answers Ctrl-C, streams.py prints (a table as tables.py fits it in), output.py prints
into a file, streams.py prints what the library logs and has the options that say how much is
printed, reports.py shows the progress of a search, reports.py has the lines that several commands
print. The library does not import this package; it is imported before the library is, and imports
nothing of it at its head, but for the module of signals.
"""
