"""Planted faults in the native engines: the sources are copied, and some lines of the copy changed.

All faults are built at once, each behind a switch of its own: the environment variable
MINUET_PLANTED names the one that is in effect when the module is loaded, which a process of its own
does (native_fuzz.py). Nothing of that stands in the sources themselves.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .planted import COSTLY
from .source import changed

__all__ = ["NATIVE_MUTANTS", "NativeMutant", "build", "fuzz_planted"]

ROOT = Path(__file__).parents[2]
PARTS = ("CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE", "models", "solvers", "app")
VARIABLE = "MINUET_PLANTED"
SWITCH = f"""#pragma once
#include <cstdlib>
#include <string_view>
namespace minuet {{
// Whether the fault of that name is in effect.
inline bool planted(std::string_view name) {{
  static const char *const chosen = std::getenv("{VARIABLE}");
  return chosen != nullptr && name == chosen;
}}
}} // namespace minuet
"""


@dataclass(frozen=True)
class NativeMutant:
    """Lines of a file in solvers/native: as they stand, and what stands there instead.

    solvers  by name: who is asked
    shapes   the cases that are drawn; none: any
    """

    name: str
    file: str
    lines: Sequence[tuple[str, str]]
    solvers: Sequence[str]
    shapes: Sequence[str] = ()


NATIVE_MUTANTS: Mapping[str, NativeMutant] = {
    mutant.name: mutant
    for mutant in (
        NativeMutant(
            "hashes only",
            "memo/table.cpp",
            (
                ("& hash_mask;", '& (planted("hashes only") ? 0xf : hash_mask);'),
                (
                    "if (header.first != key.first || header.size != key.size ||\n"
                    "        !std::equal(key.words, key.words + key.size, found + 1))",
                    'if (!planted("hashes only") &&\n'
                    "        (header.first != key.first || header.size != key.size ||\n"
                    "        !std::equal(key.words, key.words + key.size, found + 1)))",
                ),
            ),
            ("memo",),
        ),
        NativeMutant(
            "forgotten secondary",
            "masks/encode.cpp",
            (("uses < 2 ||", 'uses < (planted("forgotten secondary") ? 3 : 2) ||'),),
            ("bitmask",),
        ),
        NativeMutant(
            "lost color",
            "masks/encode.cpp",
            (
                (
                    "std::bit_width(static_cast<unsigned>(shades - 1)), 1);",
                    "std::bit_width(static_cast<unsigned>(shades - 1)) -\n"
                    '            planted("lost color"), 1);',
                ),
            ),
            ("bitmask",),
        ),
        NativeMutant(
            "wrong bound",
            "links/build.cpp",
            (("    cut_ = total;", '    cut_ = total + planted("wrong bound");'),),
            ("dlx",),
        ),
        NativeMutant(
            "blocks, a price that pays",
            "blocks/relaxation.cpp",
            (
                (
                    "whole_->must(l) ? limit : 0.0);",
                    'planted("blocks, a price that pays") || whole_->must(l) ? limit : 0.0);',
                ),
            ),
            ("optimize:blocks",),
            COSTLY,
        ),
        NativeMutant(
            "neighborhoods, a clash of colors",
            "neighborhoods/exact_search.cpp",
            (
                (
                    "if (item.tint != 0 ? tint_[e] != item.tint : item.room == 0)",
                    'if (item.tint != 0 ? !planted("neighborhoods, a clash of colors") &&\n'
                    "                             tint_[e] != item.tint\n"
                    "                       : item.room == 0)",
                ),
            ),
            ("optimize:neighborhoods",),
            COSTLY,
        ),
    )
}


def build(place: Path) -> Path:
    """Return the native module in which all faults are, built if it was not."""
    source = place / "source"
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copyfile
        copy(ROOT / part, source / part)
    native = source / "solvers" / "native"
    (native / "planted.hpp").write_text(SWITCH, encoding="utf-8")
    for mutant in NATIVE_MUTANTS.values():
        file = native / mutant.file
        text = file.read_text("utf-8").removeprefix('#include "planted.hpp"\n')
        for line, instead in mutant.lines:
            text = changed(text, line, instead)
        file.write_text(f'#include "planted.hpp"\n{text}', encoding="utf-8")
    digest = hashlib.sha256()
    for file in sorted([source / "CMakeLists.txt", *native.rglob("*.?pp")]):
        digest.update(file.read_bytes())
    site = place / digest.hexdigest()[:16]
    if not site.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", site]
        subprocess.run([*pip, source, "-C", f"build-dir={place / 'build'}"], check=True)
    (found,) = (site / "minuet" / "solvers").glob("_native*.so")
    return found


def fuzz_planted(native: Path, name: str, seconds: float, seed: int) -> dict[str, Any]:
    """Fuzz with one fault in effect, none if the name is empty; return what native_fuzz.py tells.

    native  the module that `build` returned
    """
    wanted = json.dumps(
        {
            "native": str(native),
            "solvers": list(NATIVE_MUTANTS[name].solvers) if name else ["dlx", "bitmask"],
            "seconds": seconds,
            "seed": seed,
            "shapes": list(NATIVE_MUTANTS[name].shapes) if name else [],
        }
    )
    script = Path(__file__).with_name("native_fuzz.py")
    done = subprocess.run(
        [sys.executable, script, wanted],
        env=os.environ | {VARIABLE: name},
        capture_output=True,
        text=True,
        check=True,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told
