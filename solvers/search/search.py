"""A search: a problem, a goal and settings. The only way to ask anything.

A `Search` is a value: it is read, compared, pickled and written. Deriving another one compiles
nothing. `run` runs it, by the function that `RUN_BY` has for its goal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Unpack

from ...models.errors import ModelError
from ...models.matrix.exact_cover import ExactCover
from ..contract.deadline import Deadline
from ..contract.goal import Goal
from .selection import Problem, require_problem, title_of
from .settings import NAMES, CompoundSettings, Settings, option_numbers, require_taken

if TYPE_CHECKING:
    from ..contract.watching import Watch
    from .settings import EverySetting

__all__ = ["Search"]

# The function that runs a search for each goal; its module is imported when it is first needed.
RUN_BY = {
    Goal.FIRST: (".single", "solved"),
    Goal.BEST: (".single", "solved"),
    Goal.IMPROVING: (".improving", "answer"),
    Goal.RANKED: (".stream", "ranked"),
    Goal.ALL: (".stream", "listed"),
    Goal.COUNT: (".single", "counted"),
    Goal.MANY: (".many", "answer"),
}


@dataclass(frozen=True)
class Search:
    """A problem, a goal, settings.

    problem   a `Puzzle` or an `ExactCover`
    goal      what is asked of it
    settings  how it is searched

    Raises ModelError if the problem is none, UnknownSetting for a setting that the goal lacks.
    """

    problem: Problem
    goal: Goal = Goal.BEST
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        require_problem(self.problem)
        if not isinstance(self.goal, Goal):
            object.__setattr__(self, "goal", Goal.of(self.goal))
        if not isinstance(self.settings, Settings):
            raise ModelError(f"settings: {self.settings!r}, expected Settings(...)")
        require_taken(self.goal.verb, self.settings.explicit(), NAMES[self.goal])

    @classmethod
    def by(
        cls, goal: Goal, problem: Problem, solver: Any, settings: Mapping[str, Any], **more: Any
    ) -> Search:
        """Return the search of a verb with these keywords."""
        require_taken(goal.verb, settings, NAMES[goal])
        return cls(problem, goal, Settings(solver=solver, **more, **settings))

    @classmethod
    def part_of(
        cls,
        verb: str,
        problem: Problem,
        solver: Any,
        settings: Mapping[str, Any],
        taken: Any = CompoundSettings,
        own: Collection[str] = (),
        goal: Goal = Goal.BEST,
    ) -> Search:
        """Return the search from which a compound question, such as `pareto`, derives others.

        taken  the dictionary of its settings
        own    its further parameters, for the message about an unknown name
        goal   of the derived searches, which takes these settings too
        """
        require_taken(verb, settings, taken.__annotations__, own)
        return cls(problem, goal, Settings(solver=solver, **settings))

    def run(self) -> Any:
        """Run the search; return and raise what the verb of the goal does."""
        module, name = RUN_BY[self.goal]
        return getattr(import_module(module, __package__), name)(self)

    def with_given(self, options: Iterable[int]) -> Search:
        """Return the search with further options given."""
        return self.but(given=(*self.settings.given, *option_numbers("given", options)))

    def with_goal(self, goal: Goal) -> Search:
        """Return the search for another goal, without settings that it does not take."""
        goal = Goal.of(goal)
        return replace(self, goal=goal, settings=self.settings.for_goal(goal))

    def within(self, seconds: float | None) -> Search:
        """Return the search with so many seconds, or fewer if it has fewer; None: as it is."""
        limits = [limit for limit in (seconds, self.settings.time_limit) if limit is not None]
        return self.but(time_limit=min(limits)) if limits else self

    def deadline(self, watch: Watch | None = None) -> Deadline:
        """Return the deadline of the search, which begins now; the watch looks at it too."""
        seconds = self.settings.time_limit
        return Deadline(seconds) if watch is None else watch.deadline(seconds)

    def but(self, **settings: Unpack[EverySetting]) -> Search:
        """Return the search with other values for some settings."""
        return replace(self, settings=self.settings.but(**settings))

    def __str__(self) -> str:
        """Describe the search in a line, as in `count queens: solver dlx, time_limit 10`."""
        solver = self.settings.solver
        recorded = {"solver": solver, **self.settings.explicit()}
        recorded["solver"] = getattr(solver, "full_name", solver)
        settings = ", ".join(f"{name} {value}" for name, value in recorded.items())
        return f"{self.goal.verb} {title_of(self.problem)}: {settings}"

    def to_dict(self) -> dict[str, Any]:
        """Return the search as JSON can hold it. Raises ModelError if it cannot.

        A puzzle is written as TOML, a bare matrix in Knuth's format.
        """
        from ...models.formats import write

        form = "dlx" if isinstance(self.problem, ExactCover) else "toml"
        return {
            "goal": str(self.goal),
            "settings": self.settings.to_dict(),
            "problem": {"format": form, "text": write(self.problem, form)},
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Search:
        """Return the search of a document that `to_dict` returned.

        Raises ModelError for what is no such document, and what reading the problem raises.
        """
        from ...models.formats import read

        parts = _parts(document, "search", ("goal", "settings", "problem"))
        problem = _parts(parts["problem"], "problem", ("format", "text"))
        for name, value in problem.items():
            if not isinstance(value, str):
                raise ModelError(f"problem: {name} {value!r}, expected a text")
        goal, settings = Goal.of(parts["goal"]), Settings.from_dict(parts["settings"])
        problems = read(problem["text"], form=problem["format"]).problems
        if len(problems) != 1:
            raise ModelError(f"problem: a text of {len(problems)} puzzles, expected one")
        return cls(problems[0], goal, settings)


def _parts(document: Any, part: str, names: Collection[str]) -> Mapping[str, Any]:
    """Return a document that has just these keys. Raises ModelError for any other."""
    if not isinstance(document, Mapping) or set(document) != set(names):
        keys = ", ".join(map(str, document)) if isinstance(document, Mapping) else repr(document)
        raise ModelError(f"{part}: {keys or 'empty'}, expected {', '.join(names)}")
    return document
