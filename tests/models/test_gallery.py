"""The gallery: what each entry keeps, its published numbers by several solvers, its commands."""

from __future__ import annotations

import ast
import pickle
import runpy
from collections.abc import Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minuet.models import Answer, ModelError, Puzzle
from minuet.models import gallery as gallery_door
from minuet.models.formats import write
from minuet.models.gallery import Entry, entry, gallery
from minuet.models.picture import text
from minuet.solvers import count, crosscheck, solutions, solve
from minuet.solvers.contract import Verifier

from command_line import one_line
from in_process import minuet
from oracle.gallery import BRUTE_FORCE
from oracle.paper import SPACE, colors_of, dark_rules_of, document_of, is_within_its_paper

NAMES = [one.name for one in gallery()]

# Counted in full by `make test-all` only. By default the solutions that begin as the first one
# that is found, with so many of its options, are compared.
LONG = {
    "hamiltonian-cycles-6": 12,
    "knights-tour-6": 12,
    "macmahon-squares": 8,
    "pentominoes-5x12": 4,
    "pentominoes-6x10": 2,
    "queen-domination-5": 2,
}
WITH_CONDITIONS = ("propagate", "sat", "cpsat")  # of puzzles with rules that no item can say
ENGINES = {
    **dict.fromkeys(
        (
            "bead-triangle",
            "hexiamonds-6x6",
            "monomer-dimer-5",
            "pentominoes-4x15",
            "pentominoes-8x8",
        ),
        ("memo", "bitmask"),
    ),
    "all-interval-rows-12": ("propagate:tree", "bitmask"),
    "binairo-6": ("propagate", "propagate:learning"),
    "corner-to-corner-4": ("propagate", "sat"),
    "dominoes-8": ("memo",),
    "fillomino-6": ("propagate:learning", "sat"),
    # The others take minutes; these are counted by brute force, too.
    "loops-5": ("propagate",),
    "magic-hexagon-3": ("propagate",),
    "magic-square-4": ("propagate",),
    "spanning-trees-4": ("propagate",),
}
GUIDED = {"magic-hexagon-3"}  # clause learning takes long to find all twelve: two of them, below
LONG_PROOFS = {("golomb-ruler-6", "sat")}
# Where the 1 of a magic square is: in one of four corners, of eight cells beside them or of four
# within, which turns and reflections of the square make the same.
ORBITS = {"magic-square-4": [(4, (1, 1)), (8, (1, 2)), (4, (2, 2))]}
SLOWEST = {"all-interval-rows-12", "binairo-6", "fewest-queens"}  # left to `make test-all`
UNPICTURED = {"set-partitions-8"}
LONGEST = 100  # characters of a line of a program
# Samples of pzprjs (MIT license, test/script/*.js) with their answers; the killer sudoku's is
# published with it.
YAJILIN = """\
┌───────┐   ┌───┐
│       │   │   │
└───┐   └───┘   │
    │           │
#   │   #   2←  │
    │           │
┌───┘   ┌───────┘
│       │
└───────┘   #   0↑"""
HASHIWOKAKERO = """\
4═══════2   ·   ·
║
║   3───────────2
║   ║           │
3   ║   ·   ·   │
│   ║           │
│   3───────1   │
│               │
3═══════4═══════3"""
KILLER = "215647398 368952174 794381652 586274931 142593867 973816425 821739546 659428713 437165289"
PUBLISHED = {
    "hashiwokakero-5": HASHIWOKAKERO,
    "killer-sudoku": "\n".join(" ".join(row) for row in KILLER.split()),
    "yajilin-5": YAJILIN,
}

# Numbers, shaded cells, and the clue of the rectangle that each cell is in.
SOLVED = {
    "fillomino-6": "554444 553221 353352 335552 225144 133344",
    "heyawake-6": "#.#..# ...#.. #.#.#. ...... .#.#.# ..#...",
    "norinori-5": "##... ..##. ##..# ....# ##...",
    "shikaku-6": "566333 566666 566666 566623 566623 555553",
}


@pytest.mark.parametrize("name", SOLVED)
def test_the_solution_of_a_pencil_puzzle_is_the_published_one(name: str) -> None:
    puzzle = entry(name).load()
    answer = solve(puzzle).answer
    assert answer is not None
    text = write(puzzle, "pencil", solution=answer.options).split("\n\n")[1]
    rows = [line.split() for line in text.strip().split("\n")[1:]]
    if name != "shikaku-6":
        assert " ".join("".join(row) for row in rows) == SOLVED[name].replace("#", "x").replace(
            ".", "-"
        )
        return
    wanted = SOLVED[name].split()
    for r, c, s, d in product(range(6), repeat=4):
        assert rows[r][c] != rows[s][d] or wanted[r][c] == wanted[s][d]


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[pytest.mark.slow] * (one in SLOWEST)) for one in NAMES]
)
def test_an_entry_keeps_its_contract(name: str, tmp_path: Path) -> None:
    described = entry(name)
    puzzle = described.load()
    assert_described(described, puzzle)
    assert_numbers(described, puzzle)
    answer = assert_answers(described, puzzle)
    assert_pictures(name, puzzle, answer)
    assert_program(described, puzzle, answer, tmp_path / "program.py")


