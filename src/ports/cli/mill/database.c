/* The command "database" for mill: builds, checks and asks its endgame databases. */
#include "base/clock.h"
#include "lab/mill/build.h"
#include "lab/mill/small_write.h"
#include "lab/mill/verify.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/mill/parts.h"
#include "ports/cli/mill/request.h"
#include "ports/cli/position.h"
#include "ports/cli/progress.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLE = 100000 };

static enum status refuse(const struct mill_request *request, const struct error *error)
{
    return command_error(request->arguments, error);
}

static void count_row(const struct mill_store *store, bool json, double seconds)
{
    const struct mill_store_counts *counts = &store->counts;
    struct mill_subspace subspace = store->subspace;
    uint64_t bytes = store->outcome.bytes + store->distance.bytes;
    if (json) {
        struct json_out line;
        json_line_begin(&line, stdout);
        json_out_integer(&line, "mover", subspace.mover);
        json_out_integer(&line, "other", subspace.other);
        if (subspace.mover_hand || subspace.other_hand) {
            json_out_integer(&line, "mover_hand", subspace.mover_hand);
            json_out_integer(&line, "other_hand", subspace.other_hand);
        }
        json_out_unsigned(&line, "reduced", counts->reduced);
        json_out_unsigned(&line, "win", counts->win);
        json_out_unsigned(&line, "draw", counts->draw);
        json_out_unsigned(&line, "loss", counts->loss);
        json_out_unsigned(&line, "raw", counts->raw_win + counts->raw_draw + counts->raw_loss);
        json_out_unsigned(&line, "raw_win", counts->raw_win);
        json_out_unsigned(&line, "raw_draw", counts->raw_draw);
        json_out_unsigned(&line, "raw_loss", counts->raw_loss);
        json_out_unsigned(&line, "longest_win", counts->longest_win);
        json_out_unsigned(&line, "longest_loss", counts->longest_loss);
        json_out_unsigned(&line, "bytes", bytes);
        if (seconds >= 0)
            json_out_number(&line, "seconds", seconds, 3);
        json_line_end(&line);
        return;
    }
    char name[32], hand[16] = "";
    if (subspace.mover_hand || subspace.other_hand)
        snprintf(hand, sizeof hand, "+%d-%d", subspace.mover_hand, subspace.other_hand);
    snprintf(name, sizeof name, "%d-%d%s", subspace.mover, subspace.other, hand);
    printf("%-9s %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %5u %5u %12" PRIu64, name,
           counts->reduced, counts->win, counts->draw, counts->loss, counts->longest_win,
           counts->longest_loss, bytes);
    if (seconds >= 0)
        printf(" %9.2f", seconds);
    putchar('\n');
}

static void count_title(bool json, bool seconds)
{
    if (!json)
        printf("%-9s %12s %12s %12s %12s %5s %5s %12s%s\n", "mover", "positions", "win", "draw",
               "loss", "win", "loss", "bytes", seconds ? "   seconds" : "");
}

struct database_building {
    const struct mill_request *request;
    const struct mill_build *build;
    struct progress progress;
    uint64_t started;
    uint64_t skipped; /* slots that were there before */
    bool began;
    uint64_t positions; /* written now */
};

static void build_report(void *listener, const struct mill_build_state *state)
{
    struct database_building *building = listener;
    const struct arguments *arguments = building->request->arguments;
    if (!building->began) {
        building->began = true;
        building->skipped = state->slots_done;
        progress_begin(&building->progress, "slots", state->slots - state->slots_done,
                       arguments->quiet);
        if (state->slots_done && !arguments->quiet)
            fprintf(stderr, "going on after %d of %d units that are there\n", state->number,
                    state->units);
    }
    char note[96];
    snprintf(note, sizeof note, "%d-%d, distance %d", state->unit->subspace[0].mover,
             state->unit->subspace[0].other, state->level);
    if (!state->finished) {
        progress_show(&building->progress, state->slots_built, note);
        return;
    }
    progress_wipe(&building->progress);
    for (int i = 0; i < state->unit->subspaces; i++) {
        struct mill_store store;
        struct error error;
        building->positions += state->counts[i].reduced;
        if (!mill_store_open(&store, building->build->directory, building->build->rules,
                             building->build->index, state->unit->subspace[i], &error))
            continue;
        count_row(&store, arguments->json, state->seconds / state->unit->subspaces);
        mill_store_close(&store);
    }
    fflush(stdout);
}

