"""What the benchmark of answers as time goes by asks, keeps and says; how fast is not tested."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from benchmarks.anytime.__main__ import main
from benchmarks.anytime.clock import Clock, ClockDeadline
from benchmarks.anytime.drawn import FACTOR, disguised, packing, partition, priced_sudoku
from benchmarks.anytime.following import Follower, limits_of
from benchmarks.anytime.instances import Instance, instances
from benchmarks.anytime.measures import (
    apart,
    at,
    best_of,
    mean_ratio,
    merged,
    primal_integral,
    wrong,
)
from benchmarks.anytime.records import Moment, Records, Run, read_runs
from benchmarks.anytime.small import (
    FEWEST_QUEENS,
    FEWEST_SQUARES,
    SHORTEST_RULERS,
    queens,
    quilt,
    ruler,
)
from benchmarks.anytime.tables import families, page
from benchmarks.best import weighted_grid
from minuet.solvers import solve

MOMENTS = [Moment(1.0, None, 5), Moment(2.0, 20, 5), Moment(4.0, 10, 5)]
TINY = [
    Instance("grid", "grids", partial(weighted_grid, 4, 2, 2, 1), True),
    Instance("partition", "partitions", partial(partition, 15, 40, 1)),
    Instance("packing", "packings", partial(packing, 4, 1), True),
    Instance("queens", "queens", partial(queens, 5), known=3),
]


def run(name: str, solver: str, seconds: float, *moments: Moment, **more: object) -> Run:
    return Run(name, "family", solver, 1, seconds, moments=list(moments), **more)  # type: ignore[arg-type]


def test_what_was_known_at_a_moment_is_the_last_before_it() -> None:
    assert at(MOMENTS, 0.5) == Moment(0.5, None, None)
    assert at(MOMENTS, 3.0).objective == 20
    assert at(MOMENTS, 9.0).objective == 10


def test_the_primal_integral_is_the_area_of_the_gap() -> None:
    assert primal_integral(MOMENTS, 10, 10.0) == 2 * 1.0 + 2 * 0.5
    assert primal_integral(MOMENTS, 10, 3.0) == 2 * 1.0 + 1 * 0.5
    assert primal_integral([], 10, 3.0) == 3.0
    assert (apart(None, 7), apart(0, 0), apart(-5, 5)) == (1.0, 0.0, 1.0)


@pytest.mark.parametrize("engine", ["dlx", "mip"])
def test_an_engine_is_followed_to_its_proof(engine: str) -> None:
    follower = Follower(engine, 1)
    try:
        for one in TINY:
            told = follower.follow(one, 20.0)
            best = solve(one.make(), "bitmask").objective
            assert (told.message, told.complete) == ("", True)
            assert told.last[1:] == (best, best)
            assert told.version
            assert wrong({engine: told}) == []
            stamps = [moment.seconds for moment in told.moments]
            assert stamps == sorted(stamps)
            assert 0 < stamps[-1] <= told.spent
    finally:
        follower.close()


def test_an_engine_is_stopped_at_its_limit_with_what_it_has() -> None:
    follower = Follower("optimize", 1)
    try:
        told = follower.follow(instances()["grid-12"], 0.5)
        assert (told.complete, told.message) == (False, "")
        assert told.last.objective is not None and told.last.bound is not None
        assert told.last.objective < told.last.bound
        assert told.proved is None
        assert follower.follow(TINY[0], 5.0).last.objective is not None  # a new child answers
    finally:
        follower.close()


def test_what_an_engine_cannot_is_told() -> None:
    follower = Follower("optimize:blocks", 1)
    try:
        told = follower.follow(Instance("ruler", "rulers", partial(ruler, 5)), 1.0)
        assert "does not support" in told.message
        assert not told.complete
    finally:
        follower.close()


def test_scip_is_asked_anew_for_each_look() -> None:
    assert limits_of("mip", 60.0) == [5.0, 25.0, 60.0]
    assert limits_of("mip", 25.0) == [5.0, 25.0]
    assert limits_of("mip", 3.0) == [3.0]
    assert limits_of("mip:highs", 60.0) == [60.0]


def test_the_clock_counts_what_children_spend() -> None:
    clock = Clock()
    busy = "import sys, time\nwhile time.process_time() < 0.3: pass\nprint(1, flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", busy], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        child.stdout.read(1)
        clock._looked = -1.0  # it has looked a moment ago, perhaps
        living = clock()
        assert living >= 0.25
        child.communicate(b"\n")
    assert clock() >= 0.25
    assert clock() < 2 * living  # and not twice, as it ends


def test_two_threads_share_the_processor_time() -> None:
    follower = Follower("auto", 2)
    try:
        told = follower.follow(TINY[0], 20.0)
    finally:
        follower.close()
    assert (told.message, told.complete, told.engine) == ("", True, "auto, 2 threads")
    assert told.processor == 2 * told.spent > 0


def test_a_deadline_is_asked_by_the_clock() -> None:
    looks = []
    deadline = ClockDeadline(Clock(), 1000.0, lambda: looks.append(1))
    assert 0 < deadline.left() <= 1000.0 and not deadline.passed()
    assert deadline.longest() > 1000.0
    assert len(looks) == 3
    assert ClockDeadline(Clock(), 0.0, int).passed()


def test_a_disguise_changes_the_optimum_by_its_factor_alone() -> None:
    for seed in range(5):
        matrix = partition(15, 40, seed, by_size=seed % 2 == 0)
        hidden = disguised(matrix, seed)
        assert sorted(hidden.costs) != sorted(FACTOR * matrix.costs)
        found = solve(hidden, "dlx")
        assert found.objective == FACTOR * (solve(matrix, "bitmask").objective or 0)
        assert len(hidden.members) == len(matrix.members)


def test_instances_are_what_they_say() -> None:
    for make, optima, sizes in (
        (quilt, FEWEST_SQUARES, [7, 8]),
        (queens, FEWEST_QUEENS, [8]),
        (ruler, SHORTEST_RULERS, [5, 6]),
    ):
        for size in sizes:
            assert solve(make(size)).objective == optima[size]
    for priced in (priced_sudoku(1, 20), packing(5, 2)):
        assert solve(priced).objective == solve(priced, "mip").objective
    first, second = (partition(20, 60, 3, by_size=way).costs for way in (True, False))
    assert (min(first) >= 300, max(second) <= 1000) == (True, True)


def test_there_are_airlines_where_there_is_a_folder_of_them(tmp_path: Path) -> None:
    (tmp_path / "nw41.txt").write_text("2 3\n5 1 1\n4 1 2\n8 2 1 2\n")
    found = instances(tmp_path)
    assert set(found) - set(instances()) == {"airline-nw41", "disguised-nw41"}
    assert solve(found["airline-nw41"].make(), "dlx").objective == 8
    assert solve(found["disguised-nw41"].make(), "dlx").objective == 8 * FACTOR


def test_records_are_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    one = run("a", "auto", 5.0, *MOMENTS, complete=True, known=10)
    Records(path).add(one)
    Records(path).add(run("b", "auto", 5.0))
    path.write_text(path.read_text() + '{"instance": "c", "fam')  # broken off
    records = Records(path)
    assert list(records.runs) == [("a", "auto", 1, 5.0), ("b", "auto", 1, 5.0)]
    assert records.runs["a", "auto", 1, 5.0] == one
    records.add(run("c", "auto", 5.0))
    assert [each.instance for each in read_runs([path])] == ["a", "b", "c"]
    for line in path.read_text().splitlines():
        json.loads(line)


def test_what_was_asked_is_not_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new" / "runs.jsonl"
    asked = ["fewest queens", "--solvers", "dlx", "--records", str(path)]
    known = run("queens-9", "dlx", 25.0, Moment(1.0, 5, 5), complete=True)
    for side in (10, 11, 12, 13, 14):
        Records(path).add(replace(known, instance=f"queens-{side}"))
    Records(path).add(replace(known, message="the process ended"))
    for _ in range(2):
        assert main(asked) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith("queens-8: dlx: 5, bound 5, proved, ")
        assert len(lines) == 7
        assert len(path.read_text().splitlines()) == 8  # 8 was new, 9 had failed
    with pytest.raises(SystemExit):
        main(["nothing"])
    assert "expected some of --list" in capsys.readouterr().err
    assert main(["--list"]) == 0
    assert "grid-16                          grid 16x16\n" in capsys.readouterr().out


def test_runs_with_several_limits_are_told_together() -> None:
    short = run("a", "mip", 5.0, Moment(5.1, 30, 2))
    long = run("a", "mip", 25.0, Moment(25.2, 20, 1), known=10)
    found = merged([short, long, run("a", "auto", 25.0, *MOMENTS)])
    told = found["a"]["mip"]
    assert told.moments == [Moment(5.0, 30, 2), Moment(25.0, 20, 2)]
    assert (told.seconds, told.proved, best_of(found["a"])) == (25.0, None, 10)


def test_ratios_are_of_proofs_and_limits() -> None:
    fast = run("a", "auto", 25.0, Moment(2.0, 10, 10), complete=True)
    slow = run("a", "cpsat", 25.0, Moment(9.0, 10, 9))
    both = {"a": {"auto": fast, "cpsat": slow}, "b": {"auto": slow, "cpsat": slow}}
    assert mean_ratio(both, "cpsat", "auto") == pytest.approx(12.5)
    assert mean_ratio({"b": both["b"]}, "cpsat", "auto") is None


def test_what_cannot_be_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = run("a", "auto", 5.0, Moment(1.0, 10, 10), complete=True, known=10)
    worse = run("a", "dlx", 5.0, Moment(1.0, 11, 11), complete=True, known=10)
    over = run("a", "mip", 5.0, Moment(1.0, 12, 11), known=10)
    assert wrong({"auto": right}) == []
    told = wrong({"auto": right, "dlx": worse, "mip": over})
    assert told == [
        "a: dlx proves 11, the best is 10",
        "a: mip has the bound 11, the best is 10",
    ]
    records = Records(tmp_path / "runs.jsonl")
    for one in (right, over):
        records.add(one)
    assert main(["--report", str(tmp_path / "runs.jsonl")]) == 1
    told = capsys.readouterr()
    assert told.err == "WRONG: a: mip has the bound 11, the best is 10\n"
    assert "| a | auto |" in told.out
    with pytest.raises(SystemExit):
        main(["b*", "--report", str(tmp_path / "runs.jsonl")])
    assert "no record of what is named" in capsys.readouterr().err


def test_tables_and_the_plot_tell_of_the_records(tmp_path: Path) -> None:
    runs = [
        run("a", "auto", 25.0, Moment(0.5, 11, 10), Moment(2.0, 10, 10), complete=True),
        run("a", "cpsat", 25.0, *MOMENTS),
    ]
    text = page(runs)
    assert "| family | auto | 1 of 1 | 2 s | 2 s |  | 0.636 s |" in text
    assert "| family | cpsat | 0 of 1 | 25 s | > 25 s | 12.5x | 3 s |" in text
    assert "| a | cpsat | 10 | 10 | 5 | 50 % |  | 3 s |" in text
    pytest.importorskip("matplotlib")
    from benchmarks.anytime.curves import picture

    drawn = picture(families(runs))
    assert drawn == picture(families(runs))
    assert all(word in drawn.decode() for word in ("family", "auto", "cpsat", "seconds"))
