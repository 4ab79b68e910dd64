"""LZ-string in base64 (Pieroxy 2013), in which f-puzzles and SudokuPad put a puzzle into its link.

A text is read as 16-bit units, as JavaScript has them. The code is Lempel and Ziv's of 1978: a
number for the longest run that is known, which with the unit behind it is then known too; a unit
that is met first is spelled out, in 8 bits behind a 0 or in 16 behind a 1, and a 2 ends the text. A
number has as many bits as the greatest one then needs, the lowest bit first; six bits are a
character. Short texts can stand for very long ones, so what comes out is bounded.
"""

from __future__ import annotations

from ...errors import ModelError, excerpt

__all__ = ["MOST_CHARACTERS", "compressed", "decompressed"]

MOST_CHARACTERS = 1_000_000
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {mark: format(value, "06b") for value, mark in enumerate(_ALPHABET)}
_VALUES["-"] = _VALUES["/"]  # as LZ-string has it where a link may hold no slash
_VALUES[" "] = _VALUES["+"]  # as a form turns it
_SHORT, _LONG, _END = 0, 1, 2
_CUT = "the packed puzzle ends too soon, expected the whole link"


def compressed(text: str) -> str:
    """Return a text packed, as characters of base64."""
    packer = _Packer()
    units = text.encode("utf-16-le", "surrogatepass")
    for low, high in zip(units[::2], units[1::2], strict=True):
        packer.add(chr(low + 256 * high))
    return packer.end()


def decompressed(packed: str, most: int = MOST_CHARACTERS) -> str:
    """Return what was packed.

    most  how many characters may come out

    Raises ModelError for what is no base64, for a text that is cut off or damaged, and for one
    that is too long.
    """
    marks = packed.rstrip("=\\$")
    alien = next((place for place, mark in enumerate(marks) if mark not in _VALUES), None)
    if alien is not None:
        reason = f"{excerpt(marks[alien])} at character {alien + 1} of the packed puzzle"
        raise ModelError(f"{reason}, expected letters, digits, + and /")
    units = "".join(_runs("".join([_VALUES[mark] for mark in marks]), most))
    try:
        return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise ModelError("half a character in the packed puzzle, expected text") from None


def _runs(bits: str, most: int) -> list[str]:
    """Return the runs that the bits stand for."""
    place, width, room = 0, 2, 4  # the first number is one of the three signs, in two bits
    table, last, total = ["", "", ""], "", 0
    runs: list[str] = []
    while True:
        number, place = _number(bits, place, width)
        if number == _END:
            return runs
        if number in (_SHORT, _LONG):
            unit, place = _number(bits, place, 8 if number == _SHORT else 16)
            table.append(chr(unit))
            run, room = table[-1], room - 1
        elif number < len(table):
            run = table[number]
        elif number == len(table) and last:
            run = last + last[0]
        else:
            raise ModelError("the packed puzzle is damaged, expected the link as it was made")
        if not last:
            width, room = 3, 4
        else:
            if not room:
                room, width = 1 << width, width + 1
            table.append(last + run[0])
            room -= 1
            if not room:
                room, width = 1 << width, width + 1
        total += len(run)
        if total > most:
            raise ModelError(f"more than {most} characters in the packed puzzle, expected fewer")
        runs.append(run)
        last = run


def _number(bits: str, place: int, width: int) -> tuple[int, int]:
    """Return the number of so many bits that stands at a place, and the place behind it."""
    end = place + width
    if end > len(bits):
        raise ModelError(_CUT)
    return int(bits[place:end][::-1], 2), end


class _Packer:
    """Packs units one after the other."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.unspelled: set[str] = set()
        self.run, self.width, self.room = "", 2, 2
        self.bits: list[str] = []

    def add(self, unit: str) -> None:
        """Lengthen the run by a unit; or write it, and begin another."""
        if unit not in self.numbers:
            self.numbers[unit] = len(self.numbers) + 3
            self.unspelled.add(unit)
        longer = self.run + unit
        if longer not in self.numbers:
            self._write_run()
            self.numbers[longer] = len(self.numbers) + 3
            self.run = unit
        else:
            self.run = longer

    def end(self) -> str:
        """Return all as characters of base64."""
        if self.run:
            self._write_run()
        self._write(_END, self.width)
        bits = "".join(self.bits)
        bits += "0" * (6 - len(bits) % 6)
        marks = "".join(_ALPHABET[int(bits[k : k + 6], 2)] for k in range(0, len(bits), 6))
        return marks + "=" * (-len(marks) % 4)

    def _write_run(self) -> None:
        if self.run in self.unspelled:
            unit = ord(self.run)
            long = unit > 255
            self._write(_LONG if long else _SHORT, self.width)
            self._write(unit, 16 if long else 8)
            self.unspelled.remove(self.run)
            self._grow()
        else:
            self._write(self.numbers[self.run], self.width)
        self._grow()

    def _write(self, number: int, width: int) -> None:
        self.bits.append(format(number, f"0{width}b")[::-1])

    def _grow(self) -> None:
        self.room -= 1
        if not self.room:
            self.room, self.width = 1 << self.width, self.width + 1
