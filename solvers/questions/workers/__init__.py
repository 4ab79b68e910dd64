"""A search that several processes share, here or on other machines: what `on=` names.

A job is the search, which travels once to each worker; a task is some parts of its tree and a slice
of time, in which a worker searches them and hands back what it has found and what it has left. So
no task is long, whatever the tree looks like, and the tree need not be cut beforehand. The results
reach one coordinator alone, who knows at any moment what was found and what is open: that is what a
checkpoint keeps (checkpoint/). A task that is done twice, or by a worker that dies, is no
harm, for one result of it is taken and all others are dropped.

work.py is what travels; job.py and tasks.py what the workers know of a search; bundles.py and
coordinator.py what the coordinator does. errands.py are tasks that are parts of no tree. pool.py is
what is asked of workers: executors.py are those of a `concurrent.futures.Executor`, processes.py
own ones, cluster.py those of Dask, of whose scheduler.py knows what it says. place.py reads what
`on=` says. ranking.py asks for the best.
"""

__all__ = [
    "bundles",
    "cluster",
    "coordinator",
    "errands",
    "executors",
    "job",
    "place",
    "pool",
    "processes",
    "ranking",
    "scheduler",
    "tasks",
    "work",
]
