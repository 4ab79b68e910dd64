"""The texts of bare matrices: Knuth's DLX format, exact covers as JSON, and 0/1 matrices.

dlx_text.py reads and writes, and is imported by whoever writes a matrix down; knuth_text.py keeps
to what Knuth's own programs take, and exports/ writes what other solvers read.
"""
