"""What a cross-check says, for people and for programs.

findings.py is what was found, statement.py what is then known; as_text.py, as_html.py and
as_dict.py tell it, with machine.py for where it ran; report.py is the whole.
"""

__all__ = ["as_dict", "as_html", "as_text", "findings", "machine", "report", "statement"]
