"""What `--json` prints: documents, each of a kind, as docs/json.md and docs/minuet.schema.json say.

document.py writes one of any kind; solution_lines.py writes solutions, a line each, from arrays.
It is imported by who is asked for JSON.
"""

__all__ = ["document", "solution_lines"]
