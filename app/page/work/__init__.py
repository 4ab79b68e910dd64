"""The work of the page, done in a child of the nursery with limits on everything.

child.py gets a task and tells how it went; reading.py, editing.py, answering.py and lists.py do it,
each with what the library has for that; cells.py knows grids of digits; fragments.py makes of the library's
HTML what a page with a strict policy may show; closed.py takes away what no puzzle needs: files.
"""

__all__ = [
    "answering",
    "cells",
    "child",
    "closed",
    "editing",
    "fragments",
    "frames",
    "headlines",
    "interrupts",
    "lists",
    "reading",
]