/* Twelve gigabytes, or three quarters of a smaller machine. */
static size_t memory_default(void)
{
    size_t most = (size_t)12 << 30;
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0 && (size_t)pages * (size_t)page / 4 * 3 < most)
        most = (size_t)pages * (size_t)page / 4 * 3;
    return most;
}

static enum status run_build(struct mill_request *request)
{
    const struct arguments *arguments = request->arguments;
    struct error error;
    int most = mill_men(request->rules.variant);
    int64_t men = most;
    size_t memory = memory_default();
    if (!arguments_number(arguments, "men", 3, most, &men, &error) ||
        !arguments_size(arguments, "memory", &memory, &error))
        return refuse(request, &error);
    struct mill_index *index = command_memory(sizeof *index);
    void *index_memory = command_memory(mill_index_bytes(request->rules.variant, (int)men));
    mill_index_init(index, request->rules.variant, (int)men, index_memory);
    /* Lasker's is several times as large as all else together: only if asked for */
    bool whole = men == most && !mill_moves_early(request->rules.variant);
    bool placing = arguments_has(arguments, "placing") || whole;
    struct mill_build build = {
        .directory = request->directory,
        .index = index,
        .rules = request->rules,
        .men = (int)men,
        .placing = placing && !arguments_has(arguments, "no-placing"),
        .threads = arguments->threads,
        .memory = memory,
        .stop = &interrupt_raised,
        .report = build_report,
    };
    struct database_building building = {.request = request, .build = &build};
    building.started = clock_microseconds();
    build.listener = &building;
    interrupt_watch();
    if (!arguments->quiet)
        count_title(arguments->json, true);
    bool good = mill_build_all(&build, &error);
    double seconds = (double)(clock_microseconds() - building.started) / 1e6;
    progress_end(&building.progress);
    free(index_memory);
    free(index);
    if (!arguments->quiet)
        fprintf(stderr, "%" PRIu64 " positions in %.1f s, %.2f million a second\n",
                building.positions, seconds, (double)building.positions / 1e6 / seconds);
    if (good)
        return STATUS_DONE;
    if (atomic_load(&interrupt_raised)) {
        fprintf(stderr,
                "stopped; what was finished is in %s, the same command continues from there\n",
                request->directory);
        return STATUS_DONE;
    }
    return command_fail(arguments, "%s", error.text);
}

static bool is_placing(const struct mill_store *store)
{
    return store->subspace.mover_hand || store->subspace.other_hand;
}

static enum status run_info(struct mill_request *request)
{
    const struct arguments *arguments = request->arguments;
    struct error error;
    struct mill_shelf *shelf = mill_shelf_open(request->directory, request->rules, &error);
    if (!shelf)
        return refuse(request, &error);
    const struct mill_store *store;
    bool placing = arguments_has(arguments, "placing");
    uint64_t positions = 0, bytes = 0, left_out = 0;
    count_title(arguments->json, false);
    for (int i = 0; (store = mill_shelf_store(shelf, i)); i++) {
        if (is_placing(store) && !placing) {
            left_out++;
            continue;
        }
        count_row(store, arguments->json, -1);
        positions += store->counts.reduced;
        bytes += store->outcome.bytes + store->distance.bytes;
    }
    if (!arguments->json)
        printf("%" PRIu64 " positions up to symmetry in %" PRIu64 " bytes\n", positions, bytes);
    if (left_out && !arguments->json && !arguments->quiet)
        printf("%" PRIu64 " subspaces of the placing phase are there too: --placing\n", left_out);
    mill_shelf_trouble(shelf, &error);
    enum status status = STATUS_DONE;
    if (error.text[0])
        status = refuse(request, &error);
    mill_shelf_close(shelf);
    return status;
}

