"""Problems of industry, each modeled twice: with minuet, and by hand for CP-SAT.

Each module has its data, minuet_model(), cpsat_model() and OPTIMUM, the value both prove.
"""
