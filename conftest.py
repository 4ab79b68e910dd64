"""Runs the code blocks of the README, CONTRIBUTING and docs/ as tests.

`python` blocks are doctests; a rule or a given that a method returns prints nothing, so pages
add them without `_ =`. `console` blocks are shell sessions: the output behind each `$` line must be
what the command prints on standard output and standard error (where it succeeds: on standard
output), `...` standing for anything. `sh` blocks name habits: each must be a make target. Where a
section imports a library that it compares minuet with and that is not installed, the rest of the
section is skipped; so is a session that calls another program that is not there.
"""

from __future__ import annotations

import gc
import io
import os
import re
import runpy
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from doctest import ELLIPSIS, OutputChecker
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from unittest import SkipTest, mock

import pytest
from sybil import Document, Example, Region, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

from in_process import minuet

pytest_plugins = ["tables"]

ROOT = Path(__file__).parent
COMPARED = (
    "cpmpy",
    "exact_cover",
    "graphillion",
    "pyganak",
    "xcover",
)  # what pages compare minuet with
PROGRAMS = ("minizinc",)
ADDED = ("minuet.models.rules.rule.Rule", "minuet.models.puzzle.Given")
MEMORY = "/dev/shm"
ROOM = 1 << 30  # bytes
# A setting, `minuet` with its words, and a file that is read or written.
CALL = re.compile(r"(?:([A-Z]+)=(\w+) )?(minuet\b[^<>]*?)(?: *([<>]) *([\w./-]+))?")
# An operator of the shell, or nothing within quotation marks.
OPERATOR = re.compile(r"""'[^']*'|"[^"]*"|(&&|\|\||[|;])""")
FIRST = (
    "tests/solvers/crosscheck",
    "tests/solvers/fuzz",
    "tests/solvers/conformance",
    "tests/solvers/process",
    "tests/solvers/search/workers",
    "tests/solvers/search/checkpoint",
    "tests/experiments",
    "tests/test_benchmarks.py",
    "tests/models/test_gallery.py",
    "tests/app",
    "docs/command-line.md",
    "docs/research/experiments.md",
    "docs/extend.md",
)


def pytest_configure() -> None:
    """Let Ctrl-C be heard, which a shell has its background jobs ignore: it is tested here.

    Processes that tests begin load numpy with one thread, in half the processor time. Temporary
    files are in memory, where there is room for them, so that no test waits for a disk.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ.setdefault("TMPDIR", MEMORY)
        tempfile.tempdir = None  # ask the environment again
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionstart() -> None:
    """Collect no garbage while the tests are collected, which all stay."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Collect garbage again, though seldom, and never look at the tests, which all stay."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what starts processes, while this one is small and forks fast, or takes long."""
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))


def run_session(example: Example) -> str | None:
    """Run a shell session and return what differs from the text."""
    for name in PROGRAMS:
        called = re.search(rf"^\$ {name}\b", str(example.parsed), re.MULTILINE)
        if called and shutil.which(name) is None:
            skip(name, example)
    for block in re.split(r"^\$ ", str(example.parsed), flags=re.MULTILINE)[1:]:
        lines = block.splitlines(keepends=True)
        more = 1
        while more < len(lines) and lines[more].startswith(("> ", ">\n")):
            more += 1
        command = "".join([lines[0], *(line[2:] for line in lines[1:more])])
        done = run_command(command.rstrip("\n"))
        printed = done.stdout if done.returncode == 0 else done.stdout + done.stderr
        expected = "".join(lines[more:])
        if not OutputChecker().check_output(expected, printed, ELLIPSIS):
            return f"$ {command}expected:\n{expected}\nprinted:\n{printed}\n{done.stderr}"
    return None


def run_command(command: str) -> subprocess.CompletedProcess[str]:
    """Run a command by a shell; what is minuet or Python in this process, ten times as fast."""
    if not re.search(r"\b(minuet|python)\b", command) or "||" in OPERATOR.findall(command):
        return run_shell(command)
    printed = said = ""
    for line in split(command, ";"):
        for pipeline in split(line, "&&"):
            told = ""
            for stage in split(pipeline, "|"):
                done = run_stage(stage, told)
                told, said = done.stdout, said + done.stderr
            printed += told
            if done.returncode:
                break
    return subprocess.CompletedProcess(command, done.returncode, printed, said)


def split(command: str, operator: str) -> list[str]:
    """Return what stands before, between and behind an operator of the shell."""
    marks = [found for found in OPERATOR.finditer(command) if found[1] == operator]
    starts = [0, *(mark.end() for mark in marks)]
    ends = [*(mark.start() for mark in marks), len(command)]
    return [command[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def run_stage(command: str, text: str) -> subprocess.CompletedProcess[str]:
    """Run a part of a pipeline on a text."""
    if command.startswith("python ") and not command.startswith("python -c"):
        return run_python(plain_words(command)[1:], text)
    called = CALL.fullmatch(command)
    words = plain_words(called[3]) if called else []
    if called is None or not words:
        return run_shell(command, text)
    set_up = {called[1]: called[2]} if called[1] else {}
    if called[4] == "<":
        text = (ROOT / called[5]).read_text()
    with mock.patch.dict(os.environ, set_up):
        done = minuet(*words[1:], text=text, cwd=ROOT)
    if called[4] == ">":
        (ROOT / called[5]).write_text(done.stdout)
        done.stdout = ""
    return done


class Kept(io.StringIO):
    """A text that can be read when it has been closed."""

    def close(self) -> None:
        """Keep it."""


def run_python(words: list[str], text: str) -> subprocess.CompletedProcess[str]:
    """Run a file, or `-m` a module, on a text, as `python` does."""
    out, err, status = Kept(), Kept(), 0
    module = words[0] == "-m"
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        chdir(ROOT),
        mock.patch.object(sys, "argv", words[module:]),
        mock.patch.object(sys, "stdin", io.StringIO(text)),
        mock.patch.object(sys, "path", [str(ROOT), *sys.path]),
    ):
        try:
            if module:
                sys.modules.pop(f"{words[1]}.__main__", None)  # runpy warns of what it finds there
                runpy.run_module(words[1], run_name="__main__", alter_sys=True)
            else:
                runpy.run_path(words[0], run_name="__main__")
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else ended.code is not None
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


def plain_words(command: str) -> list[str]:
    """Return the words of a command; none of one that only a shell understands."""
    if set(re.sub("'[^']*'", "", command)) & set("*?~$#{`\n"):
        return []
    reader = shlex.shlex(command, posix=True, punctuation_chars=True)
    reader.commenters, reader.whitespace_split = "", True
    words = list(reader)
    return [] if any(set(word) <= set("();<>|&") for word in words) else words


def run_shell(command: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command as a person does, `minuet` being that of this environment."""
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    return subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
    )


