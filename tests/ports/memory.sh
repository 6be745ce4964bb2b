#!/bin/bash
# Without memory every command says so and ends with status 3: it never calls the input wrong (2), the
# answer no (1), and never crashes. First the allocations of the program fail one after the other, then
# there is little memory for all of it.
# usage: memory.sh PATH-OF-POTEZ FAILING-LIBRARY
set -u
potez=$1
failing=$2
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
export HOME="$work" XDG_STATE_HOME="$work/state" XDG_DATA_HOME="$work/data"
failures=0
count=0
asked=0

fail() {
    failures=$((failures + 1))
    echo "FAILED: $*"
    head -c 300 "$work/err" | sed 's/^/  /'
}

# Each allocation of this command in turn: status 3 with a sentence, or the answer without it.
each() {
    local number=1 status
    export MALLOC_PERTURB_=165 # what was not set is nothing sensible
    while [ $number -le "${most:-60}" ]; do
        [ -z "${before:-}" ] || eval "$before"
        FAILING_ALLOCATION=$number LD_PRELOAD=$failing timeout 60 "$potez" "$@" </dev/null \
            >"$work/out" 2>"$work/err"
        status=$?
        count=$((count + 1))
        case $status in
        3) grep -qiE 'memory' "$work/err" || fail "allocation $number of \"$*\": no word of memory" ;;
        0) ;;
        *) fail "status $status when allocation $number of \"$*\" fails" ;;
        esac
        grep -q '^FAILING: came so far' "$work/err" || [ $status -eq 3 ] || break
        asked=$((asked + 1))
        number=$((number + 1))
    done
}

each moves connect4
each show othello
each show connect4 --svg "$work/a.svg"
each best connect4 start --depth 4 --threads 1 --no-book
each best othello start --depth 2 --threads 1
each best mill start --depth 2 --threads 1
each analyse byte start --depth 1 --threads 1
each solve connect4 moves:4444443322 --threads 1
printf '444444332277 15\n' >"$work/problems"
each solve connect4 --file "$work/problems" --threads 1
each perft othello 3
each match connect4 random easy --games 4 --threads 1
each match connect4 random easy --games 4 --threads 1 --resume "$work/journal"
each tournament connect4 random easy --games 2 --threads 1
each model info "$SOURCE/models/connect4-hard.vector"
each archive list
before='rm -rf "$work/train"'
most=40
each train byte --model features --generations 1 --games 10 --play-nodes 10 --rounds 1 --out "$work/train" \
    --threads 1 --quiet
each train othello --model patterns --generations 1 --games 2 --rounds 1 --out "$work/train" \
    --threads 1 --quiet
"$potez" train othello --model patterns --labels "$work/labels" --blocks 1 --games 2 --play-depth 2 --exact 6 \
    --quiet >"$work/out" 2>"$work/err" || fail 'no labels'
each train othello --model network --labels "$work/labels" --rounds 1 --games 1 --out "$work/train" --threads 1 --quiet
before=
each engine </dev/null

# The sizes between what the program needs to start and what is plenty.
least=8000
until { (ulimit -v $least && "$potez" --version) >/dev/null 2>&1; } 2>/dev/null; do
    least=$((least + 4000))
    [ $least -lt 4000000 ] || exit 99
done
little() {
    local size status
    for size in 0 2000 8000 20000 60000 200000; do
        (
            ulimit -v $((least + size))
            exec timeout 60 "$potez" "$@"
        ) </dev/null >"$work/out" 2>"$work/err"
        status=$?
        count=$((count + 1))
        case $status in
        0) ;;
        3) [ -s "$work/err" ] || fail "no sentence with $size kB for \"$*\"" ;;
        *) fail "status $status with $size kB more than nothing for \"$*\"" ;;
        esac
    done
}
little moves othello
little show othello --png "$work/b.png"
little best othello start --depth 4 --table 64M
little best connect4 start --depth 6
little solve connect4 moves:4444443322 --table 128M
little match connect4 random easy --games 4
little perft mill 3

[ "$asked" -gt 100 ] || fail "only $asked allocations were seen"
echo "$count runs, $asked allocations failed, $failures failures"
[ "$failures" -eq 0 ]
