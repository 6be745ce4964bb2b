/* A game is known by how its text begins: a saved game, GGF, or a list of moves. */
#include "lab/game_file.h"

#include "lab/game.h"
#include <string.h>

static bool begins(const char *text, size_t length, const char *with)
{
    size_t size = strlen(with);
    return length >= size && memcmp(text, with, size) == 0;
}

static bool ggf_open(struct opened *opened, const char *text, size_t length, struct error *error)
{
    const struct lab_game *lab = lab_game_of(opened->game);
    return lab->ggf_open ? lab->ggf_open(opened, text, length, error)
                         : error_set(error, "expected a game of %s, found one of %s",
                                     opened->game->name, lab_game_with_ggf()->game->name);
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
