#!/bin/bash
# The ranks of mpirun: what they make together is what one process makes, byte for byte; only rank 0
# is heard; a run that loses a rank ends and goes on to the same result.
# usage: cluster.sh PATH-OF-POTEZ [GENERATIONS]
set -u
potez=$(realpath "$1")
generations=${2:-24}
"$potez" --version | grep -q 'MPI): none' && exit 77
command -v mpirun >/dev/null || exit 77
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
# Test machines: any user, few cores, no network, and no search for leaks in the MPI library.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl=self,vader OMPI_MCA_plm=isolated OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_btl_vader_single_copy_mechanism=none HYDRA_LAUNCHER=fork
export OMPI_MCA_odls_base_sigkill_timeout=0
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 HOME=$work
failures=0

fail() {
    failures=$((failures + 1))
    echo "FAILED: $*"
    head -c 600 out err 2>/dev/null
}

# ranks N ARGS...: potez on N ranks; an end that takes too long is a failure
ranks() {
    local count=$1
    shift
    timeout -k 2 100 mpirun -n "$count" "$potez" "$@" </dev/null >out 2>err
}

mpirun -n 2 true >out 2>err || {
    echo "mpirun does not work here: $(head -n 3 err)"
    exit 77
}

# ends_of_a_rank ARGS...: starts potez on two ranks, kills one of them without warning at a random moment
# after file $mark is there, waits for the end of all.
ends_of_a_rank() {
    mpirun -n 2 "$potez" "$@" </dev/null >out 2>err &
    local launcher=$! children victim tries=0
    while ! compgen -G "$mark" >/dev/null && kill -0 $launcher 2>/dev/null && [ $tries -lt 1000 ]; do
        sleep 0.02
        tries=$((tries + 1))
    done
    sleep 0.0$((RANDOM % 10))
    children=($(cat /proc/$launcher/task/*/children 2>/dev/null))
    victim=${children[$((RANDOM % (${#children[@]} + (${#children[@]} == 0))))]-}
    if [ -n "$victim" ] && kill -9 "$victim" 2>/dev/null; then
        wait $launcher && fail "a lost rank was not noticed: $*"
        echo "rank lost after $(compgen -G "$mark" | wc -l) marks of $mark"
    else
        wait $launcher
        echo "no rank was left to lose"
    fi
    for victim in "${children[@]}"; do
        tries=0
        while kill -0 "$victim" 2>/dev/null && [ $tries -lt 250 ]; do
            sleep 0.02
            tries=$((tries + 1))
        done
        kill -0 "$victim" 2>/dev/null && fail "a rank lives on after the run: $*"
    done
}

# The individuals of a run's last generation with their points, which stand behind the head.
population() {
    python3 - "$1" <<'PYTHON'
import glob, hashlib, re, sys
data = open(sorted(glob.glob(sys.argv[1] + "/generation-*.checkpoint"))[-1], "rb").read()
head, rest = data.split(b"\n\n", 1)
size = int(re.search(rb"\npopulation (\d+)", head)[1])
generation = int(re.search(rb"\ngeneration (\d+)", head)[1])
print(generation, hashlib.sha256(rest[: size * (92 + 2) * 4]).hexdigest())
PYTHON
}

# ---- evolution ----
train="othello --preset source-nn2-1 --population 20 --opponents 6 --elite 2
    --generations $generations --test-every 12 --test-games 20 --test-best 4
    --ladder-every 12 --ladder-games 2 --seed 7 --json"
# shellcheck disable=SC2086
"$potez" train $train --threads 1 --out alone >out 2>err || fail "training alone"
lines=$(wc -l <out)
wanted=$(population alone)
# shellcheck disable=SC2086
ranks 2 train $train --threads 1 --out pair || fail "training on two ranks"
[ "$(population pair)" = "$wanted" ] || fail "two ranks evolve another population"
[ "$(wc -l <out)" = "$lines" ] || fail "two ranks print other lines than one"
grep -v '^{"generation":.*}$' out && fail "strange output"
[ -s err ] && fail "messages of a training that went well"
cut -d, -f1-12 alone/curve.csv >curve
cut -d, -f1-12 pair/curve.csv | cmp -s - curve || fail "two ranks measure other values"
for turn in 1 2 3; do
    mark="lost$turn/generation-*$((1 + RANDOM % (generations * 3 / 4))).checkpoint"
    # shellcheck disable=SC2086
    ends_of_a_rank train $train --threads 1 --out lost$turn
    if [ $turn = 1 ]; then
        "$potez" train --resume lost$turn --threads 2 --quiet >out 2>err || fail "going on alone"
    else
        ranks 2 train --resume lost$turn --threads 1 --quiet || fail "going on after a lost rank"
    fi
    [ "$(population lost$turn)" = "$wanted" ] || fail "a lost rank changed the population"
done

# ---- matches ----
match="connect4 alphabeta:4 alphabeta:3 --games 200 --json --seed 3 --quiet"
# shellcheck disable=SC2086
"$potez" match $match --threads 2 >alone.json 2>err || fail "match alone"
# shellcheck disable=SC2086
ranks 3 match $match --threads 2 || fail "match on three ranks"
cmp -s out alone.json || fail "three ranks play another match"
[ -s err ] && fail "messages of a match that went well"
mark=match.journal
# shellcheck disable=SC2086
ends_of_a_rank match $match --threads 1 --resume match.journal
# shellcheck disable=SC2086
ranks 2 match $match --threads 1 --resume match.journal || fail "going on with a match"
cmp -s out alone.json || fail "a lost rank changed the match"
[ "$(wc -l <match.journal)" -eq 201 ] || fail "games were played twice or not at all"

tournament="connect4 alphabeta:3 alphabeta:2 random --games 10 --json --seed 3"
# shellcheck disable=SC2086
"$potez" tournament $tournament >alone.json 2>err
# shellcheck disable=SC2086
ranks 2 tournament $tournament || fail "tournament on two ranks"
cmp -s out alone.json || fail "two ranks play another tournament"

# ---- databases ----
"$potez" database build mill --set variant=six --men 4 --placing --dir alone.db --quiet >out 2>err ||
    fail "databases alone"
mark='pair.db/*'
ends_of_a_rank database build mill --set variant=six --men 4 --placing --dir pair.db --quiet
ranks 2 database build mill --set variant=six --men 4 --placing --dir pair.db --quiet ||
    fail "databases on two ranks"
for file in alone.db/*; do
    cmp -s "$file" "pair.db/${file#*/}" || fail "$file differs"
done

# ---- what goes wrong ----
ranks 2 match connect4 random nobody && fail "a player that does not exist"
[ "$(grep -c '^potez match: ' err)" -eq 1 ] || fail "one message, not one a rank"
printf 'moves:44' >in
mpirun -n 2 "$potez" match connect4 random random - --games 4 --quiet <in >out 2>err ||
    fail "a position from standard input"
ranks 2 train byte --model features && fail "training without a folder"
grep -q 'work for one process' err || fail "no word about work that is not shared"

[ $failures -eq 0 ] || exit 1
echo "the cluster: all well"
