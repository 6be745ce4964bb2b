/* A game for the tests of the session alone: a token walks a ring of five places, one step to the
   left or to the right, or burns the bridge behind it (no earlier position comes back), three
   bridges end it. A position that is there for the third time is a draw. */
#ifndef TESTS_GAMES_RING_H
#define TESTS_GAMES_RING_H

#include "games/game.h"

#include <string.h>

struct ring {
    int8_t place, side, bridges, since;
};

static bool ring_setup_valid(const struct game_setup *setup, struct error *error)
{
    (void)setup, (void)error;
    return true;
}

static size_t ring_size(const struct game_setup *setup)
{
    (void)setup;
    return sizeof(struct ring);
}

static void ring_start(const struct game_setup *setup, void *position)
{
    (void)setup;
    memset(position, 0, sizeof(struct ring));
}

static int ring_moves(const struct game_setup *setup, const void *position, uint32_t *moves)
{
    (void)setup;
    const struct ring *ring = position;
    for (uint32_t i = 0; i < 3; i++)
        moves[i] = i;
    return ring->bridges == 3 ? 0 : 3;
}

static void ring_play(const struct game_setup *setup, void *position, uint32_t move)
{
    (void)setup;
    struct ring *ring = position;
    ring->since = (int8_t)(ring->since + 1);
    if (move == 2) {
        ring->bridges = (int8_t)(ring->bridges + 1);
        ring->since = 0;
    } else {
        ring->place = (int8_t)((ring->place + (move ? 4 : 1)) % 5);
    }
    ring->side ^= 1;
}

static int ring_side(const struct game_setup *setup, const void *position)
{
    (void)setup;
    return ((const struct ring *)position)->side;
}

static bool ring_result(const struct game_setup *setup, const void *position,
                        struct game_result *result)
{
    (void)setup;
    *result = (struct game_result){2, 7};
    return ((const struct ring *)position)->bridges == 3;
}

static uint64_t ring_hash(const struct game_setup *setup, const void *position)
{
    (void)setup;
    const struct ring *ring = position;
    return (uint64_t)(ring->place + 10 * ring->side + 100 * ring->bridges);
}

static int ring_limit(const struct game_setup *setup)
{
    (void)setup;
    return 3;
}

static int ring_reversible(const struct game_setup *setup, const void *position)
{
    (void)setup;
    return ((const struct ring *)position)->since;
}

static void ring_move_write(const struct game_setup *setup, const void *position, uint32_t move,
                            struct text *text)
{
    (void)setup, (void)position;
    text_add_char(text, "rlb"[move]);
}

static size_t ring_move_read(const struct game_setup *setup, const void *position, const char *text,
                             size_t length, uint32_t *move, struct error *error)
{
    (void)setup, (void)position;
    for (uint32_t i = 0; length && i < 3; i++)
        if (text[0] == "rlb"[i]) {
            *move = i;
            return 1;
        }
    return error_set(error, "expected r, l or b");
}

static const struct game ring_game = {
    .name = "ring",
    .players = 2,
    .pass = GAME_NO_MOVE,
    .setup_valid = ring_setup_valid,
    .position_size = ring_size,
    .start = ring_start,
    .legal_moves = ring_moves,
    .play = ring_play,
    .side_to_move = ring_side,
    .result = ring_result,
    .hash = ring_hash,
    .repetition_limit = ring_limit,
    .reversible_plies = ring_reversible,
    .move_write = ring_move_write,
    .move_read = ring_move_read,
};

#endif
