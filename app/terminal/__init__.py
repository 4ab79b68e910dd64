"""What stands between a command and the person at the terminal.

interrupts.py answers Ctrl-C, streams.py prints, output.py prints into a file, messages.py tells
what the library logs, saying.py has the words that several commands say. The library does not know
this room; it is imported before the library is, and imports nothing of it at its head.
"""

__all__ = ["interrupts", "messages", "output", "saying", "streams"]
