"""Questions about the best answer that one `solve` does not answer.

improving.py tells better answers and bounds as they come. bottleneck.py asks for the least largest
cost, pareto.py for the front of two totals, diverse.py for good answers that differ; limited.py
makes the matrices of which they ask.
"""

__all__ = ["bottleneck", "diverse", "improving", "limited", "pareto"]
