"""The families of instances, each with its `GENERATORS`; registry.py knows in which file one is."""

__all__ = [
    "designs",
    "dominoes",
    "langford",
    "latin_sampling",
    "latin_squares",
    "matchings",
    "one_in_k",
    "pentominoes",
    "quasigroups",
    "queens",
    "random_covers",
    "regular_covers",
    "set_partitions",
    "sudokus",
    "varied_covers",
]
