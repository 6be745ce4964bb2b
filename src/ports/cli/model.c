/* The command "model": what a file with learned weights holds and where it came from. */
#define _GNU_SOURCE
#include "base/text.h"
#include "lab/evolve/problems.h"
#include "lab/evolve/vector.h"
#include "lab/inquire.h"
#include "lab/match.h"
#include "ports/cli/arguments.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/progress.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_LARGEST = 256 << 20, TABLE = 4 << 20, ROW = 6 };

/* A file in memory; vectors are read, of others only the head is understood. */
struct model {
    const char *path;
    char *bytes;
    size_t length, head; /* the head's lines end there */
    bool is_vector;
    struct evolve_vector vector;
};

static void model_close(struct model *model)
{
    if (model)
        free(model->bytes);
    free(model);
}

static struct model *model_open(const char *path, struct error *error)
{
    struct model *model = command_memory(sizeof *model);
    model->path = path;
    model->bytes = file_read(path, FILE_LARGEST, &model->length, error);
    bool good = model->bytes;
    if (good && vector_file_is(model->bytes, model->length)) {
        model->is_vector = true;
        good = evolve_vector_parse(model->bytes, model->length, &model->vector, error) ||
               error_prefix(error, "%s: ", path);
    } else if (good) {
        const char *end = memmem(model->bytes, model->length, "\n\n", 2);
        good = (model->length > 6 && memcmp(model->bytes, "potez ", 6) == 0 && end) ||
               error_set(error, "%s: not a model, a vector or a checkpoint of this program", path);
        model->head = end ? (size_t)(end - model->bytes) + 1 : 0;
    }
    if (good)
        return model;
    model_close(model);
    return NULL;
}

/* -------- info -------- */

struct spread {
    double mean, deviation, least, most;
};

static struct spread spread_of(const float *weights, int count)
{
    struct spread spread = {0, 0, weights[0], weights[0]};
    double squares = 0;
    for (int i = 0; i < count; i++) {
        spread.mean += (double)weights[i] / count;
        squares += (double)weights[i] * weights[i] / count;
        spread.least = fmin(spread.least, weights[i]);
        spread.most = fmax(spread.most, weights[i]);
    }
    spread.deviation = sqrt(fmax(0, squares - spread.mean * spread.mean));
    return spread;
}

static void info_json(const struct evolve_vector *vector)
{
    struct json_out json;
    json_line_begin(&json, stdout);
    json_out_text(&json, "game", vector->problem->game);
    json_out_text(&json, "model", vector->problem->model);
    json_out_integer(&json, "depth", vector->depth);
    json_out_text(&json, "made", vector->made);
    json_out_text(&json, "command", vector->command);
    json_out_unsigned(&json, "seed", vector->seed);
    json_out_integer(&json, "generation", vector->generation);
    if (vector->versus_random >= 0)
        json_out_integer(&json, "versus_random", vector->versus_random);
    if (isfinite(vector->elo)) {
        json_out_number(&json, "elo", vector->elo, 1);
        json_out_number(&json, "elo_error", vector->elo_error, 1);
    }
    json_out_open(&json, "weights", '[');
    for (int i = 0; i < vector->count; i++)
        json_out_number(&json, NULL, vector->weights[i], 9);
    json_out_close(&json);
    json_line_end(&json);
}

static void info_text(const struct evolve_vector *vector)
{
    const struct evolve_problem *problem = vector->problem;
    struct spread spread = spread_of(vector->weights, vector->count);
    printf("%s for %s: %d weights, searched %d %s deep\n", problem->model, problem->game,
           vector->count, vector->depth, vector->depth == 1 ? "ply" : "plies");
    printf("made %s, generation %d, seed %" PRIu64 ", by\n  %s\n", vector->made, vector->generation,
           vector->seed, vector->command);
    if (vector->versus_random >= 0)
        printf("against random: %d points of 10,000\n", vector->versus_random);
    if (isfinite(vector->elo))
        printf("on the ladder of its run: Elo %.0f +- %.0f\n", vector->elo, vector->elo_error);
    printf("weights from %.3f to %.3f, mean %.3f, standard deviation %.3f:\n", spread.least,
           spread.most, spread.mean, spread.deviation);
    for (int i = 0; i < vector->count; i++)
        printf("%10.6f%s", (double)vector->weights[i],
               i % ROW == ROW - 1 || i == vector->count - 1 ? "\n" : " ");
}

