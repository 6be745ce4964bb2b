#!/bin/sh
# The command line from outside: what each command prints, its exit status, and that bad input of
# every kind is refused with a sentence and nothing on standard output.
# usage: cli.sh PATH-OF-POTEZ
set -u
potez=$1
levels=$SOURCE/tests/data/zr2
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
export HOME="$work" XDG_STATE_HOME="$work/state" XDG_DATA_HOME="$work/data"
failures=0
count=0
input=/dev/null

fail() {
    failures=$((failures + 1))
    echo "FAILED: $*"
    echo "  stdout: $(head -c 400 "$work/out")"
    echo "  stderr: $(head -c 400 "$work/err")"
}

# run STATUS ARGS...: runs potez with standard input from $input
run() {
    wanted=$1
    shift
    count=$((count + 1))
    "$potez" "$@" <"$input" >"$work/out" 2>"$work/err"
    status=$?
    [ "$status" -eq "$wanted" ] || fail "status $status instead of $wanted: $(echo "$*" | head -c 120)"
}

# says PATTERN: a line of the last output matches; complains PATTERN: of the last messages
says() { grep -qE -- "$1" "$work/out" || fail "no \"$1\" in the output"; }
complains() { grep -qE -- "$1" "$work/err" || fail "no \"$1\" in the messages"; }

# refuses PATTERN ARGS...: status 2, a message that matches, nothing on standard output
refuses() {
    pattern=$1
    shift
    run 2 "$@"
    complains "$pattern"
    [ -s "$work/out" ] && fail "output in spite of bad input: $(echo "$*" | head -c 120)"
    input=/dev/null
}

# given TEXT: the next standard input, printf's way
given() {
    # shellcheck disable=SC2059
    printf "$1" >"$work/in"
    input=$work/in
}

# ---- the program itself ----
run 0
says 'potez help COMMAND'
says "Nine Men's Morris \(mill\)" # a game by the word that commands know
run 0 --version
says '^potez [0-9]+\.[0-9]+'
cp "$work/out" "$work/version"
run 0 -V
cmp -s "$work/out" "$work/version" || fail '-V is not --version'
run 0 --help
run 0 help
for command in $("$potez" help --quiet); do
    run 0 help "$command"
    head -n 1 "$work/out" | grep -q '^Examples:' || fail "help $command does not begin with examples"
    run 0 "$command" --help
    run 0 help "$command" --json
    says "^\{\"command\":\"$command\",.*\}\$"
done
refuses 'did you mean moves' mvoes
refuses 'no command' qqqqqqqq
refuses 'did you mean match' help macth
refuses 'did you mean --json' moves connect4 --jsno
refuses 'did you mean --threads' moves connect4 --thread=2
refuses 'no option "-z"' moves connect4 -z
refuses 'needs a value' moves connect4 --seed
refuses 'takes no value' moves connect4 --json=yes
refuses 'expected a number' moves connect4 --seed=banana
refuses 'from 1 to 1024' moves connect4 --threads 0
refuses 'one word too many' rules connect4 othello
refuses 'too few words' moves
refuses 'no option' games --depth 3
[ -c /dev/full ] && {
    count=$((count + 1))
    "$potez" games >/dev/full 2>"$work/err"
    [ $? -eq 3 ] || fail 'a full disk is not status 3'
}

# ---- games, rules ----
run 0 games --quiet
[ "$(wc -l <"$work/out")" -ge 1 ] || fail 'no games'
run 0 games --json
says '"name":"connect4".*"sides":\["first","second"\].*"players":\[\{"name":"random"'
run 0 rules connect4
says 'four'
refuses 'did you mean connect4' rules conect4
refuses 'no game' rules chess99

# ---- moves ----
run 0 moves connect4
says '^1 2 3 4 5 6 7$'
run 0 moves connect4 --json
says '^\{"side":"first","moves":\["1","2","3","4","5","6","7"\],"over":false,"result":null,"repeated":false,"ply":0\}$'
run 0 moves connect4 moves:1212121 --json
says '^\{"side":"second","moves":\[\],"over":true,"result":1,"repeated":false,"ply":7\}$'
run 0 moves connect4 moves:444444 --quiet
says '^1 2 3 5 6 7$'
run 0 moves connect4 --set width=5 --set height=4 --quiet
says '^1 2 3 4 5$'
run 0 moves connect4 '......./......./......./......./...o.../...x...' --json
says '"side":"first"'
given 'moves:44\n'
run 0 moves connect4 - --json
says '"side":"first"'
given 'start\n'
run 0 moves connect4 -
input=/dev/null
run 0 moves othello '---------------------------OX------XO--------------------------- X;' --quiet
says '^d3 c4 f5 e6$'

# bad positions: empty, truncated, wrong characters, impossible counts, another game's, binary, huge
refuses 'found nothing' moves connect4 ''
refuses 'found nothing' moves connect4 -
refuses 'position: ' moves connect4 '......./......'
refuses 'position: ' moves connect4 hello
refuses 'as many as o or one more' moves connect4 '......./......./......./......./......./xxx....'
refuses 'position: ' moves connect4 '---------------------------OX------XO--------------------------- X;'
refuses 'position: ' moves othello '......./......./......./......./...o.../...x...'
refuses 'move 7, column 7: column 4 is full' moves connect4 moves:4444444
refuses 'move 3, column 5: ' moves connect4 moves:4,4,9
refuses 'after the end' moves connect4 moves:12121213
refuses 'is one word too many' moves connect4 moves:4 moves:4
refuses 'expected 3 to 16' moves connect4 --set width=99
refuses 'no option' moves connect4 --set colour=red
refuses 'NAME=VALUE' moves connect4 --set width
given 'moves:44\n4x\n'
refuses 'standard input: moves: line 2, move 2, column 2' moves connect4 -
given '\000\001\377\376\n\000'
refuses 'standard input' moves connect4 -
head -c 5000000 /dev/zero >"$work/huge"
input=$work/huge
refuses 'at most 4194304 bytes' moves connect4 -
head -c 300000 /dev/urandom >"$work/noise"
for game in connect4 othello mill byte; do
    input=$work/noise
    refuses 'standard input' moves $game -
    refuses 'position: ' moves $game "$(head -c 100000 "$work/noise" | tr -d '\000-\037')"
done