def assert_described(described: Entry, puzzle: Puzzle) -> None:
    """An entry says what it is and where its numbers are from."""
    assert described.about.endswith(".") and described.source and described.text.endswith("\n")
    assert "\n" not in described.about + described.source
    assert described.solutions is not None or described.optimum is not None
    assert puzzle.has_objective == (described.optimum is not None)


def native(puzzle: Puzzle) -> str:
    """Return the name of the native solver that answers any question about a puzzle."""
    if puzzle.name == "fillomino":
        return "propagate:learning"  # without learning its sums and areas take long
    beyond_covers = puzzle.matrix.has_weights or puzzle.matrix.conditions
    return "propagate" if beyond_covers else "dlx"


def engines(name: str, puzzle: Puzzle) -> Sequence[str]:
    usual = WITH_CONDITIONS if puzzle.matrix.conditions else (native(puzzle), "bitmask")
    return ENGINES.get(name, usual)


def assert_numbers(described: Entry, puzzle: Puzzle) -> None:
    """Two engines count what is published, or one and brute force; three prove the optimum."""
    name = described.name
    if name in BRUTE_FORCE:
        assert BRUTE_FORCE[name](described.text) == described.solutions
    if name in LONG:
        assert_branch(puzzle, LONG[name])
    elif described.solutions is not None:
        assert_counted(described, puzzle)
    if described.optimum is not None:
        for solver in (native(puzzle), "sat", "mip"):
            if (name, solver) not in LONG_PROOFS:
                assert_proved(described, puzzle, solver)


def assert_counted(described: Entry, puzzle: Puzzle) -> None:
    solvers = engines(described.name, puzzle)
    assert len(solvers) > 1 or described.name in BRUTE_FORCE
    for solver in solvers:
        total = 0
        for times, cell in ORBITS.get(described.name, [(1, None)]):
            part = puzzle.copy()
            if cell is not None:
                part.given(part.table("number"), row=cell[0], col=cell[1], value=1)
            found = count(part, solver)
            assert found.count is not None and found.complete, solver
            total += times * found.count
        assert total == described.solutions, solver


def assert_proved(described: Entry, puzzle: Puzzle, solver: str) -> None:
    best = solve(puzzle, solver)
    assert (best.status, best.objective) == ("OPTIMAL", described.optimum), solver


def assert_branch(puzzle: Puzzle, depth: int) -> None:
    """Three engines find the same solutions among those that have some options of a first one."""
    first = solve(puzzle, native(puzzle)).options
    assert first is not None
    every = []
    for solver in (
        WITH_CONDITIONS if puzzle.matrix.conditions else (native(puzzle), "bitmask", "sat")
    ):
        with solutions(puzzle, solver, given=first[:depth]) as stream:
            every.append(sorted(answer.options for answer in stream))
    assert first in every[0]
    assert every[0] == every[1] == every[2]


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


def some_answers(puzzle: Puzzle) -> list[Any]:
    """Return up to three answers, or a best one: of a costly cover there is too much to spare."""
    if puzzle.has_objective:
        return [solve(puzzle, native(puzzle)).answer]
    with solutions(puzzle, native(puzzle)) as stream:
        return list(islice(stream, 3))


def assert_answers(described: Entry, puzzle: Puzzle) -> Answer:
    """Answers pass the check, corrupted ones do not; return the first one, which can be read."""
    random = Random(described.name)
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
            if rejected == 5:
                break
    shown = puzzle.show(answers[0])
    assert len(shown) > 4 and "None" not in shown
    assert shown == PUBLISHED.get(described.name, shown)
    first: Answer = answers[0]
    return first


