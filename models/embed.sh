#!/bin/sh
# embed.sh OUTPUT MODEL...: writes a C file that takes each MODEL (named GAME.model) into the program.
# The checksum in it changes with the model, so that the build sees when to do it again.
out=$1
shift
{
    cat <<'C'
/* Made by models/embed.sh. */
#include <stddef.h>
#define TAKE_IN(game, path)                                                                        \
    __asm__(".section .rodata\n.balign 16\n.global learned_" game "_begin\nlearned_" game          \
            "_begin:\n.incbin \"" path "\"\n.global learned_" game "_end\nlearned_" game           \
            "_end:\n.byte 0\n.text\n")
C
    for model in "$@"; do
        game=$(basename "$model" .model)
        cat <<C
/* $(cksum <"$model") */
TAKE_IN("$game", "$(realpath "$model")");
extern const unsigned char learned_${game}_begin[], learned_${game}_end[];
C
    done
    cat <<'C'
extern const struct learned_model {
    const char *game;
    const unsigned char *begin, *end;
} learned_models[];
const struct learned_model learned_models[] = {
C
    for model in "$@"; do
        game=$(basename "$model" .model)
        echo "    {\"$game\", learned_${game}_begin, learned_${game}_end},"
    done
    echo "    {NULL, NULL, NULL},"
    echo "};"
} >"$out"
