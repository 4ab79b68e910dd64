"""Certificates of falsehoods, written by hand; texts that two readers may read differently."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from minuet.models import ExactCoverBuilder, InputError
from minuet.models.formats import read
from minuet.solvers import certify, count

from in_process import minuet
from oracle.first_checker import verdict
from oracle.second_checker import checked_by, needs_ocaml
from oracle.subsets import solutions_of

FORGED = {
    "an item that is none": (
        "x y\nx\nx y\n",
        "1:1|x 1:1|y\nx |0\nx y |0\n",
        ["solutions 0", "0 -1"],
    ),
    "nodes without edges": (
        "x y\nx\nx\ny\n",
        "1:1|x 1:1|y\nx |0\nx |0\ny |0\n",
        ["solutions 1", "0 0 0>1=1 1>2", "1 1 2.", "2 -1"],
    ),
    "an optimum": (
        "x\nx |1\nx |100\n",
        "1:1|x\nx |1\nx |100\n",
        ["optimum 100", "scale 1", "solution 1", "prices 0 0", "0 -1"],
    ),
    "a low above its high": (
        "2:1|a b\na b\n",
        "2:1|a 1:1|b\na b |0\n",
        ["solutions 1", "0 1 0."],
    ),
    "a low of two above one": ("2:1|a\na\n", "2:1|a\na |0\n", ["solutions 2", "0 ? 0. -."]),
}


def certificate(listed: str, lines: list[str]) -> str:
    """Return a certificate; `listed` is what the digest is of."""
    nodes = sum(line[0].isdigit() for line in lines[1:])
    head = ["minuet certificate 2", f"matrix {sha256(listed.encode()).hexdigest()}"]
    return "".join(f"{line}\n" for line in [*head, f"claim {lines[0]}", *lines[1:], f"end {nodes}"])


@pytest.mark.parametrize("kind", FORGED)
def test_a_falsehood_is_not_certified(kind: str, tmp_path: Path) -> None:
    matrix, listed, lines = FORGED[kind]
    (tmp_path / "matrix.dlx").write_text(matrix, "ascii")
    (tmp_path / "forged.cert").write_text(certificate(listed, lines), "ascii")
    done = minuet("verify", "matrix.dlx", "forged.cert", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2 if "2:1" in matrix else 1, "")
    assert done.stderr.count("\n") == 1


def test_the_queens_are_not_infeasible(tmp_path: Path) -> None:
    """Of 46 items, 16 of them primary, the one -46 places before the end is the first."""
    text = minuet("convert", "gallery:queens-8", "--to", "dlx", cwd=tmp_path).stdout
    _, items, *options = text.splitlines()
    primary, secondary = (part.split() for part in items.split("|"))
    assert (len(primary), len(primary + secondary)) == (16, 46)
    words = [f"1:1|{name}" for name in primary] + [f"0:1|{name}" for name in secondary]
    listed = "".join(f"{line}\n" for line in [" ".join(words), *(f"{one} |0" for one in options)])
    (tmp_path / "queens.dlx").write_text(text, "ascii")
    forged = certificate(listed, ["solutions 0", "0 -46"])
    (tmp_path / "forged.cert").write_text(forged, "ascii")
    done = minuet("verify", "queens.dlx", "forged.cert", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "forged.cert:4: expected a number" in done.stderr


# x y, options x, x, y: two solutions; and x, options x |1, x |100: the optimum is 1.
COUNT = ["solutions 2", "0 0 0>1=1 1>1=1", "1 1 2."]
NAMED = ["solutions 2", "rename 0>1 1>0", "0 0 0>1=1 1>1=1", "1 1 2."]
OPTIMUM = ["optimum 1", "scale 1", "solution 0", "prices 1 0 0:1", "0 0"]

# Each is one of those with one word or line changed: none is of the format.
MALFORMED = {
    "a claim of +2": (COUNT, "solutions 2", "solutions +2"),
    "a claim of 02": (COUNT, "solutions 2", "solutions 02"),
    "a claim of 2.0": (COUNT, "solutions 2", "solutions 2.0"),
    "a claim of two words": (COUNT, "solutions 2", "solutions 2 2"),
    "a claim without a number": (COUNT, "solutions 2", "solutions"),
    "a claim of another kind": (COUNT, "solutions 2", "models 2"),
    "a fullwidth digit": (COUNT, "solutions 2", "solutions \uff12"),
    "a digit grouped": (COUNT, "2.", "2_."),
    "an item -0": (COUNT, "0 0 ", "0 -0 "),
    "an item -2": (COUNT, "0 0 ", "0 -2 "),
    "an item that is one too many": (COUNT, "0 0 ", "0 2 "),
    "an item of 4000 digits": (COUNT, "0 0 ", f"0 {10**4000} "),
    "an item of 4301 digits": (COUNT, "0 0 ", f"0 1{'0' * 4300} "),
    "an option -3": (COUNT, "0>", "-3>"),
    "an option that is one too many": (COUNT, "2.", "3."),
    "an option twice": (COUNT, "1>1=1", "0>1=1"),
    "a node 01": (COUNT, "0>1=1", "0>01=1"),
    "a node -1": (COUNT, "0>1=1", "0>-1=1"),
    "a count of 01": (COUNT, "0>1=1", "0>1=01"),
    "a count of nothing": (COUNT, "0>1=1", "0>1="),
    "two counts": (COUNT, "0>1=1", "0>1=1=1"),
    "a count of 0": (["solutions 0", "0 0 0>1=0 1>1", "1 1 2!1"], "", ""),
    "something behind a dot": (COUNT, "2.", "2.0"),
    "a number behind a dot": (COUNT, "2.", "2.=1"),
    "an edge without an option": (COUNT, "2.", "-."),
    "an edge without a sign": (COUNT, "2.", "2"),
    "a renaming that is not there": (COUNT, "0>1=1", "0>1~0=1"),
    "a renaming -1": (NAMED, "0>1=1", "0>1~-1=1"),
    "a renaming without a number": (NAMED, "0>1=1", "0>1~=1"),
    "a renaming of nothing": (NAMED, "rename 0>1 1>0", "rename"),
    "a renaming that moves nothing": (NAMED, "rename 0>1 1>0", "rename 0>0"),
    "an item that moves twice": (NAMED, "rename 0>1 1>0", "rename 0>1 0>1 1>0"),
    "an item -2 that moves": (NAMED, "rename 0>1 1>0", "rename -2>1 1>0"),
    "a move of two signs": (NAMED, "rename 0>1 1>0", "rename 0>1>0 1>0"),
    "two blanks": (COUNT, "0 0 ", "0  0 "),
    "a blank at the end": (COUNT, "2.", "2. "),
    "a tab": (COUNT, "0 0 ", "0\t0 "),
    "a carriage return": (COUNT, "2.", "2.\r"),
    "a form feed": (COUNT, "2.", "2.\f"),
    "a line separator": (COUNT, "2.", "2.\u2028"),
    "a NUL": (COUNT, "2.", "2.\0"),
    "an empty line": (COUNT, "1 1 2.", "\n1 1 2."),
    "a line behind the end": (COUNT, "end 2\n", "end 2\n\n"),
    "a NUL behind the end": (COUNT, "end 2\n", "end 2\n\0"),
    "no line feed at the end": (COUNT, "end 2\n", "end 2"),
    "a word behind the end": (COUNT, "end 2\n", "end 2 2\n"),
    "another word for the end": (COUNT, "end 2\n", "END 2\n"),
    "prices of a count": (COUNT, "0 0 ", "prices 0 0\n0 0 "),
    "an optimum of -0": (OPTIMUM, "optimum 1", "optimum -0"),
    "an optimum +1": (OPTIMUM, "optimum 1", "optimum +1"),
    "a scale of 0": (OPTIMUM, "scale 1", "scale 0"),
    "a scale of -1": (OPTIMUM, "scale 1", "scale -1"),
    "two scales": (OPTIMUM, "scale 1", "scale 1 1"),
    "a scale by another name": (OPTIMUM, "scale 1", "unit 1"),
    "a solution by another name": (OPTIMUM, "solution 0", "option 0"),
    "a solution that has an option twice": (OPTIMUM, "solution 0", "solution 0 0"),
    "a solution of option -2": (OPTIMUM, "solution 0", "solution -2"),
    "a price twice": (OPTIMUM, "0:1", "0:5 0:1"),
    "a price of item -1": (OPTIMUM, "0:1", "-1:1"),
    "a price of +1": (OPTIMUM, "0:1", "0:+1"),
    "a price of -0": (OPTIMUM, "prices 1 0", "prices 1 -0"),
    "a price of two signs": (OPTIMUM, "0:1", "0:1:1"),
    "prices without their bound": (OPTIMUM, "prices 1 0 0:1", "prices"),
    "no prices": (OPTIMUM, "prices 1 0 0:1\n", ""),
    "a renaming of an optimum": (OPTIMUM, "prices", "rename 0>0\nprices"),
    "a counted edge of an optimum": (OPTIMUM, "0 0\n", "0 0 0>1=1\n1 0\n"),
}


def spelled(lines: list[str]) -> tuple[bytes, str]:
    if lines[0].startswith("optimum"):
        return b"x\nx |1\nx |100\n", certificate("1:1|x\nx |1\nx |100\n", lines)
    return b"x y\nx\nx\ny\n", certificate("1:1|x 1:1|y\nx |0\nx |0\ny |0\n", lines)


def malformed(kind: str) -> tuple[bytes, bytes]:
    lines, old, new = MALFORMED[kind]
    matrix, text = spelled(lines)
    head, claim = text.split("claim ")
    assert claim.count(old) or not old
    return matrix, (head + "claim " + claim.replace(old, new, 1)).encode()


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_certificate_is_rejected(kind: str) -> None:
    assert verdict(*malformed(kind))[0] == 1


@needs_ocaml
def test_the_second_checker_rejects_them_all() -> None:
    statuses = [status for status, _ in checked_by([malformed(kind) for kind in MALFORMED])]
    assert dict(zip(MALFORMED, statuses, strict=True)) == dict.fromkeys(MALFORMED, 1)


UNCHANGED = [(matrix, text.encode()) for matrix, text in map(spelled, (COUNT, NAMED, OPTIMUM))]


def test_what_they_were_made_from_is_certified() -> None:
    assert [verdict(*pair)[0] for pair in UNCHANGED] == [0, 0, 0]


@needs_ocaml
def test_the_second_checker_certifies_what_they_were_made_from() -> None:
    assert [status for status, _ in checked_by(UNCHANGED)] == [0, 0, 0]


# ---- the matrix ---------------------------------------------------------------------------------

ITEMS = (
    *("a", "b", "c", "a*2", "é", "a-b", "(1,2)", "\u4e2d", "x\ufeff", "7", "-", "*"),
    *("1|d", "1:2|e", "0:1|f", "2:1|g", "0|h", "2|i", "01|j", "-0|j", "+1|j", "1_0|j", "-1:1|k"),
    *("1:|l", ":1|l", "1::2|l", "1|", "|1|m", "|", "|", "|n", "||", "a:b", "2147483648|o", "a|p"),
    *("2147483647|q", "\uff11|r", "a\u00a0s", "t\u2028", "u\x85", "v\x1c", "w\x0b", "y\x0c", "z\0"),
    *("1:1|a1", "a" * 1000, "a" * 1001, "\u00e9" * 1000, "\u2003", "1.0|b1", "b*2", "\x7fc"),
)
ENTRIES = (
    *(
        "a",
        "a",
        "b",
        "c",
        "d",
        "e",
        "f",
        "h",
        "i",
        "n",
        "q",
        "é",
        "\u4e2d",
        "a*2",
        "a*1",
        "b*2",
        "7",
    ),
    *(
        "a:red",
        "n:red",
        "n:blue",
        "n:",
        "n::",
        "n:|",
        "n:a:b",
        "n:a|b",
        ":red",
        "n:red*2",
        "c*2:red",
    ),
    *("|5", "|-5", "|0", "|-0", "|05", "|+5", "|5_0", "|\uff15", "|", "||", "|5.0", "||5", "| 5"),
    *("|4611686018427387903", "|4611686018427387904", "|-4611686018427387903", "nobody", "x\ufeff"),
    *(
        "a\u00a0b",
        "a\tb",
        "a\x1fb",
        "a\x0cb",
        "a\0",
        "(1,2)",
        "-",
        "*",
        "a" * 1000,
        "d:red",
        "f:red",
    ),
)
LINES = ("", " ", "| a comment", " | another", "\t", "|", "||", "\u00a0", "\r", "a")


def drawn_text(random: Random) -> bytes:
    """Return a DLX text: most of its words are fine, some are odd."""
    good = random.random() < 0.6
    head = random.sample([*ITEMS[:12], "1|d", "1:2|e", "0:1|f", "0|h", "2|i"], random.randint(1, 4))
    tail = ["|", "n"] if random.random() < 0.6 else []
    if not good and random.random() < 0.5:
        head.insert(random.randint(0, len(head)), random.choice(ITEMS))
    names = [word.rpartition("|")[2] for word in head if word != "|"] + tail[1:]
    lines = [" ".join(head + tail) if head[0] != "|" else " " + " ".join(head + tail)]
    for _ in range(random.randint(0, 4)):
        words = random.sample(names, min(len(names), random.randint(1, 2))) or ["a"]
        if tail and random.random() < 0.3:
            words = [
                word if word != "n" else random.choice(("n:red", "n:|", "n::")) for word in words
            ]
        if random.random() < 0.3:
            words.insert(random.randint(0, len(words)), f"|{random.randint(-3, 9)}")
        if not good and random.random() < 0.4:
            words.insert(random.randint(0, len(words)), random.choice(ENTRIES))
        lines.append(" ".join(words))
    if random.random() < 0.2:
        lines.insert(random.randint(0, len(lines)), random.choice(LINES))
    text = "\n".join(lines) + random.choice(("\n", "\n", "\n\n", ""))
    if not good and random.random() < 0.2:
        old, new = random.choice((("\n", "\r\n"), (" ", "\t"), (" ", "  "), ("a", "\ufeffa")))
        text = text.replace(old, new)
    data = text.encode()
    if not good and random.random() < 0.1:
        odd = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf")
        place = random.choice((0, random.randint(0, len(data))))
        data = data[:place] + random.choice(odd) + data[place:]
    return data


@cache
def drawn_certificates() -> list[tuple[bytes, bytes, int | None]]:
    """Return drawn texts of matrices, a certificate of each, and the number of its solutions.

    The number is None, and the certificate is none, where minuet rejects the text or has no
    certificates of such a matrix.
    """
    random, drawn = Random(7), []
    for _ in range(1000):
        data = drawn_text(random)
        try:
            (matrix,) = read(data, form="dlx").problems
            made = certify(matrix) if not matrix.has_weights else None
        except InputError:
            made = None
        lines = made.lines() if made else ("minuet certificate 2", "no")
        text = "".join(f"{line}\n" for line in lines).encode()
        drawn.append((data, text, len(solutions_of(matrix)) if made else None))
    return drawn


def test_the_checker_reads_what_minuet_reads_or_nothing() -> None:
    """A certificate by minuet of what it reads is accepted where the checker reads the text."""
    accepted = 0
    for data, text, number in drawn_certificates():
        status, message = verdict(data, text)
        if status == 0:
            accepted += 1
            assert message == certified(number), data
        assert status in ((2,) if number is None else (0, 2)), data
    assert accepted > 333


def certified(count: int | None) -> str:
    """Return the message of a checker that accepts a count."""
    words = {0: "INFEASIBLE", 1: "1 solution"}.get(count or 0, f"{count} solutions")
    return f"certified: {words}"


@needs_ocaml
def test_the_second_checker_reads_the_same() -> None:
    verdicts = checked_by([(data, text) for data, text, _ in drawn_certificates()])
    for (data, text, number), (status, message) in zip(drawn_certificates(), verdicts, strict=True):
        assert status == verdict(data, text)[0], (data, message)
        assert status != 0 or message == certified(number), data


NO_ITEMS = certificate("\n", ["solutions 1", "0 *"]).encode()
WITHOUT_ITEMS = ("", "\n", "| nothing\n", "|\n", "| a\n| b\n")


@pytest.mark.parametrize("text", WITHOUT_ITEMS)
def test_a_text_without_items_is_no_matrix(text: str) -> None:
    """Not one without items, either, which has a solution: the empty one."""
    assert verdict(text, NO_ITEMS)[0] == 2


def test_a_matrix_of_no_items_has_one_solution() -> None:
    assert verdict(b" |\n", NO_ITEMS) == (0, "certified: 1 solution")
    assert verdict(b" |\na b\na\n", NO_ITEMS)[0] == 2  # options of items that are not there


@needs_ocaml
def test_the_second_checker_needs_items_or_none_of_them() -> None:
    texts = [(text.encode(), NO_ITEMS) for text in WITHOUT_ITEMS]
    assert [status for status, _ in checked_by(texts)] == [2] * len(texts)
    assert checked_by([(b" |\n", NO_ITEMS)]) == [(0, "certified: 1 solution")]


def test_bounds_beyond_any_number_of_options_are_certified() -> None:
    """Past 2^31 a bound is written as 2^31 - 1, and the digest is of what is written."""
    builder = ExactCoverBuilder()
    builder.item("a", 1, 1 << 40)
    builder.option(["a"])
    builder.option(["a"])
    matrix = builder.build()
    assert count(matrix, "dlx").count == 3
    assert certify(matrix).check() == "3 solutions"
