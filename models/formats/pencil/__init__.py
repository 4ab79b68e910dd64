"""Formats of pencil puzzles: texts, links to puzz.link and links to Penpa+."""
