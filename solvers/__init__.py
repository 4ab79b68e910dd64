"""How a puzzle is answered: the verbs, the solvers, the cross-check.

solve(puzzle)            the first solution, or the best one where there are costs
improving(puzzle)        better answers and bounds, as they are found
bottleneck(puzzle)       the answer whose largest cost is least
pareto(puzzle, a, b)     all answers that no other beats in two totals
diverse(puzzle, k)       good answers, each as different as possible from those before
solutions(puzzle)        all solutions, lazily
frame_of(solutions)      many solutions as one data frame
count(puzzle)            the exact number of solutions
checkpoint_status(file)  the progress of a search with a checkpoint
solution_set(puzzle)     all solutions as one object: counted, ranked, sampled, restricted
certify(puzzle)          a certificate, from which a short program confirms an answer
crosscheck(puzzle)       several solvers' answers, compared
verify(matrix, options)  None, or why the options are no solution
estimate(puzzle)         the size and duration of a search, before it starts
explain(puzzle)          why there is no solution, or why a choice is forced or impossible
sat_proof(puzzle)        a checked proof that there is no solution, or none beside known ones

Start with search/ (the verbs), contract/ (what a solver is) and registry.py (the solvers by name).
"""

from ..models.lazily import lazily

with lazily(__name__):
    from .contract.goal import Goal
    from .contract.result import Interrupted, Result, Status
    from .contract.snapshot import Snapshot
    from .contract.verify import verify
    from .crosscheck import crosscheck
    from .explain.explain import explain
    from .explain.sat_proof import sat_proof
    from .registry import get_solver, solver_names
    from .search.bottleneck import bottleneck
    from .search.checkpoint.status import checkpoint_status
    from .search.diverse import diverse
    from .search.estimate import estimate
    from .search.pareto import pareto
    from .search.search import Search
    from .search.settings import Settings
    from .search.solution_sets.certificates.certify import certify
    from .search.solution_sets.solution_set import SolutionSet, solution_set
    from .search.stream import frame_of
    from .search.verbs import best, count, improving, solutions, solve, solve_many

__all__ = [
    "Goal",
    "Interrupted",
    "Result",
    "Search",
    "Settings",
    "Snapshot",
    "SolutionSet",
    "Status",
    "best",
    "bottleneck",
    "certify",
    "checkpoint_status",
    "count",
    "crosscheck",
    "diverse",
    "estimate",
    "explain",
    "frame_of",
    "get_solver",
    "improving",
    "pareto",
    "sat_proof",
    "solution_set",
    "solutions",
    "solve",
    "solve_many",
    "solver_names",
    "verify",
]
