"""The commands that list what there is: solvers, formats, the gallery, versions."""

__all__ = ["formats", "gallery", "solvers", "version"]
