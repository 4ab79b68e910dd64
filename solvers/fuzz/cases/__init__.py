"""The cases that the fuzzer draws, a shape a file; cases.py has the table of them."""
