"""XCSP3: instances of constraint solvers as XML (xcsp.org), as such or compressed.

EXAMPLE has one. network.py has the puzzle that it becomes, instance.py what is read. Constraints
that are not known and those that would become too large are named in an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..format import Confidence, Format
from ..source import Source

if TYPE_CHECKING:
    from ...puzzle import Puzzle

__all__ = ["XCSP3"]

EXAMPLE = """\
<instance format="XCSP3" type="COP">
  <variables>
    <array id="x" size="[3]"> 1..9 </array>
  </variables>
  <constraints>
    <allDifferent> x[] </allDifferent>
    <intension> eq(add(x[0],x[1]),x[2]) </intension>
  </constraints>
  <objectives>
    <maximize> mul(x[0],x[1]) </maximize>
  </objectives>
</instance>
"""


def _sniff(source: Source) -> Confidence:
    if not source.first_line.lstrip().startswith("<"):
        return Confidence.NO
    return Confidence.CERTAIN if "<instance" in "\n".join(source.head()) else Confidence.NO


def _read(source: Source) -> list[Puzzle]:
    from .instance import read_xcsp3

    return read_xcsp3(source)


XCSP3 = Format(
    "xcsp3",
    "an instance of XCSP3, for constraint solvers (XML, plain or packed)",
    (".xml",),
    _sniff,
    _read,
    example=EXAMPLE,
    bounded=True,
)
