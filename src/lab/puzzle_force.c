/* And-or search: the side that forces needs one move that works, against all moves of the other.
   Deepening by one ply at a time gives the fewest plies. A position is looked up by its hash and
   the plies that are left; a slot keeps the newest, 63 bits of the key and one of the answer. The
   move that decided last at the same distance is tried first, as it mostly decides again. */
#include "lab/puzzle_force.h"

#include "base/hash.h"
#include <string.h>

void puzzle_force_begin(struct puzzle_force *force, const struct game *game,
                        const struct game_setup *setup, const struct puzzle_kind *kind,
                        const void *root, int side)
{
    force->game = game;
    force->setup = setup;
    force->reached = kind->reached;
    force->side = side;
    force->nodes = 0;
    force->given_up = false;
    memset(force->root, 0, sizeof force->root);
    memcpy(force->root, root, game->position_size(setup));
    memset(force->favourite, 0xff, sizeof force->favourite);
    memset(force->remembered, 0, sizeof force->remembered);
}

/* Whether it has been reached; `over` says that there is nothing more to come. */
static bool reached(const struct puzzle_force *force, const void *position, bool *over)
{
    struct game_result result;
    *over = force->game->result(force->setup, position, &result);
    if (force->reached)
        return force->reached(force->setup, force->root, position, force->side);
    return *over && result.half_points == (force->side == 0 ? 2 : 0);
}

static void put_first(uint32_t *moves, int count, uint32_t move)
{
    for (int i = 1; i < count; i++)
        if (moves[i] == move) {
            moves[i] = moves[0];
            moves[0] = move;
        }
}

static bool look(struct puzzle_force *force, const void *position, int plies);

static bool try_moves(struct puzzle_force *force, const void *position, int plies)
{
    bool ours = force->game->side_to_move(force->setup, position) == force->side;
    uint32_t moves[GAME_MOVES_MAX];
    int count = force->game->legal_moves(force->setup, position, moves);
    put_first(moves, count, force->favourite[plies]);
    for (int i = 0; i < count && !force->given_up; i++) {
        _Alignas(8) unsigned char child[GAME_POSITION_SMALL];
        memcpy(child, position, force->game->position_size(force->setup));
        force->game->play(force->setup, child, moves[i]);
        if (look(force, child, plies - 1) == ours) {
            force->favourite[plies] = moves[i];
            return ours;
        }
    }
    return !ours;
}

static bool look(struct puzzle_force *force, const void *position, int plies)
{
    bool over;
    if (reached(force, position, &over))
        return true;
    if (over || plies == 0)
        return false;
    if (++force->nodes > force->most && force->most) {
        force->given_up = true;
        return false;
    }
    uint64_t hash = force->game->hash(force->setup, position);
    uint64_t key = hash_pair(hash, (uint64_t)plies) | 1;
    uint64_t *slot = &force->remembered[key >> 32 & (PUZZLE_FORCE_SLOTS - 1)];
    if ((*slot | 1) == key)
        return *slot & 1;
    bool forced = try_moves(force, position, plies);
    if (!force->given_up)
        *slot = forced ? key : key & ~UINT64_C(1);
    return forced;
}

bool puzzle_forced(struct puzzle_force *force, const void *position, int plies)
{
    return look(force, position, plies) && !force->given_up;
}

int puzzle_force_plies(struct puzzle_force *force, const void *position, int most)
{
    for (int plies = 0; plies <= most && !force->given_up; plies++)
        if (puzzle_forced(force, position, plies))
            return plies;
    return -1;
}
