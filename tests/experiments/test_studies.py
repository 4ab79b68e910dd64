"""The studies of docs/research: suites keep their promises, and kept records can be reported."""

from __future__ import annotations

import lzma
import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from minuet.experiments import Experiment, Records, read_suite, report
from minuet.models import InputError

from in_process import minuet
from made_records import kept, queens_and_dominoes

ROOT = Path(__file__).parents[2]
STUDIES = ROOT / "docs/research"
SUITES = sorted(STUDIES.glob("*.toml"))
SOME = ("dlx", "bitmask", "dlx, ties: rarest", "propagate:tree")  # of a slice


def test_one_matrix_is_as_large_as_it_says() -> None:
    suite = read_suite(STUDIES / "one-matrix.toml")
    assert len(suite.instances) >= 75
    assert len({one.family for one in suite.instances}) >= 12
    assert len(suite.solvers) >= 8
    assert {one.questions for one in suite.instances} == {(one,) for one in suite.questions}


@pytest.mark.parametrize("file", SUITES, ids=lambda file: file.stem)
def test_a_study_runs_in_several_orders_on_instances_held_out(file: Path) -> None:
    suite = read_suite(file)
    assert len(suite.shuffles) >= 3
    limits = suite.limits
    assert limits.processor_seconds is not None and limits.seconds is not None
    assert limits.seconds >= 4 * limits.processor_seconds >= 40  # a busy machine cuts none short
    seeds = {one.source.parameters.get("seed", 101) for one in suite.instances}
    assert min(seeds) > 100  # nothing was tuned on those


def test_branching_varies_ties_weights_propagation_and_orders() -> None:
    suite = read_suite(STUDIES / "branching.toml")
    assert {one.items for one in suite.solvers} >= {None, "reversed", "rarest", "busiest"}
    names = {one.settings.solver for one in suite.solvers}
    assert names >= {"dlx", "dlx:weights", "propagate:tree", "propagate:learning"}
    assert len(suite.shuffles) >= 4 and suite.features
    assert len({one.family for one in suite.instances}) >= 8


@pytest.mark.parametrize(
    ("name", "instance", "count"),
    [
        ("one-matrix", "queens,n=6", 4),
        pytest.param("branching", "queens,n=10", 724, marks=pytest.mark.slow),
    ],
)
def test_a_slice_runs_from_the_suite_to_what_is_kept(
    name: str,
    instance: str,
    count: int,
    tmp_path: Path,
) -> None:
    text = (STUDIES / f"{name}.toml").read_text("utf-8")
    head, *tables = text.split("\n[[")
    mine = [one for one in tables if one.startswith("solver]]") or 'generator = "queens"' in one]
    lines = [one for one in head.splitlines() if not one.startswith("features")]
    orders = ("shuffles", "repetitions")
    lines = [one for one in lines if not one.startswith(orders)]
    (tmp_path / f"{name}.toml").write_text("\n[[".join(["\n".join(lines), *mine]) + "\n")
    suite = read_suite(tmp_path / f"{name}.toml")
    keys = [
        run.key
        for run in Experiment(suite, tmp_path / "runs").runs
        if run.instance.name == instance and run.solver.label in SOME
    ]
    found = list(Experiment(suite, tmp_path / "runs", only_runs=keys).go(jobs=2))
    assert len(found) == len(keys) >= 2
    assert {one.count for one in found} == {count}
    with Records(tmp_path / "runs") as records:  # one that the suite has no more
        records.add(replace(found[0], key="gone"))
    out = tmp_path / "kept"
    told = ("-o", str(out / "report.md"), "--plots", str(out), "--records", str(out))
    done = minuet("report", str(tmp_path / "runs"), *told)
    assert done.returncode == 0, done.stderr
    assert "records.sqlite.xz" in done.stderr
    page = (tmp_path / "kept/report.md").read_text("utf-8")
    assert "queens" in page
    assert all((tmp_path / "kept" / one).is_file() for one in _pictures(page))
    file = tmp_path / "kept/records.sqlite.xz"
    assert 3 * file.stat().st_size < (tmp_path / "runs/records.sqlite").stat().st_size
    same = report(tmp_path / "kept")
    assert same.to_csv() == report(tmp_path / "runs").to_csv()
    with sqlite3.connect(tmp_path / "whole") as whole:
        whole.deserialize(lzma.decompress(file.read_bytes()))
        ((left,),) = whole.execute("SELECT COUNT(*) FROM records")
    assert left == len(same.study.records) == len(keys)


def _pictures(page: str) -> list[str]:
    return [part.partition(">)")[0] for part in page.split("](<")[1:]]


def test_damaged_records_are_one_line(tmp_path: Path) -> None:
    whole = kept(tmp_path, queens_and_dominoes()[:8]) / "records.sqlite"
    data = lzma.compress(whole.read_bytes())
    whole.unlink()
    packed = tmp_path / "records.sqlite.xz"
    packed.write_bytes(data)
    assert len(report(tmp_path).study.records) == 8
    for damaged in (b"no such thing", data[:-200]):
        packed.write_bytes(damaged)
        with pytest.raises(InputError, match=r"records\.sqlite\.xz.*damaged"):
            report(tmp_path)


KEPT = [one.stem for one in SUITES if (STUDIES / one.stem / "records.sqlite.xz").is_file()]


@pytest.mark.slow  # their reports take seconds
@pytest.mark.parametrize("name", KEPT)
def test_the_records_that_are_kept_give_the_plots_of_the_findings(name: str) -> None:
    folder = STUDIES / name
    suite, told = read_suite(STUDIES / f"{name}.toml"), report(folder)
    assert told.title == suite.name and not told.disagrees
    plots = {f"{plot.name}.svg" for section in told.sections for plot in section.plots}
    kept_plots = {file.name for file in folder.glob("*.svg")}
    assert kept_plots and kept_plots <= plots
    shown = set(_pictures_in((STUDIES / f"{name}.md").read_text("utf-8"), name))
    assert shown == kept_plots
    assert (folder / "records.sqlite.xz").stat().st_size < 1_000_000


def _pictures_in(page: str, folder: str) -> list[str]:
    return re.findall(rf"\]\({folder}/([^/()]+\.svg)\)", page)
