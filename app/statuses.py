"""The exit statuses of the command line.

0  answered (that there is no solution is an answer); or nobody reads the answer any more
1  solvers disagree, or a check failed
2  bad input or usage: one line `minuet: where: what is wrong, and what was expected`
3  a limit was reached before an answer
4  the output could not be written, or something unforeseen went wrong; MINUET_TRACEBACK=1 then
   shows where
130  interrupted; what was found by then has been told (terminal/interrupts.py)
"""

__all__ = ["ANSWERED", "DISAGREED", "FAILED", "MISUSED", "UNANSWERED"]

ANSWERED, DISAGREED, MISUSED, UNANSWERED, FAILED = range(5)
