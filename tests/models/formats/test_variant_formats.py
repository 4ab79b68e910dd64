"""The texts of sudoku variants: told by their content, read leniently, refused with their place."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest

from minuet.models import InputError, ModelError, Sudoku
from minuet.models.formats import read
from minuet.solvers import Status, count, solutions, solve

from in_process import minuet

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
    done = minuet("solve", str(path))
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
