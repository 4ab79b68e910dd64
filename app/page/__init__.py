"""The page: `minuet serve` shows puzzles in a browser, where they are read, edited and answered.

What the browser runs stands in static/. It talks to the server by the API that routes.py lists;
docs/page.md tells of it. The server itself reads no text and solves nothing:

    serving.py     begins it all: the port, the URL, Ctrl-C (uvicorn)
    guard.py cuts off who says nothing (slow clients)
    routes.py      what is answered to which request (starlette)
    guard.py       who is answered at all: hosts, origins, sizes; the headers of every answer
    routes.py      what a request's body must hold
    asks.py        questions that were asked, and what has been told of each
    workers.py       who is next: a few processes at once, each client in turn
    workers.py     the nursery, as the server sees it: work is begun, heard, interrupted, ended
    limits.py      how much anyone may ask for

The nursery is a process of its own, with minuet imported. It forks a child for each piece of work,
which dies at its limits (nursery.py); the child does the work in work/.
"""
