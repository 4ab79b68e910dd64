"""The native engines (solvers/native/)."""

import enum

import numpy as np
import numpy.typing as npt

class State(enum.Enum):
    EXHAUSTED = 0
    SOLUTION = 1
    PAUSED = 2

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
        losses: bool,
    ) -> None: ...
    def run(self, seconds: float, count_only: bool) -> State: ...
    def solution(self) -> list[int]: ...
    def set_budget(self, budget: int) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def updates(self) -> int: ...
    @property
    def solutions(self) -> int: ...

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
    ) -> None: ...
    def run(self, seconds: float, count_only: bool) -> State: ...
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
