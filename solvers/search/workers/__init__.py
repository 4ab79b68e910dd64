"""A search that several processes share, here or on other machines: what `on=` names.

A `Search`, whose problem is the matrix, travels once to each worker. A task is some parts of its
tree and a slice of time, in which a worker searches them and returns what it has found and what it
has left. So no task is long, whatever the tree looks like, and the tree need not be cut beforehand.
The results reach one coordinator alone, which knows at any moment what was found and what is open:
that is what a checkpoint keeps (checkpoint/). A task that is done twice, or by a worker that dies,
does no harm, for one result of it is taken and all others are dropped.

tasks.py is what travels; tasks.py and tasks.py what the workers know of a search; tasks.py and
coordinator.py what the coordinator does. coordinator.py are tasks that are parts of no tree.
executors.py is what is asked of workers: executors.py are those of a `concurrent.futures.Executor`,
executors.py own ones, cluster.py those of Dask, whose scheduler is called by scheduler.py.
workers_at.py makes the pool of the place that `on=` names (../place.py). coordinator.py asks for
the best.
"""
