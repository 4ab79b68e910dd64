"""What a cross-check says, for people and for programs.

findings.py is what was found, statement.py what is then known; as_text.py and as_dict.py tell it,
with machine.py for where it ran; report.py is the whole.
"""

__all__ = ["as_dict", "as_text", "findings", "machine", "report", "statement"]
