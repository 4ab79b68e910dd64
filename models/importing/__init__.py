"""What keeps an import light: names that wait, and packages that are asked for cheaply.

lazily.py lets a room show names and import each when it is first used; installed.py knows what
else is installed without importlib.metadata. All rooms of the library may import this one.
"""

__all__ = ["installed", "lazily"]
