"""Reports: tables, plots and statistics of the records of an experiment.

study.py holds the runs as a table (runs.py), statistics.py and comparisons.py compute, sections/
makes words, tables and plots of it (contents.py, plots.py), and formats.py writes these. Only
records are read, never the suite.
"""