static void verify_row(const struct mill_store *store, const struct mill_verify_result *result,
                       bool json)
{
    struct mill_subspace subspace = store->subspace;
    if (json) {
        struct json_out line;
        json_line_begin(&line, stdout);
        json_out_integer(&line, "mover", subspace.mover);
        json_out_integer(&line, "other", subspace.other);
        if (is_placing(store)) {
            json_out_integer(&line, "mover_hand", subspace.mover_hand);
            json_out_integer(&line, "other_hand", subspace.other_hand);
        }
        json_out_unsigned(&line, "looked", result->looked);
        json_out_unsigned(&line, "wrong", result->wrong);
        json_out_unsigned(&line, "unknown", result->unknown);
        json_out_boolean(&line, "ok", !result->wrong && !result->unknown);
        if (result->first_wrong[0])
            json_out_text(&line, "first_wrong", result->first_wrong);
        json_line_end(&line);
    } else {
        printf("%d-%d", subspace.mover, subspace.other);
        if (is_placing(store))
            printf("+%d-%d", subspace.mover_hand, subspace.other_hand);
        printf(": %" PRIu64 " positions, %" PRIu64 " wrong, %" PRIu64 " not decidable%s%s\n",
               result->looked, result->wrong, result->unknown, result->first_wrong[0] ? "; " : "",
               result->first_wrong);
    }
    fflush(stdout);
}

static enum status run_verify(struct mill_request *request)
{
    const struct arguments *arguments = request->arguments;
    struct error error;
    int64_t sample = SAMPLE, men = MILL_MEN_MAX;
    if (!arguments_number(arguments, "sample", 1, INT64_C(1000000000000), &sample, &error) ||
        !arguments_number(arguments, "men", 3, MILL_MEN_MAX, &men, &error))
        return refuse(request, &error);
    struct mill_shelf *shelf = mill_shelf_open(request->directory, request->rules, &error);
    if (!shelf)
        return refuse(request, &error);
    mill_shelf_trouble(shelf, &error);
    enum status status = error.text[0] ? STATUS_NO : STATUS_DONE;
    if (error.text[0])
        fprintf(stderr, "%s\n", error.text);
    struct mill_verify verify = {
        .shelf = shelf,
        .rules = request->rules,
        .threads = arguments->threads,
        .sample = arguments_has(arguments, "all") ? 0 : (uint64_t)sample,
        .seed = arguments->seed,
        .stop = &interrupt_raised,
    };
    interrupt_watch();
    const struct mill_store *store;
    uint64_t count = 0;
    while (mill_shelf_store(shelf, (int)count))
        count++;
    struct progress progress;
    progress_begin(&progress, "subspaces", count, arguments->quiet);
    for (int i = 0; (store = mill_shelf_store(shelf, i)) && !atomic_load(&interrupt_raised); i++) {
        struct mill_verify_result result;
        progress_show(&progress, (uint64_t)i, "");
        if (store->subspace.mover + store->subspace.mover_hand > men ||
            store->subspace.other + store->subspace.other_hand > men)
            continue;
        if (!mill_verify_store(&verify, store, &result, &error)) {
            progress_wipe(&progress);
            fprintf(stderr, "%s\n", error.text);
            status = error.machine ? STATUS_FAILED : STATUS_NO;
            if (error.machine)
                break;
            continue;
        }
        progress_wipe(&progress);
        verify_row(store, &result, arguments->json);
        if (result.wrong || result.unknown)
            status = STATUS_NO;
    }
    progress_end(&progress);
    if (atomic_load(&interrupt_raised))
        fputs("stopped; the lines above are complete, the same command begins again\n", stderr);
    mill_shelf_close(shelf);
    return status;
}

static const char *outcome_word(int outcome)
{
    return outcome > 0 ? "win" : outcome < 0 ? "loss" : "draw";
}

