"""The texts that minuet reads and writes: told by their content, or by name.

`read` gives a file's puzzles, whatever the format; any mistake in the text is an `InputError` that
says where. `write` gives a puzzle's text, or its answer's, or that of several puzzles; by
default in Knuth's format, which holds any matrix.

A format is a `Format`: an object in the file of its reader, in a room by what it holds (sudoku,
packing, matrix, toml). registry.py lists them all (`FORMATS`), reading.py asks them who is most
confident of a text, writing.py asks the one that is named to write; source.py is the text itself,
instances.py the puzzles of a file of many, doubts.py what a text may be that no format fits,
xml_elements.py XML that may come from anybody, likeness.py says whether two puzzles are the same.
Another package adds a format by an entry point of the group `minuet.formats`. The command line, the
gallery and the cross-check's reports import this room, and the contests its readers.
"""

from ..lazily import lazily

with lazily(__name__):
    from .format import Confidence, Format
    from .likeness import same_cover
    from .reading import read, sniff
    from .registry import FORMATS
    from .source import Source
    from .writing import write

__all__ = [
    "FORMATS",
    "Confidence",
    "Format",
    "Source",
    "read",
    "same_cover",
    "sniff",
    "write",
]