# ---- perft ----
run 0 perft connect4 6
[ "$(tail -n 1 "$work/out")" = 'perft 6 117649' ] || fail 'perft 6'
run 0 perft connect4 8 --threads 3
[ "$(tail -n 1 "$work/out")" = 'perft 8 5673234' ] || fail 'perft 8 with three threads'
run 0 perft othello 7 --threads 2
[ "$(tail -n 1 "$work/out")" = 'perft 7 55092' ] || fail 'perft othello 7'
run 0 perft connect4 2 moves:4 --json
says '^\{"depth":2,"nodes":49,"seconds":[0-9.]+\}$'
run 0 perft connect4 0
says '^perft 0 1$'
refuses 'depth: expected a number' perft connect4 many
refuses 'depth: expected a number' perft connect4 -1
refuses 'column 1' perft connect4 3 moves:x

# ---- best, analyse ----
run 0 best connect4 moves:121212 --depth 4 --threads 1 --json
says '^\{"move":"1","score":18,"outcome":"win","plies":1,"exact":true,"depth":[0-9]+,"pv":\["1"\],"words":"Yellow wins in 1 \(proved\)","nodes":[0-9]+,"seconds":[0-9.]+\}$'
run 0 best connect4 moves:445 --quiet --player random --seed 3
cp "$work/out" "$work/first"
run 0 best connect4 moves:445 --quiet --player random --seed 3
cmp -s "$work/out" "$work/first" || fail 'best: the same seed, another move'
run 0 best connect4 moves:445 --nodes 20000 --threads 1
cp "$work/out" "$work/first"
run 0 best connect4 moves:445 --nodes 20000 --threads 1
cmp -s "$work/out" "$work/first" || fail 'best: the same work, another answer'
run 0 best connect4 --level 1 --table 1M
run 0 best connect4 --time 0.05 --threads 2
run 0 best othello --player alphabeta:3
refuses 'no player "nobody"' best connect4 --player nobody
refuses '--level: expected a number from 1 to 10' best connect4 --level 11
refuses '--time: expected seconds' best connect4 --time soon
refuses '--time: expected seconds' best connect4 --time 0
refuses 'has no static evaluation' best connect4 --depth 0
refuses '--depth: expected' best connect4 --depth 201
refuses '--nodes: expected' best connect4 --nodes 1,depth=3
refuses '--table: expected a size' best connect4 --table 64X
refuses '--keep-table: expected yes or no' best connect4 --keep-table maybe
refuses 'is over' best connect4 moves:1212121
run 0 analyse connect4 moves:121212 --depth 4 --threads 1 --json
head -n 1 "$work/out" | grep -q '^{"move":"1","score":18,"outcome":"win","plies":1,"exact":true,' ||
    fail 'analyse: the winning move is not first'
[ "$(wc -l <"$work/out")" -eq 7 ] || fail 'analyse: seven moves are seven lines'
run 0 analyse connect4 moves:444444 --depth 3 --threads 1
[ "$(wc -l <"$work/out")" -eq 6 ] || fail 'analyse: a full column is no move'
refuses 'is over' analyse connect4 moves:1212121
run 0 analyse connect4 moves:4453 --nodes 200000 --threads 1 --quiet
says '^[1-7] +[-+][0-9.]+  .*(proved|depth)'
refuses 'a player and a level exclude' best connect4 --player random --level 3
refuses 'says itself how far it looks' best connect4 --player random --depth 3
refuses 'a proof has no depth' solve connect4 moves:4453 --depth 3
refuses 'a clock is for choosing a move' analyse connect4 --clock 60
refuses 'a clock is for choosing a move' solve connect4 moves:4453 --clock 60
refuses '--clock: .*says itself how far it looks' best connect4 --player random --clock 60+1
refuses '--clock: expected seconds' best connect4 --clock 60+x
refuses '--clock: expected seconds' best connect4 --clock 0
refuses '--clock and --time exclude' best connect4 --clock 60 --time 1
refuses 'has no clock' engine --clock 60
run 0 best byte --clock 1+0.1 --threads 1 --json # a share of the clock, never all of it
says '"seconds":0\.'
for game in connect4 othello mill byte; do
    run 0 best $game --nodes 3000 --threads 1 --json --no-book
    for key in move score depth nodes seconds pv exact; do says "\"$key\":"; done
done

# ---- solve ----
run 0 solve connect4 moves:44444452 --all-moves --threads 1 --json
says '"proved":true,"outcome":"win","score":16,"plies":3,"best":\["6"\],"pv":\["6",.*"moves":\{"1":-2,"2":2,.*"nodes":[0-9]+,"seconds":'
run 0 solve mill 'w.w.....b..w....b.b..... w 0 0 0' --all-moves --threads 1 --json
says '"plies":1,"best":\["c4-d7xb2","c4-d7xe5","c4-d7xd3"\],'
run 1 solve connect4 --no-book --nodes 10 --threads 1
complains 'not proved within the limits'
printf '# two\n44444452 16\n44444452 15\n' >"$work/problems"
run 1 solve connect4 --file "$work/problems" --threads 1 --json
says '^\{"position":"44444452 16",.*"score":16,.*"ok":true\}$'
says '"ok":false'
says '^\{"positions":2,"wrong":1,"nodes_mean":'
printf '44444452 16\nbanana\n' >"$work/problems"
run 2 solve connect4 --file "$work/problems" --threads 1
complains 'problems: line 2: '

# ---- whole games ----
printf '44\n53\n2 1\n' >"$work/moves"
run 0 analyse connect4 --game "$work/moves" --nodes 20000 --threads 1 --json --svg "$work/score.svg"
[ "$(wc -l <"$work/out")" -eq 7 ] || fail 'a review of six moves is seven lines'
says '^\{"ply":1,"side":"first","move":"4","best":"4","score":.*"loss":0,.*"verdict":null'
tail -n 1 "$work/out" | grep -q '^{"moves":6,"loss":{"first":.*"accuracy":{.*"blunders":{.*"worst":' ||
    fail 'no sums at the end of a review'
[ -s "$work/score.svg" ] || fail 'no picture of a review'
given "4\n4\n5\n3\n2\n1\nsave $work/whole\nundo\nsave $work/undone\n"
run 0 play connect4 --second human --quiet
run 0 analyse connect4 --game "$work/moves" --nodes 20000 --threads 1
sed 's/accuracy.*//' "$work/out" >"$work/first"
for file in whole undone; do
    run 0 analyse connect4 --game "$work/$file" --nodes 20000 --threads 1
    sed 's/accuracy.*//' "$work/out" | cmp -s - "$work/first" || fail "another review of the saved game $file"
done
printf '(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3];)' >"$work/game.ggf"
run 0 analyse othello --game "$work/game.ggf" --nodes 20000 --threads 1 --json
says '^\{"ply":2,"side":"white","move":"d6"'
refuses 'expected a game of mill, found one of othello' analyse mill --game "$work/game.ggf"
refuses 'expected a game of othello, found one of connect4' analyse othello --game "$work/whole"

