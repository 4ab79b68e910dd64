"""Instances that are made: families of puzzles by size, density and seed, the same everywhere.

generators()          all that there are, by name
generator(name)       one of them: what it makes, of which parameters; `make` makes an instance
instance(text)        what a text such as `queens,n=8` names

generator.py says what a generator is and looks at its parameters, draws.py draws at random so that
every platform draws alike, registry.py knows them by name. A family stands in a file of families/.
"""

from ...models.lazily import lazily

with lazily(__name__):
    from .draws import Draws
    from .generator import Generator, Made, Parameter
    from .registry import generator, generators, instance

__all__ = ["Draws", "Generator", "Made", "Parameter", "generator", "generators", "instance"]
