#!/bin/sh
# The measurement of Šišić's depths, small: two games at his depths 4 and 5. The chip must choose the
# computer's columns (tools/connect4-depths stops otherwise), and deeper must cost more.
#   connect4_depths.sh BUILD
set -eu
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
tools/connect4-depths "$1" --games 2 --deepest 5 --out "$out" >"$out/table"
cat "$out/table"
[ "$(grep -c '^| [45] | `hard:[34]` | [0-2], [0-2], [0-2] |' "$out/table")" = 2 ]
grep -q 'depth 5' "$out/connect4-depths-desk.svg"
if [ -e "$out/connect4-depths-chip.svg" ]; then
    grep -q 'Šišić, 7' "$out/connect4-depths-chip.svg"
    awk -F'|' '/^\| [45] /{work[$2 + 0] = $8} END{exit !(work[5] > work[4] && work[4] > 0)}' "$out/table"
fi