# ---- match ----
run 0 match connect4 random random --games 300 --seed 9 --threads 1 --json --quiet
says '^\{"a":"random","b":"random","games":300,"wins":[0-9]+,"draws":[0-9]+,"losses":[0-9]+,"score":[01]\.[0-9]+,"elo":(null|-?[0-9.]+),"elo_error":(null|[0-9.]+),.*\}$'
cp "$work/out" "$work/first"
run 0 match connect4 random random --games 300 --seed 9 --threads 4 --json --quiet
cmp -s "$work/out" "$work/first" || fail 'match: other results with more threads'
run 0 match connect4 random random --games 300 --seed 10 --threads 4 --json --quiet
cmp -s "$work/out" "$work/first" && fail 'match: the same results with another seed'
run 0 match connect4 alphabeta:4 alphabeta:2 --games 6 --seed 9 --threads 2
cp "$work/out" "$work/first"
run 0 match connect4 alphabeta:4 alphabeta:2 --games 6 --seed 9 --threads 1
cmp -s "$work/out" "$work/first" || fail 'match: other text with one thread'
run 0 match mill random random --games 6 --json
run 0 match connect4 alphabeta:6 random --games 2 --json --opening-plies 0
says '"score":1.0000,"elo":null,"elo_error":null'
refuses 'games: expected a number' match connect4 random random --games 0
refuses 'no player' match connect4 random nobody
refuses 'cannot be read' match connect4 random random --openings "$work/none"
printf '44\n4x\n' >"$work/openings"
refuses 'openings: line 2: move 2, column 2' match connect4 random random --openings "$work/openings"
: >"$work/openings"
refuses 'found none' match connect4 random random --openings "$work/openings"
printf '1212121\n' >"$work/openings"
refuses 'line 1: the game is over' match connect4 random random --openings "$work/openings"

# Clocks, adjudication, gauntlets, games at a time, files of engines
run 0 match connect4 hard:7 random --clock-a 0.002 --games 2 --resume "$work/clocks" --json
says '"wins":0,"draws":0,"losses":2,'
grep -q ' time ' "$work/clocks" || fail 'no game was lost on time'
refuses 'clock-a: expected seconds' match connect4 random easy --clock-a soon
run 0 match othello alphabeta:4 alphabeta:2 --games 6 --resign 3 10 --resume "$work/resigned"
grep -q ' judged ' "$work/resigned" || fail 'no game was resigned'
run 0 match connect4 alphabeta:4 alphabeta:3 --games 4 --seed 2 --json
sed 's/"elo.*//' "$work/out" >"$work/first"
run 0 match connect4 alphabeta:4 alphabeta:3 --games 4 --seed 2 --json --concurrency 2
sed 's/"elo.*//' "$work/out" | cmp -s - "$work/first" || fail 'concurrency: other results'
run 0 match connect4 random random --games 20 --exact --resume "$work/exact" --json
grep -q ' judged ' "$work/exact" || fail 'no game was ended by a proof'
# ... and every such end is the solver's: the game goes on to the same result by perfect play
sed -n 's/^[0-9a-f]* game 0 \([0-9]*\) \([012]\) judged [0-9]* [0-9]* \(.*\)/\1 \2 \3/p' "$work/exact" | head -n 5 >"$work/judged"
while read -r number points moves; do
    run 0 solve connect4 "moves:$(echo "$moves" | tr ' ' ,)" --json
    plies=$(echo "$moves" | wc -w)
    case $(sed 's/.*"outcome":"\([a-z]*\)".*/\1/' "$work/out") in win) value=2 ;; draw) value=1 ;; *) value=0 ;; esac
    # the value is that of the side to move; A is the first side in even games
    [ $((plies % 2)) -eq $((number % 2)) ] || value=$((2 - value))
    [ "$value" -eq "$points" ] || fail "game $number was judged $points, but is $value"
done <"$work/judged"
refuses 'resign: expected' match connect4 random random --resign 0 5
run 0 tournament connect4 alphabeta:3 random easy --gauntlet --games 2 --json
[ "$(grep -c '"a":"alphabeta:3"' "$work/out")" -eq 2 ] || fail 'a gauntlet is not the first against all others'
grep -q '"a":"random"' "$work/out" && fail 'a gauntlet has other pairings'
cat >"$work/engines.ini" <<END
# two of them
[strong]
command = $potez engine --threads 1
option Hash = 8
option Level = 9
limits = depth=4
[weak]
player = random
clock = 60+0.5
END
run 0 match connect4 strong weak --engines "$work/engines.ini" --games 2 --json
says '"a":"strong","b":"weak","games":2,"wins":2,'
printf '[a]\nfoo = 3\n' >"$work/engines.ini"
refuses 'engines.ini: line 2: expected command' match connect4 a easy --engines "$work/engines.ini"
printf '[a]\n' >"$work/engines.ini"
refuses 'engine a needs a command or a player' match connect4 a easy --engines "$work/engines.ini"

# Ctrl-C ends a long match with the score so far
count=$((count + 1))
"$potez" match connect4 random random --games 100000000 >"$work/out" 2>"$work/err" &
match=$!
sleep 1
kill -TERM $match
wait $match
[ $? -eq 143 ] || fail 'a stopped match does not end with status 143'
says ' won, '
complains 'stopped after [0-9]+ of 100000000 games'
complains 'potez match connect4 random random --games 100000000 --resume '

# A match that is killed at any moment goes on to the same end, every game played once
run 0 match connect4 alphabeta:3 easy --games 60 --json
cp "$work/out" "$work/first"
for pause in 0.05 0.1 0.15; do
    timeout -s KILL "$pause" "$potez" match connect4 alphabeta:3 easy --games 60 --quiet \
        --resume "$work/journal" >/dev/null 2>&1
    printf '0123456789abcdef game 0 1' >>"$work/journal" # as if a line had been cut off
done
run 0 match connect4 alphabeta:3 easy --games 60 --json --resume "$work/journal"
cmp -s "$work/out" "$work/first" || fail 'match: another result after going on'
[ "$(wc -l <"$work/journal")" -eq 61 ] || fail 'match: not every game is in the journal once'
refuses 'belongs to other work' match connect4 alphabeta:2 easy --games 60 --resume "$work/journal"
refuses 'not a journal' match connect4 alphabeta:2 easy --games 60 --resume "$levels/44t4.lvl"
refuses 'from 0.001 to 0.499, found "2"' match connect4 random easy --sprt 0 50 --alpha 2
run 0 match connect4 alphabeta:4 random --games 2000 --sprt 0 50 --json
says '"verdict":"accepted"'
run 0 match connect4 random alphabeta:4 --games 2000 --sprt 0 50
says '[?] no '
refuses 'smaller one first' match connect4 random random --sprt 5 5
refuses 'needs two values' match connect4 random random --sprt 5
refuses 'expected a number' match connect4 random random --sprt 0 banana
refuses 'alpha: expected a number from' match connect4 random random --sprt 0 5 --alpha 0.7
refuses 'limits-a: ' match connect4 random random --limits-a banana

