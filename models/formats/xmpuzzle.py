"""The puzzle files of BurrTools: XML, as such or compressed with gzip.

    <puzzle version="2">
      <gridType type="0"/>                             cubes
      <colors><color red="0" green="0" blue="255"/></colors>
      <shapes>
        <voxel x="2" y="2" z="1" type="0">##1#_</voxel>  a shape: voxels, a color behind a voxel
      </shapes>
      <problems>
        <problem name="a problem">
          <shapes><shape id="0" min="0" max="4"/></shapes>
          <result id="1"/>                             shapes are counted from 0
          <bitmap><pair piece="0" result="0"/></bitmap>  colors that go together
        </problem>
      </problems>
      <comment>what its author says of it</comment>
    </puzzle>

Every problem of a file is a packing. What BurrTools has found (its solutions) is passed over, and
so is what serves the taking apart. The type of the grid is 0 for cubes, 1 for triangular prisms, 2
for spheres, 3 for rhombic tetrahedra, and 4 for tetrahedra with octahedra.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .format import Confidence, Format, Problem
from .source import Source, plural

if TYPE_CHECKING:
    from ..packings.lattices import Lattice
    from ..packings.packing import Packing
    from .xml_elements import Element
    from .xmpuzzle_packings import Shape

PASSED_OVER = ("solutions", "assembler")
MOST_CELLS = 1_000_000  # of all shapes together
MOST_PROBLEMS = 1000

EXAMPLE = """\
<?xml version="1.0"?>
<puzzle version="2">
  <gridType type="0"/>
  <colors/>
  <shapes>
    <voxel x="2" y="2" z="1" name="L" type="0">###_</voxel>
    <voxel x="2" y="2" z="2" name="corner" type="0">###_#___</voxel>
    <voxel x="1" y="1" z="1" name="cube" type="0">#</voxel>
    <voxel x="3" y="2" z="2" name="block" type="0">#######+####</voxel>
  </shapes>
  <problems>
    <problem name="small block">
      <shapes>
        <shape id="0" count="2"/>
        <shape id="1" count="1"/>
        <shape id="2" min="0" max="2"/>
      </shapes>
      <result id="3"/>
      <bitmap/>
    </problem>
  </problems>
  <comment>2 shapes of three cubes, one of four, and single cubes</comment>
</puzzle>
"""


def _sniff(source: Source) -> Confidence:
    first = source.first_line.lstrip()
    if not first.startswith("<"):
        return Confidence.NO
    head = "\n".join(source.head())
    if "<puzzle" in head:
        return Confidence.CERTAIN
    return Confidence.LIKELY if first.startswith(("<?xml", "<!")) else Confidence.NO


def read_xmpuzzle(source: Source) -> list[Packing]:
    """Return the packings of a file, one for each of its problems."""
    from .xml_elements import parsed
    from .xmpuzzle_packings import packing_of

    root = parsed(source, PASSED_OVER)
    lattice = _lattice(source, root)
    from .xmpuzzle_packings import read_shape

    colors = [color for listed in root.all("colors") for color in listed.all("color")]
    for color in colors:
        color.ignore("red", "green", "blue")
    shapes: list[Shape] = []
    cells = 0
    for listed in root.all("shapes"):
        for element in listed.all("voxel"):
            shapes.append(read_shape(source, element, len(shapes) + 1, len(colors), lattice))
            cells += len(shapes[-1].cells)
            if cells > MOST_CELLS:
                fault = f"shapes of more than {plural(MOST_CELLS, 'cell')}, expected fewer"
                raise source.error(fault, element.line, element.column)
    comment_tag = root.first("comment")
    comment = "" if comment_tag is None else comment_tag.words().strip()
    if comment_tag is not None:
        comment_tag.ignore("popup")  # whether BurrTools shows it at once
    problems = [problem for listed in root.all("problems") for problem in listed.all("problem")]
    if not problems:
        raise source.error("no problem, expected one at least", root.line, root.column)
    if len(problems) > MOST_PROBLEMS:
        message = f"{len(problems)} problems, expected {MOST_PROBLEMS} at most"
        raise source.error(message, root.line, root.column)
    packings = [
        packing_of(source, problem, shapes, f"problem {number}", comment, lattice)
        for number, problem in enumerate(problems, 1)
    ]
    source.warn_unread(root.unread())
    return packings


def _lattice(source: Source, root: Element) -> Lattice:
    """Return the lattice of the grid. Raises InputError for what is no file of BurrTools."""
    from .xmpuzzle_packings import GRIDS, whole_number

    if root.tag != "puzzle":
        message = f"<{root.tag}>, expected <puzzle>: a file of BurrTools"
        raise source.error(message, root.line, root.column)
    version = whole_number(source, root, "version", 2)
    if version not in (1, 2):
        raise source.error(f"version {version}, expected 1 or 2", root.line, root.column)
    grid = root.first("gridType")
    if grid is None:
        return GRIDS[0]
    kind = whole_number(source, grid, "type", 0)
    if kind >= len(GRIDS):
        message = f"a grid of type {kind}, expected 0 to {len(GRIDS) - 1}"
        raise source.error(message, grid.line, grid.column)
    return GRIDS[kind]


def write_xmpuzzle(problem: Problem) -> str:
    """Return a packing of squares or solids as a file with one problem."""
    from .xml_elements import serialized
    from .xmpuzzle_packings import element_of

    return serialized(element_of(problem))


def join_xmpuzzles(texts: Sequence[str]) -> str:
    """Return files as one file with all their problems."""
    from .xml_elements import parsed, serialized
    from .xmpuzzle_packings import joined

    return serialized(joined([parsed(Source(text)) for text in texts]))


XMPUZZLE = Format(
    "xmpuzzle",
    "puzzles of BurrTools: packings of cubes and other solids (gzip or plain XML)",
    (".xmpuzzle",),
    _sniff,
    read_xmpuzzle,
    write_xmpuzzle,
    join_xmpuzzles,
    example=EXAMPLE,
    bounded=True,
)
