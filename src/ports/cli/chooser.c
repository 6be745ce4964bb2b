/* From the options of a command to a question: player, limits, table and databases, and refusal
   of combinations that contradict each other. A table larger than three quarters of the
   machine's memory is refused here, because the system would grant it and suffer later. */
#include "ports/cli/chooser.h"

#include "lab/databases.h"
#include "ports/cli/interrupt.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A table that the machine cannot hold would not fail at once but drown it later. */
static bool table_fits(size_t bytes, struct error *error)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0 || bytes <= (size_t)pages * (size_t)page / 4 * 3)
        return true;
    return error_set(error, "--table: %zu MiB is more than three quarters of this machine's memory",
                     bytes >> 20);
}

static bool read_keep(struct chooser *chooser, const struct arguments *arguments,
                      struct error *error)
{
    const char *keep = arguments_value(arguments, "keep-table");
    if (keep && strcmp(keep, "yes") != 0 && strcmp(keep, "no") != 0)
        return error_set(error, "--keep-table: expected yes or no, found \"%.*s\"",
                         text_printable(keep, strlen(keep), 24), keep);
    chooser->keep_table = !keep || strcmp(keep, "yes") == 0;
    return true;
}

/* The folder that is to be opened, "" for none, and whether databases are allowed at all. */
static bool read_databases(const struct arguments *arguments, const char **directory, bool *allowed,
                           struct error *error)
{
    const char *given = arguments_value(arguments, "database");
    const char *usual = getenv("POTEZ_DATABASE");
    *allowed = !arguments_has(arguments, "no-database");
    *directory = given ? given : usual && *allowed ? usual : "";
    return *allowed || !given ||
           error_set(error, "--database and --no-database exclude each other");
}

bool chooser_databases(const struct arguments *arguments, const struct opened *opened,
                       struct error *error)
{
    const struct mind *mind = mind_of(opened->game);
    const char *directory;
    bool allowed;
    if (!read_databases(arguments, &directory, &allowed, error))
        return false;
    if (!mind->databases)
        return !arguments_value(arguments, "database") ||
               error_set(error, "there are no databases for %s", opened->game->name);
    mind->databases(allowed);
    return !*directory || databases_open(opened->game, &opened->setup, directory, error);
}

bool chooser_databases_any(const struct arguments *arguments, struct error *error)
{
    const char *directory;
    bool allowed;
    if (!read_databases(arguments, &directory, &allowed, error))
        return false;
    for (int i = 0; i < game_count; i++) {
        const struct mind *mind = mind_of(games[i]);
        if (mind && mind->databases)
            mind->databases(allowed);
    }
    return !*directory || databases_open_any(directory, error);
}

bool chooser_read(struct chooser *chooser, const struct arguments *arguments,
                  const struct opened *opened, size_t table_bytes, uint64_t nodes,
                  struct error *error)
{
    *chooser = (struct chooser){.table_bytes = table_bytes};
    if (!mind_of(opened->game))
        return error_set(error, "%s has no players", opened->game->name);
    if (!arguments_terms(arguments, &chooser->terms, error) ||
        !arguments_size(arguments, "table", &chooser->table_bytes, error) ||
        !table_fits(chooser->table_bytes, error) || !read_keep(chooser, arguments, error) ||
        !chooser_databases(arguments, opened, error))
        return false;
    chooser->terms.standard.nodes = nodes;
    chooser->terms.session = opened->session;
    random_seed(&chooser->random, arguments->seed);
    chooser->question = (struct inquiry_question){
        .no_book = arguments_has(arguments, "no-book"),
        .random = &chooser->random,
        .stop = &interrupt_raised,
    };
    return true;
}

bool chooser_limited(const struct chooser *chooser)
{
    const struct mind_limits *limits = &chooser->terms.limits;
    return limits->microseconds || limits->depth || limits->nodes;
}

uint64_t chooser_most(const struct chooser *chooser)
{
    const struct inquiry_question *question = &chooser->question;
    uint64_t own = question->player.limits.microseconds;
    return own ? own : question->limits.microseconds;
}

bool chooser_limits(const struct chooser *chooser, enum inquiry_kind kind, struct player *player,
                    struct mind_limits *limits, struct error *error)
{
    struct inquiry_terms timed = chooser->terms;
    if (timed.clock_left && kind == INQUIRY_MOVE) {
        /* whoever takes no limit of time cannot keep to a clock either */
        timed.limits.microseconds = 1;
        if (!inquiry_limits(kind, player, &timed, limits, error))
            return error_prefix(error, "--clock: ");
    }
    return inquiry_limits(kind, player, &chooser->terms, limits, error);
}

bool chooser_player(struct chooser *chooser, const struct arguments *arguments,
                    const struct game *game, enum inquiry_kind kind, struct error *error)
{
    struct inquiry_question *question = &chooser->question;
    int64_t level = 0;
    question->kind = kind;
    if (!arguments_number(arguments, "level", 1, 10, &level, error))
        return false;
    if (level && chooser_limited(chooser))
        return error_set(error, "--level says how far to look: leave out --time, --depth and "
                                "--nodes, or the level");
    return inquire_player(game, arguments_value(arguments, "player"), (int)level, &question->player,
                          error) &&
           chooser_limits(chooser, kind, &question->player, &question->limits, error);
}

bool chooser_no_clock(const struct chooser *chooser, struct error *error)
{
    return !chooser->terms.clock_left ||
           error_set(error, "--clock: there are no clocks here; --time is for each move");
}

bool chooser_open(struct chooser *chooser, int threads, struct error *error)
{
    interrupt_watch();
    return think_open(&chooser->thinker, threads, chooser->table_bytes, error);
}

struct inquiry *chooser_ask(struct chooser *chooser, const struct session *session,
                            struct error *error)
{
    chooser->question.session = session;
    return inquire_open(&chooser->thinker, &chooser->question, error);
}

void chooser_close(struct chooser *chooser)
{
    think_close(&chooser->thinker);
}