# ---- tournament ----
run 0 tournament connect4 random easy hard:2 --games 10 --json --resume "$work/tournament"
cp "$work/out" "$work/first"
says '^\{"rank":1,"player":"hard:2",'
run 0 tournament connect4 random easy hard:2 --games 10 --json --resume "$work/tournament"
cmp -s "$work/out" "$work/first" || fail 'tournament: another result after going on'
run 0 tournament connect4 random easy --games 2
says '  1  easy'
refuses 'no player' tournament connect4 random nobody
refuses 'too few words' tournament connect4 random

# ---- rules under one name ----
run 0 moves mill start --set rules=document --json
refuses 'rules: expected standard . document, found "mine"' moves mill start --set rules=mine
refuses 'no option "rules"' moves connect4 start --set rules=document

# ---- play ----
given "4\n4\nmoves\nundo\nredo\nsave $work/game\nquit\n"
run 0 play connect4 --second human
says '^1 2 3 4 5 6 7$'
grep -q '^moves 4 4$' "$work/game" || fail 'play: the game was not saved'
given "load $work/game\nmoves\n4\n4\n4\n4\nmoves\n"
run 0 play connect4 --second human --quiet
says '^1 2 3 5 6 7$'
given '1\n2\n1\n2\n1\n2\n1\n'
run 0 play connect4 --second human --json
says '^\{"over":true,"result":1\}$'
given '4\nhint\nresign\n'
run 0 play connect4 --level 1 --threads 1
says '^hint: [1-7]  .*(\(proved(, book)?\)|\(depth [0-9]+\))$'
says 'resigned: second wins'
given '9\nquit\n'
run 2 play connect4 --second human
complains 'expected a column'
given "load $work/noise\nload $work/none\nsave $work/no/such/place\nload\nundo\nredo\n\n   \nhelp\nboard\n"
run 2 play connect4 --second human
complains 'noise: '
complains 'none: cannot be read'
complains 'place: cannot be written'
complains 'nothing to undo'
complains 'nothing to redo'
tr '\000' 'a' <"$work/huge" >"$work/in"
run 2 play connect4 --second human
complains 'too long'
input=$work/noise
run 2 play connect4 --second human
input=/dev/null
run 0 play connect4 --first random --second random --seed 4
says 'The game is over'
cp "$work/out" "$work/first"
run 0 play connect4 --first random --second random --seed 4
cmp -s "$work/out" "$work/first" || fail 'play: the same seed, another game'
run 0 play connect4 moves:121212 --first alphabeta:2 --second random --quiet
says 'first plays 1'
refuses 'no player' play connect4 --first nobody
run 0 play connect4 --first alphabeta --second best --clock 0.5+0.05 --threads 1 --json
says '"over":true'
given '4\n'
run 0 play connect4 --second human --clock 60

# ---- the archive ----
run 0 play connect4 --first random --second easy --seed 4 --quiet --archive "$work/a.sqlite"
run 0 match othello random random --games 6 --seed 2 --keep --archive "$work/a.sqlite"
run 0 match othello random random --games 8 --seed 2 --keep --archive "$work/a.sqlite"
run 0 match mill random easy --games 4 --keep --archive "$work/a.sqlite"
run 0 match byte random random --games 2 --set size=10 --keep --archive "$work/a.sqlite"
run 0 archive list --archive "$work/a.sqlite" --json
[ "$(wc -l <"$work/out")" -eq 15 ] || fail 'archive: not every game was kept once'
# the day is UTC's wherever the machine stands: one of these two is always at another day
today=$(date -u +%F)
for zone in AAA-14 AAA+12; do
    TZ=$zone run 0 play connect4 --first random --second easy --quiet --archive "$work/day.sqlite"
    TZ=$zone run 0 match connect4 random random --seed "${zone#AAA?}" --games 2 --keep --archive "$work/day.sqlite"
done
run 0 archive list --archive "$work/day.sqlite" --json
[ "$(grep -cE "\"($today|$(date -u +%F))\"" "$work/out")" -eq "$(wc -l <"$work/out")" ] ||
    fail 'archive: a day is not that of UTC'
run 0 archive show 1 --archive "$work/a.sqlite"
says '^\[Second "easy"\]$'
run 0 archive show 2 --archive "$work/a.sqlite" --json
says '"game":"othello","first":"random"'
run 0 archive export --archive "$work/a.sqlite"
cp "$work/out" "$work/all.pgn"
run 0 archive import "$work/all.pgn" --archive "$work/b.sqlite"
says '^15 games read: 15 kept, 0 known already, 0 faulty$'
run 0 archive import "$work/all.pgn" --archive "$work/b.sqlite"
says '^15 games read: 0 kept, 15 known already, 0 faulty$'
run 0 archive export --archive "$work/b.sqlite"
cmp -s "$work/out" "$work/all.pgn" || fail 'archive: export after import is another text'
for format in ggf text; do
    run 0 archive export --archive "$work/a.sqlite" --game othello --format $format --out "$work/o.$format"
    run 0 archive import "$work/o.$format" --game othello --archive "$work/$format.sqlite"
    says '^8 games read: 8 kept'
    run 0 archive export --archive "$work/$format.sqlite" --format $format
    cmp -s "$work/out" "$work/o.$format" || fail "archive: $format is not the same after import"
