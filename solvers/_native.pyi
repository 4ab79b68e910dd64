"""The native engines (solvers/native/).

What is built calls `check` now and then, and passes on what that raises.
"""

import enum
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

class State(enum.Enum):
    EXHAUSTED = 0
    SOLUTION = 1
    PAUSED = 2

class Goal(enum.Enum):
    ALL = 0
    WITHIN = 1
    LEAST = 2

class DancingLinks:
    def __init__(
        self,
        primary: int,
        starts: npt.NDArray[np.int32],
        members: npt.NDArray[np.int32],
        colors: npt.NDArray[np.int32],
        low: npt.NDArray[np.int32],
        high: npt.NDArray[np.int32],
        given: npt.NDArray[np.int32],
        allowed: npt.NDArray[np.uint8],
        loss: npt.NDArray[np.int64],
        skip: npt.NDArray[np.int64],
        charge: npt.NDArray[np.int64],
        goal: Goal,
        budget: int,
        check: Callable[[], None] | None = None,
    ) -> None: ...
    def run(self, seconds: float, count_only: bool) -> State: ...
    def solution(self) -> list[int]: ...
    def set_budget(self, budget: int) -> None: ...
    @property
    def cut(self) -> int | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def updates(self) -> int: ...
    @property
    def solutions(self) -> int: ...

class OptionMasks:
    def __init__(
        self,
        primary: int,
        starts: npt.NDArray[np.int32],
        members: npt.NDArray[np.int32],
        colors: npt.NDArray[np.int32],
        low: npt.NDArray[np.int32],
        high: npt.NDArray[np.int32],
        given: npt.NDArray[np.int32],
        allowed: npt.NDArray[np.uint8],
        skip: npt.NDArray[np.int64],
        path: str = "auto",
        words: int = 1,
        check: Callable[[], None] | None = None,
    ) -> None: ...
    def run(self, seconds: float, count_only: bool) -> State: ...
    def collect(self, seconds: float, most: int) -> tuple[bool, list[tuple[int, ...]]]: ...
    def give(self, least: int) -> list[list[int]]: ...
    def solution(self) -> list[int]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def solutions(self) -> int: ...
    @property
    def progress(self) -> float: ...
    @property
    def words(self) -> int: ...
    @property
    def path(self) -> str: ...

def mask_shape(
    primary: int,
    starts: npt.NDArray[np.int32],
    members: npt.NDArray[np.int32],
    colors: npt.NDArray[np.int32],
    low: npt.NDArray[np.int32],
    high: npt.NDArray[np.int32],
    given: npt.NDArray[np.int32],
    allowed: npt.NDArray[np.uint8],
    skip: npt.NDArray[np.int64],
    check: Callable[[], None] | None = None,
) -> tuple[int, int, int]: ...
def simd_paths() -> list[str]: ...

class Batch:
    @staticmethod
    def prepare(
        primary: int,
        starts: npt.NDArray[np.int32],
        members: npt.NDArray[np.int32],
        colors: npt.NDArray[np.int32],
        low: npt.NDArray[np.int32],
        high: npt.NDArray[np.int32],
        allowed: npt.NDArray[np.uint8],
        skip: npt.NDArray[np.int64],
        path: str = "auto",
        slots: bool = True,
        check: Callable[[], None] | None = None,
    ) -> Batch | None: ...
    def load(
        self, starts: npt.NDArray[np.int32], given: npt.NDArray[np.int32], limit: int
    ) -> None: ...
    def run(self, seconds: float) -> bool: ...
    def take(self) -> list[tuple[int, tuple[int, ...] | None]]: ...
    @property
    def nodes(self) -> int: ...

class Orders(enum.Enum):
    RACE = 0
    SMALLEST = 1
    GIVEN = 2
    BREADTH = 3

class MemoCounter:
    def __init__(
        self,
        primary: int,
        starts: npt.NDArray[np.int32],
        members: npt.NDArray[np.int32],
        colors: npt.NDArray[np.int32],
        low: npt.NDArray[np.int32],
        high: npt.NDArray[np.int32],
        given: npt.NDArray[np.int32],
        allowed: npt.NDArray[np.uint8],
        memory: int,
        orders: Orders = ...,
        warm_up: int = ...,
        least_hits: float = ...,
        hash_mask: int = ...,
        check: Callable[[], None] | None = None,
    ) -> None: ...
    def run(self, seconds: float) -> bool: ...
    def count(self) -> bytes: ...
    @property
    def nodes(self) -> int: ...
    @property
    def lookups(self) -> int: ...
    @property
    def hits(self) -> int: ...
    @property
    def bytes(self) -> int: ...

class DancingCells:
    def __init__(
        self,
        primary: int,
        starts: npt.NDArray[np.int32],
        members: npt.NDArray[np.int32],
        colors: npt.NDArray[np.int32],
        low: npt.NDArray[np.int32],
        high: npt.NDArray[np.int32],
        given: npt.NDArray[np.int32],
        allowed: npt.NDArray[np.uint8],
        skip: npt.NDArray[np.int64],
        check: Callable[[], None] | None = None,
    ) -> None: ...
    def run(self, seconds: float, count_only: bool) -> State: ...
    def collect(self, seconds: float, most: int) -> tuple[bool, list[tuple[int, ...]]]: ...
    def give(self, least: int) -> list[list[int]]: ...
    def solution(self) -> list[int]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def updates(self) -> int: ...
    @property
    def solutions(self) -> int: ...

class WeightedCells:
    def __init__(
        self,
        primary: int,
        starts: npt.NDArray[np.int32],
        members: npt.NDArray[np.int32],
        colors: npt.NDArray[np.int32],
        low: npt.NDArray[np.int32],
        high: npt.NDArray[np.int32],
        given: npt.NDArray[np.int32],
        allowed: npt.NDArray[np.uint8],
        skip: npt.NDArray[np.int64],
        check: Callable[[], None] | None = None,
        seed: int = 0,
    ) -> None: ...
    def run(self, seconds: float, count_only: bool) -> State: ...
    def solution(self) -> list[int]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def updates(self) -> int: ...
    @property
    def solutions(self) -> int: ...
    @property
    def failures(self) -> int: ...
    @property
    def restarts(self) -> int: ...
