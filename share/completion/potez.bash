# Completion of potez for bash. What can be typed is asked of the program itself, so this file does
# not change when commands, options or games do.
_potez() {
    local word=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]} command=${COMP_WORDS[1]-}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$program" help --quiet 2>/dev/null) --version" -- "$word")
        return
    fi
    case $word in
    -*)
        mapfile -t COMPREPLY < <(compgen -W "$("$program" help "$command" --quiet 2>/dev/null)" -- "$word")
        return
        ;;
    esac
    if [ "$COMP_CWORD" -eq 2 ]; then
        case $command in
        help)
            mapfile -t COMPREPLY < <(compgen -W "$("$program" help --quiet 2>/dev/null)" -- "$word")
            return
            ;;
        level)
            mapfile -t COMPREPLY < <(compgen -W "check solve verify rate generate show" -- "$word")
            return
            ;;
        model)
            mapfile -t COMPREPLY < <(compgen -W "info diff export play" -- "$word")
            return
            ;;
        games | serve | automaton) return ;;
        *)
            mapfile -t COMPREPLY < <(compgen -W "$("$program" games --quiet 2>/dev/null)" -- "$word")
            return
            ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "start moves:" -f -- "$word")
}
complete -F _potez potez
