/* Looking up positions and deriving a value from those of the successors.

   The derivation is the definition of a solved game: a position is won if some move leads to a
   loss of the opponent, in one ply more than the quickest of these; it is drawn if none does but
   some move leads to a draw; otherwise it is lost, in one ply more than the slowest win of the
   opponent. Verification (lab/mill/verify.c) rests on this function alone and shares nothing
   with the code that made the values.

   Databases know nothing of the draws by repetition and by count, so those rules are switched
   off while deriving. Lasker's game has the same moving phase as nine men and shares its files;
   the placing phases differ. */
#include "minds/mill/database.h"

#include <stdatomic.h>

/* Without men in hand games on the same board are the same, Lasker's and that of nine men, so one's
   databases serve both. */
static bool rules_agree(struct mill_rules a, struct mill_rules b, bool placing)
{
    return (placing ? a.variant == b.variant : mill_same_board(a.variant, b.variant)) &&
           a.skip == b.skip && a.flying == b.flying;
}

bool mill_database_probe(const struct mill_database *database, const struct mill *board,
                         struct mill_rules rules, struct mill_fact *fact)
{
    int side = board->side;
    uint32_t mover = board->men[side], other = board->men[!side];
    struct mill_subspace subspace = {(uint8_t)bits_count(mover), (uint8_t)bits_count(other),
                                     board->hand[side], board->hand[!side]};
    bool placing = subspace.mover_hand || subspace.other_hand;
    if (!rules_agree(database->rules, rules, placing))
        return false;
    if (mill_lost(board, rules)) {
        *fact = (struct mill_fact){-1, 0};
        return true;
    }
    int men = database->index->men;
    if (subspace.mover > men || subspace.other > men)
        return false;
    return database->read(database->source, subspace, mill_slot(database->index, mover, other),
                          fact);
}

/* A position without a move is lost at once. Packed databases keep outcomes without distances; then
   one reply of unknown distance makes the distance here unknown too, but not the outcome. */
bool mill_database_derive(const struct mill_database *database, const struct mill *board,
                          struct mill_rules rules, struct mill_fact *fact)
{
    uint32_t moves[MILL_MOVES_MAX];
    rules.draws = false;
    int count = mill_legal_moves(board, rules, moves), quickest = -1, slowest = 0;
    bool win = false, draw = false, missing = false, distances = true;
    for (int i = 0; i < count; i++) {
        struct mill next = *board;
        struct mill_fact reply = {0};
        mill_play(&next, moves[i]);
        if (!mill_database_probe(database, &next, rules, &reply))
            missing = true;
        else if (reply.outcome == 0)
            draw = true;
        else if (reply.plies < 0)
            distances = false;
        else if (reply.outcome < 0 && (quickest < 0 || reply.plies < quickest))
            quickest = reply.plies;
        else if (reply.outcome > 0 && reply.plies > slowest)
            slowest = reply.plies;
        win |= reply.outcome < 0;
    }
    if (win)
        *fact = (struct mill_fact){1, distances ? quickest + 1 : -1};
    else if (draw)
        *fact = (struct mill_fact){0, -1};
    else
        *fact = (struct mill_fact){-1, !distances ? -1 : count ? slowest + 1 : 0};
    return !missing;
}

/* The variant's own, or one of another variant whose rules come to the same. */
const struct mill_database *mill_databases_find(const struct mill_databases *databases,
                                                struct mill_rules rules)
{
    const struct mill_database *found = databases->of[rules.variant];
    for (int i = 0; !found && i < MILL_VARIANTS; i++) {
        const struct mill_database *other = databases->of[i];
        if (other && rules_agree(other->rules, rules, false))
            found = other;
    }
    return found;
}

static _Atomic(const struct mill_database *) used[MILL_VARIANTS];

void mill_database_use(const struct mill_database *database)
{
    if (database)
        atomic_store(&used[database->rules.variant], database);
    for (int i = 0; !database && i < MILL_VARIANTS; i++)
        atomic_store(&used[i], NULL);
}

const struct mill_database *mill_database_used(struct mill_rules rules)
{
    struct mill_databases now;
    for (int i = 0; i < MILL_VARIANTS; i++)
        now.of[i] = atomic_load(&used[i]);
    return mill_databases_find(&now, rules);
}
