"""The texts that minuet reads and writes: told by their content, or by name.

`read` gives a file's puzzles, whatever the format; any mistake in the text is an `InputError` that
says where. `write` gives a puzzle's text, and `write_dlx` any matrix in Knuth's format.

A format is a `Format`: an object in the file of its reader, in a room by what it holds (sudoku,
packing, matrix, toml). registry.py lists them all (`FORMATS`), reading.py asks them who is most
confident of a text, source.py is the text itself, instances.py the puzzles of a file of many.
Another package adds one by an entry point of the group `minuet.formats`. The command line, the
gallery and the cross-check's reports import this room, and the contests its readers.
"""

from ..importing.lazily import lazily

with lazily(__name__):
    from .format import Confidence, Format, Problem
    from .matrix.dlx_text import write_dlx
    from .reading import Reading, read, sniff, write
    from .registry import FORMATS, unavailable_formats
    from .source import MOST_CHOICES, Source

__all__ = [
    "FORMATS",
    "MOST_CHOICES",
    "Confidence",
    "Format",
    "Problem",
    "Reading",
    "Source",
    "read",
    "sniff",
    "unavailable_formats",
    "write",
    "write_dlx",
]
