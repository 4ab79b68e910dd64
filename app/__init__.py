"""What a person touches: the command line, the page and the judges' formats.

main.py is the entry point and run.py runs a command; cli.py lists the commands, which are in
commands/; answers/ is what several of them share to print answers. command.py is what all commands
are: which options go together, and how they are listed. Several commands share arguments
(arguments.py), options of settings (settings_options.py), input (inputs.py), the handling of
puzzles with a mistake (faults.py) and exit statuses (statuses.py). welcome.py is the text of
`minuet` alone, completion.py answers a shell; contests/ answers in the formats of judges;
documents/ is what --json prints; page/ is what `minuet serve` serves; pictures.py writes pictures
into files; terminal/ prints and handles Ctrl-C. No other package imports this one.
"""
