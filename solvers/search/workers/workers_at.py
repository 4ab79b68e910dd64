"""The workers at a place: an Executor's, those of a Dask cluster, or processes of our own."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...contract.deadline import Deadline
from ..place import Place, processes_of

if TYPE_CHECKING:
    from .cluster import Cluster
    from .executors import Pool

__all__ = ["workers_at"]


@contextmanager
def workers_at(on: Place, deadline: Deadline) -> Iterator[Pool | None]:
    """Give the workers during the block; those that were brought here for it then go.

    on        None: there are none
    deadline  of the search: no worker is waited for beyond it

    Raises ModelError for what names none, Unavailable where there are none.
    """
    if on is None:
        yield None
        return
    pool = _pool(on, deadline)
    try:
        yield pool
    finally:
        pool.close()


def _pool(on: Place, deadline: Deadline) -> Pool:
    if isinstance(on, Executor):
        from .executors import Executors

        return Executors(on)
    if not isinstance(on, str):
        return _cluster().of(on, deadline)
    number = processes_of(on)
    if number is None:
        return _cluster().at(on, deadline)
    from .executors import Processes

    return Processes(number)


def _cluster() -> type[Cluster]:
    from .cluster import Cluster

    return Cluster
