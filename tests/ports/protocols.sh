#!/bin/bash
# NBoard and GTP, line by line, as NBoard's window and gogui-like programs speak them: positions,
# moves, hints, forced passes, bad lines.
# usage: protocols.sh PATH-OF-POTEZ
set -u
potez=$(realpath "$1")
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
export HOME=$work XDG_DATA_HOME=$work
failures=0

begin() { # PROTOCOL
    coproc ENGINE { "$potez" engine othello --protocol "$1" --threads 1 --depth 4 --no-book 2>&1; }
    heard=
}

send() {
    printf '%s\n' "$1" >&"${ENGINE[1]}"
}

# until REGEX: reads lines up to one that matches; what was read is in $heard
until_line() {
    local line
    heard=
    while IFS= read -r -t 60 -u "${ENGINE[0]}" line; do
        heard+=$line$'\n'
        [[ $line =~ $1 ]] && return 0
    done
    failures=$((failures + 1))
    echo "FAILED: no line like \"$1\", but"
    printf '%s' "$heard" | sed 's/^/    /'
    return 1
}

expect() { # TEXT REGEX: one command and the line that answers it
    send "$1"
    until_line "$2"
}

lines() { # COUNT REGEX: so many lines of what was heard
    local found
    found=$(printf '%s' "$heard" | grep -cE "$2")
    [ "$found" -ge "$1" ] && return
    failures=$((failures + 1))
    echo "FAILED: $found lines like \"$2\" instead of $1 in"
    printf '%s' "$heard" | sed 's/^/    /'
}

finish() { # the engine ends by itself with status 0
    local process=$ENGINE_PID
    send quit
    wait "$process" || {
        failures=$((failures + 1))
        echo "FAILED: the engine ended with status $?"
    }
}

game() { # BOARD SIDE MOVES
    echo "(;GM[Othello]PC[NBoard]PB[me]PW[you]RE[?]TI[5:00]TY[8]BO[8 $1 $2]$3;)"
}

start=---------------------------O*------*O---------------------------
stuck=O*--------------------------------------------------------------

begin nboard
expect 'nboard 2' '^set myname Potez$'
send 'set depth 6'
send "set game $(game $start '*' 'B[F5]W[d6//0.5]B[c3]')"
expect 'ping 1' '^pong 1$'
send 'hint 3'
until_line '^nodestats [1-9]'
lines 3 '^search [A-H][1-8][A-HP1-8]* -?[0-9.]+ 0 [0-9]+$'
expect go '^=== [A-H][1-8]/-?[0-9.]+/[0-9.]+$'
send 'move D3/1.00/0.5'
expect 'ping 2' '^pong 2$'
expect go '^=== [A-H][1-8]'
# a side that cannot move passes, and only then
send "set game $(game $stuck '*' '')"
expect go '^=== PA'
send 'move PA'
expect 'ping 3' '^pong 3$'
expect go '^=== C1'
send "set game $(game $start '*' '')"
expect 'move PA' '^status error: .*may not pass'
expect 'move A1' '^status error: '
expect 'set game (;GM[Chess];)' '^status error: '
expect 'hint many' '^status error: '
expect 'ping 4' '^pong 4$'
finish

begin gtp
expect '1 protocol_version' '^=1 2$'
expect '2 name' '^=2 Potez$'
expect '3 version' '^=3 .+'
expect '4 known_command genmove' '^=4 true$'
expect '5 known_command frobnicate' '^=5 false$'
send '6 list_commands'
until_line '^=6 '
until_line '^$'
for command in name version known_command quit boardsize clear_board komi play genmove; do
    send "known_command $command"
    until_line '^= true$'
done
expect '7 boardsize 8' '^=7 *$'
expect '8 boardsize 9' '^\?8 unacceptable size$'
expect '9 komi 0' '^=9 *$'
expect '10 clear_board' '^=10 *$'
expect '11 play black a1' '^\?11 illegal move$'
expect '12 play black pass' '^\?12 illegal move$'
expect '13 play green f5' '^\?13 '
expect '14 play black' '^\?14 '
expect '15 genmove black' '^=15 [A-H][1-8]$'
expect '16 undo' '^=16 *$'
expect '17 undo' '^\?17 cannot undo$'
# black has no move after these eight
number=20
colour=black
for move in c4 c3 f5 b4 a4 a5 c2 a3; do
    expect "$number play $colour $move" "^=$number *\$"
    number=$((number + 1))
    [ $colour = black ] && colour=white || colour=black
done
expect '40 play black b2' '^\?40 illegal move$'
expect '41 genmove black' '^=41 (pass|PASS)$'
expect '42 genmove white' '^=42 [A-H][1-8]$'
expect '43 final_score' '^\?43 '
expect '44 frobnicate' '^\?44 unknown command$'
send '# a remark'
send ''
printf '45\tname\r\n' >&"${ENGINE[1]}"
until_line '^=45 Potez$'
finish

# as UCI users write it
begin potez
expect uci '^uciok$'
lines 1 '^option name Hash type spin'
lines 1 '^option name MultiPV type spin default 1'
expect 'setoption name MultiPV value 0' '^error '
send 'setoption name Hash value 16'
send 'setoption name MultiPV value 3'
expect 'go depth 3' '^bestmove [a-h][1-8]$'
for line in 1 2 3; do lines 1 "^info depth 3 multipv $line score cp "; done
send 'setoption name MultiPV value 1'
expect 'go searchmoves c4 depth 3' '^bestmove c4$'
expect 'go searchmoves f5 d3 depth 3' '^bestmove (f5|d3)$'
expect 'go searchmoves a1 depth 3' '^error go: expected legal moves'
expect 'go perft 3' '^Nodes searched: 56$'
lines 4 '^[a-h][1-8]: 14$'
expect 'go perft x' '^error go perft'
send 'setoption name Ponder value true'
expect 'go depth 3' '^bestmove [a-h][1-8] ponder [a-h][1-8]$'
send 'setoption name Ponder value false'
send 'go ponder depth 3' # nothing is said before the guess is known to be right
expect isready '^readyok$'
lines 0 '^bestmove'
! grep -q '^bestmove' <<<"$heard" || { echo "FAILED: a guess was answered"; failures=$((failures + 1)); }
expect ponderhit '^bestmove [a-h][1-8]$'
expect ponderhit '^error ponderhit'
send 'go ponder depth 3'
expect stop '^bestmove [a-h][1-8]$'
expect ponderhit '^error ponderhit'
finish

[ $failures -eq 0 ] || exit 1
