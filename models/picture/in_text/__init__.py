"""Parts of a picture in text (text.py), where letters alone are at hand.

frames.py draws the lines of boxes and regions, pieces.py parts pieces of one mark and shows what
stands on the sides of tiles, splits.py halves cells, ways.py draws loops and paths, told_below.py
lists what a grid of letters cannot show.
"""

__all__ = ["frames", "pieces", "splits", "told_below", "ways"]