done
run 0 archive export --archive "$work/a.sqlite" --format wthor --out "$work/wthor"
complains '^8 games written'
complains '^7 games left out'
cp -r "$work/wthor" "$work/wthor2"
run 0 archive import "$work"/wthor/*.wtb --archive "$work/w.sqlite"
run 0 archive export --archive "$work/w.sqlite" --format wthor --out "$work/wthor2"
cmp "$work"/wthor/*.wtb "$work"/wthor2/*.wtb || fail 'archive: wthor is not the same after import'
cmp "$work/wthor/WTHOR.JOU" "$work/wthor2/WTHOR.JOU" || fail 'archive: players differ'
printf 'f5d6\nf5f5\n\n# comment\nd3c3\n' >"$work/lines"
run 1 archive import "$work/lines" --game othello --archive "$work/b.sqlite"
says '^3 games read: 2 kept, 0 known already, 1 faulty$'
complains 'lines: line 2: move 2'
refuses 'use --game' archive import "$work/lines" --archive "$work/b.sqlite"
refuses 'no game' archive list --game chess --archive "$work/b.sqlite"
refuses 'no game 999' archive show 999 --archive "$work/b.sqlite"
refuses 'no action' archive burn
refuses 'name a folder' archive export --format wthor --archive "$work/b.sqlite"
refuses 'board of size 8' archive import --format wthor "$levels/44t4.lvl" --archive "$work/b.sqlite"
run 3 archive list --archive "$levels/44t4.lvl"
complains '44t4.lvl: the archive is damaged .*restore an intact copy, or name another file with --archive'
# reading makes no file: neither one that was named nor the one that games go to
for action in 'list' 'show 1' 'export'; do
    # shellcheck disable=SC2086
    refuses 'typo.sqlite: there is no such file' archive $action --archive "$work/typo.sqlite"
    [ -e "$work/typo.sqlite" ] && fail "archive $action made a file"
done
XDG_DATA_HOME=$work/fresh run 0 archive list
[ -e "$work/fresh" ] && fail 'archive list made a folder'
# what stands behind a zero byte is not left out without a word
given '4453\n44\0005\n'
refuses 'line 2: expected text, found a zero byte' archive import - --game connect4 --archive "$work/zero.sqlite"
# a file that is not there is called so
for command in "level check" "level solve" "level show" "solve zr2" "model info" "puzzle check" "analyse othello --game" \
    "play othello --load" "match mill random random --engines" "match connect4 random random --openings" \
    "archive import --game connect4"; do
    # shellcheck disable=SC2086
    refuses '/nowhere/file: cannot be read: No such file' $command /nowhere/file
done
for player in model ntuple; do
    refuses '/nowhere/file: cannot be opened: No such file' match othello $player:/nowhere/file random
done
refuses '/nowhere/file: there is no such file' archive list --archive /nowhere/file
refuses '/nowhere/folder: there is no such folder' database info mill --dir /nowhere/folder
# a number out of its range is told the range
refuses 'depth from 1 to 60, found 99' match othello alphabeta:99 random
refuses 'depth from 1 to 60, found 0' best othello --player alphabeta:0

# ---- engine ----
given 'potez\nisready\nnewgame connect4\nsetoption name Player value best\nposition start moves 4 4\ngo depth 4\nnonsense\n'
run 0 engine --threads 1
says '^potezok$'
says '^readyok$'
says '^info depth 4 .* pv [1-7]'
says '^bestmove [1-7]$'
says '^error no command'
given 'go infinite\nisready\nstop\nposition ban ana\n'
run 0 engine othello
says '^bestmove [a-h][1-8]$'
says '^error '
for protocol in potez nboard gtp; do
    input=$work/noise
    run 0 engine --protocol $protocol
done
input=/dev/null
refuses 'expected potez, nboard or gtp' engine --protocol chess
refuses 'othello alone' engine connect4 --protocol gtp
run 0 match othello "gtp:$potez engine --protocol gtp --depth 2 --threads 1" "nboard:$potez engine --protocol nboard --threads 1 --depth 1" --games 4 --json
says '"faults":0'
run 0 match mill "engine:$potez engine --threads 1 --depth 2" random --games 2 --json
says '"faults":0'
# one that is not there is an error, one that goes away in the middle loses
refuses 'cannot be started: there is no such program' match mill engine:/nowhere/engine random --games 2
refuses 'move 3, column 3: expected a move, found byte 0xff' show connect4 "$(printf 'moves:44\377')"
refuses 'column 3: expected .*, found byte 0xff' show connect4 "$(printf '..\377')"
refuses 'has ended with status 1' match mill "engine:false" random --games 2 --json
run 0 match mill "engine:read x; echo potezok; read x" random --games 2 --json
says '"losses":2,.*"faults":2'
complains 'has ended'
run 0 match othello "gtp:while read x; do echo '= a1'; echo; done" random --games 2 --json
says '"faults":2'
complains 'not a legal move'
refuses 'othello alone' match mill "gtp:cat" random
refuses 'expected a command' match mill "engine:" random

# ---- a move from the book says so, a search does not ----
run 0 best othello
says '\(book\)$'
run 0 best connect4 moves:44
says '\(proved, book\)$'
run 0 best mill --json
says '"book":true'
given 'hint\nquit\n'
run 0 play connect4 --second human --no-keep --quiet
says '^hint: 4 .*\(proved, book\)$'
input=/dev/null
run 0 best othello --no-book --nodes 1000
grep -q book "$work/out" && fail 'best --no-book speaks of a book'
run 0 best connect4 moves:4444443322
grep -q book "$work/out" && fail 'best speaks of a book beyond its end'

# ---- a book in a file goes before the one inside ----
mkdir -p "$work/books"
printf 'potezbk1\011\0\0\0\0\0\0\0' >"$work/books/connect4.book"
export POTEZ_BOOKS="$work/books"
run 0 book info connect4
says '^connect4: every position of up to 9 plies, 0 '
printf 'no book' >"$work/books/connect4.book"
run 0 book info connect4
says '^connect4: every position of up to 8 plies, 129498 '
unset POTEZ_BOOKS

# ---- bench ----
run 0 bench connect4 --nodes 2000 --quiet
cp "$work/out" "$work/first"
run 0 bench connect4 --nodes 2000 --quiet
cmp -s "$work/out" "$work/first" || fail 'bench: the signature is not the same twice'
run 0 bench connect4 --nodes 2000 --json --compare alphabeta:2,random
says '^\{"name":"connect4 search alphabeta:2","nodes":[0-9]+,"seconds":[0-9.]+,"signature":"[0-9a-f]{16}"\}$'
refuses 'no player' bench connect4 --compare nobody
# games at two depths against another player: three columns of results that add up to the games
run 0 bench connect4 --compare hard --depth 3 --from 2 --games 2 --against easy --time-picture "$work/times.svg"
says '^hard against easy, 2 games per depth$'
[ "$(grep -cE '^ +[23] +[0-2] +[0-2] +[0-2] +[0-9.]+ +[0-9.]+ +[0-9.]+$' "$work/out")" = 2 ] || fail 'bench: not two depths'
grep -q '</svg>' "$work/times.svg" || fail 'bench: no picture of times'
run 0 bench connect4 --compare hard --depth 2 --from 2 --games 1 --against easy --json
says '^\{"depth":2,"game":1,"moves":"","nodes":[0-9]+,"seconds":[0-9.]+\}$'
refuses 'against: ' bench connect4 --compare hard --depth 2 --against nobody
refuses 'need --compare and --depth' bench connect4 --against easy
refuses 'from: expected' bench connect4 --compare hard --depth 2 --from 3 --against easy

# ---- levels ----
level=$levels/44t4.lvl
run 0 level check "$level"
says 'zero can be reached in 17 steps'
run 0 level check "$level" --json
says '"zero":true,"sum":17,"points":17,"target":17,"bound":17,"proved":true,"path":\[.*\]'
says '"walks":[0-9]+,"walks_exact":true,"unique":false,"forced":\[.*\],"difficulty":[0-9.]+'
path=$("$potez" level check "$level" | sed -n 's/^moves:/moves:/p')
run 0 moves zr2 "$level" "$path" --json
says '"moves":\[\],"over":true,"result":17'
run 1 level check "$levels/44t3.lvl"
says 'zero cannot be reached: 16 of 17 points at most'
run 1 level check "$levels/44t5.lvl"
says 'zero cannot be reached: 29 of 30 points at most'
# a board as Kolar prints it, with 17 cells for 4 x 4: the 17th is in line 7 after 16 of 19 characters
{
    printf '44t1\nTarget=16\nSumToZero\n(0, 0)\n0\n4 4\n'
    yes '(1, 1, 0, 0, 0, 0)' | head -n 17 | paste -sd ' '
} >"$work/printed.lvl"
run 0 level check "$work/printed.lvl"
complains "warning: $work/printed.lvl: line 7, column 305: the board has 16 cells, 1 more in the file is ignored"
says 'zero can be reached in 16 steps'
run 0 level check "$levels/44t1.lvl"
[ -s "$work/err" ] && fail 'level check: a warning for nothing'
{
    printf 'wide\nTarget=0\nSumToZero\n(0, 0)\n0\n24 24\n'
    yes '(1, 2, 0, 0, 0, 0)' | head -n 576
} >"$work/wide.lvl"
run 3 level check "$work/wide.lvl" --nodes 1
says 'not decided after [0-9]+ positions: at least [0-9]+, at most [0-9]+ points'
run 3 level check "$work/wide.lvl" --nodes 1 --json
says '"zero":null,.*"proved":false'
run 0 level solve "$levels/44t5.lvl" --json
says '"points":29,"target":29,"bound":29,"proved":true,"path":\[.*\],"nodes":[0-9]+,"seconds":'
run 0 level solve "$level" --player dfs --json
says '"proved":true,.*"method":"dfs"'
run 1 level solve "$levels/44t2.lvl" --player dfss --nodes 20
refuses 'expected best, dfs or dfss' level solve "$level" --player nobody
run 0 solve zr2 "$level" --json
says '"points":17,"target":17,"bound":17,"proved":true'
printf '%s\n' "$levels/44t1.lvl" "$levels/44t5.lvl" "$levels/44ti2.lvl" >"$work/list"
run 0 solve zr2 --file "$work/list" --json
says '"positions":3,"wrong":0,'
sed 's/Target=29/Target=28/' "$levels/44t5.lvl" >"$work/wrong.lvl"
echo "$work/wrong.lvl" >"$work/list"
run 1 solve zr2 --file "$work/list" --json
says '"ok":false'
run 0 best zr2 "$levels/44t5.lvl" --json
says '"score":29,.*"exact":true'
run 0 analyse zr2 "$levels/44t5.lvl" --json
says '"exact":true'
for name in 44t1 44t5 plain6x6-00 special4x4-03; do
    run 0 level solve "$levels/$name.lvl" --certificate "$work/proof"
    run 0 level verify "$levels/$name.lvl" "$work/proof"
    says 'verified: [0-9]+ points are the most there are'
done
run 0 level verify "$levels/special4x4-03.lvl" "$work/proof" --json
says '"ok":true,"same_level":true,"walk":true,"points_right":true,"bound_right":true'
run 1 level verify "$level" "$work/proof"
says 'of another level'
"$potez" level solve "$levels/44t5.lvl" --certificate "$work/proof" --quiet >"$work/out"
sed 's/^points 29/points 30/' "$work/proof" >"$work/forged"
run 1 level verify "$levels/44t5.lvl" "$work/forged"
says 'makes other points'
sed 's/^bound 29/bound 28/' "$work/proof" >"$work/forged"
run 1 level verify "$levels/44t5.lvl" "$work/forged"
says 'NOT verified'
sed '7s/^[0-9]*/15/' "$work/proof" >"$work/forged"
run 1 level verify "$levels/44t5.lvl" "$work/forged"
says 'cannot be walked'
sed 's/^proof.*/proof faith/' "$work/proof" >"$work/forged"
refuses 'forged: line 5, column 7: expected sum, flow' level verify "$levels/44t5.lvl" "$work/forged"
refuses 'expected level verify LEVEL CERTIFICATE' level verify "$levels/44t5.lvl"
run 0 level rate "$level" --failures --json
says '"difficulty":[0-9.]+,.*"failures":\[[0-9.]+,[0-9.]+,[0-9.]+,[0-9.]+,[0-9.]+\]'
run 0 level generate --size 5x4 --teleporters 1 --increasers 1 --seed 7
cp "$work/out" "$work/made.lvl"
run 0 level generate --size 5x4 --teleporters 1 --increasers 1 --seed 7
cmp -s "$work/out" "$work/made.lvl" || fail 'level generate: not the same twice'
run 0 level check "$work/made.lvl"
says 'zero can be reached'
run 0 level generate --dims 3x3x2 --difficulty 4 --symmetric --json
says '"difficulty":[0-9.]+,"text":"generated-'
# the folder is made
run 0 level generate --count 5 --out "$work/made" --quiet
[ "$(ls "$work/made" | wc -l)" -eq 5 ] || fail 'level generate --count 5 --out: not five files'
refuses 'such as 6x6' level generate --size 1000000x1000000
refuses 'at most 4096 cells' level generate --size 4096x4096
printf 'x\nTarget=0\nSumToZero\n(0, 0)\n0\n1000000 1000000\n' >"$work/absurd.lvl"
refuses 'absurd.lvl: line 6, column [0-9]+: expected' level check "$work/absurd.lvl"
input=$level
run 0 level check - --quiet
input=/dev/null
run 0 level check "$(cat "$level")"
run 0 level show "$level" --quiet
"$potez" level show "$level" --quiet >"$work/level"
run 0 level show "$work/level" --quiet
cmp -s "$work/out" "$work/level" || fail 'level show: writing twice gives another text'
run 0 moves zr2 "$level" start --json
says '"side":"player"'
given 'start\n'
run 0 moves zr2 "$level" - --json
input=/dev/null
run 0 perft zr2 3 "$level"
given 'moves\nquit\n'
run 0 play zr2 "$level"
input=/dev/null
refuses 'needs a level' moves zr2
refuses 'cannot be read' moves zr2 "$work/none.lvl"
refuses 'cannot be read' moves zr2 "$work"
input=$level
refuses 'both come from standard input' moves zr2 - -
refuses 'move 1, column 1' moves zr2 "$level" moves:99
refuses 'one word too many' moves zr2 "$level" start start
refuses 'no action' level frobnicate "$level"
refuses 'for one player' play zr2 "$level" --second human
for lines in 0 1 2 3 4 5 6 7 8; do
    head -n "$lines" "$level" >"$work/cut.lvl"
    refuses 'cut.lvl: ' level check "$work/cut.lvl"
