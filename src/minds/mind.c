/* Players by name: reading "name:argument" with its limits, the random player, the solver as a
   player.

   A player's name is all that front ends, files and protocols know of it, so this is the one place
   where names are read: "alphabeta:8", "best:time=0.1", "model:FILE", "swh:random=10". Before the
   colon stands a kind of the game's table. Behind it may stand a number, if the kind takes one, or
   whatever the kind reads by itself, or limits; and beside that, for every kind, a share of random
   moves. */
#include "minds/mind.h"

#include "base/memory.h"

const struct mind *mind_of(const struct game *game)
{
    for (int i = 0; i < mind_count; i++)
        if (minds[i]->game == game)
            return minds[i];
    return NULL;
}

size_t player_scratch(const struct player_kind *kind, size_t table_bytes)
{
    bool bounded = kind->memory_is_table && table_bytes > 0 && table_bytes < kind->memory;
    return bounded ? table_bytes : kind->memory;
}

void mind_answer_clear(struct mind_answer *answer)
{
    memory_clear(answer, sizeof *answer);
    answer->move = GAME_NO_MOVE;
    answer->outcome = MIND_OUTCOME_OPEN;
    answer->plies = -1;
}

struct mind_limits player_limits(const struct player *player, const struct mind_task *task)
{
    struct mind_limits own = player->limits, given = task->limits;
    bool none = !own.microseconds && !own.nodes && !own.depth;
    return none ? given : own;
}

bool player_takes_depth(const struct player_kind *kind, int depth, struct error *error)
{
    return depth != MIND_DEPTH_STATIC || kind->evaluates ||
           error_set(error, "player %s has no static evaluation: ask for a depth of 1 or more",
                     kind->name);
}

static void solver_think(const struct player *player, const struct mind_task *task,
                         struct mind_answer *answer)
{
    const struct mind *mind = player->data;
    mind_answer_clear(answer);
    mind->solve(task, answer);
}

void player_solver(const struct mind *mind, struct player_kind *kind, struct player *player)
{
    *kind = (struct player_kind){
        .name = "solve",
        .limits = true,
        .parallel = mind->solve_shared > 0,
        .calls = mind->solve_calls,
        .memory = mind->solve_memory,
        .memory_is_table = mind->solve_memory_is_table,
        .shared = mind->solve_shared,
        .think = solver_think,
    };
    *player = (struct player){.kind = kind, .data = mind};
}

bool player_is_fixed(const struct player *player)
{
    const struct mind_limits *own = &player->limits;
    bool limited = own->microseconds || own->nodes || own->depth;
    return !player->kind->limits || (player->kind->argument && player->number > 0 && !limited);
}

/* Seconds with up to six decimals: "0.25". */
static bool seconds_read(const char *text, size_t length, uint64_t *microseconds)
{
    uint64_t value = 0, unit = 1000000;
    bool point = false, digits = false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '.' && !point) {
            point = true;
        } else if (text_is_digit(text[i]) && unit > 0 && value < UINT64_C(1000000000000)) {
            digits = true;
            if (point)
                unit /= 10;
            value = point ? value + unit * (uint64_t)(text[i] - '0')
                          : value * 10 + UINT64_C(1000000) * (uint64_t)(text[i] - '0');
        } else {
            return false;
        }
    }
    *microseconds = value;
    return digits;
}

static bool limit_read(const char *part, size_t length, struct mind_limits *limits)
{
    size_t name = 0;
    while (name < length && part[name] != '=')
        name++;
    if (name == length)
        return false;
    const char *value = part + name + 1;
    size_t value_length = length - name - 1;
    int64_t number;
    if (text_part_equal(part, name, "time"))
        return seconds_read(value, value_length, &limits->microseconds);
    if (text_part_equal(part, name, "depth") &&
        text_to_number(value, value_length, 0, 200, &number)) {
        limits->depth = mind_depth(number);
        return true;
    }
    if (text_part_equal(part, name, "nodes") &&
        text_to_number(value, value_length, 1, INT64_C(1000000000000000), &number)) {
        limits->nodes = (uint64_t)number;
        return true;
    }
    return false;
}

bool mind_limits_read(const char *text, size_t length, struct mind_limits *limits,
                      struct error *error)
{
    size_t at = 0;
    while (at < length) {
        size_t end = at;
        while (end < length && text[end] != ',')
            end++;
        if (!limit_read(text + at, end - at, limits))
            return error_set(error,
                             "expected time=SECONDS, depth=PLIES or nodes=NUMBER, found \"%.*s\"",
                             text_printable(text + at, end - at, 30), text + at);
        at = end + (end < length);
    }
    return true;
}

