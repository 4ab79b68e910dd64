"""A certificate: a matrix, the claim and its tree; and the proved checker that reads it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from .....models.errors import Unavailable, WrongAnswer
from .....models.matrix.exact_cover import ExactCover
from ....contract.deadline import Deadline
from ....contract.evidence import Level
from .matrix_text import digest_of, matrix_text
from .priced_tree import PricedTree
from .tree_lines import LinedTree

__all__ = [
    "PROGRAM",
    "Certificate",
    "check_proved",
    "proved_checker",
    "require_proved_checker",
    "run_checker",
]

VERSION = 2
OFTEN = 1000  # lines between two looks at the deadline


@dataclass(frozen=True, eq=False)
class Certificate:
    """What `certify` returns: a text that confirms a claim, for independent checkers.

    matrix   of which it speaks: givens are items of their own, what is forbidden is left out
    claim    "solutions N" or "optimum C", C the least cost that the matrix counts
    tree     the search that shows it
    clauses  how many items of the matrix are clauses of conditions; None: there are no conditions
             but graph rules that the checker knows
    proved   whether the proved checker accepted it
    """

    matrix: ExactCover
    claim: str
    tree: LinedTree | PricedTree
    clauses: int | None = None
    proved: bool = False

    @property
    def nodes(self) -> int:
        """Number of its nodes, a line each."""
        return self.tree.nodes

    @property
    def by(self) -> tuple[str, ...]:
        """Who wrote it, and who checks it."""
        return "certify", "proved checker" if self.proved else "check_certificate"

    @property
    def level(self) -> Level:
        """What the claim rests on once it is checked."""
        return Level.PROVED if self.proved else Level.CERTIFIED

    @cached_property
    def size(self) -> int:
        """The bytes of its text."""
        return sum(map(len, self.pieces()))

    @cached_property
    def digest(self) -> str:
        """The digest of the matrix, as the checker works it out."""
        return digest_of(self.matrix)

    @property
    def matrix_text(self) -> str:
        """The matrix as the checker reads it: DLX text, then a line of each graph rule."""
        return matrix_text(self.matrix)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the text."""
        for piece in self.pieces():
            yield from piece.splitlines()

    def pieces(self) -> Iterator[str]:
        """Yield the text piece by piece: some lines, each with its line feed."""
        yield f"minuet certificate {VERSION}\nmatrix {self.digest}\nclaim {self.claim}\n"
        yield from self.tree.pieces()
        yield f"end {self.nodes}\n"

    def write(self, path: str | os.PathLike[str]) -> int:
        """Write the text into a file; return its bytes.

        A name that ends in `.cpog` or `.pbp` asks for the format of another checker: the formula
        that it speaks of stands beside it, in a file that ends in `.cnf` or `.opb`. Of a puzzle
        with graph rules or statements, `matrix_text` stands in `FILE.dlx`.

        Raises OSError, and Unsupported for what the other format does not say.
        """
        size = 0
        for name, pieces in self.texts(path).items():
            with Path(name).open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(pieces)
                size = file.tell()
        return size

    def texts(
        self, path: str | os.PathLike[str], deadline: Deadline | None = None
    ) -> dict[str, Iterator[str]]:
        """Return the text of each file that `write` writes, piece by piece, the certificate's last.

        Raises Unsupported for what the other format does not say, and Stopped at a deadline.
        """
        from .others import other_of, plain_tree

        other = other_of(path, self.claim)
        if other is None:
            beside = self.matrix_path(path)
            matrix = {} if beside is None else {beside: iter([self.matrix_text])}
            return {**matrix, os.fspath(path): self.pieces()}
        other.require(self.matrix)
        deadline = deadline or Deadline()
        if isinstance(self.tree, LinedTree) and not self.tree.renamings:
            tree = self.tree.tree
        else:
            tree = plain_tree(self.matrix, deadline)
        return other.texts(os.fspath(path), self.matrix, tree, deadline)

    def matrix_path(self, path: str | os.PathLike[str]) -> str | None:
        """Return where the matrix of a certificate stands that is written into this file.

        None where that is the one that `minuet convert --to dlx` writes.
        """
        other = self.clauses is not None or self.matrix.graph_rules
        return f"{os.fspath(path)}.dlx" if other else None

    def check(self, deadline: Deadline | None = None) -> str:
        """Have the checker read matrix and certificate; return what it certifies, in words.

        Raises WrongAnswer, which names the line, where it does not accept them; and Stopped at a
        deadline.
        """
        from .check_certificate import Check

        check = Check()
        check.read_matrix(self.matrix_text)
        try:
            return str(check.read(self._watched(deadline or Deadline())))
        except ValueError as error:
            message = f"the certificate breaks at line {check.line}: {error}"
            raise WrongAnswer(message) from error

    def _watched(self, deadline: Deadline) -> Iterator[str]:
        """Yield the lines, each with its line feed. Raises Stopped at the deadline."""
        for number, line in enumerate(self.lines()):
            if number % OFTEN == 0:
                deadline.check()
            yield f"{line}\n"


# ---- The proved checker, as a program ------------------------------------------------------------
#
# proof/README.md says what is proved. `make checker` compiles the program and puts it beside
# `minuet`.


PROGRAM = "minuet-check-certificate"
LOOK = 0.05  # seconds between two looks at the deadline


def proved_checker() -> str | None:
    """Return the path of the proved checker, beside this Python or on the PATH; None: not there."""
    folders = (str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath))
    return shutil.which(PROGRAM, path=os.pathsep.join(folders))


def require_proved_checker() -> str:
    """Return the path of the proved checker. Raises Unavailable where it is not there."""
    program = proved_checker()
    if program is None:
        raise Unavailable(f"the proved checker ({PROGRAM}) is not installed: make checker")
    return program


def run_checker(
    program: str, matrix: str, certificate: str, look: Callable[[], None] = lambda: None
) -> tuple[int, str]:
    """Return the exit status of a checker, and the line that it prints.

    matrix, certificate  paths
    look                 called every few hundredths of a second; what it raises ends the checker
    """
    command = [program, matrix, certificate]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as running:
        try:
            while True:
                try:
                    verdict, complaint = running.communicate(timeout=LOOK)
                except subprocess.TimeoutExpired:
                    look()
                else:
                    return running.returncode, (verdict or complaint).strip()
        except BaseException:
            running.kill()
            running.wait()  # `Popen` does not after a Ctrl-C
            raise


def check_proved(certificate: Certificate, deadline: Deadline) -> Certificate:
    """Return the certificate after the proved checker accepted it.

    Raises WrongAnswer, which names the line, where it does not; Unavailable where it is not
    installed; and Stopped at the deadline.
    """
    program = require_proved_checker()
    with TemporaryDirectory(prefix="minuet-") as folder:
        matrix, path = (Path(folder, name) for name in ("matrix.dlx", "certificate"))
        matrix.write_text(certificate.matrix_text, encoding="utf-8", newline="\n")
        certificate.write(path)
        status, line = run_checker(program, str(matrix), str(path), deadline.check)
    if status:
        raise WrongAnswer(f"the proved checker does not accept the certificate: {line}")
    return replace(certificate, proved=True)
