"""All solutions in a file: complete and each once, however often the search is killed."""

from __future__ import annotations

from pathlib import Path

import pytest

from minuet.models import Answer, CheckpointError, ExactCover, Puzzle, Unsupported
from minuet.models.formats import read
from minuet.solvers import checkpoint_status, solutions

from oracle.killed import killed_again_and_again


@pytest.fixture
def matrix(data: Path) -> ExactCover:
    (matrix,) = read((data / "instances/queens12.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


def lines_of(matrix: ExactCover, solver: str) -> list[str]:
    return [" ".join(map(str, options)) for options in solutions(matrix, solver)]


@pytest.mark.parametrize(("engine", "threads"), [("dlx", 1), ("dlx", 3), ("bitmask", 2)])
def test_solutions_are_written_once_across_kills(
    matrix: ExactCover, tmp_path: Path, engine: str, threads: int
) -> None:
    output, path = tmp_path / "queens.txt", tmp_path / "queens.checkpoint"

    def work(run: int) -> None:
        many = 1 + run % threads
        solutions(matrix, engine, threads=many).write(output, checkpoint=path)

    assert killed_again_and_again(work, 2)
    with output.open("a") as torn:
        torn.write("what a kill left behind")
    result = solutions(matrix, engine).write(output, checkpoint=path)
    assert (result.count, result.complete) == (14200, True)
    written, expected = output.read_text().splitlines(), lines_of(matrix, engine)
    assert sorted(written) == sorted(expected)
    if threads == 1:
        assert written == expected
    known = checkpoint_status(path)
    assert (known.found, known.complete) == (14200, True)
    assert known.to_dict()["output"] == str(output)


def test_a_limit_leaves_both_files_to_go_on(matrix: ExactCover, tmp_path: Path) -> None:
    output, path = tmp_path / "queens.txt", tmp_path / "queens.checkpoint"
    seconds = 0.02
    while not (
        result := solutions(matrix, "dlx", time_limit=seconds).write(output, checkpoint=path)
    ).complete:
        assert len(output.read_text().splitlines()) == result.count
        seconds *= 2
    assert output.read_text().splitlines() == lines_of(matrix, "dlx")


def test_an_output_that_is_not_what_it_was_is_refused(matrix: ExactCover, tmp_path: Path) -> None:
    output, path = tmp_path / "queens.txt", tmp_path / "queens.checkpoint"
    solutions(matrix, "dlx").write(output, checkpoint=path)
    whole = output.read_bytes()

    def refused(match: str, to: Path = output, **how: str) -> None:
        with pytest.raises(CheckpointError, match=match):
            solutions(matrix, "dlx").write(to, checkpoint=path, **how)  # type: ignore[arg-type]

    refused("other output", tmp_path / "other.txt")
    refused("other settings", form="JSON")
    output.write_bytes(whole[:-1])
    refused("not what was written")
    output.write_bytes(whole[:-2] + b"X\n")
    refused("not what was written")
    output.unlink()
    refused("not there any more")
    output.write_bytes(whole)
    assert solutions(matrix, "dlx").write(output, checkpoint=path).count == 14200


def test_answers_of_a_puzzle_are_written_in_its_words(tmp_path: Path) -> None:
    puzzle = Puzzle("coins")
    coin = puzzle.choices("coin", place=range(3), side=list("HT"))
    puzzle.exactly_one(coin, by="place")
    output = tmp_path / "coins.txt"
    result = solutions(puzzle).write(
        output,
        checkpoint=tmp_path / "coins.checkpoint",
        text=lambda answer: "".join(row.side for row in answer["coin"]) + "\n",
    )
    assert result.count == 8
    assert len(set(output.read_text().split())) == 8
    assert checkpoint_status(tmp_path / "coins.checkpoint").state.puzzle == "coins"


def test_a_puzzle_that_is_printed_otherwise_does_not_go_on(tmp_path: Path) -> None:
    def coins(mark: str) -> Puzzle:
        puzzle = Puzzle("coins")
        coin = puzzle.choices("coin", place=range(3), side=list("HT"))
        puzzle.exactly_one(coin, by="place")
        puzzle.picture = lambda answer: mark.join(row.side for row in answer[coin])  # type: ignore[assignment]
        return puzzle

    assert coins("").matrix.digest == coins("-").matrix.digest
    files = tmp_path / "out", tmp_path / "ck"

    def text(answer: Answer) -> str:
        return f"{answer.puzzle.picture(answer)}\n"  # type: ignore[attr-defined]

    solutions(coins("")).write(files[0], checkpoint=files[1], text=text)
    before = files[0].read_bytes()
    with pytest.raises(CheckpointError, match="prints its solutions otherwise") as caught:
        solutions(coins("-")).write(files[0], checkpoint=files[1], text=text)
    assert "\n" not in str(caught.value)
    assert files[0].read_bytes() == before
    assert solutions(coins("")).write(files[0], checkpoint=files[1], text=text).count == 8


def test_the_best_in_order_keep_no_checkpoint(langford: ExactCover, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="no checkpoint"):
        solutions(langford).write(tmp_path / "out", checkpoint=tmp_path / "none")
    assert not list(tmp_path.iterdir())
