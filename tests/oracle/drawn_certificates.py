"""Random matrices whose certificates have something to break, by plain random numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from minuet.models import ExactCover, ExactCoverBuilder


def drawn_matrices(*, costs: bool = False) -> Iterator[ExactCover]:
    """Yield matrices without end, always the same: of one block or two, with colors, some with
    multiplicities.
    """
    for seed in count():
        random = Random(seed)
        builder = ExactCoverBuilder()
        blocks = random.choice((1, 2))
        names = [[f"p{block}{k}" for k in range(random.randint(3, 5))] for block in range(blocks)]
        for block in names:
            wide = random.random() < 0.3
            for place, name in enumerate(block):
                builder.item(name, 1, 2 if wide and place == 0 else 1)
        for place in range(blocks):
            builder.secondary(f"s{place}")
        for place, block in enumerate(names):
            for _ in range(random.randint(7, 11)):
                entries: dict[str, str | None] = dict.fromkeys(
                    random.sample(block, random.randint(1, 3))
                )
                if random.random() < 0.4:
                    entries[f"s{place}"] = random.choice((None, "red", "blue"))
                builder.option(entries, cost=random.randint(1, 9) if costs else 0)
        yield builder.build()
