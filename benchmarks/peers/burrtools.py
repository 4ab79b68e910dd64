"""Packings of the gallery beside BurrTools: `python burrtools.py WAY NAME` finds all ways.

minuet counts with every symmetry, then BurrTools' program burrTxt, which the environment variable
MINUET_BURRTXT names, gets the same puzzle as a file and counts assemblies up to symmetries: so
their counts differ, and only the times are told. Both are timed from the puzzle's text on.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from minuet.experiments import measure
from minuet.models.formats import read, write
from minuet.models.gallery import entry
from minuet.solvers import count

PROGRAM = "MINUET_BURRTXT"


def main(way: str, name: str) -> None:
    """Find all ways; a program that is not there is told as unsupported."""
    text = write(entry(name).load(), "xmpuzzle")
    if way == "minuet":
        measure(lambda: str(count(read(text).problems[0]).count))
    elif not os.environ.get(PROGRAM):
        print(json.dumps({"outcome": "unsupported", "message": f"{PROGRAM} names no program"}))
    else:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"{name}.xmpuzzle"
            file.write_text(text)
            command = [os.environ[PROGRAM], "-q", str(file)]
            run = partial(subprocess.run, command, check=True, capture_output=True)
            measure(lambda: str(run().stdout))


if __name__ == "__main__":
    main(*sys.argv[1:])
