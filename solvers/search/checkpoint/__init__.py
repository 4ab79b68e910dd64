"""Searches that continue after a kill.

A part of the tree is what lies below some chosen options, without some that are left out. One
SQLite file holds what was found and the parts that are still open. The coordinator alone writes it,
about once a second and in one transaction, so found and open parts are always the whole tree.

Start with file.py (the file) and counting.py (which engine counts, and from where). listing.py
writes all solutions into output files, and status.py reads the progress of a checkpoint.
"""
