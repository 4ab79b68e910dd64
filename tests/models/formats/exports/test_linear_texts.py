"""Linear rows for other programs: what readers that share nothing with us make of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ModelError, Puzzle
from minuet.models.formats import FORMATS, read, write
from minuet.models.gallery import entry
from minuet.solvers import solve, verify

from drawing import EXAMPLES, few
from oracle.matrices import matrices
from oracle.small_puzzles import puzzles
from oracle.written_rows import MOST, Rows, lp_rows, minizinc_rows, mps_rows, opb_rows

READERS: dict[str, Callable[[str], Rows]] = {
    "opb": opb_rows,
    "mps": mps_rows,
    "lp": lp_rows,
    "minizinc": minizinc_rows,
}
EXAMPLE = "a b | c\na |5\nb c:x |-2\na b |4\n"


def all_solutions(matrix: ExactCover) -> dict[tuple[int, ...], tuple[int, int]]:
    """Return each solution, once, and what it costs."""
    chosen = (c for n in range(matrix.options + 1) for c in combinations(range(matrix.options), n))
    return {one: (1, matrix.cost(one)) for one in chosen if verify(matrix, one) is None}


@pytest.mark.parametrize("form", READERS)
def test_the_rows_have_the_solutions_each_once_with_its_cost(form: str) -> None:
    asked = 0

    @given(matrices(max_options=6, weights=True))
    def holds(matrix: ExactCover) -> None:
        nonlocal asked
        rows = READERS[form](write(matrix, form))
        if rows.variables <= MOST:
            assert rows.solutions(matrix.options) == all_solutions(matrix)
            asked += 1

    few(30)(holds)()
    assert asked > EXAMPLES // 4


@pytest.mark.parametrize("form", READERS)
@few(15)
@given(puzzle=puzzles())
def test_givens_and_what_is_forbidden_are_rows(form: str, puzzle: Puzzle) -> None:
    found = READERS[form](write(puzzle, form)).solutions(puzzle.matrix.options)
    given_, forbidden = set(puzzle.given_options), set(puzzle.forbidden_options)
    wanted = all_solutions(puzzle.matrix)
    assert found.keys() == {
        one for one in wanted if given_ <= set(one) and not forbidden & set(one)
    }


def cpsat_solutions(text: str, options: int) -> dict[tuple[int, ...], tuple[int, int]]:
    """Have CP-SAT read its message, and list the solutions with what they cost."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    assert model.proto.parse_text_format(text)
    assert model.validate() == ""
    prices = dict(zip(model.proto.objective.vars, model.proto.objective.coeffs, strict=True))
    model.clear_objective()
    found: dict[tuple[int, ...], tuple[int, int]] = {}

    class Listed(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            chosen = tuple(
                k for k in range(options) if self.value(model.get_bool_var_from_proto_index(k))
            )
            cost = sum(prices.get(k, 0) for k in chosen)
            found[chosen] = found.get(chosen, (0, 0))[0] + 1, cost

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    status = solver.solve(model, Listed())
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return found


@few(20)
@given(matrices(max_options=6, weights=True))
def test_cp_sat_reads_its_message_and_finds_the_solutions(matrix: ExactCover) -> None:
    assert cpsat_solutions(write(matrix, "cpsat"), matrix.options) == all_solutions(matrix)


@pytest.mark.parametrize("name", ["nurses-5", "fewest-queens", "bin-packing", "knapsack"])
def test_the_optimum_is_that_of_an_integer_program_solver(name: str) -> None:
    from ortools.math_opt.io.python import mps_converter
    from ortools.math_opt.python import mathopt

    text = entry(name).text.replace("1..8", "1..6")  # a smaller board for the queens
    (puzzle,) = read(text).problems
    model = mathopt.Model.from_model_proto(mps_converter.mps_to_model_proto(write(puzzle, "mps")))
    told = mathopt.solve(model, mathopt.SolverType.GSCIP)
    mine = solve(puzzle)
    assert mine.options is not None
    assert round(told.objective_value()) == puzzle.matrix.cost(mine.options)
    values = {v.name: round(x) for v, x in told.variable_values().items()}
    chosen = [k for k in range(puzzle.matrix.options) if values[f"x{k + 1}"]]
    assert verify(puzzle.matrix, chosen) is None


@pytest.mark.parametrize("form", [*READERS, "cpsat", "wcnf"])
def test_the_example_is_what_is_written(form: str) -> None:
    assert write(read(EXAMPLE).problems[0], form) == FORMATS[form].example


ODD = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)


@few(30)
@given(names=st.lists(ODD, min_size=2, max_size=2, unique=True))
def test_names_may_hold_anything(names: list[str]) -> None:
    puzzle = Puzzle(names[0])
    table = puzzle.choices("pick", row=names, col=range(2))
    puzzle.exactly_one(table, by="row")
    puzzle.at_most_one(table, by="col")
    wanted = all_solutions(puzzle.matrix)
    assert len(wanted) == 2
    for form, reader in READERS.items():
        assert reader(write(puzzle, form)).solutions(4) == wanted
    assert cpsat_solutions(write(puzzle, "cpsat"), 4) == wanted


@pytest.mark.parametrize("form", [*READERS, "cpsat"])
def test_what_rows_do_not_say_is_refused_in_a_line(form: str) -> None:
    rule = entry("loops-3").load()
    with pytest.raises(
        ModelError, match=rf"^{form}: Puzzle.* the graph rule .*\(of a puzzle, toml"
    ):
        write(rule, form)


def test_costs_past_floating_point_are_refused() -> None:
    exact = 1 << 53
    priced = read(f"a\na |{exact - 9}\na |10\n").problems[0]
    for form in ("mps", "lp"):
        assert write(read(f"a\na |{exact - 9}\na |9\n").problems[0], form)
        what = f"costs that sum to {exact + 1}"
        with pytest.raises(ModelError, match=rf"^{form}: .*{what}, expected {exact} at most"):
            write(priced, form)
    assert write(priced, "opb")


@pytest.mark.slow  # it takes four million options
def test_weights_past_floating_point_are_refused() -> None:
    heavy, many = (1 << 31) - 1, (1 << 22) + 3
    weighted = ExactCover(
        primary=1,
        items=["a"],
        starts=np.arange(many + 1),
        members=np.zeros(many),
        weights=np.full(many, heavy),
        low=[0],
        high=[heavy],
    )
    what = f"weights that sum to {heavy * many}"
    with pytest.raises(ModelError, match=rf"^mps: .*{what}, expected {1 << 53} at most"):
        write(weighted, "mps")


def test_a_puzzle_that_maximises_says_that_its_costs_are_negated_worths() -> None:
    puzzle = entry("knapsack").load()
    for form, mark in {"opb": "*", "mps": "*", "lp": "\\", "minizinc": "%", "cpsat": "#"}.items():
        assert f"{mark} maximized: the costs are the negated worths\n" in write(puzzle, form)
