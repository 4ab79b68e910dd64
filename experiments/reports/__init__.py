"""Reports: tables, plots and statistics of the records of an experiment.

Start with report.py. study.py holds the runs as a table (runs.py); statistics.py and comparisons.py
compute; sections/ builds text, tables and plots (contents.py, plots.py); formats.py writes them.
A report reads records only, never the suite.
"""
