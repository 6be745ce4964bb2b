#!/bin/sh
# Mill's databases from outside: a build that is killed again and again goes on and ends with the
# right counts, damaged files are named, everything verifies, Six Men's Morris is built whole.
# usage: mill_database.sh PATH-OF-POTEZ [MEN [SAMPLE]]; with SAMPLE only so many positions of the larger subspaces are verified.
set -u
potez=$1
men=${2:-4}
volume=${3:+--sample $3}
volume=${volume:---all}
table=$SOURCE/tests/data/mill/subspaces.tsv
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    failures=$((failures + 1))
    echo "FAILED: $*"
    tail -n 5 "$work/out" "$work/err" 2>/dev/null
}

# Killed without warning, after more time on every turn; unfinished files may stay behind.
for pause in 0.1 0.2 0.4 0.8; do
    "$potez" database build mill --dir "$work/db" --men "$men" --quiet >/dev/null 2>&1 &
    victim=$!
    sleep $pause
    kill -9 $victim 2>/dev/null
    wait $victim 2>/dev/null
done
"$potez" database build mill --dir "$work/db" --men "$men" >"$work/out" 2>"$work/err" ||
    fail "build after kills"
# byte by byte what a build is that nobody disturbed
"$potez" database build mill --dir "$work/calm" --men "$men" --quiet >"$work/out" 2>"$work/err" || fail "build"
for file in "$work"/calm/*; do
    cmp -s "$file" "$work/db/${file##*/}" || fail "${file##*/} differs after kills"
done
# a second time there is nothing to do
"$potez" database build mill --dir "$work/db" --men "$men" --json >"$work/out" 2>"$work/err" ||
    fail "build of what is there"
[ -s "$work/out" ] && fail "a finished build built something again"

"$potez" database info mill --dir "$work/db" --json >"$work/info" 2>"$work/err" || fail "info"
python3 - "$work/info" "$table" "$men" <<'PYTHON' || fail "counts differ from the table"
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1])]
have = {(row["mover"], row["other"]): row for row in rows}
lines = [line.split() for line in open(sys.argv[2])]
names, wanted, seen = lines[0], lines[1:], 0
for line in wanted:
    want = dict(zip(names, map(int, line)))
    if max(want["mover"], want["other"]) > int(sys.argv[3]):
        continue
    row = have[want["mover"], want["other"]]
    for name in names:
        assert row[name] == want[name], (name, row, want)
    assert row["bytes"] > 0
    seen += 1
assert seen == len(rows) == (int(sys.argv[3]) - 2) ** 2, (seen, len(rows))
PYTHON

"$potez" database verify mill --dir "$work/db" --all --men 3 >"$work/out" 2>"$work/err" || fail "verify --all"
# shellcheck disable=SC2086
"$potez" database verify mill --dir "$work/db" $volume --json >"$work/out" 2>"$work/err" || fail "verify $volume"
grep -q '"ok":false' "$work/out" && fail "verify says a value is wrong"
[ "$(grep -c '"ok":true' "$work/out")" -eq $(((men - 2) * (men - 2))) ] || fail "verify left something out"

"$potez" database probe mill "w.w.....b..w....b.b..... w 0 0 0" --dir "$work/db" --json >"$work/out" \
    2>"$work/err" || fail "probe"
head -n 1 "$work/out" | grep -q '"outcome":"win","plies":1,"exact":true' || fail "value of a win in one"

# Damage: named, and not trusted.
printf 'x' | dd of="$work/db/mill-3-3.outcome" bs=1 seek=700 conv=notrunc 2>/dev/null
"$potez" database verify mill --dir "$work/db" --men 3 --all >"$work/out" 2>"$work/err" &&
    fail "a changed file was trusted"
grep -q 'mill-3-3.outcome' "$work/err" || fail "the changed file was not named"
truncate -s 1000 "$work/db/mill-3-4.distance"
"$potez" database info mill --dir "$work/db" >"$work/out" 2>"$work/err" && fail "a cut file was trusted"
grep -q 'mill-3-4.distance' "$work/err" || fail "the cut file was not named"

# Bad usage.
for words in "build mill" "frobnicate mill --dir $work/db" "info mill --dir $work/none" \
    "build mill --dir $work/db --men 12" "info othello --dir $work/db" \
    "build mill --dir $work/new --memory 1M --men 5"; do
    # shellcheck disable=SC2086
    "$potez" database $words >"$work/out" 2>"$work/err"
    status=$?
    [ $status -eq 2 ] || [ $status -eq 3 ] || fail "status $status of database $words"
    [ -s "$work/err" ] || fail "no word about database $words"
done

# Six Men's Morris with its placing phase; the game is a draw.
"$potez" database build mill --set variant=six --dir "$work/six" --quiet >"$work/out" 2>"$work/err" ||
    fail "build of six men"
"$potez" database verify mill --set variant=six --dir "$work/six" --all --json >"$work/out" \
    2>"$work/err" || fail "verify of six men"
"$potez" database probe mill start --set variant=six --dir "$work/six" --json >"$work/out" \
    2>"$work/err" || fail "probe of six men"
