#!/bin/sh
# library.sh BUILD SOURCE: a program of someone else's is built with what is installed, and runs.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
DESTDIR=$work meson install -C "$1" --no-rebuild --quiet >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
file=$(find "$work" -name potez.pc)
library=$(dirname "$(find "$work" -name 'libpotez.so')")
export PKG_CONFIG_PATH="${file%/*}" PKG_CONFIG_SYSROOT_DIR="$work"
# the example of the documentation, between its fences
sed -n '/^```c$/,/^```$/p' "$2/docs/library.md" | grep -v '^```' >"$work/example.c"
grep -q 'int main' "$work/example.c"
# shellcheck disable=SC2046
cc -Wall -Wextra -Werror "$work/example.c" -o "$work/example" $(pkg-config --cflags --libs potez)
out=$(LD_LIBRARY_PATH=$library "$work/example")
echo "$out"
[ "$out" = "$(sed -n '/^```text$/,/^```$/p' "$2/docs/library.md" | grep -v '^```')" ]
# nothing but what the header names can be called
hidden=$(nm -D --defined-only "$library/libpotez.so" | grep -v ' potez_' | grep -vE ' (_init|_fini|__bss_start|_edata|_end)$' || true)
[ -z "$hidden" ] || { echo "visible: $hidden"; exit 1; }
