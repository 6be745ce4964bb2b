/* Who thinks and for how long: names, levels and limits as any front end may give them.

   Limits can come from the question, from the player's name ("best:time=0.1", "alphabeta:8"), from
   the game's clock, and from the front end, which has a standard and a ceiling. Those of the
   question and those in the name exclude each other: a limit that would have no effect is refused
   instead of being ignored, because somebody who asked for depth 12 should not be shown the answer
   of a player that looks three plies ahead. A clock adds a limit of time; the standard holds where
   there is no other; the ceiling always holds.

   A clock is spent where it matters by players that can tell whether they are done (player_kind's
   paces): the mind knows which moves of a game are hard and says what part of the rest the present
   one deserves (mind->clock_share); that is the allotment, and where the best move is in doubt,
   STRETCH times as much may be spent. The others get an even share as their limit. */
#include "minds/inquiry.h"

enum { LEVELS = 10, MOVES_LEFT = 25, STRETCH = 3 };

/* Whether the mind has a player of that name. */
static bool has_player(const struct mind *mind, const char *name)
{
    for (int i = 0; i < mind->player_count; i++)
        if (text_equal(mind->players[i]->name, name))
            return true;
    return false;
}

/* A strength of a game that has no ladder of levels (minds/level.h): its strongest with about three
   times as many positions as the level below. */
static bool plain_level(const struct mind *mind, int level, struct player *player,
                        struct error *error)
{
    static const uint32_t nodes[LEVELS] = {30,    100,   300,    1000,   3000,
                                           10000, 30000, 100000, 300000, 1000000};
    if (!player_read(mind, mind->best, player, error))
        return false;
    player->limits = (struct mind_limits){.nodes = nodes[level - 1]};
    return true;
}

static bool level_read(const struct mind *mind, int level, struct player *player,
                       struct error *error)
{
    char name[32];
    struct text text;
    if (level < 1 || level > LEVELS)
        return error_set(error, "expected a level from 1 to %d, found %d", LEVELS, level);
    text_init(&text, name, sizeof name);
    text_print(&text, "level:%d", level);
    if (has_player(mind, "level"))
        return player_read(mind, name, player, error);
    if (!plain_level(mind, level, player, error))
        return false;
    text_init(&text, player->name, sizeof player->name);
    text_add(&text, name);
    return true;
}

bool inquiry_player(const struct mind *mind, const char *name, int level, struct player *player,
                    struct error *error)
{
    if (name && level)
        return error_set(error, "a player and a level exclude each other");
    if (level)
        return level_read(mind, level, player, error);
    return player_read(mind, name ? name : mind->best, player, error);
}

static bool any(const struct mind_limits *limits)
{
    return limits->microseconds || limits->nodes || limits->depth;
}

/* What the mind thinks the present move deserves, in thousandths of the rest. By default it is one
   of 25, because nobody knows how many there will be: a game that lasts longer gets ever smaller
   shares, never none. */
static int64_t thousandths(const struct inquiry_terms *terms, bool paces)
{
    const struct session *session = terms->session;
    const struct mind *mind = session ? mind_of(session_game(session)) : NULL;
    if (terms->clock_moves > 0)
        return 1000 / terms->clock_moves;
    if (!paces || !mind || !mind->clock_share || session_over(session, NULL, NULL))
        return 1000 / MOVES_LEFT;
    return mind->clock_share(session_setup(session), session_position(session));
}

/* A share of the time left that suffices for the moves to come, and most of the increment, which
   comes back after the move. Never more than two thirds of the rest, and at least a
   millisecond. */
