"""`minuet verify`: check a certificate, by the proved checker where it is installed.

Else by check_certificate.py, one page of Python that imports nothing of minuet.
"""

from __future__ import annotations

import click

from ...inputs import bytes_of, read_file
from ...statuses import ANSWERED, MISUSED
from ...terminal.saying import interruptible
from ...terminal.streams import remark, say, show

__all__ = ["verify"]


@click.command
@click.argument("matrix", metavar="MATRIX.dlx", help="The matrix, as DLX text.")
@click.argument("certificate", metavar="CERTIFICATE", help="What --certificate wrote.")
def verify(matrix: str, certificate: str) -> None:
    """Check a certificate: of how many solutions there are, or of an optimum.

    The checker is the proved one where it is installed (make checker), else check_certificate.py,
    one page of Python that imports nothing of minuet.
    """
    from ....solvers.questions.solution_sets.certificates.check_certificate import checked
    from ....solvers.questions.solution_sets.certificates.proved_checker import (
        proved_checker,
        run_checker,
    )

    program = proved_checker()
    with interruptible():
        if program is None:
            status, verdict = checked((matrix, certificate))
        else:
            status, verdict = run_checker(program, matrix, certificate)
    if status == ANSWERED:
        show(verdict)
        checker = "check_certificate.py" if program is None else "a proved checker"
        remark(f"evidence: certified, checked by {checker}")
        return
    if status == MISUSED:  # the reader of minuet's own says more of it
        read_file(matrix, "dlx", None)
        bytes_of(certificate)
    say(verdict)
    raise click.exceptions.Exit(status)
