#!/bin/sh
# library.sh BUILD SOURCE: the examples and a program in C++ are built with what is installed, by
# pkg-config and by CMake, with the shared and the static library, and run.
set -eu
source=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$(meson introspect "$1" --buildoptions | python3 -c '
import json, sys
print(next(option["value"] for option in json.load(sys.stdin) if option["name"] == "prefix"))')
meson install -C "$1" --no-rebuild --quiet --tags devel,runtime --destdir "$work" >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
file=$(find "$work" -name potez.pc)
folder=$(dirname "$(find "$work" -name libpotez.so)")
export PKG_CONFIG_PATH="${file%/*}" PKG_CONFIG_SYSROOT_DIR="$work" LD_LIBRARY_PATH="$folder"

fail() {
    echo "FAILED: $*"
    exit 1
}

for name in player solver level tournament; do
    # shellcheck disable=SC2046
    cc -Wall -Wextra -Wpedantic -Werror "$source/examples/c/$name.c" -o "$work/$name" $(pkg-config --cflags --libs potez)
    [ "$(wc -l <"$source/examples/c/$name.c")" -le 36 ] || fail "$name.c is too long for an example"
done
cc "$source/examples/c/solver.c" -o "$work/static" $(pkg-config --cflags potez) "$folder/libpotez.a" -pthread -lm
c++ -std=c++17 -Wall -Wextra -Werror "$source/tests/ports/library_cpp.cpp" -o "$work/cpp" $(pkg-config --cflags --libs potez) -pthread
if command -v cmake >/dev/null; then
    cmake -S "$source/examples/c" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$work$prefix" >"$work/log" 2>&1 &&
        cmake --build "$work/cmake" >>"$work/log" 2>&1 || { cat "$work/log"; fail "CMake"; }
    [ "$("$work/cmake/solver" 4455)" = "$("$work/cmake/solver-static" 4455)" ] || fail "built by CMake"
fi

# each example, plain and under valgrind where it is there and knows this processor's instructions (Debian 12's has no
# AVX-512, which a native build uses: it ends with SIGILL)
memory="without lost memory"
if ! command -v valgrind >/dev/null; then
    memory="without valgrind"
elif valgrind -q "$work/solver" 44444433333322222271 2>&1 | grep -q 'Illegal opcode'; then
    memory="without valgrind, which does not know this processor's instructions"
fi
runs() { # COMMAND...
    if [ "$memory" = "without lost memory" ]; then
        valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=definite \
            --errors-for-leak-kinds=definite "$@"
    else
        "$@"
    fi
}
printf '4\n9\n4\n' | "$work/player" >"$work/out"
grep -q 'I play' "$work/out" && grep -q 'Your move' "$work/out" || fail player
"$work/solver" 4455 >"$work/out"
grep -q 'wins in 2 (proved)' "$work/out" && grep -q 'best play: 3' "$work/out" || fail solver
[ "$("$work/static" 4455)" = "$(cat "$work/out")" ] || fail "the static library"
"$work/level" | grep -q 'solved to zero' || fail level
"$work/level" "$source/levels/12-a-door.lvl" | grep -q '"proved":true' || fail "level of a file"
"$work/tournament" connect4 random alphabeta:2 easy | grep -q 'random - easy' || fail tournament
"$work/cpp" | grep -q '^mill ..' || fail "C++"
# a position near the end of a game and few moves: an example takes moments there, too
runs "$work/solver" 44444433333322222271 >"$work/out" || fail "solver: memory"
runs "$work/level" "$source/levels/06-three-by-three.lvl" >"$work/out" || fail "level: memory"
runs "$work/tournament" connect4 random easy >"$work/out" || fail "tournament: memory"
printf '4\n' | runs "$work/player" 4455 >"$work/out" || fail "player: memory"

# nothing but what the header names can be called, and nothing but the C library is needed
hidden=$(nm -D --defined-only "$folder/libpotez.so" | grep -vE ' (potez_[a-z_]*@@POTEZ_[0-9]+|POTEZ_[0-9]+)$' || true)
[ -z "$hidden" ] || fail "visible: $hidden"
hidden=$(nm --extern-only --defined-only "$folder/libpotez.a" 2>/dev/null | grep -v ' potez_' | grep ' [A-Z] ' || true)
[ -z "$hidden" ] || fail "visible in the static library: $hidden"
needed=$(readelf -d "$folder/libpotez.so" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|libpthread|ld-linux[-a-z0-9]*)\.so' || true)
[ -z "$needed" ] || fail "needs $needed"
echo "examples: built by pkg-config and CMake, run, $memory"
