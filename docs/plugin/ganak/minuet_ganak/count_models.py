"""Counts the models of a CNF on standard input, projected as `c p show` says: in hexadecimal."""

import sys

import pyganak


def die_with_parent():
    """Let Linux end this process with the one that asks; elsewhere the count would go on."""
    if sys.platform == "linux":
        import ctypes
        import signal

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def main():
    die_with_parent()
    sys.set_int_max_str_digits(0)  # the counter hands numbers over as texts
    counter = pyganak.Counter(seed=int(sys.argv[1]))
    for line in sys.stdin:
        words = line.split()
        if words[:2] == ["p", "cnf"]:
            counter.new_vars(int(words[2]))
        elif words[:3] == ["c", "p", "show"]:
            counter.set_sampling_set(map(int, words[3:-1]))
        elif words[0] != "c":
            counter.add_clause(map(int, words[:-1]))
    print(f"\n{counter.count():x}")  # what the counter itself prints stands above


if __name__ == "__main__":
    main()
