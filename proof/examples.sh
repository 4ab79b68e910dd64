#!/bin/sh
# Run checkers on the examples: they must print what examples/expected.txt says, or refuse.
set -eu
cd "$(dirname "$0")"
for checker in "$@"; do
  while read -r name verdict; do
    found=$("$checker" "examples/$name.dlx" "examples/$name.cert" 2>/dev/null) || found=refused
    test "$found" = "$verdict" || { echo "$checker: $name: $found, expected $verdict" >&2; exit 1; }
  done <examples/expected.txt
done
