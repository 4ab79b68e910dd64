"""The puzzle files of BurrTools (`.xmpuzzle`): packings of cubes, several of them in a file.

xmpuzzle.py is the format. elements.py reads XML that may come from anybody and writes it,
voxels.py the drawings of shapes; problems.py makes packings of what is read, writing.py elements of
packings. The registry imports xmpuzzle.py, and that the others when a text is read or written.
"""

__all__ = ["elements", "problems", "voxels", "writing", "xmpuzzle"]
