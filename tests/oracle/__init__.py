"""The base oracle: brute force over all sets of options, and random matrices to try it on."""
