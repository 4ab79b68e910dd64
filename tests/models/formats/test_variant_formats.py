"""The texts of sudoku variants: told by their content, read leniently, refused with their place."""

from __future__ import annotations

import subprocess
import sys
from base64 import b64encode
from pathlib import Path

import pytest

from minuet.models import InputError, ModelError, Sudoku
from minuet.models.formats import read
from minuet.solvers import Status, count, solutions, solve

BLANK = "." * 81
LAYOUT = "1122112233443344"
PUZZLE = "1" + "." * 15
ZIGZAG = "1112132233243444"


def only(text: str, form: str | None = None) -> Sudoku:
    (puzzle,) = read(text, form=form).problems
    assert isinstance(puzzle, Sudoku)
    return puzzle


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (f"# a sudoku-X\n{BLANK} {BLANK}\n", "sudoku-x"),
        (f"# 2026\n# Windoku, easy\n{BLANK}\n", "windoku"),
        (f"{LAYOUT} {PUZZLE}\n", "jigsaw"),
        (f"# two jigsaws\n{LAYOUT} {PUZZLE}\n{LAYOUT} {PUZZLE} {PUZZLE}\n", "jigsaw"),
        (f"{BLANK}.Cage~15~R1C1~R1C2\n", "constraints"),
        (f"{BLANK}.AntiKnight\n", "constraints"),
        ("~R1C1_3\n", "constraints"),
        (".Shape~16x16.~RaCg_3\n", "constraints"),
        (".Shape~4x4.AntiKing\n", "constraints"),
        (".AntiKing\n", "constraints"),
        ("# any comment\n.Thermo~R1C1~R1C2\n", "constraints"),
        (f"{BLANK}\n", "sudoku"),
    ],
)
def test_variants_are_told_by_their_content(text: str, form: str) -> None:
    assert read(text).format == form


def same(first: Sudoku, second: Sudoku) -> bool:
    return (
        first.given_options == second.given_options
        and list(first.matrix.items) == list(second.matrix.items)
        and first.matrix.members.tolist() == second.matrix.members.tolist()
    )


CAGES = "Cage~15~R1C1~R1C2", "Cage~3~R4C4~R5C4"
PLAIN = f"{BLANK}.{CAGES[0]}.{CAGES[1]}"


@pytest.mark.parametrize(
    "text",
    [
        f"{BLANK}.{CAGES[0]}..{CAGES[1]}.",
        f"{BLANK} {CAGES[0]} {CAGES[1]}",
        f"{BLANK};{CAGES[0]};{CAGES[1]}",
        f"{BLANK}\n.{CAGES[0]}\n.{CAGES[1]}\n",
        f"  {BLANK.replace('.', '0')}.cage~15~r1c1~r1c2.Cage:3:R4C4,R5C4",
        f".{CAGES[0]}.{CAGES[1]}",
    ],
)
def test_cage_lists_are_read_leniently(text: str) -> None:
    assert same(only(text, "constraints"), only(PLAIN))


def test_a_file_holds_many_puzzles() -> None:
    shape = ".Shape~9x9"
    text = f"{PLAIN}\n{PLAIN}\n.AntiKing\n\n{shape}.AntiKing\n# next\n{shape}.~R1C1_5\n"
    puzzles = read(text).problems
    assert len(puzzles) == 4
    assert [len(puzzle.rules) for puzzle in puzzles] == [6, 7, 5, 4]  # type: ignore[union-attr]


def test_what_stands_twice_is_meant_once() -> None:
    once = only(".AntiKnight.X~R1C1~R1C2.Cage~3~R4C4~R5C4")
    assert same(once, only(".AntiKnight.X~R1C1~R1C2.Cage~3~R4C4~R5C4" * 3))


def test_sizes_other_than_nine() -> None:
    six = only(f"{'.' * 36}.Cage~3~R1C1~R1C2")
    assert (six.size, six.box) == (6, (2, 3))
    shaped = only(".Shape~6x6.Cage~3~R1C1~R1C2")
    assert same(six, shaped)
    jigsaw = only(f".NoBoxes.Jigsaw~{LAYOUT}.~R1C1_1")
    assert same(jigsaw, only(f"{LAYOUT} {PUZZLE}", "jigsaw"))


