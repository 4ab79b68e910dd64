"""The puzzle files of BurrTools (`.xmpuzzle`): packings of cubes, several of them in a file.

xmpuzzle.py is the format. voxels.py reads and writes the drawings of shapes; problems.py makes
packings of what is read, writing.py elements of packings (../xml_elements.py). The registry imports
xmpuzzle.py, and that the others when a text is read or written.
"""

__all__ = ["problems", "voxels", "writing", "xmpuzzle"]
