"""What demands come to: keys of the rows of a puzzle's tables, laid out as arrays.

digit_rules.py says what values, pairs, differences and sets give to the table of digits;
automata.py unrolls the automata that read lines, distinct_steps.py leaves out what no distinct
values take, and line_rules.py says what words and steps give; sums_of_parts.py says sums of cells
of which some differ. Only constraint_rules.py imports this room.
"""

__all__ = ["automata", "digit_rules", "distinct_steps", "line_rules", "sums_of_parts"]
