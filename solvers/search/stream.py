"""Streams of solutions: all of them, or the k best ones, lazily.

A stream is an iterator that can be closed, and that knows how far it got. Its claim at the end,
that there is no other solution, is confirmed by a second solver if the settings ask for evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any, Self

from ...models.answer import Answer
from ...models.errors import ModelError, WrongAnswer
from ...models.puzzle import Puzzle
from ...models.spelling import numeral
from ...models.tables.frames import chosen_frame, frame_library
from ...models.tables.table import Choices
from ..contract.batch import Batch, Options, closing_stream, singly
from ..contract.deadline import Stopped
from ..contract.evidence import EACH, SOLUTION, Claim, Evidence, of_best, of_list
from ..contract.result import Interrupted, Result
from ..registry import get_solver
from ..second_opinion.opinion import STOPPED, Confirmation, Second
from ..second_opinion.recount import LISTED, Recount, no_other, none_left_out
from .running import RunningSearch, answered
from .search import Search
from .workers.workers_at import workers_at

__all__ = ["Batches", "Solutions", "frame_of", "listed", "ranked"]

UNASKED = Confirmation(why="not all was listed")
TOO_MANY = Confirmation(why=f"more than {LISTED} solutions are too many to be left out")
APART = 1_000_000  # solutions checked for duplicates, by digests of 16 bytes each
ALIKE = Confirmation(why=f"more than {APART} solutions are too many to see whether one comes twice")

SEEN = (EACH.text, SOLUTION.text)  # claims about the solutions themselves


class _Stream:
    """The base of the iterators: the search behind them, and its result."""

    def __init__(
        self,
        run: RunningSearch | Result,
        stream: Iterator[Sequence[Options]] | None = None,
        *,
        best: int | None = None,
    ) -> None:
        """Begin with a run, and the stream of its solutions.

        run   or the result, without a stream, if the time is over before the puzzle is compiled.
              The watch of the run is closed with the stream
        best  the number of best solutions that are wanted; None: all solutions
        """
        self._run = run if isinstance(run, RunningSearch) else None
        self._late = run if isinstance(run, Result) else None
        self._watch = None if self._run is None else self._run.watch
        if self._watch is not None:
            self._watch.stay_with(self)
        self._found, self._best = 0, best
        self._open, self._ended = True, False
        # Where a second solver is asked at the end, it is asked about these.
        agreed = self._run is not None and self._run.query.needs_agreement
        self._known: dict[Options, None] | None = {} if agreed else None
        self._digests: set[bytes] = set()
        self._confirmation: Confirmation | None = UNASKED if agreed else None
        if self._run is None:
            self._batches = _no_solutions()
        else:
            self._run.log_solver()
            self._batches = self._run.verified_batches(stream or ())

    def _next_batch(self) -> Sequence[Options]:
        """Return the next batch in which there is something.

        Raises StopIteration at the end, and Interrupted with the result so far on Ctrl-C.
        """
        if self._watch is not None:
            # Do the same, while progress is reported.
            watch = self._watch
            watch.here()
            watch.values["found"], self._watch = self._found, None
            try:
                batch = self._next_batch()
            except BaseException as error:
                watch.close(report=isinstance(error, StopIteration))
                raise
            self._watch = watch
            return batch
        try:
            return self._next_verified()
        except KeyboardInterrupt:
            raise Interrupted(self.result()) from None

    def _next_verified(self) -> Sequence[Options]:
        try:
            for batch in self._batches:
                if len(batch):
                    return batch
        except BaseException:
            self._open = False
            raise
        if self._open:
            self._open, self._ended = False, True
            self._ask()
        raise StopIteration

    @property
    def complete(self) -> bool:
        """Whether the search is exhausted; false if it was closed, or cut short, or failed.

        If the settings ask for evidence, also whether a second solver agrees.
        """
        return self._searched and (self._confirmation is None or bool(self._confirmation))

    @property
    def _searched(self) -> bool:
        return self._ended and self._run is not None and self._run.progress.complete

    def result(self) -> Result:
        """Return the status and the count so far."""
        if self._late is not None:
            return self._late
        run = self._run
        assert run is not None  # for the type checker
        evidence = self._evidence(run)
        return run.counted(self._found, complete=self.complete, evidence=evidence)

    def _evidence(self, run: RunningSearch) -> Evidence:
        name, number, complete = run.solver.answerer.full_name, self._found, self._searched
        if self._best is None:
            evidence = of_list(name, number, complete=complete)
        else:
            evidence = of_best(name, number, wanted=self._best, complete=complete)
        if self._confirmation is None:
            return evidence
        seen = self._known is not None and len(self._known) == number
        if seen and not complete and self._best is None and number > 1:
            # The solutions that were kept were verified, and are all different.
            first, last = evidence.claims
            return Evidence((first, Claim.verified(last.text)))
        return self._confirmation.on(evidence, run.query.evidence)

    def _keep(self, options: Options) -> Options:
        """Keep a solution for the second solver. Raises WrongAnswer if it comes again."""
        assert self._known is not None  # for the type checker
        if len(self._digests) <= APART:
            from hashlib import blake2b

            digest = blake2b(repr(options).encode(), digest_size=16).digest()
            if digest in self._digests:
                self.close()
                assert self._run is not None  # for the type checker
                name = self._run.solver.full_name
                raise WrongAnswer(f"solver {name}: a solution comes twice")
            self._digests.add(digest)
        if len(self._known) <= LISTED:
            self._known[options] = None
        return options

    def _ask(self) -> None:
        """Let a second solver confirm that these are all, if the settings ask for it."""
        if self._known is None or self._run is None or not self._searched:
            return
        self._confirmation = STOPPED
        run, solutions = self._run, tuple(self._known)
        costs = self._best is not None
        second = Second(run.query, run.progress, run.solver.answerer, costs=costs)
        if len(solutions) > LISTED:
            self._confirmation = TOO_MANY if costs else self._counted_again(second)
        elif self._best is None or len(solutions) < self._best:
            self._confirmation = no_other(second, solutions)
        else:
            self._confirmation = none_left_out(second, solutions)

    def _counted_again(self, second: Second) -> Confirmation:
        """Ask for the number alone: so many solutions, all different, are all that there are."""
        if self._found > APART:
            return ALIKE
        return Recount(second, self._found, complete=True).confirmation()

    def to_frame(self, table: str | Choices | None = None, *, library: str = "pandas") -> Any:
        """Return all further solutions as one data frame.

        It has a row for each choice that is made: `solution`, from 0, and the table's columns. If
        there are several tables the column `table` names that of each row; with an argument there
        are the rows of that table alone. Of a bare matrix the columns are `solution` and `option`.
        `library` is `pandas` or `polars`. No Python object is made for each solution.

        Raises Unavailable without that library, ModelError for a table that there is not, and what
        the iterator raises.
        """
        frame_library(library)  # before the search, not behind it
        puzzle = self._run and self._run.search.problem
        tabled = puzzle if isinstance(puzzle, Puzzle) else None
        if table is not None and tabled is not None:
            tabled.table(table)
        batch = Batch.joined(list(self._rest()))
        return chosen_frame(tabled, batch.starts, batch.options, table, library=library)

    def write(
        self,
        output: str | PathLike[str],
        *,
        checkpoint: str | PathLike[str] | None = None,
        text: Callable[[Any], str] | None = None,
        form: str = "",
        shards: bool = False,
    ) -> Result:
        """Write all solutions to a file as they are found, so that a kill loses nothing.

        output      the file, at first a new one or an empty one; later what stands in it behind
                    what the checkpoint knows is cut off. It is held by one search, and hashed
        checkpoint  a file in which is written, every second or so, what is left: the same search
                    with both files goes on there, be it after a limit, an interrupt or a kill
        text        what is written of a solution, with its line end; by default the answer as
                    text, or the option numbers of a matrix. `form` is its name: a search that goes
                    on with another one is refused
        shards      `output` is a folder, which may be new, of Parquet files (needs pyarrow):
                    `pandas.read_parquet(folder)` reads all as one table, a row for each solution,
                    whose `options` are its option numbers, ascending. What they mean is in
                    `_choices.parquet`, how many there are and whether that is all in
                    `_manifest.json`; the checkpoint is `_checkpoint` there if none is given

        Solutions come in the order of the parts of the tree; with one thread that is the usual
        order. By workers (`on=`), this process alone writes.

        Raises what `count` raises; ModelError once solutions were taken from the stream;
        Unsupported where there are costs; CheckpointError also where `output` is not as the search
        left it, is no regular file or in use, or holds something and the checkpoint is new; and
        OSError, naming it, where it is changed or taken away meanwhile.
        """
        from .checkpoint.listing import Target, written

        if self._found or self._ended:
            raise ModelError("write: solutions were taken already, expected a new stream")
        self._batches.close()
        try:
            if self._run is None:
                return self.result()
            return written(
                self._run, Target(output, checkpoint, text, "Parquet" if shards else form, shards)
            )
        finally:
            self.close()

    def _rest(self) -> Iterator[Batch]:
        """Yield all further batches."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop the search; no further solutions come."""
        self._open = False
        self._batches.close()
        if self._watch is not None:
            watch, self._watch = self._watch, None
            watch.values["found"] = self._found
            watch.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class Solutions(_Stream, Iterator[Answer | Options]):
    """A lazy iterator over solutions: answers of a puzzle, option numbers of a bare matrix.

    `close()` stops the search, as does leaving a `with` block. `result()` has the count so far, and
    `complete` is true if all solutions have come, with the evidence of the settings. The end of the
    iterator alone means nothing, as the time may have run out.
    """

    def __init__(
        self,
        run: RunningSearch | Result,
        stream: Iterator[Sequence[Options]] | None = None,
        *,
        best: int | None = None,
    ) -> None:
        super().__init__(run, stream, best=best)
        puzzle = self._run and self._run.search.problem
        self._puzzle = puzzle if isinstance(puzzle, Puzzle) else None
        self._ready: Iterator[Options] = iter(())  # of the batch at hand

    def __next__(self) -> Answer | Options:
        while True:
            for options in self._ready:
                self._found += 1
                return options if self._puzzle is None else self._puzzle.read(options)
            batch = self._next_batch()
            self._ready = iter(batch) if self._known is None else map(self._keep, batch)

    def _rest(self) -> Iterator[Batch]:
        batch: Sequence[Options] = list(self._ready)
        while True:
            self._found += len(batch)
            yield batch if isinstance(batch, Batch) else Batch.of(batch)
            try:
                batch = self._next_batch()
            except StopIteration:
                return
            if self._known is not None:
                batch = list(map(self._keep, batch))

    def close(self) -> None:
        """Stop the search; no further solutions come."""
        self._ready = iter(())
        super().close()


