"""Who starts the process of a run, measures it, and ends it at its limits.

ended.py says how a process ended. runexec.py has BenchExec's runexec see to it, in control groups;
watched.py looks at the whole tree of processes by psutil;
bounded.py has the system see to the process alone, where there is no psutil; both are told what
the process says by piped.py. chosen.py tells which of them can be had.
"""

__all__ = ["bounded", "chosen", "ended", "piped", "runexec", "watched"]
