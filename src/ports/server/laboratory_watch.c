/* How a run goes, read from the files that it writes.

   The score of a match or a tournament comes from its journal (lab/match_tally.h) and is reported
   by the same functions as on the command line. A training's curve is what it printed: each line is
   a JSON object, its numbers are the columns, and the generation is the row, so that a generation
   which was played again after an interruption counts once. Long curves are thinned; the last row
   is always there. */
#include "ports/server/laboratory_inside.h"

#include "games/game.h"
#include "lab/evolve/problems.h"
#include "lab/evolve/run.h"
#include "lab/json_text.h"
#include "lab/match_tally.h"
#include "lab/match_tell.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POINTS = 400, COLUMNS = 40, OUTPUT_MOST = 32 << 20, ERRORS_SHOWN = 2000 };

/* A file's last bytes as text, at most `most`; NULL when there is none. */
static char *read_end(const struct laboratory *laboratory, const char *name, const char *file,
                      long most, size_t *length)
{
    char path[LABORATORY_PATH];
    FILE *opened = laboratory_path(laboratory, name, file, path) ? fopen(path, "rbe") : NULL;
    if (!opened)
        return NULL;
    fseek(opened, 0, SEEK_END);
    long size = ftell(opened), part = size < most ? size : most;
    char *text = part < 0 ? NULL : malloc((size_t)part + 1);
    fseek(opened, size - part, SEEK_SET);
    *length = text ? fread(text, 1, (size_t)part, opened) : 0;
    if (text)
        text[*length] = 0;
    fclose(opened);
    return text;
}

/* ---- training runs ---- */

struct curve_lines {
    json_t *rows;    /* [generation, numbers] objects in order */
    json_t *columns; /* names in the order in which they came */
};

static void note_column(json_t *columns, const char *name)
{
    size_t index;
    json_t *known;
    json_array_foreach(columns, index, known)
    {
        if (strcmp(json_string_value(known), name) == 0)
            return;
    }
    if (json_array_size(columns) < COLUMNS)
        json_array_append_new(columns, json_string(name));
}

/* The numbers of a line, those of an object inside it under both names: "ladder random". */
static json_t *numbers_of(const json_t *line, json_t *columns)
{
    json_t *numbers = json_object(), *value, *inner;
    const char *name, *second;
    char both[96];
    json_object_foreach((json_t *)line, name, value)
    {
        if (json_is_number(value)) {
            json_object_set(numbers, name, value);
            note_column(columns, name);
        }
        json_object_foreach(value, second, inner)
        {
            if (!json_is_number(inner))
                continue;
            snprintf(both, sizeof both, "%s %s", name, second);
            json_object_set(numbers, both, inner);
            note_column(columns, both);
        }
    }
    return numbers;
}

/* A generation that was played twice replaces the first. */
static void add_line(struct curve_lines *lines, const json_t *line)
{
    json_t *numbers = numbers_of(line, lines->columns);
    const json_t *generation = json_object_get(numbers, "generation");
    for (size_t i = json_array_size(lines->rows); generation && i-- > 0;) {
        const json_t *other = json_object_get(json_array_get(lines->rows, i), "generation");
        if (json_number_value(other) < json_number_value(generation))
            break;
        json_array_remove(lines->rows, i);
    }
    json_array_append_new(lines->rows, numbers);
}

static void read_lines(char *text, struct curve_lines *lines)
{
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        json_t *object = json_loads(line, 0, NULL);
        if (json_is_object(object))
            add_line(lines, object);
        json_decref(object);
    }
}

static json_t *row_values(const json_t *columns, const json_t *numbers)
{
    json_t *values = json_array(), *name;
    size_t index;
    json_array_foreach(columns, index, name)
    {
        json_t *value = json_object_get(numbers, json_string_value(name));
        if (value)
            json_array_append(values, value);
        else
            json_array_append_new(values, json_null());
    }
    return values;
}

/* Every row where they are few; else every second, third ..., and those that were measured. */
static bool shown(const struct curve_lines *lines, size_t index, size_t step)
{
    const json_t *row = json_array_get(lines->rows, index);
    return index % step == 0 || index + 1 == json_array_size(lines->rows) ||
           json_object_size(row) > json_object_size(json_array_get(lines->rows, index - 1));
}

