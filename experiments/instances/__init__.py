"""Generated instances: families of puzzles by size, density and seed, equal on every platform.

Start with generator.py (a generator and its parameters) and one file of families/. registry.py
finds generators by name and parses texts such as `queens,n=8`; draws.py is the random source.
"""

from ...models.lazily import lazily

with lazily(__name__):
    from .draws import Draws
    from .generator import Generator, Made, Parameter
    from .registry import generator, generators, instance

__all__ = ["Draws", "Generator", "Made", "Parameter", "generator", "generators", "instance"]
