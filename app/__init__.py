"""The applications: the command line, the web page, and the formats of judges.

Start with cli.py (the list of commands) and one file of commands/. main.py is the entry point,
run.py runs a command, command.py checks which options go together, inputs.py reads what a command
is given, and documents.py writes what `--json` prints. answers/ is shared by commands that solve,
contests.py serves `minuet contest`, page/ `minuet serve`, and terminal/ prints. No other package
imports this one.
"""