done
sed 's/, 1,/, banana,/' "$level" >"$work/bad.lvl"
refuses 'bad.lvl: line [0-9]+, column [0-9]+: expected' level check "$work/bad.lvl"
refuses 'noise: ' level check "$work/noise"
refuses 'at most 4194304 bytes' level check "$work/huge"
: >"$work/empty"
refuses 'empty: ' level check "$work/empty"

# Evolving, and what is made of it.
small="--population 12 --opponents 4 --generations 4 --starts 1 --test-every 2 --test-best 2 --test-games 20 --ladder-every 4 --ladder-games 2"
run 0 train othello --preset source-linear-1 $small --out "$work/evolution" --json --quiet
says '^\{"generation":0,"games":48,"seconds":[0-9.]+,"best":[0-9]+,"versus_random":[0-9.]+,.*"elo":'
says '^\{"generation":3,"games":48,"seconds":[0-9.]+,"best":[0-9]+\}$'
for file in curve.csv curve-random.svg curve-random.png curve-elo.svg curve-elo.png best.vector last.vector; do
    [ -s "$work/evolution/$file" ] || fail "no $file"
done
head -n 1 "$work/evolution/curve.csv" >"$work/out"
says '^generation,points,random_mean,random_best,elo,elo_error,versus random,'
run 0 train --resume "$work/evolution" --quiet
refuses 'already holds an evolution' train othello --preset source-linear-1 $small --out "$work/evolution"
refuses 'cannot change in a run' train --resume "$work/evolution" --sigma 1
# a finished run goes on when it gets more generations
run 0 train --resume "$work/evolution" --generations 9
says '^generation 9: '
grep -q '^9,' "$work/evolution/curve.csv" || fail 'more generations: not in the curve'
refuses 'no evolution to continue' train --resume "$work/none"
refuses 'nothing called "source-linear-9"' train othello --preset source-linear-9 --out "$work/none"
refuses 'even number below the population' train othello --preset source-linear-1 --opponents 7 --out "$work/none"
refuses '--eta: expected a number from 0 to 1000, found "much"' train othello --model nn2 --eta much --out "$work/none"
refuses 'expected mutation-falls or mutation-rises' train othello --model nn2 --schedule up --out "$work/none"
refuses 'say with --out' train othello --model nn2
refuses '--rescale: expected vector, layer, clamp, fill or span' train othello --model nn2 --rescale up --out "$work/none"
refuses 'filters: linear of othello has none' train othello --model linear --filters 2 --out "$work/none"
refuses 'sparring: othello has no player "nobody"' train othello --model nn2 --sparring nobody --out "$work/none"
run 0 train othello --model nn1 --filters 2 --depth-counts below --first tanh --sparring swh --sparring-share 0.5 --population 6 --opponents 4 --elite 1 --starts 1 --generations 1 --test-best 1 --test-games 4 --ladder-games 0 --out "$work/readings" --quiet
run 0 model play "$work/readings/last.vector" random --games 4 --quiet
run 0 model info "$work/readings/last.vector"
says '^nn1 for othello: 167 weights, searched 2 plies deep'
refuses 'too few words' train

