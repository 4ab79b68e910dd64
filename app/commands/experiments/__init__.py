"""The commands of who experiments: `minuet experiment`, `report` and `features`.

wanted.py is what `minuet experiment` was asked for, and plan.py tells what would be run.
"""

__all__ = ["experiment", "features", "plan", "report", "wanted"]
