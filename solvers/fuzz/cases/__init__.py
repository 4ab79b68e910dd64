"""The cases that the fuzzer draws, a family of shapes in each file; cases.py has the table."""