def run_habit(example: Example) -> str | None:
    """Check that every line is a make target that exists."""
    for line in str(example.parsed).splitlines():
        command = shlex.split(line, comments=True)
        if command[:1] != ["make"]:
            return f"not a habit: {line}"
        done = subprocess.run([*command, "--dry-run"], cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            return done.stderr
    return None


def show(value: object) -> None:
    """Print what an expression of a doctest returned, but not the rule or given that it added."""
    kinds = {f"{kind.__module__}.{kind.__qualname__}" for kind in type(value).__mro__}
    if not kinds & set(ADDED):
        print_value(value)


print_value, sys.__displayhook__ = sys.__displayhook__, show  # doctest calls sys.__displayhook__


class PythonBlocks(PythonCodeBlockParser):
    """Python blocks; those below an import of what is compared and not installed are skipped."""

    def __call__(self, document: Document) -> Iterator[Region]:
        """Yield the examples of a page."""
        for region in super().__call__(document):
            source = str(getattr(region.parsed, "source", region.parsed))
            prompts = 4 * source.count("\n")  # which the region's own end leaves out
            missing = missing_library(document.text[: region.start + len(source) + prompts])
            if missing is not None:
                region.evaluator = partial(skip, missing)
            yield region


def missing_library(text: str) -> str | None:
    """Return the library that the last section of a text imports and that is not installed."""
    section = text[max(text.rfind("\n## "), text.rfind("\n### ")) + 1 :]
    for name in COMPARED:
        imported = re.search(rf"^(>>>|\.\.\.) +(from|import) {name}\b", section, re.MULTILINE)
        if imported and find_spec(name) is None:
            return name
    return None


def skip(missing: str, example: Example) -> None:
    """Skip an example, saying why."""
    raise SkipTest(f"{missing} is not installed")


pytest_collect_file = Sybil(
    parsers=[
        PythonBlocks(doctest_optionflags=ELLIPSIS),
        CodeBlockParser("console", run_session),
        CodeBlockParser("sh", run_habit),
    ],
    patterns=["README.md", "CONTRIBUTING.md", "proof/README.md", "docs/*.md", "docs/*/*.md"],
).pytest()