def test_one_diagonal_is_not_two() -> None:
    falling = only(".Shape~4x4.Diagonal~-1.~R1C1_1")
    for answer in solutions(falling):
        rows = falling.grid(answer)
        assert {rows[k][k] for k in range(4)} == {1, 2, 3, 4}


def test_a_pill_is_read_from_left_to_right() -> None:
    puzzle = only(".PillArrow~2~R1C2~R1C1~R3C5~R4C6~R5C7.~R1C1_1~R1C2_2")
    answer = solve(puzzle).answer
    assert answer is not None
    rows = puzzle.grid(answer)
    assert rows[2][4] + rows[3][5] + rows[4][6] == 12


def seen(line: list[int]) -> int:
    """Return how many of the digits are greater than all before them."""
    return sum(digit > max(line[:place], default=0) for place, digit in enumerate(line))


def test_skyscrapers_are_seen_from_both_ends() -> None:
    both = [only(f".Shape~4x4.Skyscraper~R1~{text}.Skyscraper~C2~~2") for text in ("2~3", "3~2")]
    blank = Sudoku(size=4)
    every = [blank.grid(answer) for answer in solutions(blank)]
    for puzzle, (before, behind) in zip(both, ((2, 3), (3, 2)), strict=True):
        grids = [puzzle.grid(answer) for answer in solutions(puzzle)]
        wanted = [
            grid
            for grid in every
            if (seen(grid[0]), seen(grid[0][::-1])) == (before, behind)
            and seen([row[1] for row in grid][::-1]) == 2
        ]
        assert sorted(grids) == sorted(wanted) != []


def test_a_jigsaw_keeps_the_boxes_unless_told_otherwise() -> None:
    kept, gone = only(f".Jigsaw~{ZIGZAG}"), only(f".Jigsaw~4x4~{ZIGZAG}.NoBoxes")
    assert (kept.box, gone.box) == ((2, 2), None)
    grids = {str(kept.grid(answer)) for answer in solutions(kept)}
    boxed = Sudoku(size=4)
    regions = Sudoku(regions=ZIGZAG)
    both = {str(boxed.grid(a)) for a in solutions(boxed)}
    both &= {str(regions.grid(a)) for a in solutions(regions)}
    assert grids == both
    assert len(grids) < count(gone).count == len(list(solutions(regions)))


def test_a_jigsaw_of_a_prime_size_has_no_boxes_to_keep() -> None:
    stripes = "".join(str(row) * 5 for row in range(5))
    assert same(only(f".Jigsaw~{stripes}"), only(f".Jigsaw~{stripes}.NoBoxes"))


def test_all_neighbours_among_the_cells_of_a_sign_are_meant() -> None:
    one = only(".X~R1C1~R1C2~R5C5~R6C5~R9C9.GreaterThan~R2C2~R2C3~R3C2")
    assert same(one, only(".X~R1C1~R1C2.X~R5C5~R6C5.GreaterThan~R2C2~R2C3.GreaterThan~R2C2~R3C2"))


def test_cells_beyond_the_ninth_may_be_letters() -> None:
    assert same(
        only(".Shape~16x16.~RgCb_7.Sandwich~20~Ra"), only(".Shape~16x16.~R16C11_7.Sandwich~20~R10")
    )


