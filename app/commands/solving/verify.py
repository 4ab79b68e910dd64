"""`minuet verify`: a certificate, looked at by the checker that shares no code with minuet."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import BinaryIO

import click

from ....models.errors import InputError, system_words
from ....models.tables.file_bytes import LARGEST, bytes_of_file, too_large
from ...inputs import read_file
from ...statuses import ANSWERED, MISUSED
from ...terminal.saying import interruptible
from ...terminal.single_values import Command
from ...terminal.streams import say, show

__all__ = ["verify"]


@click.command(cls=Command)
@click.argument("matrix", metavar="MATRIX.dlx", help="The matrix, as DLX text.")
@click.argument("certificate", metavar="CERTIFICATE", help="What --certificate wrote.")
def verify(matrix: str, certificate: str) -> None:
    """Check a certificate: of how many solutions there are, or of an optimum.

    The checker is check_certificate.py, one page of Python that imports nothing of minuet.
    """
    from ....solvers.questions.solution_sets.certificates.check_certificate import checked

    texts = _Texts(matrix)
    with interruptible():
        status, told = checked((matrix, certificate), texts.opened)
    if texts.error is not None:
        raise texts.error
    if status == ANSWERED:
        show(told)
        return
    if status == MISUSED and os.path.isfile(matrix):  # noqa: PTH113  pathlib costs an import
        read_file(matrix, "dlx", None)  # the reader of minuet's own says more of it
    say(told)
    raise click.exceptions.Exit(status)


class _Texts:
    """Opens texts for the checker, which holds the matrix and a line of the certificate in memory.

    error  why a text cannot be read
    """

    def __init__(self, matrix: str) -> None:
        self._matrix = matrix
        self.error: InputError | None = None

    @contextmanager
    def opened(self, path: str, mode: str) -> Iterator[Iterable[bytes]]:
        """Open a text; raises InputError for a matrix or a line that is too long."""
        try:
            if path == self._matrix:
                yield BytesIO(bytes_of_file(path))
                return
            with open(path, mode) as file:  # noqa: PTH123  pathlib costs an import
                yield _lines(file, path)
        except InputError as error:
            self.error = error
            raise
        except OSError as error:
            what = f"{system_words(error)}, expected a file that can be read"
            self.error = InputError(what, file=path)
            raise


def _lines(file: BinaryIO, path: str) -> Iterator[bytes]:
    while line := file.readline(LARGEST + 1):
        if len(line) > LARGEST:
            raise InputError(too_large("in a line"), file=path)
        yield line
