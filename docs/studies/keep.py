"""What is kept of a study: `python docs/studies/keep.py FOLDER OUT`.

From the records in FOLDER it writes into OUT: report.md with its plots as SVG beside it, and the
records, compressed, of which `minuet report OUT` makes it all again.
Runs that contradict each other are exit status 1, after everything is written.
"""

from __future__ import annotations

import sys
from pathlib import Path

from minuet.experiments import report
from minuet.experiments.records.store import packed
from minuet.models.errors import MinuetError


def keep(folder: Path, out: Path) -> int:
    """Write it all; return the exit status."""
    told = report(folder)
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("*.svg"):
        old.unlink()
    pictures = {}
    for name, data in told.pictures():
        (out / f"{name}.svg").write_bytes(data)
        pictures[name] = f"{name}.svg"
    (out / "report.md").write_text(told.to_markdown(pictures), "utf-8")
    kept = packed(folder, out)
    print(f"{kept}: {len(told.study.records)} records, {kept.stat().st_size} bytes")
    return int(told.disagrees)


def main() -> None:
    """Do what the arguments say."""
    if len(sys.argv) != 3:
        sys.exit("minuet: expected FOLDER OUT")
    try:
        sys.exit(keep(Path(sys.argv[1]), Path(sys.argv[2])))
    except MinuetError as error:
        print(f"minuet: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