static void share_clock(const struct inquiry_terms *terms, bool paces, struct mind_limits *limits)
{
    int64_t left = terms->clock_left, most = left * 2 / 3;
    int64_t share = left * thousandths(terms, paces) / 1000 + terms->clock_increment * 4 / 5;
    int64_t stretched = paces ? STRETCH * share : share;
    if (paces && stretched > left / 3) /* doubts may not use up what the hard moves need */
        stretched = share > left / 3 ? share : left / 3;
    share = share < most ? share : most;
    stretched = stretched < most ? stretched : most;
    limits->microseconds = stretched > 1000 ? (uint64_t)stretched : 1000;
    if (paces)
        limits->allotment = share > 1000 ? (uint64_t)share : 1000;
}

/* Whether the number was given with the name: "alphabeta:8". */
static bool is_numbered(const struct player *player)
{
    const struct player_kind *kind = player->kind;
    int64_t number;
    return kind->argument && text_to_number(player->argument, text_length(player->argument),
                                            kind->least, kind->most, &number);
}

/* Whether the player would obey such limits. Its own limits, and a number given with its name,
   override them; a level obeys a time limit. */
static bool obeys(const struct player *player, const struct mind_limits *limits)
{
    const struct player_kind *kind = player->kind;
    if (!kind->limits)
        return kind->some_limits && !limits->depth && !limits->nodes;
    return !any(&player->limits) && !is_numbered(player);
}

static bool refused(enum inquiry_kind kind, const struct player *player,
                    const struct inquiry_terms *terms, struct error *error)
{
    const struct mind_limits *limits = &terms->limits;
    bool value = kind == INQUIRY_VALUE;
    if (terms->clock_left > 0 && kind != INQUIRY_MOVE && kind != INQUIRY_HINT)
        return !error_set(error, "a clock is for choosing a move: limit the time or the number of "
                                 "positions");
    if (limits->depth && value)
        return !error_set(error, "a proof has no depth: limit the time or the number of positions, "
                                 "or ask for an analysis");
    if (value)
        return false;
    if (limits->depth && player->kind->no_depth)
        return !error_set(error,
                          "player %s knows no depth: limit the time or the number of "
                          "positions",
                          player->kind->name);
    if (!player_takes_depth(player->kind, limits->depth, error))
        return true;
    return any(limits) && !obeys(player, limits) &&
           !error_set(error, "player %s says itself how far it looks: leave out the limits of %s",
                      player->name,
                      player->kind->some_limits ? "depth and positions"
                                                : "time, depth and positions");
}

bool inquiry_limits(enum inquiry_kind kind, struct player *player,
                    const struct inquiry_terms *terms, struct mind_limits *limits,
                    struct error *error)
{
    const struct mind_limits none = {0};
    const struct mind_limits *own = kind == INQUIRY_VALUE ? &none : &player->limits;
    *limits = terms->limits;
    if (refused(kind, player, terms, error))
        return false;
    if (any(limits) && player->kind->limits && player->kind->argument)
        player->number = 0; /* the limits count, not the usual number */
    bool clocked = terms->clock_left > 0 && !limits->microseconds;
    if (clocked)
        share_clock(terms, player->kind->paces && kind == INQUIRY_MOVE, limits);
    if (!any(limits) && !any(own)) {
        *limits = terms->standard;
        if ((kind == INQUIRY_VALUE || player->kind->proves) && limits->nodes)
            limits->nodes = MIND_PROOF_NODES;
    }
    uint64_t *time = &limits->microseconds;
    if (terms->most && (*time == 0 || *time > terms->most))
        *time = terms->most;
    return true;
}

bool inquiry_limits_at(enum inquiry_kind kind, struct player *player,
                       const struct inquiry_terms *terms, const struct session *session,
                       uint64_t now, struct mind_limits *limits, struct error *error)
{
    struct inquiry_terms own = *terms;
    if (player_is_fixed(player))
        own.limits = (struct mind_limits){0}; /* they are for the other one */
    own.session = session;
    if (session_timed(session)) {
        own.clock_left = 1 + session_time_left(session, session_side(session), now);
        own.clock_increment = session_increment(session);
    }
    return inquiry_limits(kind, player, &own, limits, error);
}