def test_a_given_may_stand_in_the_grid_too() -> None:
    assert only(f"1{BLANK[1:]}.~R1C1_1").given_options == only(f"{BLANK}.~R1C1_1").given_options


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("1" + BLANK[1:] + ".~R1C1_3", (1, 83), "R1C1_3, expected R1C1_1, as in the grid, or"),
        (".Windoku~7", (1, 2), "Windoku: '7', expected nothing behind the word"),
        (".AntiKnight~R1C1", (1, 2), "AntiKnight: 'R1C1', expected nothing behind the word"),
        (".StrictXV~1", (1, 2), "StrictXV: '1', expected nothing behind the word"),
        (".Diagonal~1~-1", (1, 2), "'1~-1', expected Diagonal~1 or Diagonal~-1 alone"),
        (".Sandwich~12~R1~R2", (1, 2), "Sandwich: 3 fields, expected a sum and a line"),
        (".Skyscraper~R1~3~6~2", (1, 2), "Skyscraper: expected a line, and how many are seen"),
        (".Skyscraper~R1", (1, 2), "Skyscraper: expected a line, and how many are seen"),
        (".Skyscraper~R1~0", (1, 2), "Skyscraper: 0 seen, expected 1 or more"),
        (".XSum~R1", (1, 2), "XSum: expected a line, and the sum from its beginning, its end or"),
        (".XSum~R1~x", (1, 2), "XSum: 'x', expected a number"),
        (".Quad~R1C1", (1, 2), "Quad: expected a cell and values, as in Quad~R3C4~1~5"),
        (".Quad~R9C1~1", (1, 2), "R10C1 is outside the grid of 9x9"),
        (".Quad~R1C1~1~2~3~4~5", (1, 2), "5 values, expected 1 to 4"),
        (".Quad~R1C1~0", (1, 2), "0, expected 1 to 9"),
        (".Thermo~R1C1~~R1C3", (1, 2), "Thermo: cell '', expected a name such as R1C1"),
        (".X~R1C1~R5C5", (1, 2), "X: no two neighbours among 2 cells, expected some"),
        (".PillArrow~4~R1C1~R1C2~R1C3~R1C4~R2C1", (1, 2), "PillArrow: a pill of 4 cells"),
        (".PillArrow~2~R1C1~R1C3~R2C1", (1, 2), "PillArrow: a pill that is no way right or"),
        (".Shape~9x9~2-9", (1, 2), "a shape, expected one such as Shape~6x6, Shape~6x8 or"),
        (".Shape~9x9~0-7", (1, 2), "8 values, expected 9 or more"),
        (f".Jigsaw~{LAYOUT}.Jigsaw~{LAYOUT[::-1]}", (1, 26), "another layout, expected one Jigsaw"),
        (f".Jigsaw~6x6~{LAYOUT}", (1, 2), "expected a layout alone"),
        (f"{BLANK}.Cage~15~R1C1~R1C10", (1, 83), "Cage: R1C10 is outside the grid of 9x9"),
        (f"{BLANK}\n.Cage~3~R1C1\n.Cage~x~R1C1", (3, 2), "Cage: 'x', expected a number"),
        (f"{BLANK}.Cage~15", (1, 83), "Cage: cell '', expected a name such as R1C1"),
        (
            f"{BLANK}.Kage~15~R1C1",
            (1, 83),
            "no constraint 'Kage', expected one such as Cage, Thermo or W",
        ),
        (".palindrom~R1C1", (1, 2), "Windoku; did you mean Palindrome?"),
        (".Ghqwz~R1C1", (1, 2), "no constraint 'Ghqwz', expected one such as Cage, Thermo or"),
        (f"{BLANK}.Thermo~R1C1~R1C1", (1, 83), "Thermo: R1C1 twice, expected each cell once"),
        (f"{BLANK}..WhiteDot~R1C1", (1, 84), "1 cell, expected 2"),
        (f"{BLANK}.Sandwich~3~R10", (1, 83), "Sandwich: 'R10', expected R1 to R9 or C1 to C9"),
        (f"{BLANK}.~R1C1_0", (1, 83), "0, expected 1 to 9"),
        (".~R1C1_1~R1C1_2", (1, 2), "R1C1 twice, expected each cell once"),
        (".~R1C1~R2C2", (1, 2), "'R1C1', expected a given such as R5C3_1"),
        (f"{BLANK[:40]}.Cage~3~R1C1", (1, 1), "a grid of 41 characters, expected 81"),
        (f"{BLANK}.Jigsaw~{LAYOUT}", (1, 83), "size 4, expected 9 as the grid's"),
        (".Jigsaw~12", (1, 2), "a layout of 2 characters, expected 81"),
        (".Jigsaw~1112", (1, 1), "region '1' has 3 cells, expected 2"),
        (".Shape~26x26", (1, 1), "a sudoku of size 26, expected up to 25"),
        (".Windoku.Jigsaw~1111222233334444", (1, 1), "Windoku with Jigsaw, expected one of"),
        (".RegionSize~x", (1, 2), "a size of regions, expected one such as RegionSize~9"),
        (".Windoku.Shape~6x8", (1, 2), "Windoku on a grid of 6x8, expected a square"),
        (".Foo~R1C1.Cage~3~R1C1.Bar.Foo", (1, 2), "no constraints 'Foo' and 'Bar', expected"),
        (".Or.~R1C1_1", (1, 2), "Or without an end, expected .End"),
        (".~R1C1_1.End", (1, 10), "End of nothing, expected Or, And or Replicate before"),
        (".Or.AntiKnight.End", (1, 2), "Or: 'AntiKnight' in a branch, expected a word such as"),
        (".Or.Or.~R1C1_1.End.End", (1, 2), "Or: Or in a branch, expected a word such as Cage"),
        (".Replicate~!.Odd~R1C1.End", (1, 2), "Replicate: a table of places, expected letters"),
        (".Replicate~E.Odd~R1C1~R1C9.End", (1, 14), "Odd: R1C11 is outside the grid of 9x9"),
        (".Regex~KA~R1C1", (1, 2), "Regex: a pattern '(', character 2: expected )"),
        (".Regex~~~", (1, 2), "Regex: no cells, expected a line"),
        (".NFA~A~R1C1", (1, 2), "NFA: 'A', expected base64"),
        (".NFA~AAAA~R1C1~-~R1C2", (1, 2), "NFA: a line of several segments, expected one"),
        (".Pair~?~R1C1~R1C2", (1, 2), "Pair: a table '?', expected letters, digits, - and _"),
        (".LittleKiller~9~R5C5", (1, 2), "LittleKiller: R5C5 begins no diagonal, expected"),
        (".LittleKiller~9", (1, 2), "LittleKiller: expected a sum and a cell, as in"),
        (".Indexing~X~R1C1", (1, 2), "Indexing: 'X', expected C or R before the cells"),
        (".SameValues~2~R1C1~R1C2~R1C3", (1, 2), "SameValues: 3 cells in 2 groups, expected"),
        (".LookAndSay~1~R1C1", (1, 2), "LookAndSay: a clue, expected counts and digits in turn"),
        (".Diagonal~2", (1, 2), "expected Diagonal~1 or Diagonal~-1"),
        ("# nothing\n", (1, 1), "no line that is not a comment"),
    ],
)
def test_constraint_texts_say_where_they_are_wrong(
    text: str, place: tuple[int, int], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        read(text, form="constraints")
    assert message in caught.value.what
    assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize(
    ("form", "text", "place", "message"),
    [
        ("jigsaw", f"{LAYOUT}", (1, 17), "1 field, expected layout, puzzle, and a solution"),
        ("jigsaw", f"{LAYOUT} {PUZZLE} {PUZZLE} {PUZZLE}", (1, 52), "4 fields, expected layout"),
        ("jigsaw", f"#\n{LAYOUT} {PUZZLE}.", (2, 18), "a puzzle of 17 characters, expected 16"),
        ("jigsaw", f"{LAYOUT[:-1]}5 {PUZZLE}", (1, 1), "region '4' has 3 cells, expected 4"),
        ("jigsaw", f"{LAYOUT} {PUZZLE[:-1]}5", (1, 33), "'5', expected 0 to 4 or ."),
        ("sudoku-x", f"{BLANK[1:]}x", (1, 81), "'x', expected 0 to 9 or ."),
        ("sudoku-x", f"{BLANK} {BLANK} {BLANK}", (1, 165), "3 fields, expected puzzle, and a"),
        ("windoku", f"{BLANK}\n{BLANK} 12", (2, 83), "a solution of 2 characters, expected 81"),
        ("windoku", "# only this\n", (1, 1), "nothing but comments, expected puzzles"),
    ],
)
def test_variant_lines_say_where_they_are_wrong(
    form: str, text: str, place: tuple[int, int], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        read(text, form=form)
    assert message in caught.value.what
    assert (caught.value.line, caught.value.column) == place


def test_samurai_texts_say_where_they_are_wrong(data: Path) -> None:
    lines = (data / "variants/samurai.txt").read_text().split("\n")[:-1]
    for row, column, mark in ((0, 10, "1"), (6, 0, " "), (12, 20, "x")):
        broken = list(lines)
        line = broken[row].ljust(21)
        broken[row] = line[:column] + mark + line[column + 1 :]
        with pytest.raises(InputError) as caught:
            read("\n".join(broken), form="samurai")
        assert (caught.value.line, caught.value.column) == (row + 1, column + 1)
    with pytest.raises(InputError, match="20 lines, expected 21"):
        read("\n".join(lines[:-1]))


@pytest.mark.parametrize("name", ["x", "windoku", "jigsaw"])
def test_the_command_line_solves_the_variants(data: Path, name: str) -> None:
    path = data / f"variants/{name}.txt"
    done = subprocess.run(
        [sys.executable, "-m", "minuet.app", "solve", str(path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    assert done.stdout.split() == [line.split()[-1] for line in lines]


def test_an_impossible_sum_is_infeasible_not_an_error() -> None:
    assert solve(only(f"{BLANK}.Cage~99~R1C1~R1C2")).status is Status.INFEASIBLE


@pytest.mark.parametrize("word", [".Shape~4x4", ".Jigsaw~1122112233443344"])
def test_a_line_with_a_further_shape_or_jigsaw_is_the_next_puzzle(word: str) -> None:
    lines = [f"{word}.Cage~7~R1C1~R1C2", f"{word}\n.Cage~6~R1C1~R1C2", f".~R1C1_2{word}"]
    puzzles = read("\n".join(lines)).problems
    assert [len(puzzle.constraints) for puzzle in puzzles] == [1, 1, 0]
    assert [len(puzzle.givens) for puzzle in puzzles] == [0, 0, 1]
    assert [puzzle.size for puzzle in puzzles] == [4, 4, 4]


def test_a_line_with_a_shape_behind_a_grid_is_the_next_puzzle() -> None:
    first, second = read(f"{'.' * 16}.Cage~7~R1C1~R1C2\n.Shape~4x4.Cage~6~R1C1~R1C2").problems
    assert len(first.constraints) == len(second.constraints) == 1


@pytest.mark.parametrize("between", ["", "\n"])
def test_a_puzzle_of_endless_constraints_is_refused(between: str) -> None:
    words = [f".Cage~7~R1C{1 + k % 4}~R2C2" for k in range(20_001)]
    text = f".Shape~4x4{between}" + between.join(words)
    with pytest.raises(InputError, match="more than 20000 constraints in a puzzle, expected fewer"):
        read(text)


def test_groups_that_are_replicated_in_each_other_stay_within_bounds() -> None:
    text = ".Shape~9x9" + ".Replicate~" + "_" * 13 + "H"
    with pytest.raises(InputError, match="more than 20000 constraints, expected fewer"):
        read(text + (".Replicate~" + "_" * 13 + "H") * 9 + ".AntiKnight" + ".End" * 10)
    assert len(read(text + ".AntiKnight.End").problems) == 1


def test_a_pattern_of_endless_groups_is_refused() -> None:
    pattern = b64encode(b"(" * 5000 + b"1" + b")" * 5000).decode().rstrip("=")
    with pytest.raises(InputError, match="over 50 groups in each other, expected fewer"):
        read(f".Shape~9x9.Regex~{pattern}~R1C1~R1C2")


def test_a_loop_of_a_great_sum_is_refused_and_one_of_a_middling_sum_takes_no_memory() -> None:
    loop = "~".join(f"R{r}C{c}" for r in range(1, 10) for c in range(1, 10))
    with pytest.raises(InputError, match="a sum of 500 on a loop, expected up to 254"):
        read(f".Shape~9x9.SumLine~500~{loop}~LOOP")
    with pytest.raises(ModelError, match="over 1000000 steps on a line, expected fewer states"):
        list(read(f".Shape~9x9.SumLine~200~{loop}~LOOP").problems)