static const struct player_kind *kind_find(const struct mind *mind, const char *name, size_t length)
{
    for (int i = 0; i < mind->player_count; i++)
        if (text_part_equal(name, length, mind->players[i]->name))
            return mind->players[i];
    if (text_part_equal(name, length, "best")) /* the strongest, whatever its own name */
        return kind_find(mind, mind->best, text_length(mind->best));
    return NULL;
}

static bool kind_unknown(const struct mind *mind, const char *name, size_t length,
                         struct error *error)
{
    char known[240];
    struct text text;
    text_init(&text, known, sizeof known);
    for (int i = 0; i < mind->player_count; i++)
        text_print(&text, "%s%s", i ? ", " : "", mind->players[i]->name);
    return error_set(error, "%s has no player \"%.*s\"; there are %s", mind->game->name,
                     text_printable(name, length, 24), name, known);
}

/* Takes "random=N" out of the parts after the colon; the others stay in player->argument. */
static bool random_take(struct player *player, const char *text, struct error *error)
{
    static const char word[] = "random=";
    size_t length = text_length(text), size = sizeof word - 1, kept = 0;
    for (size_t at = 0, end; at <= length; at = end + 1) {
        for (end = at; end < length && text[end] != ',';)
            end++;
        if (end - at >= size && memory_equal(text + at, word, size)) {
            int64_t number;
            if (!text_to_number(text + at + size, end - at - size, 0, 100, &number))
                return error_set(
                    error, "player %s: expected random=PERCENT from 0 to 100, found \"%.*s\"",
                    player->kind->name, text_printable(text + at, end - at, 24), text + at);
            player->random = (int)number;
            continue;
        }
        if (kept)
            player->argument[kept++] = ',';
        memory_copy(player->argument + kept, text + at, end - at);
        kept += end - at;
    }
    player->argument[kept] = 0;
    return true;
}

static bool argument_take(struct player *player, struct error *error)
{
    const char *argument = player->argument;
    const struct player_kind *kind = player->kind;
    int64_t number;
    if (kind->argument &&
        text_to_number(argument, text_length(argument), kind->least, kind->most, &number)) {
        player->number = (int)number;
        return true;
    }
    if (kind->take)
        return kind->take(player, argument, error);
    if (kind->argument &&
        text_to_number(argument, text_length(argument), INT32_MIN, INT32_MAX, &number))
        return error_set(error, "player %s: expected a %s from %d to %d, found %d", kind->name,
                         kind->argument, kind->least, kind->most, (int)number);
    if (kind->limits)
        return mind_limits_read(argument, text_length(argument), &player->limits, error) ||
               error_prefix(error, "player %s: ", kind->name);
    if (kind->argument)
        return error_set(error, "player %s: expected a %s from %d to %d, found \"%.*s\"",
                         kind->name, kind->argument, kind->least, kind->most,
                         text_printable(argument, text_length(argument), 24), argument);
    return error_set(error, "player %s takes no argument, found \"%.*s\"", kind->name,
                     text_printable(argument, text_length(argument), 24), argument);
}

bool player_read(const struct mind *mind, const char *text, struct player *player,
                 struct error *error)
{
    size_t length = text_length(text), name = 0;
    while (name < length && text[name] != ':')
        name++;
    memory_clear(player, sizeof *player);
    player->kind = kind_find(mind, text, name);
    if (!player->kind)
        return kind_unknown(mind, text, name, error);
    if (length >= sizeof player->name)
        return error_set(error, "the player's name is too long: at most %zu characters",
                         sizeof player->name - 1);
    memory_copy(player->name, text, length + 1);
    player->number = player->kind->standard;
    if (name == length)
        return true;
    if (!random_take(player, text + name + 1, error))
        return false;
    bool only_random = player->argument[0] == 0 && length > name + 1;
    return only_random || (argument_take(player, error) &&
                           player_takes_depth(player->kind, player->limits.depth, error));
}

static void think_random(const struct player *player, const struct mind_task *task,
                         struct mind_answer *answer)
{
    (void)player;
    mind_answer_clear(answer);
    uint32_t moves[GAME_MOVES_MAX];
    int count = task->game->legal_moves(task->setup, task->position, moves);
    if (count == 0)
        return;
    answer->move = moves[random_below(task->random, (uint32_t)count)];
    answer->line[0] = answer->move;
    answer->line_length = 1;
}

bool player_strays(const struct player *player, const struct mind_task *task,
                   struct mind_answer *answer)
{
    if (player->random == 0 || !task->random ||
        (int)random_below(task->random, 100) >= player->random)
        return false;
    think_random(player, task, answer);
    return true;
}

const struct player_kind player_random = {
    .name = "random",
    .summary = "Any legal move, each as likely as the others.",
    .think = think_random,
};
