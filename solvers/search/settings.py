"""The settings of a search: every setting, declared once.

A setting is a key of the dictionaries below, with its type, default, check, unit, help and other
names. A goal takes the settings of the dictionary that `TAKEN` has for it. A type checker and an
editor read the same dictionaries, as the verbs take them as `**settings: Unpack[...]`. From these
come `Settings`, the options of the commands, the keys of suites and the page of the reference.
"""

# No annotation is evaluated at import: types that need another module are in quotes.

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from operator import index
from os import PathLike, fspath
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, Unpack, get_args

from ...models.errors import ModelError, did_you_mean
from ..contract.evidence import Level, asked_level
from ..contract.goal import Goal
from ..contract.numbers import byte_count, exact_number, seconds, whole_number

if TYPE_CHECKING:
    from ..contract.numbers import ExactNumber
    from ..contract.solver import Solver
    from ..contract.watching import Listener
    from .alike import Alike
    from .place import Place
    from .selection import Hint, Sets

__all__ = [
    "MOST_MEMORY",
    "MOST_SEED",
    "MOST_THREADS",
    "CertifySettings",
    "CheckSettings",
    "ClaimSettings",
    "CompoundSettings",
    "CountSettings",
    "EstimateSettings",
    "EverySetting",
    "ExplainSettings",
    "FeatureSettings",
    "FuzzSettings",
    "GivensSettings",
    "ImprovingSettings",
    "ManySettings",
    "PartSettings",
    "RankedSettings",
    "SearchSettings",
    "SelectionSettings",
    "SetSettings",
    "Setting",
    "Settings",
    "SolutionsSettings",
    "SolveSettings",
    "SuiteSettings",
    "UnknownSetting",
    "goals_of",
    "option_numbers",
    "require_fit",
    "require_taken",
    "setting_of",
]

MOST_THREADS = 256  # each has an engine of its own, and some machines allow no more
MOST_MEMORY = (1 << 63) - 1  # bytes
MOST_SEED = 2**31 - 1  # what the libraries hold


class UnknownSetting(ModelError, TypeError):
    """There is no such setting, or the goal does not take it."""


@dataclass(frozen=True)
class Setting:
    """What is declared of a setting besides its name and type.

    default   the value if none is given
    check     returns the value as it is kept; raises ModelError for a wrong one
    help      its description; a command shows the first sentence
    unit      of the value, for the documentation
    also      other names that people try
    metavar   how a command writes a value: S (seconds), N (a whole number), SIZE (bytes), G (an
              exact number), NAME=VALUE (several) ...; "": no command has an option for it
    """

    default: Any
    check: Callable[[Any], Any]
    help: str
    unit: str = ""
    also: tuple[str, ...] = ()
    metavar: str = ""


def _as_it_is(value: Any) -> Any:
    return value


