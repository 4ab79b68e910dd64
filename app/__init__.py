"""What a person touches: the command line and the judges' formats.

main.py is the entry point and run.py runs a command; cli.py lists the commands, which stand in a
room of their own, with the arguments that several take (arguments.py), what they read (inputs.py)
and what the process exits with (statuses.py); contests/ answers in judges' formats; documents/ is
what --json prints; pictures.py writes pictures into files; terminal/ is where what is printed goes
out and Ctrl-C comes in. Nothing imports this room; it may import all.
"""

__all__ = [
    "arguments",
    "cli",
    "commands",
    "contests",
    "documents",
    "inputs",
    "main",
    "pictures",
    "run",
    "statuses",
    "terminal",
]