class OneOfEach(Solutions):
    """A lazy iterator over the first solution of each class; all else is as with `Solutions`.

    Its `result()` counts classes.
    """

    def __init__(
        self,
        run: RunningSearch | Result,
        stream: Iterator[Sequence[Options]] | None = None,
    ) -> None:
        super().__init__(run, stream)
        group = run.group if isinstance(run, RunningSearch) else None
        self._is_new = None if group is None else group.newcomers()
        self._skipped = 0  # solutions that are alike to an earlier one

    def __next__(self) -> Answer | Options:
        while True:
            solution = super().__next__()
            options = solution.options if isinstance(solution, Answer) else solution
            try:
                if self._is_new is None or self._is_new(options):
                    return solution
            except Stopped:  # too late to see whether it is alike to an earlier one
                self._skipped += 1
                self.close()
                raise StopIteration from None
            self._skipped += 1

    def _rest(self) -> Iterator[Batch]:
        for solution in self:
            yield Batch.of([solution.options if isinstance(solution, Answer) else solution])

    def result(self) -> Result:
        """Return the status and the number of classes so far."""
        result = super().result()
        return replace(result, count=(result.count or 0) - self._skipped)

    def _evidence(self, run: RunningSearch) -> Evidence:
        classes = self._found - self._skipped
        claims = super()._evidence(run).claims
        if not classes or not claims:
            return Evidence(claims)
        number = f"{numeral(classes)} in all" if self.complete else f"at least {numeral(classes)}"
        return Evidence(
            tuple(
                claim if claim.text in SEEN else replace(claim, text=f"{number}, up to symmetry")
                for claim in claims
            )
        )


