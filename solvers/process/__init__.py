"""Work that may not be trusted with this process, or would make it deaf.

interrupt.py runs a library's blocking call so that Ctrl-C is heard; isolation.py runs work in a
child process (isolated_child.py is the child's side; ctrl_c.py puts Ctrl-C off while one is begun
or ended), trial.py tries solvers of other packages there. side_by_side.py has several searches for
the best solution work at once. The solvers, the cross-check and the
fuzzer import this room.
"""

__all__ = ["ctrl_c", "interrupt", "isolated_child", "isolation", "side_by_side", "trial"]