static enum status info(const struct arguments *arguments)
{
    struct error error;
    struct model *model = model_open(arguments->word[1], &error);
    if (!model)
        return command_error(arguments, &error);
    if (model->is_vector && arguments->json) {
        info_json(&model->vector);
    } else if (model->is_vector) {
        info_text(&model->vector);
    } else if (arguments->json) {
        struct json_out json;
        model->bytes[model->head - 1] = 0;
        json_line_begin(&json, stdout);
        json_out_text(&json, "head", model->bytes);
        json_out_unsigned(&json, "bytes", model->length);
        json_line_end(&json);
    } else {
        fwrite(model->bytes, 1, model->head, stdout);
        printf("%zu bytes\n", model->length);
    }
    model_close(model);
    return STATUS_DONE;
}

/* -------- diff -------- */

static void diff_vectors(const struct arguments *arguments, const struct evolve_vector *a,
                         const struct evolve_vector *b, int *different)
{
    int count = a->count;
    double squares = 0, largest = 0, across = 0, own_a = 0, own_b = 0;
    *different = 0;
    for (int i = 0; i < count; i++) {
        double x = a->weights[i], y = b->weights[i];
        *different += x != y;
        squares += (x - y) * (x - y);
        largest = fmax(largest, fabs(x - y));
        across += x * y;
        own_a += x * x;
        own_b += y * y;
    }
    /* Vectors that point the same way choose the same moves where the evaluation is linear. */
    double cosine = own_a > 0 && own_b > 0 ? across / sqrt(own_a * own_b) : 0;
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_integer(&json, "weights", count);
        json_out_integer(&json, "different", *different);
        json_out_number(&json, "distance", sqrt(squares / count), 6);
        json_out_number(&json, "largest", largest, 6);
        json_out_number(&json, "cosine", cosine, 6);
        json_line_end(&json);
        return;
    }
    for (int i = 0; i < count; i++)
        if (a->weights[i] != b->weights[i])
            printf("%4d %10.6f %10.6f %+10.6f\n", i + 1, (double)a->weights[i],
                   (double)b->weights[i], (double)b->weights[i] - (double)a->weights[i]);
    printf(
        "%d of %d weights differ, by %.4f on average (root of the mean square), by %.4f at most; "
        "the cosine of the angle between the vectors is %.4f\n",
        *different, count, sqrt(squares / count), largest, cosine);
}

static void diff_files(const struct arguments *arguments, const struct model *a,
                       const struct model *b, int *different)
{
    *different = a->length != b->length || memcmp(a->bytes, b->bytes, a->length) != 0;
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_boolean(&json, "same", !*different);
        json_out_unsigned(&json, "bytes_a", a->length);
        json_out_unsigned(&json, "bytes_b", b->length);
        json_line_end(&json);
        return;
    }
    for (int i = 0; i < 2; i++) {
        const struct model *model = i ? b : a;
        printf("%s, %zu bytes:\n", model->path, model->length);
        fwrite(model->bytes, 1, model->head, stdout);
    }
    puts(*different ? "they differ" : "they are the same");
}

