#!/bin/bash
# The manual pages and completions in share/ are those of the program: tools/manual writes the same. man(1)
# has nothing to complain about, the shells can read the completions, and the pages written by hand name
# every word they are about.
potez=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

fail() {
    echo "$1"
    failed=1
}

"$SOURCE/tools/manual" "$potez" "$scratch" || fail "tools/manual fails"
cp "$SOURCE"/share/man/*.[57] "$scratch/man/"
for folder in man completion; do
    diff -r "$SOURCE/share/$folder" "$scratch/$folder" || fail "share/$folder is out of date: run tools/manual"
done
for command in $("$potez" help --quiet); do
    grep -q "^\\\\fB$command" "$SOURCE/share/man/potez.1" || fail "potez(1) does not name $command"
    grep -q "potez-$command.1" "$SOURCE/share/meson.build" || fail "potez-$command(1) is not installed"
done
if command -v man groff >/dev/null; then
    for page in "$SOURCE"/share/man/*; do
        said=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
        [ -z "$said" ] || fail "${page##*/}: $said"
        wide=$(LC_ALL=C.UTF-8 MANWIDTH=80 man -l "$page" 2>/dev/null | col -bx | awk 'length($0) > 80')
        [ -z "$wide" ] || fail "${page##*/}: wider than 80 columns: $wide"
    done
fi
bash -n "$SOURCE/share/completion/potez.bash" || fail "bash cannot read its completion"
! command -v zsh >/dev/null || zsh -n "$SOURCE/share/completion/_potez" || fail "zsh cannot read its completion"
! command -v fish >/dev/null || fish -n "$SOURCE/share/completion/potez.fish" || fail "fish cannot read its completion"

# What bash offers.
offered() { # WORDS...: the last one is being typed
    PATH=$(dirname "$potez"):$PATH bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _potez; echo "${COMPREPLY[@]}"' \
        "$SOURCE/share/completion/potez.bash" "$@"
}
[ "$(offered potez sol)" = solve ] || fail "bash completes sol to: $(offered potez sol)"
[ "$(offered potez book b)" = build ] || fail "bash completes book b to: $(offered potez book b)"
[ "$(offered potez play oth)" = othello ] || fail "bash completes play oth to: $(offered potez play oth)"
[[ " $(offered potez match x --) " == *" --sprt "* ]] || fail "bash does not offer --sprt"

# What fish offers.
offered_fish() { # LINE: its last word is being typed
    PATH=$(dirname "$potez"):$PATH fish --no-config -c \
        "cd '$scratch/many'; source '$SOURCE/share/completion/potez.fish'; complete -C '$1'" | cut -f 1 | paste -sd ' '
}
if command -v fish >/dev/null; then
    mkdir "$scratch/many" && touch "$scratch/many/"{build-log,solution,other}
    while IFS=: read -r line wanted; do
        [ "$(offered_fish "$line")" = "$wanted" ] || fail "fish completes $line to: $(offered_fish "$line")"
    done <<'END'
potez sol:solve
potez book b:build
potez play oth:othello
potez help so:solve
potez match othello --spr:--sprt
END
fi

# The engine's words are in its page.
sed 's/\\f[BIPR]/ /g' "$SOURCE/share/man/potez-engine.7" >"$scratch/engine"
for word in $(printf 'help\n' | "$potez" engine | sed -n 's/^command //p') \
    $(printf 'potez\n' | "$potez" engine | sed -n 's/^option name \([A-Za-z]*\) .*/\1/p'); do
    grep -q "\\b$word\\b" "$scratch/engine" || fail "potez-engine(7) does not name $word"
done
exit $failed
