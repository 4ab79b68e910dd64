"""The commands that list what there is: solvers, formats, the gallery, generators, versions."""

__all__ = ["formats", "gallery", "generators", "solvers", "version"]
