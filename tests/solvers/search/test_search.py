"""A search is a value: compared, derived, pickled, written down, and run."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Generator, Sequence
from dataclasses import FrozenInstanceError, fields
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from own_solvers import DancingLinks, Options, one_by_one

from minuet.models import ModelError, Puzzle
from minuet.models.gallery import entry
from minuet.setting import is_unique
from minuet.solvers import (
    Goal,
    Interrupted,
    Result,
    Search,
    Settings,
    Snapshot,
    bottleneck,
    count,
    get_solver,
    solutions,
    solve,
    solve_many,
)
from minuet.solvers.contract import Progress, Query

from oracle.costed import one_of

MATRIX = one_of([3, 1, 2])


def coins() -> Puzzle:
    puzzle = Puzzle("coins")
    coin = puzzle.choices("coin", place=range(3), side=["heads", "tails"])
    puzzle.exactly_one(coin, by="place")
    return puzzle


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        (Goal.FIRST, lambda found: found.objective is not None),
        (Goal.BEST, lambda found: found.objective == 1),
        (Goal.IMPROVING, lambda found: [*found][-1].objective == 1),
        (Goal.RANKED, lambda found: [*found] == [(1,)]),
        (Goal.ALL, lambda found: {*found} == {(0,), (1,), (2,)}),
        (Goal.COUNT, lambda found: found.count == 3),
        (Goal.MANY, lambda found: [*found] == []),
    ],
)
def test_every_goal_is_answered(goal: Goal, told: Callable[[object], bool]) -> None:
    solver = "dlx" if goal is Goal.RANKED else "auto"
    assert told(Search(MATRIX, goal, Settings(solver=solver)).run())


def test_any_solution_will_do_for_the_first_one() -> None:
    found = Search(MATRIX, Goal.FIRST, Settings(given=[0])).run()
    assert (found.options, found.objective, found.status) == ((0,), 3, "FEASIBLE")
    assert Search(MATRIX, Goal.FIRST, Settings(given=[0], forbidden=[0])).run().status == (
        "INFEASIBLE"
    )


def test_searches_are_derived_and_the_first_stays_as_it_was() -> None:
    first = Search(MATRIX, settings=Settings(time_limit=5, gap=0.5))
    given = first.with_given([0]).with_given((2,))
    assert (given.settings.given, first.settings.given) == ((0, 2), ())
    assert first.within(2).settings.time_limit == 2
    assert first.within(9).settings.time_limit == 5
    assert first.within(None) == first
    counted = given.with_goal(Goal.COUNT)
    assert (counted.settings.gap, counted.settings.given) == (None, (0, 2))
    assert first != given
    assert first == Search(MATRIX, settings=Settings(gap=Fraction(1, 2), time_limit=5))
    with pytest.raises(FrozenInstanceError):
        first.goal = Goal.ALL  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        first.settings.threads = 2


def test_what_is_forbidden_is_not_chosen() -> None:
    assert solve(MATRIX, forbidden=[1]).objective == 2
    assert count(MATRIX, forbidden=[0, 1]).count == 1
    assert solve(MATRIX, forbidden=[1], hint=[1]).objective == 2
    assert bottleneck(MATRIX, forbidden=[1]).objective == 2
    assert next(solutions(coins(), forbidden=[0, 2, 4]))["coin"][0].side == "tails"
    assert is_unique(coins(), forbidden=[0, 2, 4])
    with pytest.raises(ModelError, match="forbidden: option number 3, expected 0 to 2"):
        solve(MATRIX, forbidden=[3])


@pytest.mark.parametrize("problem", [MATRIX, coins(), entry("queens-8").load()])
def test_a_search_goes_and_comes_back(problem: object) -> None:
    settings = Settings(solver="dlx", time_limit=100, given=[1], threads=2, seed=3)
    search = Search(problem, Goal.COUNT, settings)  # type: ignore[arg-type]
    written = json.loads(json.dumps(search.to_dict()))
    for other in (pickle.loads(pickle.dumps(search)), Search.from_dict(written)):
        assert (other.goal, other.settings) == (search.goal, search.settings)
        assert hash(other.settings) == hash(search.settings)
        assert other.run().count == search.run().count


@pytest.mark.parametrize(
    "settings",
    [
        Settings(gap=0.01, gap_absolute=Fraction(1, 3), hint=[1], evidence="agreed"),
        Settings(on="processes:2", memory=1 << 20, checkpoint="x", parameters={"a": [1, True]}),
        Settings(k=3, unique=True, arrays=True, ahead=0, symmetries="auto"),
        Settings(parameters={"a": None}, budget=None, hint=(1, 2), givens=[(0,), (1, 3)]),
        Settings(givens=np.array([[0, 2], [1, 3]])),
        Settings(solver=get_solver("memo")),
        Settings(solver=get_solver("auto")),
        Settings(hint=None),
        Settings(),
    ],
)
def test_settings_go_and_come_back(settings: Settings) -> None:
    told = json.loads(json.dumps(settings.to_dict()))
    again, travelled = Settings.from_dict(told), pickle.loads(pickle.dumps(settings))
    assert again == settings == travelled
    assert hash(again) == hash(settings) == hash(travelled)
    assert settings != settings.but(seed=7)


def test_settings_show_how_they_are_made() -> None:
    settings = Settings(gap=0.01, gap_absolute=Fraction(1, 3), hint=[1], evidence="agreed")
    assert eval(repr(settings), {"Settings": Settings, "Fraction": Fraction}) == settings


SCHEMA = json.loads((Path(__file__).parents[3] / "docs/search.schema.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("goal", "settings"),
    [
        (Goal.COUNT, {"memory": 1 << 20, "threads": 2, "parameters": {"a": 1}, "checkpoint": "x"}),
        (Goal.BEST, {"gap": 0.01, "gap_absolute": Fraction(1, 3), "hint": [1]}),
        (Goal.MANY, {"givens": [(0,), (1, 3)], "unique": True, "time_limit": 0.5}),
        (Goal.ALL, {"symmetries": "auto", "evidence": "agreed"}),
    ],
)
def test_a_search_is_written_as_its_schema_says(goal: Goal, settings: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    schema = Draft202012Validator(SCHEMA)
    document = json.loads(json.dumps(Search(coins(), goal, Settings(**settings)).to_dict()))
    assert not list(schema.iter_errors(document))
    for wrong in ({"threds": 2}, {"k": 3}, {"seed": "one"}, {"evidence": "sworn"}):
        assert list(schema.iter_errors(document | {"settings": wrong})), wrong


def test_a_memory_may_be_a_text_with_a_unit() -> None:
    for text, size in (("500K", 500 << 10), ("2g", 2 << 30), ("1 GB", None), ("4096", 4096)):
        if size is None:
            with pytest.raises(ModelError, match=r'memory of .*, expected bytes .* as "500M"'):
                Settings(memory=text)
        else:
            assert Settings(memory=text).memory == size


def test_what_is_no_text_is_not_written_down() -> None:
    with pytest.raises(ModelError, match="progress: function cannot be written down"):
        Settings(progress=lambda told: None).to_dict()
    own = type("Own", (DancingLinks,), {})()
    with pytest.raises(
        ModelError, match="solver: Own, no solver that has a name, cannot be written down"
    ):
        Settings(solver=own).to_dict()


DLX = {"format": "dlx", "text": "a\na\n"}


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (None, "search: None, expected goal, settings, problem"),
        ({"goal": "count"}, "search: goal, expected goal, settings, problem"),
        ({"more": 1}, "search: goal, settings, problem, more, expected goal, settings, problem"),
        ({"goal": "most"}, "goal: 'most', expected first, best, improving"),
        ({"settings": None}, "settings: None, expected a mapping of names to values"),
        ({"settings": []}, r"settings: \[\], expected a mapping"),
        ({"settings": {"timeout": 3}}, "no setting 'timeout'; did you mean time_limit"),
        ({"settings": {3: 3}}, "no setting '3'"),
        ({"settings": {"time_limit": "3"}}, "a time limit that is not a number"),
        ({"settings": {"gap": "x"}}, "gap: 'x', expected a number or a fraction, as 1/3"),
        ({"settings": {"gap": "1/0"}}, "gap: '1/0', expected a number or a fraction"),
        ({"settings": {"symmetries": 3}}, "symmetries: 3, expected auto, known or Symmetries"),
        ({"settings": {"givens": 3}}, "givens: 3, expected sets of option numbers"),
        ({"problem": "a"}, "problem: 'a', expected format, text"),
        ({"problem": {"format": "dlx", "text": 3}}, "problem: text 3, expected a text"),
        ({"problem": {"format": 3, "text": ""}}, "problem: format 3, expected a text"),
        ({"problem": {"format": "nope", "text": ""}}, "unknown format 'nope'"),
        (
            {"problem": {"format": "sudoku", "text": f"{'.' * 16}\n" * 2}},
            "problem: a text of 2 puzzles, expected one",
        ),
    ],
)
def test_what_is_no_search_is_not_read(parts: Any, message: str) -> None:
    whole = {"goal": "best", "settings": {}, "problem": DLX}
    only = parts is None or (set(parts) == {"goal"} and parts["goal"] == "count")
    with pytest.raises(ModelError, match=message):
        Search.from_dict(parts if only else whole | parts)


def test_a_goal_may_be_its_name() -> None:
    assert Search(MATRIX, "count").run().count == 3  # type: ignore[arg-type]
    assert Search(MATRIX).with_goal("count").goal is Goal.COUNT  # type: ignore[arg-type]
    for make in (Search(MATRIX).with_goal, partial(Search, MATRIX)):
        with pytest.raises(ModelError, match="goal: 'cuont', expected first, best, improving"):
            make("cuont")  # type: ignore[operator]


def test_what_a_search_is_made_of_is_checked() -> None:
    with pytest.raises(ModelError, match=r"settings: \{\}, expected Settings\(...\)"):
        Search(MATRIX, settings={})  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="given: 'int' object is not iterable, expected option"):
        Search(MATRIX).with_given(3)  # type: ignore[arg-type]


def test_a_search_says_what_it_is() -> None:
    search = Search(coins(), Goal.COUNT, Settings(time_limit=10, seed=1))
    assert str(search) == "count coins: solver auto, time_limit 10, seed 1"
    assert repr(search.settings) == "Settings(time_limit=10, seed=1)"
    by_object = Search(coins(), Goal.COUNT, Settings(solver=get_solver("memo")))
    assert str(by_object) == "count coins: solver memo"
    assert str(Search(MATRIX)).startswith("solve a matrix of 1 items and 3 options: solver auto")


def test_every_field_says_what_it_is() -> None:
    for one in fields(Settings):
        setting = one.metadata["setting"]
        assert setting.help.endswith(".")
        assert setting.check(setting.default) == setting.default


@pytest.mark.parametrize(
    ("ask", "wrong", "said"),
    [
        (solve, {"timeout": 3}, "solve: no setting 'timeout'; did you mean time_limit?"),
        (solve, {"time_limt": 3}, "solve: no setting 'time_limt'; did you mean time_limit?"),
        (solve, {"limit": 3}, r"did you mean time_limit, or itertools"),
        (solve, {"all": True}, r"did you mean solutions\(puzzle\)\?"),
        (solve, {"count": True}, r"did you mean count\(puzzle\)\?"),
        (count, {"hint": [1]}, "count: no setting 'hint', expected it with solve and improving"),
        (solve, {"memory": 1}, "solve: no setting 'memory', expected it with count"),
        (bottleneck, {"gap": 1}, "bottleneck: no setting 'gap', expected it with solve"),
        (is_unique, {"ahead": 1}, "is_unique: no setting 'ahead', expected it with solve_many"),
        (solve, {"xyz": 1}, "solve: no setting 'xyz'$"),
    ],
)
def test_a_setting_that_there_is_not_names_the_nearest(
    ask: Callable[..., object], wrong: dict[str, object], said: str
) -> None:
    with pytest.raises(ModelError, match=said) as caught:
        ask(MATRIX, **wrong)
    assert isinstance(caught.value, TypeError | ModelError)


def test_a_search_takes_no_setting_that_its_goal_lacks() -> None:
    with pytest.raises(ModelError, match="count: no setting 'gap'"):
        Search(MATRIX, Goal.COUNT, Settings(gap=1))
    with pytest.raises(ModelError, match="no setting 'threds'; did you mean threads"):
        Settings(threds=2)  # type: ignore[call-arg]
    with pytest.raises(ModelError, match="expected a Puzzle or an ExactCover"):
        Search("queens")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"solver": "sat", "threads": 2}, "threads: solver sat takes none"),
        ({"solver": "dlx", "parameters": {"x": 1}}, "parameters: solver dlx takes none"),
        ({"solver": "dlx", "memory": 1000}, "memory: solver dlx takes none"),
        ({"on": "processes:2", "threads": 2}, "on: not beside threads"),
        ({"symmetries": "auto", "memory": 1000}, "memory: not beside symmetries"),
        ({"symmetries": "auto", "evidence": "certified"}, "no certificates of classes"),
        ({"checkpoint": 3}, "checkpoint: 3, expected the name of a file"),
        ({"symmetries": 3}, "symmetries: 3, expected auto, known or Symmetries"),
    ],
)
def test_what_is_not_heeded_is_refused(settings: dict[str, object], said: str) -> None:
    with pytest.raises(ModelError, match=said):
        count(coins(), **settings)  # type: ignore[call-overload]


def test_many_selections_are_one_search() -> None:
    search = Search(coins(), Goal.MANY, Settings(givens=[(0,), (1, 3)], unique=True))
    assert [one.count for one in search.run()] == [2, 2]
    found: list[Result] = [*solve_many(coins(), [(0, 2, 4)], unique=True)]
    assert [one.count for one in found] == [1]


class Interrupts(DancingLinks):
    """Yields one solution of each search, and is interrupted then."""

    def solutions(self, query: Query, progress: Progress) -> Generator[Sequence[Options]]:
        yield [next(one_by_one(super().solutions(query, progress)))]
        raise KeyboardInterrupt


@pytest.mark.parametrize("arrays", [False, True])
@pytest.mark.parametrize("progress", [None, lambda snapshot: None])
def test_an_interrupted_stream_says_how_many_were_found(arrays: bool, progress: Any) -> None:
    stream = solutions(coins(), Interrupts(), arrays=arrays, progress=progress)
    assert next(stream)
    with pytest.raises(Interrupted) as caught:
        next(stream)
    result = caught.value.result
    assert (result.status, result.count, result.complete) == ("FEASIBLE", 1, False)
    assert list(stream) == [] and not stream.complete


def test_an_error_of_a_listener_is_no_interrupt() -> None:
    def listen(snapshot: Snapshot) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(solutions(entry("pentominoes-6x10").load(), progress=listen))
