"""Input and output at the terminal.

streams.py prints text, tables (tables.py) and the library's log; reports.py has the progress bar,
`-o FILE` and the lines that several commands print; interrupts.py handles Ctrl-C. The library does
not import this package. It is imported before the library is, and imports only the module of
signals at its head, so that Ctrl-C works while the rest loads.
"""
