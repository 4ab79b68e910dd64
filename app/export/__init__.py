"""Puzzles as pages that one plays on: one HTML file each, with minuet's engines as WebAssembly.

data.py reads a puzzle into plain values, page.py writes them into a file with what stands in
static/; a site is a folder of such files with an index (site.py).
"""
