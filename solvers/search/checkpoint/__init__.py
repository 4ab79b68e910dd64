"""Nothing is lost: a search that is killed goes on later where it was.

The tree is cut by prefixes: a part is what lies below some chosen options (and beside some that are
left out). What was found, and the parts that are still open, stand in one sqlite file, which the
coordinator alone writes, in one transaction every second or so. So at any moment what is written
and what is open are the whole tree, nothing twice and nothing left out; whoever is killed loses
what came after the last transaction.

file.py is the file, and what it refuses, file.py keeps others from it; file.py says of which search
it is. counting.py counts, engine_run.py by the engines that can list what they have left,
engine_run.py with memory (memory.py keeps it, file.py writes while the search goes on). listing.py
writes all solutions to a file (output.py, output.py), or in shards (output.py); status.py tells
how far a file is. worker_run.py counts and lists by workers elsewhere (search/workers), with a
file or, file.py, without one. What the solvers of a cross-check said is kept in such a file by
crosscheck/kept.py.
"""
