#!/bin/sh
# What the compiler and the linker can do against the exploitation of a mistake is in the program:
# usage: hardened.sh READELF PROGRAM...
set -u
readelf=$1
shift
failures=0
fail() {
    failures=$((failures + 1))
    echo "FAILED: $program: $*"
}

for program in "$@"; do
    headers=$("$readelf" -hldW "$program") &&
        symbols=$("$readelf" --dyn-syms -W "$program") || exit 99
    has() { echo "$1" | grep -qE -- "$2"; }
    has "$headers" 'Type: +DYN' || fail 'not independent of its place (PIE)'
    has "$headers" 'GNU_RELRO' || fail 'no RELRO'
    has "$headers" 'BIND_NOW|Flags:.* NOW' || fail 'symbols are bound lazily: RELRO is not full'
    has "$headers" 'GNU_STACK.* RWE ' && fail 'its stack can be executed'
    has "$symbols" '__stack_chk_fail' || fail 'no stack protector'
    has "$symbols" '__[a-z]+_chk(@| |$)' || fail 'no _FORTIFY_SOURCE'
    case $(uname -m) in
    x86_64) # the linker's note needs a C library with it, which Debian 12 has not: so our code is asked
        [ "$(LC_ALL=C grep -aoP '\xf3\x0f\x1e\xfa' "$program" | wc -l)" -gt 100 ] ||
            fail 'no marks for control-flow protection (CET)' ;;
    esac
done
[ "$failures" -eq 0 ] && echo "$# hardened"
[ "$failures" -eq 0 ]
