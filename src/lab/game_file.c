#include "lab/game_file.h"

#include "lab/ggf.h"
#include <string.h>

static bool begins(const char *text, size_t length, const char *with)
{
    size_t size = strlen(with);
    return length >= size && memcmp(text, with, size) == 0;
}

static bool ggf_open(struct opened *opened, const char *text, size_t length, struct error *error)
{
    struct ggf_game ggf;
    char start[128];
    struct text written;
    if (!ggf_read(text, length, &ggf, error))
        return false;
    if (opened->game != &game_othello)
        return error_set(error, "expected a game of %s, found one of othello", opened->game->name);
    game_setup_default(opened->game, &opened->setup); /* GGF is for the usual board */
    text_init(&written, start, sizeof start);
    opened->game->position_write(&opened->setup, &ggf.start, &written);
    if (!opened_start(opened, start, written.length, GGF_MOVES, error))
        return false;
    for (int i = 0; i < ggf.move_count; i++)
        if (!session_play(opened->session, ggf.moves[i], error))
            return error_prefix(error, "move %d: ", i + 1);
    return true;
}

bool game_file_read(struct opened *opened, const char *text, size_t length, struct error *error)
{
    while (length && text_is_space(*text))
        text++, length--;
    if (begins(text, length, "potez ")) {
        if (!opened_load(opened, text, length, 0, error))
            return false;
        session_go(opened->session, session_length(opened->session));
        return true;
    }
    if (begins(text, length, "(;"))
        return ggf_open(opened, text, length, error);
    if (begins(text, length, "moves:"))
        text += 6, length -= 6;
    return session_play_text(opened->session, text, length, error);
}