static void probe_row(const char *move, const struct mill_fact *fact, bool known, bool json)
{
    if (json) {
        struct json_out line;
        json_line_begin(&line, stdout);
        if (move)
            json_out_text(&line, "move", move);
        json_out_text(&line, "outcome", known ? outcome_word(fact->outcome) : NULL);
        if (known && fact->outcome != 0 && fact->plies >= 0)
            json_out_integer(&line, "plies", fact->plies);
        else
            json_out_null(&line, "plies");
        json_out_boolean(&line, "exact", known);
        json_line_end(&line);
    } else {
        printf("%-10s %s", move ? move : "position", known ? outcome_word(fact->outcome) : "?");
        if (known && fact->outcome != 0 && fact->plies >= 0)
            printf(" in %d", fact->plies);
        putchar('\n');
    }
}

static enum status run_probe(struct mill_request *request)
{
    const struct arguments *arguments = request->arguments;
    struct error error;
    struct mill_shelf *shelf = mill_shelf_open(request->directory, request->rules, &error);
    if (!shelf)
        return refuse(request, &error);
    const struct mill *board = session_position(request->position.session);
    const struct mill_database *database = mill_shelf_database(shelf);
    struct mill_fact fact = {0};
    bool known = mill_database_probe(database, board, request->rules, &fact);
    probe_row(NULL, &fact, known, arguments->json);
    uint32_t moves[GAME_MOVES_MAX];
    int count = session_moves(request->position.session, moves);
    for (int i = 0; i < count; i++) {
        struct mill next = *board;
        char text[GAME_MOVE_TEXT];
        mill_play(&next, moves[i]);
        bool here = mill_database_probe(database, &next, request->rules, &fact);
        fact.outcome = -fact.outcome;
        fact.plies += fact.plies >= 0;
        probe_row(position_move_text(&request->position, board, moves[i], text), &fact, here,
                  arguments->json);
    }
    mill_shelf_trouble(shelf, &error);
    enum status status = known ? STATUS_DONE : STATUS_NO;
    if (error.text[0])
        status = refuse(request, &error);
    mill_shelf_close(shelf);
    return status;
}

static enum status run_embed(struct mill_request *request)
{
    const struct arguments *arguments = request->arguments;
    const char *out = arguments_value(arguments, "out");
    struct error error;
    if (!out)
        return command_refuse(arguments, "--out FILE is missing: where the small set goes");
    struct mill_shelf *shelf = mill_shelf_open(request->directory, request->rules, &error);
    if (!shelf)
        return refuse(request, &error);
    uint8_t *data;
    size_t bytes = mill_small_make(shelf, arguments->threads, &data, &error);
    mill_shelf_close(shelf);
    if (!bytes)
        return refuse(request, &error);
    bool good = file_write(out, (const char *)data, bytes, &error);
    free(data);
    return good ? STATUS_DONE : command_fail(arguments, "%s", error.text);
}

static const struct kind {
    const char *word;
    bool position;
    enum status (*run)(struct mill_request *request);
} kinds[] = {
    {"build", false, run_build},    {"verify", false, run_verify},
    {"info", false, run_info},      {"probe", true, run_probe},
    {"embed", false, run_embed},    {"tables", false, mill_tables_run},
    {"pack", false, mill_pack_run},
};

enum status mill_database_run(const struct arguments *arguments)
{
    struct mill_request request = {.arguments = arguments};
    const struct kind *kind = NULL;
    struct error error;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(arguments->word[0], kinds[i].word) == 0)
            kind = &kinds[i];
    if (!kind)
        return command_refuse(
            arguments,
            "expected build, verify, info, tables, pack, probe or embed, found \"%.24s\"",
            arguments->word[0]);
    if (arguments->word_count > 2 && !kind->position)
        return command_refuse(arguments, "%s takes a game and options, found \"%.24s\"", kind->word,
                              arguments->word[2]);
    request.directory = arguments_value(arguments, "dir");
    if (!request.directory)
        return command_refuse(arguments, "--dir DIR is missing: the folder of the databases");
    bool good = kind->position ? position_read(&request.position, arguments, 1, 2, &error)
                               : position_read_game(&request.position, arguments, 1, &error);
    if (!good)
        return refuse(&request, &error);
    request.rules = mill_rules_of(&request.position.setup);
    request.rules.draws = false;
    enum status status = kind->run(&request);
    if (kind->position)
        opened_close(&request.position);
    return status;
}
