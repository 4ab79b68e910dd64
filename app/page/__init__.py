"""The web page: `minuet serve` shows puzzles in a browser, to read, edit and solve them.

Start with routes.py (the requests and the fields of their bodies) and docs/page.md (the API).
serving.py runs the server, guard.py rejects foreign and slow clients, asks.py keeps the running
questions, workers.py hands work to nursery.py, a process that forks a child for each task with
limits (limits.py), and work/ is what the child runs. static/ is what the browser loads. The server
process itself parses and solves nothing.
"""