# Labels by search, and patterns fitted to them.
labels="train othello --model patterns --labels $work/labels"
run 0 $labels --blocks 1 --games 3 --play-depth 3 --exact 10 --seed 3
says '^1 blocks made, 0 there before: [0-9]+ new labels, [0-9]+ per second per core: '
run 0 $labels --blocks 1 --games 3 --play-depth 3 --exact 10 --seed 3 --json
says '"blocks":0,"found":1,"labels":0,'
refuses 'take another folder or seed' $labels --blocks 1 --games 3 --play-depth 4 --exact 10 --seed 3
refuses 'say with --labels' train othello --model patterns --blocks 1

# A network beside the patterns of the program.
network="train othello --model network --labels $work/labels --rounds 1 --games 2 --seed 3"
run 0 $network --out "$work/network" --threads 2
says '^pass 1: error [0-9.]+ discs, held out [0-9.]+$'
says '^empties   held out   patterns   with the network$|^[0-9]+ samples, [0-9]+ bytes, [0-9]+ s: .*network.model$'
run 0 model info "$work/network/network.model"
says '^potez othello patterns 4$'
says '^command: potez train othello --model network'
refuses 'vectors|exported' model export "$work/network/network.model"
run 0 best othello --player "patterns:$work/network/network.model,depth=4" --no-book --json
says '"depth":4,'
run 0 analyse othello --player "model:$work/network/network.model" --depth 0
run 0 $network --out "$work/network"
complains 'network.model is there already'
run 0 $network --out "$work/network-again" --threads 1 --json --quiet
says '^\{"pass":1,"learned":[0-9.]+,"held_out":[0-9.]+\}$'
says '"errors":\[\{"empties":0,"held_out":[0-9]+,"patterns":[0-9.]+,"both":[0-9.]+\},'
for name in network network-again; do
    sed '/^command:/d' "$work/$name/network.model" >"$work/$name.bytes"
done
cmp -s "$work/network.bytes" "$work/network-again.bytes" || fail 'the same seed gives another network'
head -c 3000000 "$work/network/network.model" | head -c -100000 >"$work/cut.model"
refuses 'damaged or cut off' best othello --player "patterns:$work/cut.model" --no-book
run 0 train othello --model patterns --spread "$work/network/network.model" --games 2
run 0 model info "$work/network/network.model"
says '^potez othello patterns 4$'
says '^spread: 2 positions'
refuses 'say with --labels' train othello --model network --out "$work/none"
refuses 'say with --out' train othello --model network --labels "$work/labels"
run 3 train othello --model network --labels "$work/nowhere" --out "$work/none"