static enum status diff(const struct arguments *arguments)
{
    struct error error;
    if (arguments->word_count != 3)
        return command_refuse(arguments, "expected: potez model diff FILE FILE");
    struct model *a = model_open(arguments->word[1], &error);
    struct model *b = a ? model_open(arguments->word[2], &error) : NULL;
    enum status status;
    int different = 0;
    if (!a || !b) {
        status = command_error(arguments, &error);
    } else if (a->is_vector != b->is_vector ||
               (a->is_vector && a->vector.problem != b->vector.problem)) {
        status = command_refuse(arguments, "the two files are of different kinds");
    } else {
        if (a->is_vector)
            diff_vectors(arguments, &a->vector, &b->vector, &different);
        else
            diff_files(arguments, a, b, &different);
        status = different ? STATUS_NO : STATUS_DONE;
    }
    model_close(a);
    model_close(b);
    return status;
}

/* -------- export -------- */

static enum status export_c(const struct arguments *arguments)
{
    struct error error;
    struct model *model = model_open(arguments->word[1], &error);
    if (!model)
        return command_error(arguments, &error);
    if (!model->is_vector) {
        model_close(model);
        return command_refuse(arguments, "%s: only evolved vectors can be exported",
                              arguments->word[1]);
    }
    const struct evolve_vector *vector = &model->vector;
    printf("/* Generation %d, %s, seed %" PRIu64 ":\n   %s */\n", vector->generation, vector->made,
           vector->seed, vector->command);
    printf("static const float %s[] = {\n", vector->problem->model);
    for (int i = 0; i < vector->count; i++) {
        char number[32];
        snprintf(number, sizeof number, "%.9g", (double)vector->weights[i]);
        bool whole = !strpbrk(number, ".e");
        printf("%s%s%sf,%s", i % ROW ? " " : "    ", number, whole ? ".0" : "",
               i % ROW == ROW - 1 || i == vector->count - 1 ? "\n" : "");
    }
    puts("};");
    model_close(model);
    return STATUS_DONE;
}

/* -------- play -------- */

static bool watch(void *listener, const struct match_game *game, const struct match_score *score)
{
    char note[64];
    snprintf(note, sizeof note, "+%d =%d -%d", score->wins, score->draws, score->losses);
    progress_show(listener, (uint64_t)game->number + 1, note);
    return true;
}

static void write_score(const struct arguments *arguments, const char *opponent,
                        const struct match_score *score)
{
    struct match_rating rating = match_rate(score);
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "a", arguments->word[1]);
        json_out_text(&json, "b", opponent);
        json_out_integer(&json, "wins", score->wins);
        json_out_integer(&json, "draws", score->draws);
        json_out_integer(&json, "losses", score->losses);
        json_out_number(&json, "score", rating.share, 4);
        json_out_number(&json, "elo", rating.elo, 1);
        json_out_number(&json, "elo_error", rating.elo_error, 1);
        json_line_end(&json);
        return;
    }
    printf("%s against %s: %d won, %d drawn, %d lost, score %.1f %%", arguments->word[1], opponent,
           score->wins, score->draws, score->losses, 100 * rating.share);
    if (isfinite(rating.elo))
        printf(", Elo %+.0f", rating.elo);
    if (isfinite(rating.elo_error))
        printf(" +- %.0f", rating.elo_error);
    putchar('\n');
}

