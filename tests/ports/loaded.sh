#!/bin/sh
# The libraries for drawing are loaded when something is drawn and not before.
# usage: loaded.sh PATH-OF-POTEZ
set -u
potez=$1
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
export HOME="$work" XDG_STATE_HOME="$work/state" XDG_DATA_HOME="$work/data"
drawing='lib(cairo|fontconfig|pixman|freetype|X11)[-.0-9a-z]*\.so'
failures=0

# loads FILE ARGS...: the libraries that the loader names
loads() {
    list=$1
    shift
    LD_DEBUG=files LD_DEBUG_OUTPUT="$work/debug" "$potez" "$@" >"$work/out" 2>"$work/err" </dev/null || {
        failures=$((failures + 1))
        echo "FAILED: $*: $(cat "$work/err")"
    }
    cat "$work"/debug.* >"$list"
    rm -f "$work"/debug.*
    grep -q 'libc\.so' "$list" || exit 99
}

for command in 'moves connect4' 'show othello' 'best connect4 --depth 3' 'perft mill 2' games; do
    # shellcheck disable=SC2086
    loads "$work/list" $command
    if grep -qE "$drawing" "$work/list"; then
        failures=$((failures + 1))
        echo "FAILED: $command loads $(grep -oE "$drawing" "$work/list" | sort -u | tr '\n' ' ')"
    fi
done
for ending in svg png pdf; do
    loads "$work/list" show othello --$ending "$work/board.$ending"
    if ! grep -qE libcairo "$work/list" || ! [ -s "$work/board.$ending" ]; then
        failures=$((failures + 1))
        echo "FAILED: nothing was drawn as $ending"
    fi
done
[ $failures -eq 0 ]
