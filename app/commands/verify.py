"""`minuet verify`: check a certificate, by the proved checker where it is installed.

Else by check_certificate.py, one page of Python that imports nothing of minuet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import click

from ...models.errors import InputError, system_words
from ...models.tables.file_bytes import LARGEST, bytes_of_file, too_large
from .. import arguments
from ..command import Command
from ..inputs import NAMED, Source
from ..statuses import ANSWERED, MISUSED
from ..terminal.reports import interruptible
from ..terminal.streams import print_message, print_note, print_text

__all__ = ["command"]


@click.command("verify", cls=Command)
@click.argument(
    "matrix",
    metavar="MATRIX.dlx",
    shell_complete=arguments.completing("files"),
    help="The matrix, as DLX text; or gallery:NAME or generator:NAME,N=..., which is compiled.",
)
@click.argument("certificate", metavar="CERTIFICATE", help="What --certificate wrote.")
def command(matrix: str, certificate: str) -> None:
    """Check a certificate: of how many solutions there are, or of an optimum.

    The checker is the proved one where it is installed (make checker), else check_certificate.py,
    one page of Python that imports nothing of minuet.
    """
    from ...solvers.search.solution_sets.certificates.certificate import proved_checker
    from ...solvers.search.solution_sets.certificates.check_certificate import checked

    program = proved_checker()
    with interruptible():
        # The DLX text of a file, or of a puzzle of the gallery or a generated instance.
        if not matrix.startswith(NAMED):
            text = bytes_of_file(matrix)
        else:
            from ...solvers.contract.deadline import Deadline
            from ...solvers.search.selection import selection_of
            from ...solvers.search.solution_sets.certificates.certify import selected_matrix
            from ...solvers.search.solution_sets.certificates.clause_items import unknown_conditions
            from ...solvers.search.solution_sets.certificates.matrix_text import matrix_text

            (problem,) = Source(matrix).read().problems
            selected = selected_matrix(*selection_of(problem, (), Deadline()))
            if unknown := unknown_conditions(selected):
                message = f"no checker knows {unknown[0].name}"
                expected = f"expected {certificate}.dlx, which has its clauses"
                raise InputError(f"{message}, {expected}", file=matrix)
            text = matrix_text(selected).encode()
        if program is None:
            paths = (matrix, certificate)
            status, verdict = checked(paths, lambda path, mode: _opened(path, mode, text, matrix))
        else:
            status, verdict = _proved_verdict(program, text, matrix, certificate)
    if status == ANSWERED:
        print_text(verdict)
        checker = "check_certificate.py" if program is None else "a proved checker"
        print_note(f"evidence: certified, checked by {checker}")
        return
    if status == MISUSED and Path(matrix).is_file():
        Source(matrix, "dlx").read()  # the reader of minuet's own says more of it
    print_message(verdict)
    if "expected matrix" in verdict and not matrix.startswith(NAMED):
        print_note(f"{matrix} is read as DLX text; minuet convert writes that of any puzzle")
    raise click.exceptions.Exit(status)


def _proved_verdict(program: str, text: bytes, matrix: str, certificate: str) -> tuple[int, str]:
    """Return what the proved checker says of the text of a matrix and a certificate."""
    from ...solvers.search.solution_sets.certificates.certificate import run_checker

    with TemporaryDirectory(prefix="minuet-") as folder:
        copy = Path(folder, "matrix.dlx")
        copy.write_bytes(text)
        status, verdict = run_checker(program, str(copy), certificate)
        unopened = verdict.startswith(f"{certificate}:0:") or Path(certificate).is_dir()
        if status == MISUSED and unopened:
            bytes_of_file(certificate)  # says why it cannot be opened
        return status, verdict.replace(str(copy), matrix)


@contextmanager
def _opened(path: str, mode: str, text: bytes, matrix: str) -> Iterator[Iterable[bytes]]:
    """Open the matrix, whose text is known, or a certificate, which is read line by line.

    Raises InputError for a certificate that cannot be read, or a line of it that is too long.
    """
    if path == matrix:
        yield BytesIO(text)
        return
    try:
        with open(path, mode) as file:  # noqa: PTH123  the checker names the mode
            yield _lines(file, path)
    except OSError as error:
        message = f"{system_words(error)}, expected a file that can be read"
        raise InputError(message, file=path) from error


def _lines(file: IO[bytes], path: str) -> Iterator[bytes]:
    while line := file.readline(LARGEST + 1):
        if len(line) > LARGEST:
            raise InputError(too_large("in a line"), file=path)
        yield line