def assert_pictures(name: str, puzzle: Puzzle, answer: Answer) -> None:
    """A puzzle and its answer draw as SVG and as text, told or guessed, and travel."""
    assert puzzle.picture is not None or name in UNPICTURED
    blank, solved = assert_sound(puzzle, None), assert_sound(puzzle, answer)
    assert blank != solved
    shown = [puzzle.show(answer), str(answer)]
    if callable(puzzle.picture):
        shown.append(text(puzzle.picture(puzzle.read(puzzle.given_options))))
        shown.append(text(puzzle.picture(answer)))
    for lines in (one.split("\n") for one in shown):
        assert len(lines) < (40 if puzzle.picture else 99) and max(map(len, lines)) <= 80
    again = pickle.loads(pickle.dumps(answer))
    assert again.puzzle.draw(again) == solved
    guessed = puzzle.copy()
    if type(guessed) is Puzzle:
        guessed.picture = None
        assert_sound(guessed, guessed.read(answer.options))
        assert_sound(guessed, None)


def assert_sound(puzzle: Puzzle, answer: Answer | None) -> str:
    drawn = puzzle.draw(answer)
    document = document_of(drawn)
    assert document.tag == f"{SPACE}svg" and len(drawn) < 100_000
    assert is_within_its_paper(document)
    assert colors_of(document) <= set(dark_rules_of(document))
    assert document.findtext(f"{SPACE}title") and document.findtext(f"{SPACE}desc")
    return drawn


def assert_program(described: Entry, puzzle: Puzzle, answer: Answer, path: Path) -> None:
    """The entry as a Python program makes the same puzzle, and is written for people."""
    program = described.program()
    path.write_text(program, "utf-8")
    made: Any = runpy.run_path(str(path))["puzzle"]
    again = made if isinstance(made, Puzzle) else made()
    assert isinstance(again, Puzzle)
    assert again.matrix == puzzle.matrix
    assert list(again.matrix.labels) == list(puzzle.matrix.labels)
    assert again.given_options == puzzle.given_options
    assert again.forbidden_options == puzzle.forbidden_options
    assert (again.has_objective, again.objective(1)) == (puzzle.has_objective, puzzle.objective(1))
    assert again.name == puzzle.name
    assert again.show(again.read(answer.options)) == puzzle.show(answer)
    assert again.draw(again.read(answer.options)) == puzzle.draw(answer)
    lines = program.splitlines()
    assert max(map(len, lines)) <= LONGEST
    assert not any(line.endswith(" ") for line in lines)
    assert "\n\n\n\n" not in program
    imports = [node for node in ast.walk(ast.parse(program)) if isinstance(node, ast.ImportFrom)]
    assert all(node.level == 0 for node in imports)
    words = " ".join(program.replace("\n# ", " ").split())
    remarks = [line[2:] for line in described.text.splitlines() if line.startswith("# ")]
    assert all(" ".join(remark.split()) in words for remark in remarks)


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_two_engines_count_what_is_published(name: str) -> None:
    assert_counted(entry(name), entry(name).load())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "engine"), sorted(LONG_PROOFS))
def test_what_takes_long_is_proved_to_be_best(name: str, engine: str) -> None:
    assert_proved(entry(name), entry(name).load(), engine)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name not in GUIDED])
def test_several_solvers_find_the_same_answers(name: str) -> None:
    # CP-SAT takes long to prove that four queens are too few; the bit masks count all, above.
    puzzle = entry(name).load()
    names = [native(puzzle), "sat", "mip" if puzzle.has_objective else "cpsat"]
    if puzzle.matrix.conditions:
        names = list(WITH_CONDITIONS)
    report = crosscheck(puzzle, names, limit=6, budget=20)
    assert report
    assert len(report.compared) >= 3, report


def test_solvers_of_two_kinds_find_the_magic_hexagons_with_a_3_in_a_corner() -> None:
    puzzle = entry("magic-hexagon-3").load()
    puzzle.given(puzzle.table("number"), row=-2, col=0, value=3)
    assert [count(puzzle, solver).count for solver in ("propagate", "cpsat")] == [2, 2]


def test_entries_are_in_the_order_of_their_names() -> None:
    assert len(NAMES) >= 36 and sorted(set(NAMES)) == NAMES
    assert {*LONG, *ENGINES, *PUBLISHED, *BRUTE_FORCE} <= {*NAMES}


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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    texts = {"queens-8": entry("queens-8").text, "halved": "name = ", "mute": 'name = "mute"\n'}
    files = {name: tmp_path / f"{name}.toml" for name in texts}
    for name, description in texts.items():
        files[name].write_text(description, "utf-8")
    caches = (gallery_door._entries, gallery_door._entry)
    for cache in caches:
        cache.cache_clear()
    monkeypatch.setattr(gallery_door, "_files", lambda: files)
    try:
        assert [one.name for one in gallery()] == ["queens-8"]
        messages = [record.getMessage() for record in caplog.records]
        assert [line.partition(":")[2].split(":")[0] for line in messages] == [
            "halved is left out",
            "mute is left out",
        ]
    finally:
        for cache in caches:
            cache.cache_clear()