class Batches(_Stream, Iterator[Batch]):
    """A lazy iterator over solutions as they are found together: a `Batch` of one or more each.

    All else is as with `Solutions`.
    """

    _twice: WrongAnswer | None = None  # behind what was handed on

    def __next__(self) -> Batch:
        if self._twice is not None:
            error, self._twice = self._twice, None
            raise error
        batch = self._next_batch()
        if self._known is not None:
            batch = self._kept(batch)
        self._found += len(batch)
        return batch if isinstance(batch, Batch) else Batch.of(batch)

    def _rest(self) -> Iterator[Batch]:
        return self

    def _kept(self, batch: Sequence[Options]) -> Sequence[Options]:
        """Keep the solutions up to one that comes again, if one does."""
        for place, options in enumerate(batch):
            try:
                self._keep(options)
            except WrongAnswer as error:
                if not place:
                    raise
                self._twice = error
                return batch[:place]
        return batch


def _no_solutions() -> Generator[Sequence[Options], None, None]:
    yield from ()


def listed(search: Search) -> Solutions | Batches:
    """Return the stream of all solutions: one by one, as arrays, or one of each class."""
    kind: Callable[..., Solutions | Batches] = Batches if search.settings.arrays else Solutions
    if search.settings.symmetries is not None:
        kind = OneOfEach
    return answered(search, lambda run: kind(run, _listed(run)), kind)


