/* Vector files with how they were made: writing, and reading for the commands that show or play
   them. The weights are printed with nine digits, which is enough to get the same floats back.
   minds/vector.h has the part that a player needs; this file adds the lines about origin and
   strength. */
#include "lab/evolve/vector.h"

#include "base/hash.h"
#include "base/text.h"
#include "lab/evolve/parameters.h"
#include "lab/evolve/problems.h"
#include "lab/replace.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 20 };

/* -------- writing -------- */

struct vector_page {
    char *text;
    size_t length, room;
};

static void add(struct vector_page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(struct vector_page *page, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(page->text + page->length, page->room - page->length, format, list);
    va_end(list);
    if (length > 0)
        page->length += (size_t)length;
}

static const char *const variant_names[] = {"filters", "first", "terminal"};
enum { VARIANT_NAMES = 3 };

/* Usual values are left out. */
static void add_variant(struct vector_page *page, const struct evolve_vector *vector)
{
    struct evolve_plan own = {.variant = vector->variant},
                       usual = {.variant = vector->problem->usual};
    for (int i = 0; i < VARIANT_NAMES; i++) {
        const struct evolve_parameter *parameter = evolve_parameter_find(variant_names[i]);
        char value[32], expected[32];
        evolve_parameter_text(parameter, &own, value, sizeof value);
        evolve_parameter_text(parameter, &usual, expected, sizeof expected);
        if (strcmp(value, expected) != 0)
            add(page, "%s %s\n", variant_names[i], value);
    }
}

static void add_all(struct vector_page *page, const struct evolve_vector *vector)
{
    const struct evolve_problem *problem = vector->problem;
    add(page, "%sgame %s\nmodel %s\ndepth %d\n", VECTOR_FIRST_LINE, problem->game, problem->model,
        vector->depth);
    add_variant(page, vector);
    add(page, "made %s\ncommand %s\nseed %" PRIu64 "\ngeneration %d\n", vector->made,
        vector->command, vector->seed, vector->generation);
    if (vector->versus_random >= 0)
        add(page, "versus-random %d\n", vector->versus_random);
    if (isfinite(vector->elo))
        add(page, "elo %.1f %.1f\n", vector->elo, vector->elo_error);
    add(page, "weights %d\n", vector->count);
    for (int i = 0; i < vector->count; i++)
        add(page, "%.9g%c", (double)vector->weights[i],
            i % 6 == 5 || i == vector->count - 1 ? '\n' : ' ');
    add(page, "checksum %016" PRIx64 "\n", hash_bytes(page->text, page->length));
}

bool evolve_vector_write(const char *path, const struct evolve_vector *vector, struct error *error)
{
    struct vector_page page = {.text = malloc(FILE_MAX), .room = FILE_MAX};
    if (!page.text)
        return error_machine(error, "%s: out of memory", path);
    add_all(&page, vector);
    bool good = replace_whole(path, page.text, page.length, error);
    free(page.text);
    return good;
}

/* -------- reading -------- */

static void take_problem(struct evolve_vector *vector, const struct evolve_problem *problem)
{
    vector->problem = problem;
    if (problem)
        vector->variant = problem->usual;
}

/* Files written before there was another nn1 call the network over lines so. */
static void take_old_name(struct evolve_vector *vector, int count)
{
    const struct evolve_problem *lines = evolve_problem_find(vector->problem->game, "lines");
    if (lines && strcmp(vector->problem->model, "nn1") == 0 && count == lines->weights)
        take_problem(vector, lines);
}

static bool take_elo(struct evolve_vector *vector, const char *value)
{
    const char *blank = strchr(value, ' ');
    return blank && text_to_real(value, (size_t)(blank - value), &vector->elo) &&
           text_to_real(blank + 1, strlen(blank + 1), &vector->elo_error);
}

/* The lines about how it was made. */
static bool take(void *context, const char *name, const char *value)
{
    struct evolve_vector *vector = context;
    int64_t number = 0;
    int *place = strcmp(name, "generation") == 0      ? &vector->generation
                 : strcmp(name, "versus-random") == 0 ? &vector->versus_random
                                                      : NULL;
    bool seed = strcmp(name, "seed") == 0;
    if (strcmp(name, "made") == 0)
        snprintf(vector->made, sizeof vector->made, "%s", value);
    else if (strcmp(name, "command") == 0)
        snprintf(vector->command, sizeof vector->command, "%s", value);
    else if (strcmp(name, "elo") == 0)
        return take_elo(vector, value);
    else if ((place || seed) &&
             !text_to_number(value, strlen(value), 0, seed ? INT64_MAX : 1000000000, &number))
        return false;
    if (place)
        *place = (int)number;
    if (seed)
        vector->seed = (uint64_t)number;
    return true;
}

static void take_variant(struct vector_variant *own, const struct vector_variant *said)
{
    own->filters = said->filters == VECTOR_USUAL ? own->filters : said->filters;
    own->first = said->first == VECTOR_USUAL ? own->first : said->first;
    own->terminal = said->terminal == VECTOR_USUAL ? own->terminal : said->terminal;
}

/* What the file is for, and whether it has as many weights as that needs. */
static bool take_file(struct evolve_vector *vector, const struct vector_file *file,
                      struct error *error)
{
    take_problem(vector, evolve_problem_find(file->game, file->model));
    if (!vector->problem)
        return error_set(error, "nothing called \"%s\" of \"%s\" can be evolved", file->model,
                         file->game);
    take_old_name(vector, file->count);
    take_variant(&vector->variant, &file->variant);
    if (!evolve_variant_check(vector->problem, &vector->variant, error))
        return false;
    vector->depth = file->depth;
    vector->count = evolve_weights(vector->problem, &vector->variant);
    if (file->count != vector->count)
        return error_set(error, "%s of %s has %d weights, found %d", vector->problem->model,
                         vector->problem->game, vector->count, file->count);
    memcpy(vector->weights, file->weights, sizeof vector->weights);
    return true;
}

bool evolve_vector_parse(const char *bytes, size_t length, struct evolve_vector *vector,
                         struct error *error)
{
    struct vector_file file;
    memset(vector, 0, sizeof *vector);
    vector->elo = vector->elo_error = NAN;
    vector->versus_random = -1;
    return vector_file_read(bytes, length, &file, take, vector, error) &&
           take_file(vector, &file, error);
}

bool evolve_vector_read(const char *path, struct evolve_vector *vector, struct error *error)
{
    FILE *file = fopen(path, "rb");
    char *bytes = file ? malloc(FILE_MAX) : NULL;
    if (!file)
        return error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
    bool good = bytes;
    if (bytes) {
        size_t length = fread(bytes, 1, FILE_MAX, file);
        good =
            evolve_vector_parse(bytes, length, vector, error) || error_prefix(error, "%s: ", path);
    } else {
        error_machine(error, "%s: out of memory", path);
    }
    fclose(file);
    free(bytes);
    return good;
}
