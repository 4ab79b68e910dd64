"""Work that may not be trusted with this process, or would make it deaf.

interrupt.py runs a library's blocking call so that Ctrl-C is heard; isolation.py runs work in a
child process (isolation.py is the child's side), trial.py tries solvers of other packages
there. signals.py is what processes do about signals. side_by_side.py has several searches for the
best solution work at once. The solvers, the cross-check, the fuzzer and the experiments import this
room.
"""
