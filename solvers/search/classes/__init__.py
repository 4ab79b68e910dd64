"""Solutions counted up to symmetry.

class_count.py counts classes by Burnside's lemma, or by partial_covers.py if there are too many
symmetries for that.
"""

__all__ = ["class_count", "partial_covers"]
