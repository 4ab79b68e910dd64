"""The work of the page, done in a child of the nursery with limits on everything.

child.py gets a task (frames.py) and tells how it went (output.py); reading.py, editing.py,
answering.py and lists.py do it, each with what the library has for that. cells.py knows grids of
digits, editing.py where they stand in a text; answering.py says what came of a question, reading.py
makes of the library's HTML what a page with a strict policy may show. interrupts.py hears when to
stop, closed.py takes away what no puzzle needs: files. rehearsal.py is how the nursery gets ready.
"""
