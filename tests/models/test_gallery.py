"""The gallery: every published number, by several solvers; its answers, corrupted; its commands."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import islice, product
from random import Random

import pytest

from minuet.models import Answer, ModelError, Puzzle
from minuet.models import gallery as gallery_room
from minuet.models.gallery import entry, gallery
from minuet.solvers import Verifier, count, crosscheck, solutions, solve

from command_line import one_line
from in_process import minuet
from oracle.gallery import BRUTE_FORCE

NAMES = [one.name for one in gallery()]
COUNTED = [one.name for one in gallery() if one.solutions is not None]
BEST = [one.name for one in gallery() if one.optimum is not None]

# Counted in full by `make test-all` only; the default run compares a branch of each.
LONG = {
    "hamiltonian-cycles-6",
    "knights-tour-6",
    "macmahon-squares",
    "pentominoes-5x12",
    "pentominoes-6x10",
    "queen-domination-5",
}
LONG_CHECKS = {
    "all-interval-rows-12",
    "bead-triangle",
    "dominoes-8",
    "fewest-queens",
    "golomb-ruler-6",
    "hexiamonds-6x6",
    "loops-5",
    "magic-square-4",
    "monomer-dimer-5",
    "orthogonal-mates-7",
    "pentominoes-3x20",
    "pentominoes-4x15",
    "pentominoes-5x12",
    "pentominoes-6x10",
    "pentominoes-8x8",
    "queen-domination-5",
    "spanning-trees-4",
    "square-ice-5",
    "square-medley-9",
    "toroidal-queens-11",
}
LONG_PROOFS = {("golomb-ruler-6", "sat")}
GUIDED = {"magic-hexagon-3"}  # clause learning takes long to find all twelve: two of them, below
WITH_CONDITIONS = ("dlx", "sat", "cpsat")  # of puzzles with rules that no item can say
ENGINES = {
    "dominoes-8": ("dlx:memo", "bitmask"),
    # The others take minutes; these are counted by brute force, too.
    "loops-5": ("dlx",),
    "magic-hexagon-3": ("dlx",),
    "magic-square-4": ("dlx",),
    "spanning-trees-4": ("dlx",),
}


def long_ones_slow(names: Sequence[str], long: Container[str] = LONG) -> list[object]:
    return [pytest.param(name, marks=pytest.mark.slow) if name in long else name for name in names]


@pytest.mark.parametrize("name", long_ones_slow(COUNTED))
def test_two_engines_count_what_is_published(name: str) -> None:
    puzzle = entry(name).load()
    usual = WITH_CONDITIONS if puzzle.matrix.conditions else ("dlx", "bitmask")
    engines = ENGINES.get(name, usual)
    assert len(engines) > 1 or name in BRUTE_FORCE
    for engine in engines:
        found = count(puzzle, engine)
        assert (found.count, found.complete) == (entry(name).solutions, True), engine


# What several engines count in full, above, is compared by `make test-all` only.
CHECKED_LATER = LONG_CHECKS | {*COUNTED} - LONG


@pytest.mark.parametrize("name", long_ones_slow(sorted({*NAMES} - {*GUIDED}), CHECKED_LATER))
def test_several_solvers_find_the_same_answers(name: str) -> None:
    # CP-SAT takes long to prove that four queens are too few; the bit masks count all, above.
    names = ["dlx", "sat", "mip" if name in BEST else "cpsat"]
    puzzle = entry(name).load()
    if puzzle.matrix.conditions:
        names = list(WITH_CONDITIONS)
    report = crosscheck(puzzle, names, limit=6, budget=20)
    assert report
    assert len(report.compared) >= 3, report


def test_solvers_of_two_kinds_find_the_magic_hexagons_with_a_3_in_a_corner() -> None:
    puzzle = entry("magic-hexagon-3").load()
    puzzle.given(puzzle.table("number"), row=-2, col=0, value=3)
    assert [count(puzzle, solver).count for solver in ("dlx", "cpsat")] == [2, 2]


@pytest.mark.parametrize("name", BRUTE_FORCE)
def test_brute_force_counts_the_same(name: str) -> None:
    assert BRUTE_FORCE[name](entry(name).text) == entry(name).solutions


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        pytest.param(name, engine, marks=pytest.mark.slow) if (name, engine) in LONG_PROOFS else one
        for one in product(BEST, ("dlx", "sat", "mip"))
        for name, engine in [one]
    ],
)
def test_three_solvers_prove_the_optimum(name: str, engine: str) -> None:
    best = solve(entry(name).load(), engine)
    assert (best.status, best.objective) == ("OPTIMAL", entry(name).optimum)


def test_only_puzzles_with_an_objective_have_an_optimum() -> None:
    assert [one.name for one in gallery() if one.load().has_objective] == BEST


def corruptions(options: Sequence[int], last: int, random: Random) -> Iterator[list[int]]:
    """Yield sets of options that differ from a solution: some dropped, some added."""
    chosen = set(options)
    others = [option for option in range(last) if option not in chosen]
    while True:
        dropped = random.randint(0, min(3, len(options)))
        added = random.randint(0, min(3, len(others)))
        if dropped or added:
            kept = random.sample(options, len(options) - dropped)
            yield sorted(kept + random.sample(others, added))


def some_answers(puzzle: Puzzle) -> list[object]:
    """Return up to five answers, or a best one: of a costly cover there is too much to spare."""
    if puzzle.has_objective:
        return [solve(puzzle, "dlx").answer]
    with solutions(puzzle, "dlx") as stream:
        return list(islice(stream, 5))


@pytest.mark.parametrize("name", NAMES)
def test_check_accepts_answers_and_rejects_corrupted_ones(name: str) -> None:
    puzzle, random = entry(name).load(), Random(name)
    verifier = Verifier(puzzle.matrix, puzzle.given_options, puzzle.forbidden_options)
    answers = some_answers(puzzle)
    assert answers
    for answer in answers:
        assert isinstance(answer, Answer)
        assert puzzle.check(answer)
        rejected = 0
        for options in corruptions(answer.options, puzzle.matrix.options, random):
            verdict = puzzle.check(puzzle.read(options))
            assert bool(verdict) == (verifier.problem(options) is None), str(verdict)
            rejected += not verdict
            if rejected == 10:
                break


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_can_be_read(name: str) -> None:
    puzzle = entry(name).load()
    answer = solve(puzzle, "dlx").answer
    assert isinstance(answer, Answer)
    shown = str(answer)
    assert len(shown) > 4 and "None" not in shown
    if puzzle.picture is not None:
        assert puzzle.draw(answer).startswith("<svg")
        assert len(shown.split("\n")) < 30


def test_every_entry_says_what_it_is_and_where_its_numbers_are_from() -> None:
    assert len(NAMES) >= 36 and sorted(set(NAMES)) == NAMES
    for one in gallery():
        assert one.about.endswith(".") and one.source and one.text.endswith("\n")
        assert one.solutions is not None or one.optimum is not None
        assert "\n" not in one.about + one.source


def test_the_killer_sudoku_has_the_published_solution() -> None:
    rows = (
        "215647398 368952174 794381652 586274931 142593867 973816425 821739546 659428713 437165289"
    )
    assert str(solve(entry("killer-sudoku").load(), "dlx").answer).split() == rows.split()


def test_a_puzzle_is_made_anew_each_time() -> None:
    first, second = entry("queens-8").load(), entry("queens-8").load()
    assert isinstance(first, Puzzle) and first is not second
    assert [rule.source for rule in first.rules][:1] == ["gallery:queens-8:11"]


def test_an_unknown_name_is_told_what_is_close() -> None:
    with pytest.raises(ModelError, match=r"no puzzle 'queens8' in the gallery.*queens-8"):
        entry("queens8")
    with pytest.raises(ModelError, match="expected a name that `minuet gallery` lists"):
        entry("@")


def test_the_command_lists_the_gallery() -> None:
    listed = minuet("gallery")
    assert listed.returncode == 0
    for one in gallery():
        (line,) = [line for line in listed.stdout.split("\n") if f" {one.name} " in line]
        assert f" {one.solutions} " in line or f" best {one.optimum} " in line or one.optimum


@pytest.mark.parametrize("name", ["queens-8", "bead-triangle"])
def test_the_command_prints_a_description(name: str) -> None:
    printed = minuet("gallery", name)
    assert (printed.returncode, printed.stdout) == (0, entry(name).text)


def test_entries_are_files_to_every_command() -> None:
    assert minuet("count", "gallery:queens-8").stdout == "92\n"
    solved = minuet("solve", "gallery:queens-8")
    assert sorted(solved.stdout) == sorted("\n" * 8 + "." * 56 + "Q" * 8)
    checked = minuet("check", "gallery:sudoku-4", "--solvers", "dlx,bitmask")
    assert checked.returncode == 0 and "288" in checked.stdout


def test_a_printed_description_is_read_again() -> None:
    again = minuet("count", text=minuet("gallery", "langford-7").stdout)
    assert again.stdout == "52\n"


def test_an_unknown_entry_is_bad_input() -> None:
    assert "queens-8" in one_line(minuet("solve", "gallery:quens-8"))
    assert "queens-8" in one_line(minuet("gallery", "quens-8"))


def test_a_broken_entry_does_not_take_the_others_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    texts = gallery_room._texts(".toml")
    broken = {"queens-8": texts["queens-8"], "halved": "name = ", "mute": 'name = "mute"\n'}
    monkeypatch.setattr(gallery_room, "_texts", lambda suffix: broken if suffix == ".toml" else {})
    for known in (gallery_room._entries, gallery_room._modules):
        known.cache_clear()
    try:
        assert [one.name for one in gallery()] == ["queens-8"]
        told = [record.getMessage() for record in caplog.records]
        assert [line.partition(":")[2].split(":")[0] for line in told] == [
            "halved is left out",
            "mute is left out",
        ]
    finally:
        for known in (gallery_room._entries, gallery_room._modules):
            known.cache_clear()
