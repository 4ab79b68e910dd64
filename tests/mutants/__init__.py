"""Planted faults: copies of minuet's own modules with a line changed, for the fuzzer to find."""
