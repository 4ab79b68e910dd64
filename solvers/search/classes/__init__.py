"""Solutions of which no two are alike: counted, and listed.

class_count.py counts classes by Burnside's lemma, or by partial_covers.py where there are too many
symmetries for that; class_stream.py lists one solution of each.
"""

__all__ = ["class_count", "class_stream", "partial_covers"]
