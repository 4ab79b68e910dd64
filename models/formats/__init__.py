"""The texts that minuet reads and writes: told by their content, or by name.

`read` gives a file's puzzles, whatever the format; any mistake in the text is an `InputError` that
says where. `write` gives a puzzle's text, or its answer's, `write_all` that of several puzzles, and
`write_dlx` any matrix in Knuth's format.

A format is a `Format`: an object in the file of its reader, in a room by what it holds (sudoku,
packing, matrix, toml). registry.py lists them all (`FORMATS`), reading.py asks them who is most
confident of a text, writing.py asks the one that is named to write; source.py is the text itself,
instances.py the puzzles of a file of many, doubts.py what a text may be that no format fits,
xml_elements.py XML that may come from anybody, likeness.py says whether two puzzles are the same.
Another package adds a format by an entry point of the group `minuet.formats`. The command line, the
gallery and the cross-check's reports import this room, and the contests its readers.
"""

from ..importing.lazily import lazily

with lazily(__name__):
    from .format import Confidence, Format, Problem
    from .likeness import same_cover
    from .matrix.dlx_text import write_dlx
    from .reading import Reading, read, sniff
    from .registry import FORMATS, unavailable_formats
    from .source import MOST_CHOICES, Source
    from .writing import form_of_file, write, write_all

__all__ = [
    "FORMATS",
    "MOST_CHOICES",
    "Confidence",
    "Format",
    "Problem",
    "Reading",
    "Source",
    "form_of_file",
    "read",
    "same_cover",
    "sniff",
    "unavailable_formats",
    "write",
    "write_all",
    "write_dlx",
]
