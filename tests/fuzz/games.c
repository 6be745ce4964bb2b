/* Whole games, structured: each byte is what happens next in a game in progress, a move most of the
   time. Taking back leads to the very positions that were there, a saved game comes back as it was,
   and the texts of every position and move lead back to it. The first byte picks the game, the
   second its options. */
#include "input.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES = 120, TEXT_MAX = 1 << 16 };

static uint64_t hash_now(const struct session *session)
{
    return session_game(session)->hash(session_setup(session), session_position(session));
}

static void play(struct session *session, unsigned byte)
{
    uint32_t moves[GAME_MOVES_MAX];
    struct error error;
    int count = session_moves(session, moves);
    uint64_t before = hash_now(session);
    if (count <= 0 || session_ply(session) >= PLIES - 1)
        return;
    if (!session_play(session, moves[byte % (unsigned)count], &error))
        PROMISE(hash_now(session) == before);
}

/* There and back. */
static void walk(struct session *session, unsigned byte)
{
    int ply = session_ply(session);
    uint64_t here = hash_now(session);
    session_go(session, ply - (int)(byte % 8));
    session_go(session, ply);
    PROMISE(session_ply(session) == ply && hash_now(session) == here);
}

static void save(const struct session *session)
{
    static char first[TEXT_MAX], second[TEXT_MAX];
    struct text text;
    text_init(&text, first, sizeof first);
    session_save(session, &text);
    if (!text_fits(&text))
        return;
    size_t bytes = session_bytes(session_game(session), session_setup(session), PLIES);
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    struct session *copy = session_copy(session, memory, bytes);
    PROMISE(copy);
    text_init(&text, second, sizeof second);
    session_save(copy, &text);
    PROMISE(strcmp(first, second) == 0);
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input;
    if (!input_take(data, size, &input))
        return 0;
    size_t bytes = session_bytes(input.game, &input.setup, PLIES);
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    struct session *session = session_start(input.game, &input.setup, NULL, memory, bytes);
    PROMISE(session);
    for (size_t i = 0; i < input.length && i < 2 * PLIES; i++) {
        unsigned byte = (uint8_t)input.text[i];
        if (byte < 224)
            play(session, byte);
        else if (byte < 240)
            session_go(session, session_ply(session) - (int)(byte % 4));
        else if (byte < 252)
            walk(session, byte);
        else
            save(session);
    }
    input_try_position(input.game, &input.setup, session_position(session), 0);
    free(memory);
    return 0;
}
