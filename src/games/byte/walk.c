/* Whole trees and whole random games, compiled once for every board so that the rules fold into
   them; the usual game (8x8, stacks of eight, no precedence) has a copy with all constants. */
#include "base/memory.h"
#include "games/byte/byte.h"

typedef uint64_t perft_walk(const struct byte_rules *rules, struct byte *board, int depth);

/* One ply of perft; `deeper` is the function this was inlined into. Moves of the last ply are
   counted without being played. */
BYTE_INLINE uint64_t perft_ply(struct byte_rules rules, const struct byte_rules *given,
                               struct byte *board, int depth, perft_walk *deeper)
{
    if (byte_over(rules, board))
        return 0;
    if (depth == 1)
        return (uint64_t)byte_moves(rules, board, NULL);
    uint32_t moves[BYTE_MOVES_MAX];
    int count = byte_moves(rules, board, moves);
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        struct byte_undo undo;
        byte_play(rules, board, moves[i], &undo);
        leaves += deeper(given, board, depth - 1);
        byte_undo(rules, board, &undo);
    }
    return leaves;
}

BYTE_INLINE int random_game(struct byte_rules rules, struct byte *board, struct random *random)
{
    int plies = 0;
    for (; !byte_over(rules, board); plies++) {
        uint32_t moves[BYTE_MOVES_MAX];
        struct byte_undo undo;
        int count = byte_moves(rules, board, moves);
        uint32_t choice = random_below(random, (uint32_t)count);
        byte_play(rules, board, moves[choice], &undo);
    }
    return plies;
}

/* Both walks for one kind of board; RULES may name `given`, the rules known at run time. */
#define WALKS(NAME, RULES)                                                                         \
    static uint64_t perft_##NAME(const struct byte_rules *given, struct byte *board, int depth)    \
    {                                                                                              \
        return perft_ply(RULES, given, board, depth, perft_##NAME);                                \
    }                                                                                              \
    static int playout_##NAME(const struct byte_rules *given, struct byte *board,                  \
                              struct random *random)                                               \
    {                                                                                              \
        (void)given;                                                                               \
        return random_game(RULES, board, random);                                                  \
    }

WALKS(usual, byte_rules(8, 8, false))
WALKS(8, byte_rules(8, given->full, given->merge_first))
WALKS(10, byte_rules(10, given->full, given->merge_first))
WALKS(16, byte_rules(16, given->full, given->merge_first))
WALKS(small, byte_rules(given->size == 4 ? 4 : 6, given->full, given->merge_first))

struct walks {
    perft_walk *perft;
    int (*playout)(const struct byte_rules *rules, struct byte *board, struct random *random);
};

static struct walks walks_for(const struct byte_rules *rules)
{
    switch (rules->size) {
    case 8:
        if (rules->full == 8 && !rules->merge_first)
            return (struct walks){perft_usual, playout_usual};
        return (struct walks){perft_8, playout_8};
    case 10:
        return (struct walks){perft_10, playout_10};
    case 16:
        return (struct walks){perft_16, playout_16};
    default:
        return (struct walks){perft_small, playout_small};
    }
}

uint64_t byte_perft(const struct game_setup *setup, const void *position, int depth)
{
    if (depth == 0)
        return 1;
    struct byte_rules rules = byte_rules_of(setup);
    struct byte board;
    memory_copy(&board, position, byte_position_size(rules.size));
    return walks_for(&rules).perft(&rules, &board, depth);
}

int byte_playout(const struct game_setup *setup, void *position, struct random *random)
{
    struct byte_rules rules = byte_rules_of(setup);
    return walks_for(&rules).playout(&rules, position, random);
}
