"""How much a command says, and in which colors, as switches.py reads it from the command line."""

__all__ = ["Manners", "manners"]


class Manners:
    """What was asked for.

    quiet    no messages but errors, and no progress bar
    verbose  everything that the library logs
    plain    no colors; NO_COLOR in the environment asks for that too
    """

    quiet = verbose = plain = False

    def forget(self) -> None:
        """Begin a command, of which nothing is known yet."""
        self.quiet = self.verbose = self.plain = False


manners = Manners()
