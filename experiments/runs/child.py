"""The process of a run: `python -m minuet.experiments.runs.child TASK FILE`.

It reads its instance, lets the solver answer about the smallest matrix first, so that libraries are
loaded, puts the question, and tells what came of it in a line of JSON. How long it took as a whole,
and what it did besides, others see from outside.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import IO, TYPE_CHECKING, Any

from . import confinement

if TYPE_CHECKING:
    from .describing import Described
    from .program import Started

__all__: list[str] = []


def main() -> None:
    """Do what the arguments say, and leave at once."""
    from .task import Task

    task = Task.read(sys.argv[1])
    told = confinement.channel(sys.argv[2])
    confinement.confine(task.parent, task.cores, task.bounds.get("memory"))
    try:
        _tell(told, _answered(task, told))
    except BaseException:
        import traceback

        traceback.print_exc()  # the last line of which is the record's message
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


def _answered(task: Any, told: IO[str]) -> dict[str, Any]:
    from ..records.record import RUN
    from .asking import Asked, failure_of
    from .task import FEATURES

    try:
        asked: Asked | Described | Started
        if task.question == FEATURES:
            from .describing import Described  # with networkx, which takes long to load

            asked = Described.prepared(task)
        elif task.question == RUN:
            from .program import Started

            asked = Started.prepared(task)
        else:
            asked = Asked.prepared(task)
        spent = confinement.spent()
        confinement.bound_processor(spent, task.bounds.get("processor_seconds"))
        start = time.monotonic()
        _tell(
            told,
            {
                "pid": os.getpid(),
                "start_seconds": start - task.began,
                "start_processor_seconds": spent,
            },
        )
        answer = asked.answer()
        answer.setdefault("seconds", time.monotonic() - start)
        answer.setdefault("processor_seconds", confinement.spent() - spent)
    except KeyboardInterrupt:
        answer = {"outcome": "timeout"}
    except Exception as error:
        answer = failure_of(error)
    return {"own_peak": confinement.own_peak()} | answer


def _tell(told: IO[str], answer: dict[str, Any]) -> None:
    print(json.dumps(answer), file=told, flush=True)


if __name__ == "__main__":
    main()
