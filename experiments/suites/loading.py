"""Instances as they are read: the problem of a source, and its description.

An experiment reads each instance once, for its digest and to report mistakes before anything runs;
each run reads it again, in a process of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ...models.errors import ModelError
from ...models.formats import read
from ...models.gallery import entry
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ...models.tables.file_bytes import bytes_of_file
from .programs import Program
from .suite import Collection, Source

__all__ = ["Instance", "Problem", "instance_of_program", "instances_of", "loaded", "require_digest"]

Problem = Puzzle | ExactCover


@dataclass(frozen=True)
class Instance:
    """One instance, which was read.

    name      unique in its suite
    family, n what it is one of, and its size there
    digest    of its matrix, its givens and what is forbidden
    source    where it is read again
    named     what the suite says of it, and what others of its file
    """

    name: str
    family: str
    n: float | None
    digest: str
    source: Source
    named: Collection

    def source_fields(self) -> dict[str, Any]:
        """Return where it is read, as plain values."""
        return asdict(self.source)


def instances_of(collection: Collection) -> Iterator[Instance]:
    """Yield the instances of a file, or the one that the gallery or a generator gives.

    Raises InputError for what cannot be read.
    """
    problems = _problems(collection.source)
    for place, problem in enumerate(problems):
        source = collection.source
        name = collection.name
        if len(problems) > 1:
            source = replace(source, place=place)
            name = f"{name}:{place + 1}"
        yield Instance(
            name, collection.family, collection.n, _digest_of(problem), source, collection
        )


def instance_of_program(program: Program) -> Instance:
    """Return what a program is asked, which has no matrix: the digest is that of its name."""
    digest = blake2b(program.about.encode(), digest_size=16).hexdigest()
    named = Collection(program.about, program.family, None, Source())
    return Instance(program.about, program.family, None, digest, Source(), named)


def loaded(source: Source) -> Problem:
    """Return the problem of a source, made anew."""
    problem: Problem = _problems(source)[source.place]
    return problem


def _problems(source: Source) -> Any:
    if source.gallery:
        return (entry(source.gallery).load(),)
    if source.generator:
        from ..instances import generator

        return (generator(source.generator).make(**source.parameters),)
    text, folder = bytes_of_file(source.file), str(Path(source.file).parent)
    return read(text, file=source.file, form=source.form or None, folder=folder).problems


def require_digest(problem: Problem, digest: str) -> None:
    """Raise ModelError for another instance than the one of that digest; its matrix is compiled."""
    if _digest_of(problem) != digest:
        raise ModelError("the instance is another one than when the experiment began")


def _digest_of(problem: Problem) -> str:
    """Return the digest of the matrix; with its givens, so that puzzles on one matrix differ."""
    if isinstance(problem, ExactCover):
        return problem.digest
    try:
        selected = problem.given_options or problem.forbidden_options
        matrix = problem.selected_matrix if selected else problem.matrix
    except ModelError as error:
        raise ModelError(f"{problem.name}: {error}") from error
    return matrix.digest
