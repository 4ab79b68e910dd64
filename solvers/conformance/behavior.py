"""Requirements on what goes on around the answers: laziness, limits, selections, evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from random import Random
from typing import Any

from ...models.answer import Answer
from ...models.errors import ModelError, Unsupported
from ...models.matrix.builder import ExactCoverBuilder
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ..contract.batch import Options
from ..contract.deadline import Deadline
from ..contract.goal import Goal
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.result import Status
from ..contract.solver import CountsInSteps, SearchesInSteps, Solver
from ..contract.verify import verify
from ..crosscheck.crosscheck import crosscheck
from ..crosscheck.report import CheckVerdict
from ..fuzz.cases.rule_puzzles import hidden_rows_puzzle, rule_puzzle
from ..fuzz.fuzzing import fuzz
from ..fuzz.oracles import all_solutions
from ..fuzz.participants import Draws
from ..search.verbs import count, solutions, solve, solve_many
from .requirement import (
    Nonconforming,
    NotApplicable,
    Requirement,
    difference,
    expect,
    expect_settled,
    listed,
    queens,
    require_support,
)

__all__ = ["BEHAVIOR"]

# The numbers of drawn puzzles, of which one in ten has notes and few solutions; in two of them a
# statement names hidden options that a note is about.
NOTED = range(500, 600)
FEW = 24
FEWEST = 20  # cases of the fuzzer: among so few every solver is asked something


def answers_the_empty_matrix(solver: Solver) -> None:
    """The empty matrix has one solution, the empty set."""
    matrix = ExactCoverBuilder().build()
    answers = list(solutions(matrix, solver))
    expect(answers == [()], f"finds {answers}, expected the empty set")
    expect(count(matrix, solver).count == 1, "counts other than 1")
    expect(solve(matrix, solver).status is Status.OPTIMAL, "does not solve it")


def denies_an_item_without_options(solver: Solver) -> None:
    """An item without options makes a matrix infeasible."""
    result = solve(_matrix(["a"]), solver)
    outcome = (result.status, result.options, result.complete)
    expect(outcome == (Status.INFEASIBLE, None, True), f"says {outcome}")


def tells_equal_options_apart(solver: Solver) -> None:
    """Two options with the same items are two, and make two solutions."""
    tally = Counter(solutions(_matrix(["a"], ["a"], ["a"]), solver))
    expect(tally == Counter([(0,), (1,)]), f"finds {tally}, expected two solutions")


def finds_what_was_planted(solver: Solver) -> None:
    """Solutions planted among many items are found: blocks of four items, past 64 and 128."""
    for blocks in (3, 33):
        matrix = _blocks(blocks)
        answers = set(listed(solver.solutions(Query(matrix), Progress())))
        expect(len(answers) == 4, f"{blocks} blocks: {len(answers)} solutions, expected 4")
        wrong = [problem for answer in answers if (problem := verify(matrix, answer))]
        expect(not wrong, "; ".join(wrong[:1]))
        expect(count(matrix, solver).count == 4, f"{blocks} blocks: counts other than 4")


def obeys_the_rules(solver: Solver) -> None:
    """The answers of a puzzle obey its rules: the four of six queens."""
    puzzle = queens(6)
    answers = list(solutions(puzzle, solver))
    expect(len(answers) == count(puzzle, solver).count == 4, f"{len(answers)} answers, expected 4")
    broken = [answer for answer in answers if isinstance(answer, tuple) or not puzzle.check(answer)]
    expect(not broken, "an answer breaks a rule")


def is_lazy_and_can_be_closed(solver: Solver) -> None:
    """`solutions` hands solutions over as it finds them, and may be closed after the first."""
    puzzle, progress = queens(8), Progress()
    batches = iter(solver.solutions(Query(puzzle.matrix), progress))
    expect(next(batches, None), "finds none of the solutions of 8 queens")
    expect(not progress.complete, "all were found before the first was handed over")
    getattr(batches, "close", lambda: None)()
    with solutions(puzzle, solver) as stream:
        first = next(stream, None)
        expect(isinstance(first, Answer) and puzzle.check(first), "the first is no solution")
        expect(not stream.result().complete, "all were found before the first was handed over")
    expect(list(stream) == [], "more come after it was closed")


def stops_at_the_deadline(solver: Solver) -> None:
    """A deadline that has passed ends the search, which is then not complete."""
    query, progress = Query(queens(8).matrix, deadline=Deadline(0)), Progress()
    number = sum(map(len, solver.solutions(query, progress)))
    expect(number < 92, "finds all solutions after the deadline")
    expect(not progress.complete, "calls a search complete that the deadline ended")
    result = count(queens(8), solver, time_limit=0)
    expect(not result.complete, "calls a count complete that the deadline ended")
    short = result.status in (Status.UNKNOWN, Status.FEASIBLE)
    expect(short, f"{result.status} of a count that the deadline ended")


def obeys_the_selection(solver: Solver) -> None:
    """What is given is chosen, what is forbidden is not, and givens that clash are infeasible."""
    puzzle = queens(8)
    table = puzzle.table("queen")
    expect(count(puzzle, solver, given=[0]).count == 4, "a queen in a corner: expected 4 solutions")
    puzzle.forbid(table, row=0, col=0)
    expect(count(puzzle, solver, given=[0]).count == 0, "given and forbidden: expected none")
    clash = queens(6)
    for col in (1, 3):
        clash.given(clash.table("queen"), row=0, col=col)
    status = solve(clash, solver).status
    expect(status is Status.INFEASIBLE, f"{status} where two givens clash")


def refuses_a_given_that_is_no_option(solver: Solver) -> None:
    """A given that is no option is refused, whatever is asked."""
    puzzle = queens(6)
    questions: dict[Goal, Callable[..., Any]] = {
        Goal.BEST: solve,
        Goal.COUNT: count,
        Goal.ALL: solutions,
    }
    for wrong in (10**9, 36, -1, 1.5, "x"):
        for goal, ask in questions.items():
            if goal in solver.goals:
                _expect_refusal(partial(ask, puzzle.matrix, solver, given=[wrong]))
        if Goal.MANY in solver.goals:
            _expect_refusal(partial(_answer_of_batch, puzzle, solver, wrong))


def tells_one_from_two_in_a_batch(solver: Solver) -> None:
    """A batch tells one solution from two and from none, and takes a given twice for once."""
    results = list(solve_many(queens(4), [(), (1,), (0,)], solver, unique=True))
    outcomes = [(result.count, result.complete) for result in results]
    expect(outcomes == [(2, False), (1, True), (0, True)], f"says {outcomes}")
    puzzle = queens(4)
    puzzle.given(puzzle.table("queen"), row=0, col=1)
    selections = [(1,), (1, 7), (0,), ()]
    again = [result.options is not None for result in solve_many(puzzle, selections, solver)]
    expect(again == [True, True, False, True], f"givens given again: says {again}")


def finds_the_one_beside_the_excluded(solver: Solver) -> None:
    """A solution is the only one if there is none beside it."""
    if not solver.excludes:
        raise NotApplicable(f"solver {solver.full_name} excludes no solutions")
    matrix = queens(4).matrix
    first, second = sorted(all_solutions(matrix))
    cases: list[tuple[ExactCover, tuple[Options, ...], Options | None]] = [
        (matrix, (first,), second),
        (matrix, (first, second), None),
        (matrix, (first, first), second),
        (ExactCoverBuilder().build(), ((),), None),
    ]
    for cover, excluded, expected in cases:
        progress = Progress()
        answer = solver.first(Query(cover, excluded=excluded), progress)
        expect(answer == expected, f"finds {answer} beside {excluded}, expected {expected}")
        expect(progress.complete is (expected is None), "is wrong about whether that is all")


def answers_alike_without_notes(solver: Solver) -> None:
    """What a matrix notes of the rules behind it changes no answer."""
    asked = 0
    for number in NOTED:
        drawn = rule_puzzle if number % 3 == 0 else hidden_rows_puzzle
        puzzle = drawn(Random(number)).puzzle
        if not isinstance(puzzle, Puzzle) or not puzzle.matrix.notes:
            continue
        bare = puzzle.matrix.replaced()
        expected = all_solutions(bare)
        if len(expected) > FEW:
            continue
        for matrix, question in product((puzzle.matrix, bare), (_lists, _counts, _costs_least)):
            try:
                require_support(solver, matrix, costs=matrix.has_costs)
                complaint = question(solver, matrix, expected)
            except (NotApplicable, Unsupported):
                continue
            asked += 1
            expect(not complaint, f"puzzle {number}, {len(matrix.notes)} notes: {complaint}")
    if not asked:
        raise NotApplicable(f"solver {solver.full_name} reads no matrix that has notes")


def _lists(solver: Solver, matrix: ExactCover, expected: set[Options]) -> str:
    return difference(listed(solver.solutions(Query(matrix), Progress())), expected)


def _counts(solver: Solver, matrix: ExactCover, expected: set[Options]) -> str:
    number = solver.count(Query(matrix), Progress())
    return "" if number == len(expected) else f"counts {number} of {len(expected)}"


def _costs_least(solver: Solver, matrix: ExactCover, expected: set[Options]) -> str:
    costs = [*map(matrix.cost, solver.improving(Query(matrix), Progress()))]
    least = sorted(map(matrix.cost, expected))[:1]
    return "" if costs[-1:] == least else f"costs {costs}, expected {least} at last"


def rests_and_goes_on(solver: Solver) -> None:
    """Searches and counts in steps rest in between: two of them by turns come to the same end."""
    matrices = [queens(6).matrix, queens(5).matrix]
    expected = [all_solutions(matrix) for matrix in matrices]
    notes = [Progress(), Progress()]
    queries = [Query(matrix) for matrix in matrices]
    if isinstance(solver, SearchesInSteps):
        answers: list[list[Options]] = [[], []]
        for number, batch in _by_turns(list(map(solver.searching, queries, notes))):
            answers[number] += [tuple(sorted(options)) for options in batch]
        expect(list(map(set, answers)) == expected, "searches in steps find others")
        expect(list(map(len, answers)) == list(map(len, expected)), "some come twice in steps")
        expect(
            all(note.complete for note in notes), "searches in steps are not complete at the end"
        )
    if isinstance(solver, CountsInSteps):
        notes = [Progress(), Progress()]
        for _ in _by_turns(list(map(solver.counting, queries, notes))):
            pass
        counted = [note.found if note.complete else None for note in notes]
        # One that only looks for a first solution ends there, and says that this is not all.
        right = all(n in (None, len(e)) for n, e in zip(counted, expected, strict=True))
        expect(right, f"counts {counted} in steps")
    if not isinstance(solver, SearchesInSteps | CountsInSteps):
        raise NotApplicable(f"solver {solver.full_name} does not rest in between")


def _by_turns(streams: list[Iterator[Any]]) -> Iterator[tuple[int, Any]]:
    """Yield what each of the iterators yields, one step of each by turns."""
    over = object()
    going = dict(enumerate(streams))
    while going:
        for number, stream in list(going.items()):
            step = next(stream, over)
            if step is over:
                del going[number]
            else:
                yield number, step


def has_a_kind(solver: Solver) -> None:
    """It says whose word its answers are."""
    kind = solver.kind_in(Query(queens(4).matrix))
    expect(kind == solver.kind != "", f"kind {solver.kind!r}, and of an answer {kind!r}")


def results_say_by_whose_word(solver: Solver) -> None:
    """Results say what they rest on, by the name of the solver; auto, by who answered for it."""
    stream = solutions(queens(4), solver)
    listed = len(list(stream))
    batch = solve_many(queens(4), [(), (1,)], solver, unique=True)
    results = [
        solve(queens(4), solver),
        solve(queens(3), solver),
        count(queens(4), solver),
        stream.result(),
        *batch,
    ]
    expected = [
        "a solution: verified",
        "no solution: claimed by {}",
        "2 solutions: claimed by {}",
        "each solution: verified; 2 in all: claimed by {}",
        "a solution: verified; another: claimed by {}",
        "a solution: verified; no other: claimed by {}",
    ]
    for result, words in zip(results, expected, strict=True):
        name = result.solver if solver.name == "auto" else solver.full_name
        text, right = str(result.evidence), words.format(name)
        expect(text == right, f"evidence {text!r}, expected {right!r}")
    expect(listed == 2, f"lists {listed} solutions of 4 queens, expected 2")


def agrees_in_batches(solver: Solver) -> None:
    """Where agreement is asked of a batch, all its answers are agreed on."""
    selections = [(), (1,), (0,)]
    results = solve_many(
        queens(4), selections, solver, unique=True, evidence="agreed", time_limit=20
    )
    counts = []
    for result in results:
        expect_settled(result)
        counts.append(result.count)
    expect(counts == [2, 1, 0], f"counts {counts}, expected [2, 1, 0]")
    expect(results.complete, "the batch is not complete")


def is_told_from_a_broken_twin(solver: Solver) -> None:
    """The cross-check agrees on it, and finds out a twin of it that loses a solution."""
    if solver.goals.isdisjoint((Goal.ALL, Goal.COUNT)):
        raise NotApplicable(f"solver {solver.full_name} answers {solver.verbs} alone")
    puzzle = queens(6)
    report = crosscheck(puzzle, [solver, "dlx:links", "bitmask"])
    own = report.outcomes[0]
    if own.ended == "finished" and own.note and not own.complete:
        raise NotApplicable(own.note)  # what it does not support shows only as it counts
    expect(bool(report), f"beside two others: {report}")
    expect(
        (own.count, own.ended) == (4, "finished"), f"counts {own.count}, {own.ended}: {own.note}"
    )
    report = crosscheck(puzzle, [_broken_twin(solver), solver])
    expect(report.verdict is CheckVerdict.DISAGREED, "its broken twin is not found out")
    if Goal.ALL not in solver.goals:
        return  # a number has no witness
    lost = report.outcomes[1].found - report.outcomes[0].found
    expect(report.witness in lost, f"witness {report.witness}, expected one of {lost}")


def passes_the_fuzzer(solver: Solver, cases: int) -> None:
    """The fuzzer finds no fault beside two other solvers, in two seconds at most."""
    rivals = [name for name in ("dlx:links", "bitmask:python") if name != solver.full_name]
    seed = len(solver.full_name)
    report = fuzz(
        [solver, *rivals],
        Draws(cases=max(FEWEST, 2 * cases)),
        most=1,
        shrink=5,
        time_limit=2,
        seed=seed,
    )
    expect(report, str(report))
    outcomes = {how for _, name, how in report.tally.asked if name == solver.full_name}
    expect("answered" in outcomes, "the fuzzer got no answer")


def _matrix(items: Sequence[str], *options: Sequence[str]) -> ExactCover:
    builder = ExactCoverBuilder()
    for item in items:
        builder.item(item)
    for option in options:
        builder.option(option)
    return builder.build()


def _blocks(blocks: int) -> ExactCover:
    """Return blocks of four items, each covered by two pairs; the first and last in two ways."""
    builder = ExactCoverBuilder()
    for block in range(blocks):
        for corner in range(4):
            builder.item((block, corner))
    for block in range(blocks):
        sides = [(0, 1), (2, 3), (0, 2), (1, 3)]
        for first, second in sides if block in (0, blocks - 1) else sides[:2]:
            builder.option([(block, first), (block, second)])
    return builder.build()


def _answer_of_batch(puzzle: Puzzle, solver: Solver, given: Any) -> object:
    return list(solve_many(puzzle, [[given]], solver))


def _expect_refusal(ask: Callable[[], object]) -> None:
    try:
        ask()
    except ModelError as error:
        expect("given: " in str(error), f"complains of {error}")
    else:
        raise Nonconforming("a given that is no option is accepted")


def _broken_twin(solver: Solver) -> Solver:
    """Return the same solver, but for one solution that it loses."""

    class Twin(type(solver)):  # type: ignore[misc]
        name = "twin"

        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            lost = False
            for batch in super().solutions(query, progress):
                yield list(batch) if lost else list(batch)[1:]
                lost = True

        def count(self, query: Query, progress: Progress) -> int:
            if Goal.ALL in self.goals:
                return Solver.count(self, query, progress)
            progress.found = max(super().count(query, progress) - 1, 0)
            return progress.found

    return Twin(solver.technique)


BEHAVIOR = Requirement.of_solvers(
    (
        answers_the_empty_matrix,
        denies_an_item_without_options,
        tells_equal_options_apart,
        finds_what_was_planted,
        obeys_the_rules,
        is_lazy_and_can_be_closed,
        stops_at_the_deadline,
        obeys_the_selection,
        refuses_a_given_that_is_no_option,
        tells_one_from_two_in_a_batch,
        finds_the_one_beside_the_excluded,
        answers_alike_without_notes,
        rests_and_goes_on,
        has_a_kind,
        results_say_by_whose_word,
        agrees_in_batches,
        is_told_from_a_broken_twin,
    )
)
BEHAVIOR.append(Requirement.of_fuzzing(passes_the_fuzzer))