static json_t *tell_curve(const struct laboratory *laboratory, const char *name)
{
    size_t length;
    struct curve_lines lines = {json_array(), json_array()};
    char *text = read_end(laboratory, name, "output.jsonl", OUTPUT_MOST, &length);
    if (text)
        read_lines(text, &lines);
    free(text);
    json_t *rows = json_array();
    size_t count = json_array_size(lines.rows), step = count / POINTS + 1;
    for (size_t i = 0; i < count; i++)
        if (shown(&lines, i, step))
            json_array_append_new(rows, row_values(lines.columns, json_array_get(lines.rows, i)));
    json_t *curve = json_pack("{sOso}", "columns", lines.columns, "rows", rows);
    json_decref(lines.rows);
    json_decref(lines.columns);
    return curve;
}

static int compare_numbers(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* The generations whose first is kept. */
static json_t *tell_generations(const struct laboratory *laboratory, const char *name)
{
    char path[LABORATORY_PATH];
    int *numbers = malloc(sizeof *numbers), count = 0, number;
    DIR *folder =
        laboratory_path(laboratory, name, "training/generations", path) ? opendir(path) : NULL;
    for (struct dirent *entry; folder && numbers && (entry = readdir(folder));) {
        int end = 0;
        if (sscanf(entry->d_name, "%d.vector%n", &number, &end) != 1 || !end || entry->d_name[end])
            continue;
        int *more = realloc(numbers, (size_t)(count + 2) * sizeof *numbers);
        if (!more)
            break;
        numbers = more;
        numbers[count++] = number;
    }
    if (folder)
        closedir(folder);
    if (numbers)
        qsort(numbers, (size_t)count, sizeof *numbers, compare_numbers);
    json_t *told = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(told, json_integer(numbers[i]));
    free(numbers);
    return told;
}

bool laboratory_vector(const struct laboratory *laboratory, const char *name,
                       const char *generation, char path[LABORATORY_PATH], struct error *error)
{
    char folder[LABORATORY_PATH];
    size_t digits = strspn(generation, "0123456789");
    if (!laboratory_name(name) || digits == 0 || digits > 7 || generation[digits] ||
        !laboratory_path(laboratory, name, "training", folder))
        return error_set(error, "there is no such generation");
    evolve_run_generation_path(folder, atoi(generation), path, LABORATORY_PATH);
    return access(path, R_OK) == 0 || error_set(error, "there is no such generation");
}

/* For each picture the weight's number at every place of the board. */
static json_t *tell_pictures(const struct evolve_vector *vector)
{
    const struct evolve_problem *problem = vector->problem;
    const struct game *game = game_find(problem->game);
    struct game_setup setup;
    json_t *pictures = json_array();
    game_setup_default(game, &setup);
    for (int picture = 0; problem->weight_at; picture++) {
        json_t *places = json_array();
        bool any = false;
        for (int place = 0; place < game->place_count(&setup); place++) {
            int weight = problem->weight_at(&vector->variant, picture, place);
            any |= weight >= 0;
            json_array_append_new(places, json_integer(weight));
        }
        if (!any) {
            json_decref(places);
            break;
        }
        json_array_append_new(pictures, places);
    }
    return pictures;
}

json_t *laboratory_weights(const char *path, struct error *error)
{
    struct evolve_vector *vector = malloc(sizeof *vector);
    if (!vector || !evolve_vector_read(path, vector, error)) {
        if (!vector)
            error_machine(error, "out of memory");
        free(vector);
        return NULL;
    }
    json_t *weights = json_array(), *layers = json_array();
    for (int i = 0; i < vector->count; i++)
        json_array_append_new(weights, json_real((double)vector->weights[i]));
    int sizes[EVOLVE_LAYERS_MAX] = {vector->count}, count = 1;
    if (vector->problem->layers)
        count = vector->problem->layers(&vector->variant, sizes);
    for (int i = 0; i < count; i++)
        json_array_append_new(layers, json_integer(sizes[i]));
    json_t *told = json_pack("{sssssisososo}", "game", vector->problem->game, "model",
                             vector->problem->model, "generation", vector->generation, "weights",
                             weights, "layers", layers, "pictures", tell_pictures(vector));
    free(vector);
    return told;
}

/* ---- contests ---- */

/* What json_out writes, as a value of the other library. */
static json_t *json_of(struct json_text *text)
{
    char *written = json_text_end(text);
    json_t *value = written ? json_loads(written, 0, NULL) : NULL;
    free(written);
    return value;
}

static double number_or(const json_t *value, double otherwise)
{
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

static bool read_test(const json_t *run, struct sprt *sprt)
{
    const json_t *two = json_object_get(run, "sprt");
    *sprt = (struct sprt){
        .elo0 = number_or(json_array_get(two, 0), 0),
        .elo1 = number_or(json_array_get(two, 1), 0),
        .alpha = number_or(json_object_get(run, "alpha"), SPRT_CHANCE),
        .beta = number_or(json_object_get(run, "beta"), SPRT_CHANCE),
    };
    return json_array_size(two) == 2;
}

/* The line of a match: Elo, its error and the likelihood after every pair of games. */
struct match_line {
    json_t *rows;
    int every;
    bool testing;
};

static json_t *real_or_null(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static void add_point(void *listener, const struct match_score *score,
                      const struct sprt_state *state)
{
    struct match_line *line = listener;
    int played = score->wins + score->draws + score->losses;
    if (played % 2 || played / 2 % line->every)
        return;
    struct match_rating rating = match_rate(score);
    json_array_append_new(line->rows,
                          json_pack("[iooo]", played, real_or_null(rating.elo),
                                    real_or_null(rating.elo_error),
                                    line->testing ? json_real(state->ratio) : json_null()));
}

static void tell_match(const json_t *run, const struct match_tally *tally, json_t *told)
{
    struct sprt sprt;
    struct sprt_state state = {0};
    struct json_text text;
    const json_t *players = json_object_get(run, "players");
    bool testing = read_test(run, &sprt);
    struct match_line line = {json_array(), tally->finished / 2 / POINTS + 1, testing};
    struct match_score score =
        match_tally_score(tally, 0, testing ? &sprt : NULL, &state, add_point, &line);
    struct json_out *json = json_text_begin(&text);
    match_tell_score(json, json_string_value(json_array_get(players, 0)),
                     json_string_value(json_array_get(players, 1)), &score,
                     match_tally_faults(tally, 0));
    if (testing)
        match_tell_test(json, &sprt, &state);
    json_object_set_new(told, "score", json_of(&text));
    json_object_set_new(told, "line",
                        json_pack("{s[ssss]so}", "columns", "games", "elo", "elo_error",
                                  "likelihood", "rows", line.rows));
}

struct cross {
    struct rating_score scores[LABORATORY_PLAYERS_MAX * (LABORATORY_PLAYERS_MAX - 1) / 2];
    struct rating ratings[LABORATORY_PLAYERS_MAX];
    int order[LABORATORY_PLAYERS_MAX];
    int players, pairings;
};

/* Pairings in the order in which the tournament plays them. */
static void fill_cross(struct cross *cross, const json_t *run, const struct match_tally *tally)
{
    cross->players = (int)json_array_size(json_object_get(run, "players"));
    int challengers = json_is_true(json_object_get(run, "gauntlet")) ? 1 : cross->players;
    for (int a = 0; a < challengers; a++)
        for (int b = a + 1; b < cross->players; b++) {
            int pairing = cross->pairings++;
            cross->scores[pairing] = (struct rating_score){
                a, b, match_tally_score(tally, pairing, NULL, NULL, NULL, NULL)};
        }
}

static void rank(struct cross *cross)
{
    for (int i = 0; i < cross->players; i++) {
        int at = i;
        for (; at > 0 && cross->ratings[cross->order[at - 1]].elo < cross->ratings[i].elo; at--)
            cross->order[at] = cross->order[at - 1];
        cross->order[at] = i;
    }
}

static const char *player_at(const json_t *run, int index)
{
    return json_string_value(json_array_get(json_object_get(run, "players"), (size_t)index));
}

static bool tell_tournament(const json_t *run, const struct match_tally *tally, json_t *told,
                            struct error *error)
{
    struct cross cross = {0};
    struct json_text text;
    json_t *pairings = json_array(), *ratings = json_array();
    json_object_set_new(told, "pairings_played", pairings);
    json_object_set_new(told, "ratings", ratings);
    fill_cross(&cross, run, tally);
    if (!rating_fit(cross.scores, cross.pairings, cross.players, cross.ratings, error))
        return false;
    rank(&cross);
    for (int i = 0; i < cross.pairings; i++) {
        const struct rating_score *pair = &cross.scores[i];
        match_tell_pairing(json_text_begin(&text), player_at(run, pair->a), player_at(run, pair->b),
                           &pair->score);
        json_array_append_new(pairings, json_of(&text));
    }
    for (int i = 0; i < cross.players; i++) {
        match_tell_rating(json_text_begin(&text), i + 1, player_at(run, cross.order[i]),
                          &cross.ratings[cross.order[i]]);
        json_array_append_new(ratings, json_of(&text));
    }
    return true;
}

static bool tell_contest(const struct laboratory *laboratory, const char *name, const json_t *run,
                         json_t *told, struct error *error)
{
    struct match_tally tally = {0};
    char path[LABORATORY_PATH];
    int pairings = (int)json_integer_value(json_object_get(run, "pairings"));
    int each = (int)json_integer_value(json_object_get(run, "games"));
    bool good = pairings > 0 && each > 0 && laboratory_path(laboratory, name, "journal", path) &&
                match_tally_read(&tally, path, pairings, each, error);
    if (good) {
        json_object_set_new(told, "played", json_integer(tally.finished));
        json_object_set_new(told, "total", json_integer((json_int_t)pairings * each));
        if (strcmp(json_string_value(json_object_get(run, "kind")), "match") == 0)
            tell_match(run, &tally, told);
        else
            good = tell_tournament(run, &tally, told, error);
    }
    match_tally_free(&tally);
    return good;
}

/* ---- all of it ---- */

static json_t *command_text(const json_t *run)
{
    char text[2048] = "potez";
    size_t index, length = strlen(text);
    json_t *word;
    json_array_foreach(json_object_get(run, "command"), index, word)
    {
        const char *value = json_string_value(word);
        bool plain = strpbrk(value, " '\"") == NULL;
        if (length < sizeof text)
            length += (size_t)snprintf(text + length, sizeof text - length, plain ? " %s" : " '%s'",
                                       value);
    }
    return json_string(text);
}

static void tell_errors(const struct laboratory *laboratory, const char *name, json_t *told)
{
    size_t length;
    char *text = read_end(laboratory, name, "errors.txt", ERRORS_SHOWN, &length);
    json_t *errors = text ? json_string(text) : NULL;
    json_object_set_new(told, "errors", errors ? errors : json_string(""));
    free(text);
}

static bool tell_details(const struct laboratory *laboratory, const char *name, const json_t *run,
                         json_t *told, struct error *error)
{
    const char *kind = json_string_value(json_object_get(run, "kind"));
    json_object_set_new(told, "command", command_text(run));
    tell_errors(laboratory, name, told);
    if (strcmp(kind, "match") == 0 || strcmp(kind, "tournament") == 0)
        return tell_contest(laboratory, name, run, told, error);
    json_object_set_new(told, "curve", tell_curve(laboratory, name));
    if (strcmp(kind, "train") == 0)
        json_object_set_new(told, "generations", tell_generations(laboratory, name));
    return true;
}

json_t *laboratory_tell(const struct laboratory *laboratory, const char *name, bool brief,
                        struct error *error)
{
    static const char *const members[] = {"kind",    "game",  "model", "preset",  "made",
                                          "players", "games", "file",  "gauntlet"};
    json_t *run = laboratory_run(laboratory, name, error);
    if (!run)
        return NULL;
    json_t *told = json_pack("{ssss}", "run", name, "state", laboratory_state(laboratory, name));
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        if (json_object_get(run, members[i]))
            json_object_set(told, members[i], json_object_get(run, members[i]));
    bool good = brief || tell_details(laboratory, name, run, told, error);
    json_decref(run);
    if (good)
        return told;
    json_decref(told);
    return NULL;
}