# n-tuple networks.
small="--tuples all-1 --generations 2 --games 300 --test-games 40 --seed 3"
run 0 train othello --model ntuple $small --out "$work/tuples" --json --quiet
says '^\{"generation":2,"games":600,"seconds":[0-9.]+,"best":".*/ntuple.bin","swh":[01]\.[0-9]+,'
head -n 1 "$work/tuples/curve.csv" >"$work/out"
says '^generation,games,seconds,swh,linear,nn2,sigma$'
run 0 train --resume "$work/tuples" --quiet
refuses 'already holds a training run' train othello --model ntuple $small --out "$work/tuples"
refuses '--rate cannot change' train --resume "$work/tuples" --rate 2
refuses 'expected td or cma' train othello --model ntuple --method guess --out "$work/none"
refuses 'expected squares like a1b1c1' train othello --model ntuple --tuples z9 --out "$work/none"
refuses 'expected self, swh, linear' train othello --model ntuple --against nobody --out "$work/none"
refuses 'say with --out' train othello --model ntuple
run 0 train othello --model ntuple --method cma --tuples all-1 --generations 2 --games 10 --test-games 8 --out "$work/cma" --quiet
says '^generation 2 of 2: '
run 0 model info "$work/tuples/ntuple.bin"
says '^command: potez train othello --model ntuple --tuples all-1'
run 0 match othello "ntuple:$work/tuples/ntuple.bin" "model:$work/tuples/ntuple.bin,random=50" --games 4 --quiet --json
says '"faults":0'
run 0 match othello ntuple:random=10 swh:random=10 --games 20 --opening-plies 0 --quiet --json
says '"score":(0\.[89]|1)'
refuses 'cut off or damaged|expected' match othello "ntuple:$level" swh --games 2

# Whoever reads a player loads its file: the net of the file thinks, not the one inside.
position=moves:f5d6c3d3c4f4
for player in ntuple model; do
    run 0 best othello "$position" --player "$player:$work/tuples/ntuple.bin" --threads 1 --json
    file=$(sed 's/.*"score":\([^,]*\),.*/\1/' "$work/out")
    run 0 best othello "$position" --player ntuple --threads 1 --json
    own=$(sed 's/.*"score":\([^,]*\),.*/\1/' "$work/out")
    [ "$file" != "$own" ] || fail "best --player $player:FILE plays the net inside"
    given "position start moves f5 d6 c3 d3 c4 f4\ngo depth 1\n"
    run 0 engine othello --player "$player:$work/tuples/ntuple.bin" --threads 1
    says "^info .*score cp $(echo "$file" | awk '{ printf "%.0f", 100 * $1 }') "
    input=/dev/null
done
run 0 bench othello --compare "ntuple:$work/tuples/ntuple.bin,ntuple" --quiet
[ "$(sed -n 's/.*ntuple.* \([0-9a-f]\{16\}\)$/\1/p' "$work/out" | sort -u | wc -l)" -eq 2 ] ||
    fail 'bench: the net of the file and the one inside search alike'
refuses 'cannot be opened' engine othello --player "model:$work/nowhere"
refuses 'cannot be opened' bench othello --compare "model:$work/nowhere"

# Other games' vectors through the same laboratory.
run 0 train mill --preset multipliers --population 6 --opponents 2 --elite 1 --generations 2 --test-best 1 --test-games 4 --ladder-games 0 --out "$work/mill" --quiet
run 0 match mill "model:$work/mill/last.vector" priority --games 2 --quiet
refuses 'holds weights for mill' match connect4 "model:$work/mill/last.vector" random --games 2
refuses 'expected a file behind a colon' match mill model random --games 2

best=$work/evolution/best.vector
run 0 model info "$best"
says '^linear for othello: 12 weights'
says 'potez train othello --preset source-linear-1'
run 0 model info "$best" --json
says '^\{"game":"othello","model":"linear","depth":2,.*"weights":\[-?[0-9.]+,'
run 0 model info "$SOURCE/models/othello.model"
says '^potez othello patterns 3$'
run 0 model diff "$best" "$best"
says '^0 of 12 weights differ'
run 0 model export "$best"
says '^static const float linear\[\] = \{$'
run 0 model play "$best" random --games 10 --json --quiet
says '"a":".*best.vector","b":"random","wins":'
run 0 match othello "model:$best,random=10" random --games 4 --quiet
sed 's/^depth 2/depth 1/' "$best" >"$work/changed.vector"
refuses 'changed.vector: line [0-9]+, column 1: expected another checksum' model info "$work/changed.vector"
refuses 'not a model' model info "$SOURCE/README.md"
refuses 'expected info, diff, export or play' model frobnicate "$best"
refuses 'of different kinds' model diff "$best" "$SOURCE/models/othello.model"

# ---- puzzles ----
run 0 puzzle list
[ "$(grep -c '^ *200 puzzles$' "$work/out")" -eq 4 ] || fail "not 200 puzzles for each of four games"
says '^zr2 +[0-9]+ levels'
run 0 puzzle list mill --json
[ "$(wc -l <"$work/out")" -eq 200 ] || fail "the list of mill's puzzles is not 200 lines long"
run 0 puzzle show mill-2ac3b83a
says '^To move: white\. Win the ending' # as the board below it calls the side
says 'white, .*, to move'
! grep -q '^solution' "$work/out" || fail "the solution is shown before it is asked for"
run 0 puzzle show mill-2ac3b83a --solution
says '^solution d6-d2$'
run 0 puzzle generate connect4 --count 3 --seed 9 --out "$work/puzzles.txt"
says '^3 puzzles from [0-9]+ candidates'
run 0 puzzle generate connect4 --count 2 --seed 9 --out "$work/two.txt" --quiet
run 0 puzzle generate connect4 --count 3 --seed 9 --out "$work/two.txt" --quiet # goes on
cmp -s "$work/puzzles.txt" "$work/two.txt" || fail "the same seed gives other puzzles"
run 0 puzzle check "$work/puzzles.txt"
says '3 puzzles, 0 wrong; 3 have one solution'
sed 's/^value win [0-9]*/value win 3/' "$work/puzzles.txt" >"$work/two.txt"
run 1 puzzle check "$work/two.txt"
complains 'the solution is said to be worth "win 3", but it is "win'
refuses 'no action' puzzle frobnicate
refuses 'no game "chess"' puzzle generate chess
refuses 'zr2 has no puzzles' puzzle generate zr2
refuses 'no game "nothing"' puzzle show nothing-1
refuses 'from 1 to 2000' puzzle generate mill --count 0

# ---- automaton ----
run 0 automaton --script '3: 4...' --seed 7
says '^[0-9]+ 5 \.{38}R\.\.\. [0-9a-f]{8}$'
run 0 automaton --script ' '
refuses 'expected 1..7' automaton --script '3x'
refuses 'expected 1..7' automaton --script '(12'
refuses 'needs a terminal' automaton
refuses 'did you mean --script' automaton --sript 3

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
