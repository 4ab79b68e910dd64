"""What a person touches: the command line, the page and the judges' formats.

main.py is the entry point and run.py runs a command; cli.py lists the commands (listing.py: in a
help), which stand in a room of their own, with the arguments that several take (arguments.py), the
options that settings have (settings_options.py), which options go together (usage.py), what they
read (inputs.py), how they go past a puzzle with a mistake (faults.py) and what the process exits
with (statuses.py);
welcome.py is what stands where no command does, completion.py answers a shell; contests/ answers in
judges' formats; documents/ is what --json prints; page/ is what `minuet serve` serves; pictures.py
writes pictures into files; terminal/ is where what is printed goes out and Ctrl-C comes in. Nothing
imports this room; it may import all.
"""

__all__ = [
    "arguments",
    "cli",
    "commands",
    "completion",
    "contests",
    "documents",
    "faults",
    "inputs",
    "listing",
    "main",
    "page",
    "pictures",
    "run",
    "settings_options",
    "statuses",
    "terminal",
    "usage",
    "welcome",
]
