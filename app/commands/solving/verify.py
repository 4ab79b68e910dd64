"""`minuet verify`: a certificate, looked at by the checker that shares no code with minuet."""

from __future__ import annotations

import click

from ...inputs import bytes_of, read_file
from ...statuses import ANSWERED, MISUSED
from ...terminal.saying import interruptible
from ...terminal.streams import say, show

__all__ = ["verify"]


@click.command
@click.argument("matrix", metavar="MATRIX.dlx", help="The matrix, as DLX text.")
@click.argument("certificate", metavar="CERTIFICATE", help="What --certificate wrote.")
def verify(matrix: str, certificate: str) -> None:
    """Check a certificate: of how many solutions there are, or of an optimum.

    The checker is check_certificate.py, one page of Python that imports nothing of minuet.
    """
    from ....solvers.questions.solution_sets.certificates.check_certificate import checked

    with interruptible():
        status, told = checked((matrix, certificate))
    if status == ANSWERED:
        show(told)
        return
    if status == MISUSED:  # the reader of minuet's own says more of it
        read_file(matrix, "dlx", None)
        bytes_of(certificate)
    say(told)
    raise click.exceptions.Exit(status)
