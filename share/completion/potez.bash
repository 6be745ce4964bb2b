# Completion of potez for bash, made by tools/manual from the table of commands.
_potez() {
    local word=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]} options= words=
    case ${COMP_WORDS[1]-} in
    games)
        options="--json --quiet --seed --threads --help"
        ;;
    rules)
        options="--json --quiet --seed --threads --help"
        words=$("$program" games --quiet 2>/dev/null)
        ;;
    show)
        options="--svg --png --pdf --size --legal --plain --ascii --set --json --quiet --seed --threads --help"
        words=$("$program" games --quiet 2>/dev/null)
        ;;
    moves)
        options="--set --json --quiet --seed --threads --help"
        words=$("$program" games --quiet 2>/dev/null)
        ;;
    perft)
        options="--set --json --quiet --seed --threads --help"
        words=$("$program" games --quiet 2>/dev/null)
        ;;
    play)
        options="--first --second --level --load --line --archive --no-keep --set --time --depth --nodes --clock --table --no-book --database --no-database --keep-table --json --quiet --seed --threads --help"
        words=$("$program" games --quiet 2>/dev/null)
        ;;
    best)
        options="--player --level --set --time --depth --nodes --clock --table --no-book --database --no-database --keep-table --json --quiet --seed --threads --help"
        words=$("$program" games --quiet 2>/dev/null)
        ;;
    analyse)
        options="--player --level --game --svg --png --pdf --set --time --depth --nodes --clock --table --no-book --database --no-database --keep-table --json --quiet --seed --threads --help"
        words=$("$program" games --quiet 2>/dev/null)
        ;;
    solve)
        options="--all-moves --file --set --time --depth --nodes --clock --table --no-book --database --no-database --keep-table --json --quiet --seed --threads --help"
        words=$("$program" games --quiet 2>/dev/null)
        ;;
    match)
        options="--games --limits-a --limits-b --clock-a --clock-b --sprt --alpha --beta --opening-plies --openings --engines --concurrency --resign --draw --exact --resume --keep --archive --set --time --depth --nodes --clock --table --no-book --database --no-database --keep-table --json --quiet --seed --threads --help"
        words=$("$program" games --quiet 2>/dev/null)
        ;;
    tournament)
        options="--games --gauntlet --position --opening-plies --openings --engines --concurrency --resign --draw --exact --resume --keep --archive --set --time --depth --nodes --clock --table --no-book --database --no-database --keep-table --json --quiet --seed --threads --help"
        words=$("$program" games --quiet 2>/dev/null)
        ;;
    level)
        options="--certificate --player --failures --size --dims --teleporters --increasers --difficulty --symmetric --count --out --svg --png --set --time --depth --nodes --clock --table --no-book --database --no-database --keep-table --json --quiet --seed --threads --help"
        words="check solve verify rate show generate"
        ;;
    puzzle)
        options="--count --out --every --in --solution --json --quiet --seed --threads --help"
        words="generate check list show"
        ;;
    book)
        options="--plies --drawn --out --database --in --check --table --expansions --search-depth --set --json --quiet --seed --threads --help"
        words="build info"
        ;;
    database)
        options="--dir --men --memory --placing --no-placing --out --model --all --plies --sample --set --json --quiet --seed --threads --help"
        words="build verify info tables pack probe embed"
        ;;
    train)
        options="--model --preset --generations --games --out --resume --archive --play-depth --play-nodes --database --begin --labels --blend --blocks --exact --spread --rounds --penalty --population --depth --depth-counts --elite --opponents --starts --starts-for --start-plies --tournament --tournament-draw --eta --spread --sigma --mutated-weights --schedule --rescale --survivors --filters --first --terminal --sparring --sparring-share --test-every --test-best --test-games --ladder-every --ladder-games --clamp --keep-generations --from-known --method --tuples --stages --against --random --batch --rate --rate-last --lambda --set --json --quiet --seed --threads --help"
        words=$("$program" games --quiet 2>/dev/null)
        ;;
    model)
        options="--games --depth --opening-plies --random --json --quiet --seed --threads --help"
        words="info diff export play"
        ;;
    archive)
        options="--archive --game --player --limit --id --format --out --json --quiet --seed --threads --help"
        words="list show export import"
        ;;
    serve)
        options="--port --bind --data --database --lab --lobby --shard --metrics --sandbox --origin --proxy --search-time --silence --table --connections --per-address --games --games-per-address --new-games --messages --json --quiet --seed --threads --help"
        ;;
    page)
        options="--out --replace --json --quiet --seed --threads --help"
        ;;
    engine)
        options="--protocol --player --time --depth --nodes --clock --table --no-book --database --no-database --keep-table --json --quiet --seed --threads --help"
        words=$("$program" games --quiet 2>/dev/null)
        ;;
    automaton)
        options="--server --serial --script --json --quiet --seed --threads --help"
        ;;
    bench)
        options="--compare --picture --time-picture --against --from --ladder --refit --games --share --set --time --depth --nodes --clock --table --no-book --database --no-database --keep-table --json --quiet --seed --threads --help"
        words=$("$program" games --quiet 2>/dev/null)
        ;;
    help)
        options="--man --completion --json --quiet --seed --threads --help"
        ;;
    esac
    local commands="games rules show moves perft play best analyse solve match tournament level puzzle book database train model archive serve page engine automaton bench help"
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands --version" -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    elif [ "$COMP_CWORD" -eq 2 ] && [ "${COMP_WORDS[1]}" = help ]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word")
    elif [ "$COMP_CWORD" -eq 2 ] && [ -n "$words" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -W "start moves:" -f -- "$word")
    fi
}
complete -F _potez potez
