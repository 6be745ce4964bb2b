/* The command "bench": fixed work on one thread. The signature of a search changes only when the
   search does; the speeds show what it costs. */
#define _POSIX_C_SOURCE 200809L /* strtok_r */
#include "base/clock.h"
#include "base/hash.h"
#include "lab/playout.h"
#include "ports/cli/chooser.h"
#include "ports/cli/compare.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/ladder.h"
#include "ports/cli/progress.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLE = 16 << 20,
    PERFT_LEAVES = 2000000, /* the first depth with so many leaves is counted */
    PERFT_DEPTH = 14,
    PLAYOUTS = 5000,
    PLIES_MAX = 2000, /* of a random game that does not end */
    POSITIONS = 12,
    SEARCH_NODES = 100000, /* for each of the positions */
};

struct measure {
    char name[160];
    uint64_t nodes, signature;
    double seconds;
};

/* Each measure is a step, whatever it takes: an estimate all the same. */
static struct progress progress;

static void write_measure(const struct arguments *arguments, const struct measure *measure)
{
    char signature[24];
    progress_wipe(&progress);
    snprintf(signature, sizeof signature, "%016" PRIx64, measure->signature);
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "name", measure->name);
        json_out_unsigned(&json, "nodes", measure->nodes);
        json_out_number(&json, "seconds", measure->seconds, 6);
        json_out_text(&json, "signature", signature);
        json_line_end(&json);
    } else {
        printf("%-34s %12" PRIu64 "  %s", measure->name, measure->nodes, signature);
        if (!arguments->quiet)
            printf("  %8.3f s %10.2f M/s", measure->seconds,
                   (double)measure->nodes / (measure->seconds > 0 ? measure->seconds : 1e-9) / 1e6);
        putchar('\n');
    }
    fflush(stdout);
    progress_show(&progress, progress.done + 1, measure->name);
}

static void bench_perft(const struct opened *position, struct measure *measure)
{
    const struct game *game = position->game;
    void *memory = command_memory(position_size(position) * (PERFT_DEPTH + 1));
    int depth = 0;
    do {
        depth++;
        uint64_t started = clock_microseconds();
        measure->nodes =
            game_perft(game, &position->setup, session_position(position->session), depth, memory);
        measure->seconds = (double)(clock_microseconds() - started) / 1e6;
    } while (measure->nodes < PERFT_LEAVES && depth < PERFT_DEPTH);
    measure->signature = hash_mix(measure->nodes);
    snprintf(measure->name, sizeof measure->name, "%s perft %d", game->name, depth);
    free(memory);
}

static void bench_playouts(const struct opened *position, struct measure *measure)
{
    void *at = command_memory(position_size(position));
    uint64_t started = clock_microseconds();
    for (int i = 0; i < PLAYOUTS; i++) {
        struct random random;
        random_split(&random, 1, (uint64_t)i);
        memcpy(at, session_position(position->session), position_size(position));
        int plies = playout_run(position->game, &position->setup, at, &random, PLIES_MAX);
        measure->nodes += (uint64_t)plies;
        measure->signature = hash_pair(measure->signature + (uint64_t)plies,
                                       position->game->hash(&position->setup, at));
    }
    measure->seconds = (double)(clock_microseconds() - started) / 1e6;
    snprintf(measure->name, sizeof measure->name, "%s playouts", position->game->name);
    free(at);
}

/* Position number i: 2i random plies from the start, before the end of the game. */
static void walk_to(const struct opened *position, int i, void *at)
{
    const struct game *game = position->game;
    struct random random;
    struct game_result result;
    void *next = command_memory(position_size(position));
    random_split(&random, 2, (uint64_t)i);
    memcpy(at, session_position(position->session), position_size(position));
    for (int ply = 0; ply < 2 * i; ply++) {
        uint32_t moves[GAME_MOVES_MAX];
        int count = game->legal_moves(&position->setup, at, moves);
        memcpy(next, at, position_size(position));
        game->play(&position->setup, next, moves[random_below(&random, (uint32_t)count)]);
        if (game->result(&position->setup, next, &result))
            break;
        memcpy(at, next, position_size(position));
    }
    free(next);
}

static bool bench_search(const struct opened *position, struct chooser *chooser,
                         const struct player *player, struct measure *measure, struct error *error)
{
    size_t bytes = session_bytes(position->game, &position->setup, 0);
    void *at = command_memory(position_size(position)), *memory = command_memory(bytes);
    bool good = chooser_open(chooser, 1, error);
    random_seed(&chooser->random, 1);
    chooser->question.player = *player;
    chooser->question.forget = true;
    uint64_t started = clock_microseconds();
    for (int i = 0; good && i < POSITIONS; i++) {
        walk_to(position, i, at);
        struct session *session =
            session_start(position->game, &position->setup, at, memory, bytes);
        struct inquiry *inquiry = chooser_ask(chooser, session, error);
        good = inquiry && inquiry_run(inquiry, error);
        if (good) {
            measure->nodes += inquiry->nodes;
            measure->signature =
                hash_pair(measure->signature + inquiry->answer.move, inquiry->nodes);
        }
        inquire_close(inquiry);
    }
    measure->seconds = (double)(clock_microseconds() - started) / 1e6;
    snprintf(measure->name, sizeof measure->name, "%s search %s", position->game->name,
             player->name);
    free(memory);
    free(at);
    chooser_close(chooser);
    return good;
}

enum { PLAYERS_MAX = 8 };