def _listed(run: RunningSearch) -> Iterator[Sequence[Options]]:
    """Return the solutions of the solver, or of workers elsewhere."""
    if run.search.settings.on is None:
        return run.solver.solutions(run.query, run.progress)
    from .checkpoint.counting import require_parts

    require_parts(run.solver, run.query, "on=")
    return _listed_by_workers(run)


def _listed_by_workers(run: RunningSearch) -> Iterator[Sequence[Options]]:
    from .checkpoint.counting import searcher
    from .checkpoint.worker_run import solutions_by_workers

    solver = searcher(run.solver, run.query)
    with workers_at(run.search.settings.on, run.query.deadline) as pool:
        assert pool is not None  # for the type checker
        yield from solutions_by_workers(solver, run.query, run.progress, pool)


def ranked(search: Search) -> Solutions:
    """Return the stream of the k best solutions."""
    k = search.settings.k

    def begin(run: RunningSearch) -> Solutions:
        return Solutions(run, singly(_in_order(run, _ranked(run, k), k)), best=k)

    return answered(search, begin, Solutions)


def _ranked(run: RunningSearch, k: int) -> Iterator[Options]:
    """Return the k best solutions of the solver, or of workers elsewhere."""
    if run.search.settings.on is None:
        return run.solver.best_solutions(run.query, run.progress, k)
    from .checkpoint.counting import require_parts

    require_parts(run.solver, run.query, "on=")
    return _ranked_by_workers(run, k)


def _ranked_by_workers(run: RunningSearch, k: int) -> Iterator[Options]:
    from .workers.coordinator import best_by_workers

    solver, query = run.solver, run.query
    if solver.chooses:
        solver.choose(get_solver("dlx"), "dancing links order solutions by cost")
    with workers_at(run.search.settings.on, query.deadline) as pool:
        assert pool is not None  # for the type checker
        yield from best_by_workers(solver.answerer.full_name, query, run.progress, k, pool)


def _in_order(run: RunningSearch, solutions: Iterator[Options], k: int) -> Iterator[Options]:
    """Yield the solutions. Raises WrongAnswer for one too many, or out of order."""
    name, last = run.solver.full_name, None
    with closing_stream(solutions) as stream:
        for number, options in enumerate(stream):
            cost = run.query.matrix.cost(options)
            if number == k:
                raise WrongAnswer(f"solver {name}: more than the {k} solutions that were wanted")
            if last is not None and cost < last:
                raise WrongAnswer(f"solver {name}: a solution of cost {cost} after one of {last}")
            last = cost
            yield options


def frame_of(
    solutions: Solutions | Batches | Iterable[Answer | Result | Options],
    table: str | Choices | None = None,
    *,
    library: str = "pandas",
) -> Any:
    """Return many solutions as one data frame, a row for each choice that is made.

    solutions  what `solutions`, `best` or `solve_many` return, or a list of answers, results or
               options of a bare matrix. A result without a solution has no rows
    table      whose choices; None: those of all tables, and then the column `table` names each
    library    `pandas` or `polars`

    The columns are `solution` (its place, from 0), `table` where a puzzle has several, and the
    table's own. `to_frame` of what `solutions` gives does the same.

    Raises ModelError for answers of several puzzles, and for a table that there is not; Unavailable
    without that library.
    """
    if isinstance(solutions, Solutions | Batches):
        return solutions.to_frame(table, library=library)
    frame_library(library)  # before an iterator is used up
    answers: list[Options] = []
    puzzle: Any = None
    for place, solution in enumerate(solutions):
        answer = solution.answer if isinstance(solution, Result) else solution
        if isinstance(answer, Answer):
            puzzle = answer.puzzle if puzzle is None else puzzle
            if answer.puzzle is not puzzle and answer.puzzle.matrix != puzzle.matrix:
                raise ModelError(
                    f"frame_of: solution {place} is of another puzzle than those before, "
                    "expected one puzzle"
                )
            answers.append(answer.options)
        else:
            options = solution.options if isinstance(solution, Result) else answer
            answers.append(tuple(sorted(options or ())))
    batch = Batch.of(answers)
    return chosen_frame(puzzle, batch.starts, batch.options, table, library=library)
