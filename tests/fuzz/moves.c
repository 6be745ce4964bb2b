/* Lists of moves: all are played or none; what was played is written and played again to the same
   end. */
#include "input.h"

#include <stdlib.h>
#include <string.h>

#define PLIES 200

static void try_again(const struct session *session)
{
    static char buffer[PLIES * (GAME_MOVE_TEXT + 1)];
    struct text text;
    size_t bytes = session_bytes(session_game(session), session_setup(session), PLIES);
    void *memory = malloc(bytes);
    text_init(&text, buffer, sizeof buffer);
    session_write_moves(session, ",", &text);
    const struct game *game = session_game(session);
    const struct game_setup *setup = session_setup(session);
    struct session *again = session_start(game, setup, NULL, memory, bytes);
    PROMISE(session_play_text(again, buffer, text.length, NULL));
    PROMISE(session_ply(again) == session_ply(session) &&
            game->hash(setup, session_position(again)) ==
                game->hash(setup, session_position(session)));
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input;
    struct error error;
    if (!input_take(data, size, &input))
        return 0;
    size_t bytes = session_bytes(input.game, &input.setup, PLIES);
    void *memory = malloc(bytes);
    struct session *session = session_start(input.game, &input.setup, NULL, memory, bytes);
    error.text[0] = 0;
    if (session_play_text(session, input.text, input.length, &error)) {
        try_again(session);
        input_try_position(input.game, &input.setup, session_position(session), 2);
    } else {
        PROMISE(error.text[0] && session_ply(session) == 0 && session_length(session) == 0);
    }
    free(memory);
    return 0;
}
