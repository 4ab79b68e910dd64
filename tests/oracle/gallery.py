"""Brute force for the gallery's entries whose numbers are not published.

Each function takes what is given (grids, lists, tiles) out of the entry's text and counts in plain
loops; nothing of the declarative layer or of a solver is used.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import comb, cos, pi, prod

from .grid_graphs import loops, spanning_trees
from .magic import magic_hexagons, magic_squares
from .pencil_puzzles import PENCIL
from .printed_grid import lines_of
from .two_stars import two_stars

Cell = tuple[int, int]


def word_squares(text: str) -> int:
    words = tomllib.loads(text)["choices"]["across"]["word"]
    assert words == tomllib.loads(text)["choices"]["down"]["word"]
    known = set(words)
    return sum(
        all("".join(column) in known for column in zip(*rows, strict=True))
        for rows in product(words, repeat=3)
    )


def sator_squares(text: str) -> int:
    words = tomllib.loads(text)["choices"]["word"]["word"]
    return sum(
        list(map("".join, zip(*rows, strict=True))) == list(rows) for rows in permutations(words)
    )


def tetravex(text: str) -> int:
    tiles = [line.split() for line in tomllib.loads(text)["choices"]["tile"]["rows"].split("\n")]
    tiles = [tile for tile in tiles if tile]

    def laid(row: Sequence[list[str]]) -> int:
        place = len(row)
        if place == 9:
            return 1
        return sum(
            laid([*row, tile])
            for tile in tiles
            if tile not in row
            and (place % 3 == 0 or row[-1][2] == tile[4])
            and (place < 3 or row[-3][3] == tile[1])
        )

    return laid([])


def colorings(text: str) -> int:
    edges = [line.split() for line in tomllib.loads(text)["choices"]["edge"]["rows"].split("\n")]
    ends = [(int(one), int(other)) for one, other in filter(None, edges)]
    return sum(
        all(colors[one] != colors[other] for one, other in ends)
        for colors in product(range(3), repeat=10)
    )


def peaceable_queens(text: str) -> int:
    cells = list(product(range(5), repeat=2))

    def sees(one: Cell, other: Cell) -> bool:
        down, right = one[0] - other[0], one[1] - other[1]
        return down == 0 or right == 0 or abs(down) == abs(right)

    return sum(
        comb(sum(not any(sees(c, w) for w in white) for c in cells), 4)
        for white in combinations(cells, 4)
    )


def schoolgirls(text: str) -> int:
    def days(girls: tuple[int, ...]) -> Iterator[frozenset[frozenset[int]]]:
        if not girls:
            yield frozenset()
            return
        for pair in combinations(girls[1:], 2):
            rest = tuple(girl for girl in girls[1:] if girl not in pair)
            for more in days(rest):
                yield more | {frozenset((girls[0], *pair))}

    def pairs(day: frozenset[frozenset[int]]) -> frozenset[tuple[int, ...]]:
        return frozenset(pair for walk in day for pair in combinations(sorted(walk), 2))

    walks = [pairs(day) for day in days(tuple(range(9)))]

    def planned(made: int, met: frozenset[tuple[int, ...]]) -> int:
        if made == 4:
            return 1
        return sum(planned(made + 1, met | walk) for walk in walks if not met & walk)

    # By symmetry the first day may be any of the partitions.
    return len(walks) * planned(1, walks[0])


def star_battle(text: str) -> int:
    grid = lines_of(text)
    return sum(
        len({grid[row][col] for row, col in enumerate(cols)}) == 8
        and all(abs(one - other) > 1 for one, other in pairwise(cols))
        for cols in permutations(range(8))
    )


def tents(text: str) -> int:
    above, beside, *grid = lines_of(text)
    rows, cols = ([int(word) for word in words] for words in (beside, above))
    trees = [(r, c) for r, line in enumerate(grid) for c, mark in enumerate(line) if mark == "x"]
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))

    def pitched(made: tuple[Cell, ...]) -> int:
        if len(made) == len(trees):
            down, right = Counter(r for r, _ in made), Counter(c for _, c in made)
            return [down[k] for k in range(7)] == rows and [right[k] for k in range(7)] == cols
        r, c = trees[len(made)]
        tents = [(r + dr, c + dc) for dr, dc in steps]
        return sum(
            pitched((*made, tent))
            for tent in tents
            if min(tent) >= 0 and max(tent) < 7 and tent not in trees
            if all(max(abs(tent[0] - a), abs(tent[1] - b)) > 1 for a, b in made)
        )

    return pitched(())


def kakuro(text: str) -> int:
    grid = dict(enumerate(word for line in lines_of(text) for word in line))
    wide = len(lines_of(text)[0])
    cells = [place for place, word in grid.items() if word == "0"]
    lines = []  # a sum, and the cells of its run
    for place, word in grid.items():
        for total, step in zip(
            word.split(",") if "," in word else ("", ""), (wide, 1), strict=True
        ):
            run = [place + step]
            while run[-1] + step in cells and run[-1] % wide < (wide - 1 if step == 1 else wide):
                run.append(run[-1] + step)
            lines += [(int(total), *run)] if total else []

    def filled(digits: Mapping[int, int]) -> int:
        if len(digits) == len(cells):
            return 1
        cell = cells[len(digits)]
        return sum(fits(cell, {**digits, cell: value}) for value in range(1, 10))

    def fits(cell: int, digits: Mapping[int, int]) -> int:
        for total, *run in lines:
            if cell in run:
                known = [digits[one] for one in run if one in digits]
                left = total - sum(known)
                free = len(run) - len(known)
                if len(set(known)) < len(known) or not free <= left <= 9 * free:
                    return 0
        return filled(digits)

    return filled({})


def dominosa(text: str) -> int:
    grid = lines_of(text)
    cells = list(product(range(4), range(5)))

    def laid(free: frozenset[Cell], used: frozenset[tuple[str, ...]]) -> int:
        if not free:
            return 1
        r, c = min(free)
        found = 0
        for other in ((r, c + 1), (r + 1, c)):
            if other in free:
                domino = tuple(sorted((grid[r][c], grid[other[0]][other[1]])))
                if domino not in used:
                    found += laid(free - {(r, c), other}, used | {domino})
        return found

    return laid(frozenset(cells), frozenset())


def square_medley(text: str) -> int:
    @cache
    def cut(skyline: tuple[int, ...], made: tuple[int, ...]) -> int:
        """Count the cuts of what is above a skyline; `made` are the squares of each side."""
        low = min(skyline)
        if low == 9:
            return min(made) >= 1
        left = skyline.index(low)
        found = 0
        for side in range(1, 5):
            right = left + side
            if right > 9 or set(skyline[left:right]) != {low} or low + side > 9:
                break
            if made[side - 1] < 5:
                more = tuple(n + (k == side - 1) for k, n in enumerate(made))
                found += cut((*skyline[:left], *([low + side] * side), *skyline[right:]), more)
        return found

    return cut((0,) * 9, (0,) * 4)


def orthogonal_mates(text: str) -> int:
    """Count the ways to cut the addition table modulo 7 into transversals."""
    transversals = [
        frozenset(enumerate(cols))
        for cols in permutations(range(7))
        if len({(row + col) % 7 for row, col in enumerate(cols)}) == 7
    ]
    through = [[one for one in transversals if (0, col) in one] for col in range(7)]

    def cut(col: int, used: frozenset[Cell]) -> int:
        if col == 7:
            return 1
        return sum(cut(col + 1, used | one) for one in through[col] if not used & one)

    return cut(0, frozenset())


def skyscrapers(text: str) -> int:
    assert "2 houses of row 1 are seen and 3 of row 2; from above, 2 of column 2" in text

    def seen(line: Sequence[int]) -> int:
        return sum(floors > max(line[:place], default=0) for place, floors in enumerate(line))

    every = list(permutations(range(1, 5)))

    def built(*rows: Sequence[int]) -> int:
        if len(rows) == 4:
            return (seen(rows[0]), seen(rows[1]), seen([row[1] for row in rows])) == (2, 3, 2)
        return sum(
            built(*rows, row)
            for row in every
            if all(len(set(column)) > len(rows) for column in zip(*rows, row, strict=True))
        )

    return built()


def nonogram(text: str) -> int:
    """Count as a person would: rows that fit, cut off where a column can fit no more."""
    lines = [list(map(int, words)) for words in lines_of(text)]
    columns, rows = lines[:5], lines[5:]

    def runs(marks: Sequence[int]) -> list[int]:
        return [len(run) for run in "".join(map(str, marks)).split("0") if run]

    every = [(row, runs(row)) for row in product((0, 1), repeat=len(columns))]

    def filled(made: tuple[tuple[int, ...], ...]) -> int:
        for clue, column in zip(columns, zip(*made, strict=True), strict=False):
            found = runs(column)
            whole = len(made) == len(rows)
            fits = found == clue or (not whole and found[:-1] == clue[: max(len(found) - 1, 0)])
            if not fits or len(found) > len(clue):
                return 0
        if len(made) == len(rows):
            return 1
        return sum(filled((*made, row)) for row, found in every if found == rows[len(made)])

    return filled(())


def dominoes(text: str) -> int:
    """Return what the formula of Kasteleyn, and of Temperley and Fisher, says for 8 x 8 cells."""
    assert "\nn = 8\n" in text
    waves = [4 * cos(k * pi / 9) ** 2 for k in range(1, 5)]
    return round(prod(one + other for one in waves for other in waves))


BRUTE_FORCE: Mapping[str, Callable[[str], int]] = {
    "word-square-3": word_squares,
    "sator-square": sator_squares,
    "tetravex-3": tetravex,
    "petersen-coloring": colorings,
    "peaceable-queens-5": peaceable_queens,
    "orthogonal-mates-7": orthogonal_mates,
    "schoolgirls-9": schoolgirls,
    "star-battle-8": star_battle,
    "star-battle-10": two_stars,
    "tents-7": tents,
    "kakuro-5": kakuro,
    "dominosa-4": dominosa,
    "dominoes-8": dominoes,
    "square-medley-9": square_medley,
    "nonogram-dancer": nonogram,
    "skyscrapers-4": skyscrapers,
    **PENCIL,
    "magic-square-4": magic_squares,
    "magic-hexagon-3": magic_hexagons,
    "loops-3": loops,
    "loops-5": loops,
    "spanning-trees-3": spanning_trees,
    "spanning-trees-4": spanning_trees,
}