static enum status play_match(const struct arguments *arguments, const struct model *model,
                              const struct game *game, struct match_plan *plan)
{
    const char *opponent = arguments->word_count > 2 ? arguments->word[2] : "random";
    struct match_score score;
    struct error error;
    struct progress progress;
    int64_t count = 100, depth = model->vector.depth, plies = plan->opening_plies, random = 0;
    if (!arguments_number(arguments, "games", 1, 100000000, &count, &error) ||
        !arguments_number(arguments, "depth", 1, 6, &depth, &error) ||
        !arguments_number(arguments, "opening-plies", 0, 200, &plies, &error) ||
        !arguments_number(arguments, "random", 0, 100, &random, &error) ||
        !inquire_player(game, opponent, 0, &plan->b, &error))
        return command_error(arguments, &error);
    plan->games = (int)count;
    plan->opening_plies = (int)plies;
    const struct evolve_vector *vector = &model->vector;
    _Alignas(64) char room[EVOLVE_DATA_BYTES];
    plan->a = (struct player){
        .kind = vector->problem->player,
        .number = (int)depth,
        .data = evolve_player_data(vector->problem, &vector->variant, vector->weights, room),
        .random = (int)random};
    snprintf(plan->a.name, sizeof plan->a.name, "%s", model->vector.problem->model);
    interrupt_watch();
    progress_begin(&progress, "games", (uint64_t)count, arguments->quiet);
    plan->finished = watch;
    plan->listener = &progress;
    bool good = match_play(plan, &score, &error);
    progress_end(&progress);
    if (!good)
        return command_fail(arguments, "%s", error.text);
    write_score(arguments, opponent, &score);
    if (atomic_load(&interrupt_raised))
        fputs("stopped; the score is of the games that were finished\n", stderr);
    return STATUS_DONE;
}

static enum status play(const struct arguments *arguments)
{
    struct error error;
    struct model *model = model_open(arguments->word[1], &error);
    if (!model)
        return command_error(arguments, &error);
    enum status status;
    if (!model->is_vector || !model->vector.problem->player) {
        status = command_refuse(arguments, "%s: no evolved player; others play as model:%s",
                                arguments->word[1], arguments->word[1]);
    } else {
        const struct game *game = game_find(model->vector.problem->game);
        struct game_setup setup;
        game_setup_default(game, &setup);
        void *start = command_memory(game->position_size(&setup));
        game->start(&setup, start);
        struct match_plan plan = {.game = game,
                                  .setup = &setup,
                                  .start = start,
                                  .limits = {.nodes = 20000},
                                  .table_bytes = TABLE,
                                  .threads = arguments->threads,
                                  .seed = arguments->seed,
                                  .opening_plies = match_opening_plies(game, &setup, start),
                                  .stop = &interrupt_raised};
        status = play_match(arguments, model, game, &plan);
        free(start);
    }
    model_close(model);
    return status;
}

static enum status run(const struct arguments *arguments)
{
    static const struct {
        const char *name;
        enum status (*run)(const struct arguments *arguments);
    } actions[] = {{"info", info}, {"diff", diff}, {"export", export_c}, {"play", play}};
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        if (strcmp(arguments->word[0], actions[i].name) == 0)
            return actions[i].run(arguments);
    return command_refuse(arguments, "expected info, diff, export or play, found \"%.*s\"",
                          text_printable(arguments->word[0], strlen(arguments->word[0]), 24),
                          arguments->word[0]);
}

static const struct command_option options[] = {
    {"games", "NUMBER", "play: number of games (100)"},
    {"depth", "PLIES", "search depth of the vector (the one it was evolved with)"},
    {"opening-plies", "NUMBER", "random plies before the players begin (depends on the game)"},
    {"random", "PERCENT", "share of the moves that the model chooses at random (0)"},
    {0},
};

extern const struct command command_model;
const struct command command_model = {
    .name = "model",
    .actions = "info diff export play",
    .usage = "info FILE | diff FILE FILE | export FILE | play FILE [PLAYER]",
    .summary = "what a file of learned weights holds, and games with it",
    .examples = "  potez model info evolution/best.vector\n"
                "  potez model diff evolution/best.vector evolution/last.vector\n"
                "  potez model play evolution/best.vector swh --games 1000\n"
                "  potez model export evolution/best.vector > weights.inc\n",
    .text = "Files are the vectors of potez train (best.vector, last.vector), its checkpoints\n"
            "and pattern models; the last two have a head to show but cannot be exported. diff\n"
            "ends with status 1 when the files differ. A file is also a player, model:FILE, in\n"
            "every command.\n",
    .options = options,
    .least = 2,
    .most = 3,
    .run = run,
};
