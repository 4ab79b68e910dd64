"""What may be asked: the goals of a search, and the verb that asks for each."""

from __future__ import annotations

from enum import StrEnum

from ...models.errors import ModelError

__all__ = ["Goal"]


class Goal(StrEnum):
    """What is asked.

    FIRST      any one solution, whatever it costs
    BEST       the best solution; where there are no costs, a first one
    IMPROVING  ever better solutions and bounds, as they come
    RANKED     the k best solutions, the best first
    ALL        all solutions, lazily
    COUNT      how many there are
    MANY       one solution each of many selections of the same matrix
    """

    FIRST = "first"
    BEST = "best"
    IMPROVING = "improving"
    RANKED = "ranked"
    ALL = "all"
    COUNT = "count"
    MANY = "many"

    @classmethod
    def of(cls, name: str) -> Goal:
        """Return a goal, by its name too. Raises ModelError for any other name."""
        try:
            return cls(name)
        except ValueError:
            raise ModelError(f"goal: {name!r}, expected {', '.join(cls)}") from None

    @property
    def verb(self) -> str:
        """The function that asks for it."""
        return VERBS.get(self, str(self))


VERBS = {
    Goal.FIRST: "solve",
    Goal.BEST: "solve",
    Goal.RANKED: "best",
    Goal.ALL: "solutions",
    Goal.MANY: "solve_many",
}