def _or_none(check: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else check(value)


def option_numbers(name: str, value: Iterable[int]) -> tuple[int, ...]:
    """Return option numbers as a tuple. Raises ModelError, which begins with the name."""
    try:
        return tuple(map(index, value))
    except TypeError as error:
        raise ModelError(f"{name}: {error}, expected option numbers") from None


def _parameters(value: object) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise ModelError(f"parameters: {value!r}, expected a mapping of names to values")
    return dict(value)


def _hint(value: "Hint | None") -> "Hint":
    """Return a hint as it is kept. Option numbers are checked when the search runs."""
    if value is None:
        return ()
    return tuple(value) if isinstance(value, list) else value


def _path(value: "str | PathLike[str]") -> str:
    try:
        return fspath(value)
    except TypeError:
        raise ModelError(f"checkpoint: {value!r}, expected the name of a file") from None


def _sets(value: "Sets") -> "Sets":
    if not isinstance(value, Iterable) or isinstance(value, str | bytes):
        raise ModelError(f"givens: {value!r}, expected sets of option numbers")
    return value


def _alike(value: "Alike") -> "Alike":
    if isinstance(value, str) or hasattr(value, "order"):
        return value
    raise ModelError(f"symmetries: {value!r}, expected auto, known or Symmetries.of(...)")


def _whole(name: str, low: int, high: int | None = None) -> Callable[[object], int]:
    return lambda value: whole_number(name, value, low, high)


def _place(value: "Place") -> "Place":
    from .place import checked_place  # commands list settings without loading workers

    return checked_place(value)


def _exact(name: str) -> Callable[[object], "Fraction"]:
    return lambda value: exact_number(name, value)


class _Timed(TypedDict, total=False):
    time_limit: Annotated[
        float | None,
        Setting(
            None,
            _or_none(seconds),
            "Time limit for each puzzle, in seconds. It includes compiling; results so far are "
            "kept.",
            "seconds",
            ("timeout", "time", "timelimit", "max_time", "limit_seconds", "seconds"),
            metavar="S",
        ),
    ]


class _Seeded(TypedDict, total=False):
    seed: Annotated[
        int | None,
        Setting(
            None,
            _or_none(_whole("seed {}", 0, MOST_SEED)),
            "Seed of a solver that uses random numbers. With a seed `cpsat` runs one worker and "
            "repeats its answer. `auto` passes it on; `dlx` and `bitmask` use no random numbers.",
            also=("random_seed", "random_state"),
            metavar="N",
        ),
    ]


class _BySolver(TypedDict, total=False):
    threads: Annotated[
        int,
        Setting(
            1,
            _whole("{} threads", 1, MOST_THREADS),
            "Number of threads for a puzzle. 1 to 256; the answer does not depend on it.",
            "threads",
            ("workers", "num_workers", "jobs", "processes"),
            metavar="N",
        ),
    ]
    parameters: Annotated[
        Mapping[str, Any] | None,
        Setting(
            {},
            _parameters,
            "A parameter of the solver's own library (cpsat, mip, sat). Names and values; `auto`, "
            "which tries several solvers, takes none.",
            also=("params", "options", "parameter"),
            metavar="NAME=VALUE",
        ),
    ]


class PartSettings(_Timed, _Seeded, _BySolver, total=False):
    """The settings of every search, also of one that is a part of another one."""


class _Watched(TypedDict, total=False):
    progress: Annotated[
        "Listener",
        Setting(
            None,
            _as_it_is,
            "Receiver of progress reports, some ten times a second. A callable that gets a "
            "`Snapshot`; a bar such as tqdm's; True: a bar on the terminal or in the notebook. An "
            "exception of the callable ends the search and is raised.",
            also=("callback", "verbose", "bar"),
        ),
    ]


class SearchSettings(PartSettings, _Watched, total=False):
    """The settings of every verb."""


class _OnSelection(TypedDict, total=False):
    given: Annotated[
        Iterable[int],
        Setting(
            (),
            partial(option_numbers, "given"),
            "Further option numbers that the solution must contain.",
            "option numbers",
            ("givens", "fixed", "assume", "assumptions"),
        ),
    ]
    forbidden: Annotated[
        Iterable[int],
        Setting(
            (),
            partial(option_numbers, "forbidden"),
            "Further option numbers that the solution must not contain.",
            "option numbers",
            ("excluded", "without", "banned"),
        ),
    ]


class _WithEvidence(TypedDict, total=False):
    evidence: Annotated[
        "Level | str",
        Setting(
            Level.CLAIMED,
            asked_level,
            "agreed: a solver of another kind must confirm; certified: a checker must accept a "
            "certificate; proved: a proved checker must. It concerns claims that a solution "
            "cannot show: no solution, no other one, none better. The first solver gets half of "
            "the time if there are costs, or if solutions are counted. An unconfirmed claim is "
            "left open: UNKNOWN instead of INFEASIBLE, FEASIBLE with the bound that both confirm "
            "instead of OPTIMAL, a count that is not complete.",
            also=("trust", "agreed", "certified"),
            metavar="LEVEL",
        ),
    ]


class _Hinted(TypedDict, total=False):
    hint: Annotated[
        "Hint",
        Setting(
            (),
            _hint,
            "Start at an answer. An answer, or option numbers. A solution is the answer until a "
            "better one is found, also at a limit; `auto`, `dlx`, `cpsat` and `mip` start there, "
            "`sat` tries its options first. Other option numbers, such as a part of a solution, "
            "are a guess for `cpsat`, `mip` and `sat`; other solvers ignore them.",
            also=("hints", "start", "warm_start", "initial"),
        ),
    ]
    gap: Annotated[
        "ExactNumber | None",
        Setting(
            None,
            _or_none(_exact("gap")),
            "Stop when the answer is within this fraction of its objective from the bound: 0.01 "
            "is 1 %. The status is FEASIBLE, and the bound is one solver's claim.",
            also=("tolerance", "relative_gap", "mip_gap", "gap_relative"),
            metavar="G",
        ),
    ]
    gap_absolute: Annotated[
        "ExactNumber | None",
        Setting(
            None,
            _or_none(_exact("gap_absolute")),
            "Stop when the answer is at most this far from the bound. In the unit of the "
            "objective.",
            also=("absolute_gap",),
            metavar="G",
        ),
    ]


class _UpToSymmetry(TypedDict, total=False):
    symmetries: Annotated[
        "Alike | None",
        Setting(
            None,
            _or_none(_alike),
            "Symmetries to break: known rotations and reflections, or all symmetries (auto, needs "
            'igraph). "known", "auto" or `Symmetries`. A search for one solution or the best one '
            "skips symmetric parts of the tree; lists and counts have one solution of each class.",
            also=("symmetry", "up_to_symmetry"),
            metavar="known|auto",
        ),
    ]


class _ByWorkers(TypedDict, total=False):
    on: Annotated[
        "Place",
        Setting(
            None,
            _place,
            "Workers of the search: processes:N, or the scheduler of a Dask cluster, "
            "tcp://HOST:PORT. Or an Executor of `concurrent.futures`, or a `distributed.Client`. "
            "A worker searches parts of the tree that take about a second. For `auto`, `dlx` and "
            "`bitmask`; solutions come in any order.",
            also=("executor", "client", "cluster"),
            metavar="WORKERS",
        ),
    ]


class CompoundSettings(PartSettings, _OnSelection, total=False):
    """The settings of a question that several searches answer."""


class ClaimSettings(SearchSettings, _OnSelection, _WithEvidence, total=False):
    """The settings of a search whose answer is a claim, which may need evidence."""


class GivensSettings(_Timed, _Seeded, _Watched, _WithEvidence, total=False):
    """The settings of functions that choose or examine givens."""


class ExplainSettings(GivensSettings, _OnSelection, total=False):
    """The settings of `explain`."""


class SelectionSettings(_Timed, _Watched, _OnSelection, total=False):
    """The settings of `rate` and `sat_proof`, which choose their solvers."""


class CertifySettings(_Timed, _OnSelection, total=False):
    """The settings of `certify`."""


class EstimateSettings(_Timed, _Seeded, _Watched, _OnSelection, total=False):
    """The settings of `estimate`."""


class FeatureSettings(_Timed, _Seeded, total=False):
    """The settings of `features`."""


class SolveSettings(ClaimSettings, _Hinted, _UpToSymmetry, total=False):
    """The settings of `solve`."""


class ImprovingSettings(SearchSettings, _OnSelection, _Hinted, total=False):
    """The settings of `improving`."""


class RankedSettings(ClaimSettings, _ByWorkers, total=False):
    """The settings of `best`."""


class SolutionsSettings(ClaimSettings, _UpToSymmetry, _ByWorkers, total=False):
    """The settings of `solutions`."""


class _Remembering(TypedDict, total=False):
    memory: Annotated[
        int | str | None,
        Setting(
            None,
            _or_none(lambda value: byte_count(value, 1, MOST_MEMORY)),
            "Memory for counting, in bytes, or with K, M, G or T; by default a quarter of the "
            "machine's. For `memo` and `auto`.",
            "bytes",
            ("mem", "memory_limit", "max_memory"),
            metavar="SIZE",
        ),
    ]


class _Kept(TypedDict, total=False):
    checkpoint: Annotated[
        "str | PathLike[str] | None",
        Setting(
            None,
            _or_none(_path),
            "File that records the state every second; the same search resumes from it. The "
            "number of threads may change. For `auto`, `dlx` and `bitmask`.",
            also=("save", "file", "resume"),
            metavar="FILE",
        ),
    ]


class CountSettings(ClaimSettings, _ByWorkers, _Remembering, _Kept, total=False):
    """The settings of `count`."""


class SetSettings(_Timed, _Watched, _OnSelection, _Remembering, total=False):
    """The settings of `solution_set`."""


class SuiteSettings(_BySolver, _Remembering, _WithEvidence, total=False):
    """The settings of a solver in a suite of an experiment."""


class FuzzSettings(_Timed, _Seeded, _Watched, total=False):
    """The settings of `fuzz`."""


class ManySettings(SearchSettings, _WithEvidence, total=False):
    """The settings of `solve_many`."""

    ahead: Annotated[
        int | None,
        Setting(
            None,
            _or_none(_whole("ahead: {} sets of givens", 0)),
            "Sets of givens that may be read before an earlier result is returned. The first "
            "result precedes the second set, then the steps grow; 0: each result precedes the "
            "next set, which is slower. Givens in an array are read at once. By default 512.",
            also=("lookahead", "batch"),
        ),
    ]


class CheckSettings(_Timed, _Seeded, _Watched, _ByWorkers, _Kept, total=False):
    """The settings of `crosscheck`."""

    budget: Annotated[
        float | None,
        Setting(
            60.0,
            _or_none(seconds),
            "Time limit for a whole cross-check, in seconds. It includes compiling and choosing "
            "what to compare; `time_limit` is for each solver within it.",
            "seconds",
            ("total_time", "total"),
        ),
    ]


class EverySetting(SolveSettings, CountSettings, ManySettings, CheckSettings, total=False):
    """Every setting; the first ones are parameters of the verbs, by a name of their own."""

    k: Annotated[
        int,
        Setting(
            1,
            _whole("the {} best solutions", 1),
            "Number of best solutions.",
            "solutions",
            ("n", "number", "best", "limit"),
        ),
    ]
    givens: Annotated["Sets", Setting((), _sets, "Sets of option numbers; each set is one search.")]
    unique: Annotated[
        bool, Setting(False, bool, "Also search for a second solution of each set of givens.")
    ]
    arrays: Annotated[
        bool,
        Setting(
            False,
            bool,
            "Yield batches of solutions as arrays, without a Python object for each.",
            also=("batches", "numpy"),
        ),
    ]
    solver: Annotated[
        "str | Solver",
        Setting(
            "auto",
            _as_it_is,
            "A name that `minuet solvers` lists. Or a `Solver`.",
            also=("engine", "method", "backend"),
            metavar="NAME",
        ),
    ]


# The settings that a goal takes.
TAKEN: Mapping[Goal, Any] = {
    Goal.FIRST: SolveSettings,
    Goal.BEST: SolveSettings,
    Goal.IMPROVING: ImprovingSettings,
    Goal.RANKED: RankedSettings,
    Goal.ALL: SolutionsSettings,
    Goal.COUNT: CountSettings,
    Goal.MANY: ManySettings,
}
# The further parameters of the verb.
BESIDES: Mapping[Goal, Collection[str]] = {
    Goal.RANKED: ("k",),
    Goal.ALL: ("arrays",),
    Goal.COUNT: ("symmetries",),
    Goal.MANY: ("givens", "unique", "arrays"),
}
# Names that people try as a setting, and what to use for them.
ELSEWHERE = {
    "all": "solutions(puzzle)",
    "limit": "time_limit, or itertools.islice(solutions(puzzle), n) for n solutions",
    "count": "count(puzzle)",
    "max_solutions": "solutions(puzzle)",
    "unique": "minuet.setting.is_unique(puzzle)",
    "best": "best(puzzle, k)",
    "budget": "time_limit",
    "max_time_in_seconds": "time_limit",
    "certificate": 'evidence="certified"',
}
# The attribute of a solver that takes a setting; all solvers take the others.
TAKES = {"threads": "takes_threads", "memory": "takes_memory", "parameters": "takes_parameters"}
# Settings that exclude each other, for a goal (None: for any), and why.
APART = (
    ("on", "threads", None, "each worker is one thread, expected more workers"),
    ("forbidden", "symmetries", None, "which may map what is forbidden to what is not"),
    ("arrays", "symmetries", None, "expected one of them"),
    ("gap", "evidence", None, "what is near enough is one solver's word"),
    ("gap_absolute", "evidence", None, "what is near enough is one solver's word"),
    *(
        (name, "symmetries", Goal.COUNT, "expected one of them")
        for name in ("memory", "seed", "parameters", "checkpoint", "on")
    ),
)


SETTINGS: Mapping[str, Setting] = {
    name: get_args(kind)[1] for name, kind in EverySetting.__annotations__.items()
}
NAMES = {
    goal: frozenset(("solver", *taken.__annotations__, *BESIDES.get(goal, ())))
    for goal, taken in TAKEN.items()
}


def setting_of(name: str) -> Setting:
    """Return the declaration of a setting. Raises UnknownSetting, which names the nearest."""
    if name in SETTINGS:
        return SETTINGS[name]
    raise UnknownSetting(f"no setting {name!r}{_meant(name, SETTINGS)}")


def goals_of(name: str) -> tuple[Goal, ...]:
    """Return the goals that take a setting."""
    return tuple(goal for goal, taken in NAMES.items() if name in taken)


def _meant(name: str, among: Collection[str]) -> str:
    """Return the end of a message about an unknown name: a suggestion, or ""."""
    if name in ELSEWHERE:
        return f"; did you mean {ELSEWHERE[name]}?"
    for setting in among:
        if setting in SETTINGS and name.lower() in SETTINGS[setting].also:
            return f"; did you mean {setting}?"
    return did_you_mean(name, among)


def require_taken(
    verb: str, names: Iterable[str], taken: Collection[str], own: Collection[str] = ()
) -> None:
    """Raise UnknownSetting for a name that is not among the settings that are taken.

    own  further parameters of the verb, for the suggestion
    """
    for name in names:
        if name in taken:
            continue
        if not goals_of(name):
            raise UnknownSetting(f"{verb}: no setting {name!r}{_meant(name, (*taken, *own))}")
        verbs = " and ".join(dict.fromkeys(goal.verb for goal in goals_of(name)))
        raise UnknownSetting(f"{verb}: no setting {name!r}, expected it with {verbs}")


def require_fit(goal: Goal, settings: "Settings", solver: "Solver") -> None:
    """Raise ModelError for a setting that the goal or the solver ignores, or that excludes another.

    A solver that draws nothing at random may ignore a seed, and one that begins nowhere a hint: the
    answer is right all the same.
    """
    recorded = settings.explicit()
    require_taken(goal.verb, recorded, NAMES[goal])
    solver.require_goal(goal)
    for name, attribute in TAKES.items():
        if name in recorded and not getattr(solver, attribute):
            which = "; name the one that it is for" if solver.name == "auto" else ""
            raise ModelError(f"{name}: solver {solver.full_name} takes none{which}")
    for name, other, only, why in APART:
        if name in recorded and other in recorded and only in (None, goal):
            raise ModelError(f"{name}: not beside {other}, {why}")
    if "symmetries" in recorded and goal in (Goal.ALL, Goal.COUNT):
        asked_level(settings.evidence, certificates=False)


def _with_fields(cls: type) -> type:
    """Give a class the settings as fields of a dataclass."""
    for name, setting in SETTINGS.items():
        cls.__annotations__[name] = EverySetting.__annotations__[name]
        default = setting.default
        factory: Any = {"default_factory": dict} if default == {} else {"default": default}
        setattr(cls, name, field(metadata={"setting": setting}, **factory))
    return cls


@dataclass(frozen=True, init=False, repr=False)
@_with_fields
class Settings:
    """How a search is done: a checked value for every setting.

    `Settings(time_limit=10, threads=2)`; the others have their defaults, as attributes of the
    class. Settings are equal if all values are. Raises ModelError for a value out of its range,
    UnknownSetting for an unknown name.
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, **settings: Unpack[EverySetting]) -> None:
        self.__dict__.update(_without_defaults(_checked(settings)))

    def but(self, **settings: Unpack[EverySetting]) -> "Settings":
        """Return the settings with other values for some."""
        return _settings_of({**self.__dict__, **_checked(settings)})

    def for_goal(self, goal: Goal) -> "Settings":
        """Return the settings without those that a goal does not take."""
        taken = NAMES[goal]
        return _settings_of({name: value for name, value in self.__dict__.items() if name in taken})

    def explicit(self) -> dict[str, Any]:
        """Return the values that are not the defaults, by name, in the order of declaration."""
        return dict(self.__dict__)

    def to_dict(self) -> dict[str, Any]:
        """Return the values that are not the defaults, as JSON. Raises ModelError if it cannot."""
        return {name: _written(name, value) for name, value in self.explicit().items()}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> "Settings":
        """Return the settings of a document that `to_dict` returned. Raises ModelError."""
        if not isinstance(document, Mapping):
            raise ModelError(f"settings: {document!r}, expected a mapping of names to values")
        values = {str(name): value for name, value in document.items()}
        for name in ("gap", "gap_absolute"):
            if isinstance(values.get(name), str):
                try:
                    values[name] = Fraction(values[name])
                except (ValueError, ZeroDivisionError):
                    wrong = f"{name}: {values[name]!r}, expected a number or a fraction, as 1/3"
                    raise ModelError(wrong) from None
        return cls(**values)

    def __eq__(self, other: object) -> bool:
        """Whether all values are equal: arrays by their numbers, solvers by their names."""
        if not isinstance(other, Settings):
            return NotImplemented
        return all(
            value is getattr(other, name) or _plain(value) == _plain(getattr(other, name))
            for name, value in ((name, getattr(self, name)) for name in DEFAULTS)
        )

    def __repr__(self) -> str:
        recorded = {
            name: str(value) if isinstance(value, Level) else value
            for name, value in self.explicit().items()
        }
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in recorded.items())})"

    def __hash__(self) -> int:
        plain = (bool, int, float, str, Fraction)
        entries = self.explicit().items()
        return hash(tuple((k, v) for k, v in entries if isinstance(v, plain) and k != "solver"))


DEFAULTS: Mapping[str, Any] = {name: setting.default for name, setting in SETTINGS.items()}
for _name, _default in DEFAULTS.items():  # a dataclass leaves out a default that is a dictionary
    setattr(Settings, _name, _default)


def _settings_of(values: Mapping[str, Any]) -> Settings:
    """Return settings of checked values."""
    settings = object.__new__(Settings)
    settings.__dict__.update(_without_defaults(values))
    return settings


def _checked(settings: Any) -> dict[str, Any]:
    return {name: setting_of(name).check(value) for name, value in settings.items()}


def _plain(value: Any) -> Any:
    """Return a value that can be compared: sequences and arrays as tuples, a solver as its name."""
    from ..contract.solver import Solver
    from ..registry import name_of

    if isinstance(value, Solver):
        return name_of(value) or value
    if hasattr(value, "tolist"):
        value = value.tolist()
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value


def _without_defaults(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that are not the defaults, in the order of declaration."""
    return {
        name: values[name]
        for name, default in DEFAULTS.items()
        if name in values
        and (type(values[name]) is not type(default) or bool(values[name] != default))
    }


def _written(name: str, value: Any) -> Any:
    """Return a value as JSON can hold it."""
    from ...models.answer import Answer
    from ..contract.solver import Solver
    from ..registry import name_of

    if isinstance(value, Solver):
        if (solver := name_of(value)) is not None:
            return solver
        kind = type(value).__name__
        raise ModelError(f"{name}: {kind}, no solver that has a name, cannot be written down")
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Answer):
        return list(value.options)
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, tuple | list):
        return [_written(name, part) for part in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {key: _written(name, part) for key, part in value.items()}
    raise ModelError(f"{name}: {type(value).__name__} cannot be written down")