/* The players of --compare, or the strongest. `names` is room for the list, which they keep. */
static int read_players(const struct arguments *arguments, const struct game *game, char *names,
                        size_t room, struct player *players, struct error *error)
{
    const char *list = arguments_value(arguments, "compare");
    if (!list)
        return inquire_player(game, NULL, 0, &players[0], error) ? 1 : 0;
    int count = 0;
    if (strlen(list) >= room) {
        error_set(error, "--compare: expected at most %zu characters", room - 1);
        return 0;
    }
    strcpy(names, list);
    for (char *rest = names, *name; (name = strtok_r(rest, ",", &rest)) && count < PLAYERS_MAX;)
        if (!inquire_player(game, name, 0, &players[count++], error)) {
            error_prefix(error, "--compare: ");
            return 0;
        }
    if (count == 0)
        error_set(error, "--compare: expected players separated by commas, found none");
    return count;
}

static enum status bench_game(const struct arguments *arguments, const struct opened *position)
{
    static struct chooser chooser;
    static char names[1024];
    struct player players[PLAYERS_MAX];
    struct error error;
    int count = 0;
    if (mind_of(position->game)) {
        if (!chooser_read(&chooser, arguments, position, TABLE, SEARCH_NODES, &error) ||
            !chooser_no_clock(&chooser, &error))
            return command_error(arguments, &error);
        count = read_players(arguments, position->game, names, sizeof names, players, &error);
        if (count == 0)
            return command_error(arguments, &error);
        chooser.question.limits =
            chooser_limited(&chooser) ? chooser.terms.limits : chooser.terms.standard;
    }
    if (count && chooser.question.limits.depth && arguments_has(arguments, "compare"))
        return compare_run(arguments, position, &chooser, players, count);
    if (arguments_has(arguments, "against") || arguments_has(arguments, "from"))
        return command_refuse(arguments, "--against and --from need --compare and --depth");
    struct measure perft = {0}, playouts = {0};
    bench_perft(position, &perft);
    write_measure(arguments, &perft);
    bench_playouts(position, &playouts);
    write_measure(arguments, &playouts);
    for (int i = 0; i < count; i++) {
        struct measure search = {0};
        if (!bench_search(position, &chooser, &players[i], &search, &error))
            return command_fail(arguments, "%s", error.text);
        if (atomic_load(&interrupt_raised)) {
            fputs("stopped; the lines above are complete\n", stderr);
            break;
        }
        write_measure(arguments, &search);
    }
    return STATUS_DONE;
}

/* Of all games. */
static uint64_t measures(void)
{
    uint64_t count = 0;
    for (int i = 0; i < game_count; i++)
        count += games[i]->level_read ? 0 : mind_of(games[i]) ? 3 : 2;
    return count;
}

static enum status run(const struct arguments *arguments)
{
    enum status status = STATUS_DONE;
    bool one = arguments->word_count > 0;
    if (!one && (arguments_has(arguments, "compare") || arguments_has(arguments, "ladder") ||
                 arguments_has(arguments, "set")))
        return command_refuse(arguments, "--compare, --ladder and --set need a game");
    interrupt_watch();
    progress_begin(&progress, "measures", one ? 3 : measures(), arguments->quiet);
    for (int i = 0; i < (one ? 1 : game_count) && status == STATUS_DONE; i++) {
        if (!one && games[i]->level_read)
            continue; /* nothing to measure without a level */
        struct arguments named = *arguments;
        if (!one) {
            named.word[0] = games[i]->name;
            named.word_count = 1;
        }
        struct opened position;
        struct error error;
        if (!position_read(&position, &named, 0, 1, &error))
            return command_error(arguments, &error);
        status = arguments_has(arguments, "ladder") ? ladder_run(arguments, &position)
                                                    : bench_game(arguments, &position);
        opened_close(&position);
    }
    progress_end(&progress);
    return status;
}

static const struct command_option options[] = {
    {"compare", "A,B", "measure the searches of these players"},
    {"picture", "FILE", "with --compare and --depth: the curve of positions, .svg, .png or .pdf"},
    {"time-picture", "FILE", "draw the time for each move of the last player's games"},
    {"against", "PLAYER", "opponent in the last player's games (itself)"},
    {"from", "DEPTH", "least depth of these games (six depths)"},
    {"ladder", NULL, "play each level against the one below"},
    {"refit", NULL, "with --ladder: space the levels evenly and print their table"},
    {"games", "NUMBER", "games per match of --ladder (200), or per depth (1)"},
    {"share", "SHARE",
     "largest share of the points against the level below that --refit allows (0.75)"},
    {0},
};

extern const struct command command_bench;

const struct command command_bench = {
    .name = "bench",
    .usage = "[GAME [POSITION]]",
    .summary = "fixed work on one thread: signatures and speeds",
    .examples = "  potez bench\n"
                "  potez bench connect4 --json\n"
                "  potez bench connect4 --compare alphabeta:6,minimax:5\n"
                "  potez bench connect4 --compare minimax,hard --depth 7 --picture nodes.svg\n"
                "  potez bench connect4 --compare hard --depth 8 --from 3 --against easy\n"
                "      games at Šišić's depths 4 to 9, with --time-picture as curves\n"
                "  potez bench mill --ladder\n",
    .text =
        "The signature changes only when the rules, the random games or the search behave\n"
        "differently. With --quiet the times are left out. --compare with --depth N is a table\n"
        "of the positions that the players look at for depths 1 to N.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME | COMMAND_TAKES_THINK,
    .least = 0,
    .most = 3,
    .run = run,
};
