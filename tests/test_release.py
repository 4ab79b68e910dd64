"""What is released: sources that build themselves, and a wheel that needs no compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent
NO_COMPILER = {"CC": "/nowhere/cc", "CXX": "/nowhere/c++"}


def run(*command: object, cwd: Path, **variables: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sources as they are released, and the wheel that was built from them."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no checkout to release")
    folder = tmp_path_factory.mktemp("released")
    checkout = folder / "checkout"
    run("git", "clone", "--quiet", ROOT, checkout, cwd=folder)
    run(sys.executable, "-m", "build", "--outdir", folder, checkout, cwd=folder)
    return folder


def only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def test_the_sources_hold_what_is_built_and_tested_and_nothing_compiled(released: Path) -> None:
    with tarfile.open(only(released, "*.tar.gz")) as sources:
        names = {name.split("/", 1)[-1] for name in sources.getnames()}
    assert {"LICENSE", "CITATION.cff", "solvers/_native.pyi", "tests/test_release.py"} <= names
    assert not [name for name in names if name.endswith((".so", ".o", ".pyc"))]


def test_the_wheel_is_typed_and_holds_no_sources_of_engines(released: Path) -> None:
    with zipfile.ZipFile(only(released, "*.whl")) as wheel:
        names = set(wheel.namelist())
    assert {"minuet/__init__.py", "minuet/py.typed", "minuet/solvers/_native.pyi"} <= names
    assert not [name for name in names if name.endswith((".cpp", ".hpp"))]


def test_the_wheel_alone_cross_checks_without_a_compiler(released: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    binaries = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    wheel = only(released, "*.whl")
    run(binaries / "python", "-m", "pip", "install", "-q", wheel, cwd=tmp_path, **NO_COMPILER)
    version = run(binaries / "minuet", "--version", cwd=tmp_path)
    assert version.split()[-1] == wheel.name.split("-")[1]
    checked = run(binaries / "minuet", "check", "gallery:queens-8", cwd=tmp_path)
    assert "agreed: dlx, bitmask, cpsat, sat" in checked
    run(binaries / "python", "-m", "minuet.solvers.conformance", "dlx", cwd=tmp_path)


@pytest.mark.skipif(shutil.which("clang++") is None, reason="clang++ is not installed")
def test_clang_builds_engines_that_do_without_what_is_gnus_alone(
    released: Path, tmp_path: Path
) -> None:
    """Among that are numbers of 128 bits: the memo has them spelled in two words here."""
    building = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "-v",
            "--no-deps",
            "-w",
            tmp_path,
            only(released, "*.tar.gz"),
        ],
        env={**os.environ, "CC": "clang", "CXX": "clang++", "CXXFLAGS": "-DMINUET_NO_INT128"},
        capture_output=True,
        text=True,
        check=False,
    )
    told = building.stdout + building.stderr
    assert building.returncode == 0, told
    assert "-DMINUET_NO_INT128" in told
    assert not [line for line in told.splitlines() if "warning:" in line]
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", "--no-deps", only(tmp_path, "*.whl"), cwd=tmp_path)
    (borrowed,) = (tmp_path / "venv" / "lib").glob("*/site-packages")
    (borrowed / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    for solver in ("memo", "bitmask:portable"):
        run(python, "-m", "minuet.solvers.conformance", solver, cwd=tmp_path)