head -n 1 "$work/out" | grep -q '"outcome":"draw"' || fail "six men's morris is a draw"
"$potez" database tables mill --set variant=six --dir "$work/six" --plies 5 --json >"$work/out" \
    2>"$work/err" || fail "tables of six men"
python3 - "$work/out" <<'PYTHON' || fail "tables of six men differ"
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1])]
def table(name):
    return [row for row in rows if row["table"] == name]
assert [row["outcome"] for row in table("first")] == ["draw", "draw"], table("first")
openings = table("opening")
assert sum(row["images"] for row in openings) == 16 * 15, openings
# a corner's own lines may not be left to it: five of nine answers to a corner lose
assert sum(row["outcome"] == "loss" for row in openings if row["points"].startswith("a5")) == 5
for row in rows:
    if row["table"] in ("layer", "hands"):
        assert row["win"] + row["draw"] + row["loss"] == row["positions"], row
for row in table("first") + openings:
    assert row["replies_win"] + row["replies_draw"] + row["replies_loss"] == row["replies"], row
assert [row["positions"] for row in table("layer")] == [1, 2, 18, 114, 734, 2749], table("layer")
assert table("hands")[-1]["positions"] == sum(row["positions"] for row in table("hands")[:-1])
assert table("longest")[0]["plies"] == 119
PYTHON
"$potez" best mill --set variant=six --database "$work/six" --json >"$work/out" 2>"$work/err" ||
    fail "best with databases"
grep -q '"exact":true' "$work/out" || fail "best did not use the databases"

# Packed: the same outcomes in less room, and play that still wins.
"$potez" database pack mill --set variant=six --dir "$work/six" --out "$work/packed" --quiet >"$work/out" \
    2>"$work/err" || fail "pack"
# shellcheck disable=SC2086
"$potez" database verify mill --set variant=six --dir "$work/packed" $volume --json >"$work/out" \
    2>"$work/err" || fail "verify of packed files"
grep -q '"ok":false' "$work/out" && fail "a packed value is wrong"
[ "$(cat "$work"/packed/*.packed | wc -c)" -lt "$(cat "$work"/six/*.outcome | wc -c)" ] || fail "packed is larger"
"$potez" database info mill --set variant=six --dir "$work/packed" >"$work/out" 2>"$work/err" || fail "info of packed files"
"$potez" match mill perfect:nodes=3000 random --games 20 --set variant=six --database "$work/packed" >"$work/out" \
    2>"$work/err" || fail "play from packed files"
grep -q '20 won' "$work/out" || fail "perfect wins from packed files"

# The server answers from them.
"$potez" serve --port 0 --database "$work/six" --data "$work/data" --quiet >"$work/address" 2>"$work/err" &
server=$!
for _ in $(seq 300); do # a sanitizer takes its time
    [ -s "$work/address" ] && break
    sleep 0.1
done
python3 - "$(cat "$work/address")" <<'PYTHON' >"$work/out" 2>&1 || fail "the server and its databases"
import json, sys, urllib.request
def ask(path, body=None):
    request = urllib.request.Request(sys.argv[1].rstrip("/") + "/api/v1/" + path, data=body and json.dumps(body).encode())
    return json.load(urllib.request.urlopen(request))
assert ask("health")["databases"] == ["mill"]
found = ask("probe?game=mill&set=variant=six&moves=a5")
assert found["proved"] and found["outcome"] == "draw", found
assert sorted(move["outcome"] for move in found["every"]) == ["draw"] * 7 + ["loss"] * 8, found
assert all(move["exact"] for move in found["every"])
found = ask("analyse?game=mill&set=variant=six&moves=a5&nodes=1")
assert found["exact"] and [move["outcome"] for move in found["moves"]] == ["draw"] * 7 + ["loss"] * 8, found
found = ask("hint?game=mill&set=variant=six&moves=a5,b4&nodes=1")
assert found["exact"] and found["outcome"] == "win" and found["plies"] == 27, found
# nothing is known of nine men's opening there
found = ask("probe?game=mill&moves=a7")
assert not found["proved"] and not any(move["exact"] for move in found["every"]), found
PYTHON
kill $server
wait $server 2>/dev/null
"$potez" serve --port 0 --database "$work/none" >"$work/out" 2>"$work/err" && fail "a folder that is not there was served"

# A game is reviewed exactly.
echo "a5 b4 e3 c5 e1" >"$work/game"
"$potez" analyse mill --set variant=six --game "$work/game" --database "$work/six" --nodes 1 --json >"$work/out" \
    2>"$work/err" || fail "a review from databases"
python3 - "$work/out" <<'PYTHON' || fail "the review is not exact"
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1])]
moves = [row for row in rows if "class" in row]
assert len(moves) == 5 and all(row["exact"] for row in moves), moves
assert moves[1]["class"] == "blunder" and moves[1]["after_outcome"] == "loss", moves[1]
PYTHON

[ $failures -eq 0 ] || exit 1
echo "mill databases up to $men men: all well"
