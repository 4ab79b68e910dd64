"""All solutions, each told and verified, by minuet's engines and the peers.

The slow peers (pure Python, clause learning, CP-SAT, answer sets) do only the small works. Where
the environment variable MINUET_DLX2 names Knuth's program dlx2, its count stands beside those of
the engines: its whole process, which reads the matrix and counts, without telling the solutions.
"""

from __future__ import annotations

from .recorded import Found, Recorded
from .report import Section, Target, engine_table, least_ratio, mean_ratio, peer_points, ratio

__all__ = ["section"]

SOLUTIONS = {
    "soma": 11520,
    "pent6x10": 9356,
    "langford12": 216288,
    "queens12": 14200,
    "latin5": 161280,
    "rand3_54": 1724,
    "wordsq600": 0,
    "gallery:macmahon-squares": 106624,
}
PLAIN, COLORED, WORDS = "all solutions", "colors", "wordsq600"
AVX2 = "bitmask:avx2"
ENGINES = ["bitmask", AVX2, "bitmask:portable", "dlx"]
DLX2 = "dlx2"
# work, the engine's time by that of dlx2 at most
BY_DLX2 = [("langford12", 0.10), (WORDS, 0.24)]


def section(recorded: Recorded) -> Section:
    """Return what was measured of all solutions."""
    plain, colored = recorded.found("all", PLAIN), recorded.found("all", COLORED)
    counts = recorded.found("count", PLAIN) | recorded.found("count", COLORED)
    found = plain | colored
    for each in (found, counts):
        recorded.require(each, SOLUTIONS)
    targets = _targets(plain)
    if WORDS in colored:
        fastest = max((ratio(colored[WORDS], name, ["xcover"]) or 0 for name in ENGINES), default=0)
        targets.append(Target(f"{WORDS} (colors): best engine by xcover", 2, fastest or None))
    targets += _by_dlx2(counts)
    counted = {name: counts[name] for name, _ in BY_DLX2 if name in counts}
    tables = [engine_table(found, "work"), engine_table(counted, "count")]
    points = [point for name in found for point in peer_points(name, found[name])]
    return Section("All solutions", __doc__ or "", tables, targets, points)


def _by_dlx2(found: Found) -> list[Target]:
    targets = []
    for name, most in BY_DLX2:
        for engine in ("bitmask", AVX2):
            faster = ratio(found.get(name, {}), engine, [DLX2])
            if faster:
                title = f"{name}: count by {engine}, time by that of dlx2"
                targets.append(Target(title, most, 1 / faster, below=True))
    return targets


def _targets(found: Found) -> list[Target]:
    mean, portable = mean_ratio(found, "bitmask"), mean_ratio(found, "bitmask:portable")
    return [
        Target("all solutions: bitmask, geometric mean", 10, mean),
        Target("all solutions: bitmask, the least", 6, least_ratio(found, "bitmask")),
        Target("all solutions: bitmask:portable, geometric mean", 4, portable),
        Target("all solutions: dlx by xcover, the least", 1, least_ratio(found, "dlx", ["xcover"])),
    ]
