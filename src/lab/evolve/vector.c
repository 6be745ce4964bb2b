#include "lab/evolve/vector.h"

#include "base/hash.h"
#include "base/reader.h"
#include "base/text.h"
#include "lab/evolve/parameters.h"
#include "lab/evolve/problems.h"
#include "lab/replace.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 20, LINE_MAX_LENGTH = 700 };

static const char first_line[] = "potez vector 1\n";

bool evolve_vector_is(const void *bytes, size_t length)
{
    return length >= 13 && memcmp(bytes, "potez vector ", 13) == 0;
}

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

/* What is as usual is not said. */
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
    add(page, "%sgame %s\nmodel %s\ndepth %d\n", first_line, problem->game, problem->model,
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

/* A decimal number that fills the text up to blanks; the text ends in a zero byte. */
static bool decimal(const char **at, double *number)
{
    char *end;
    *number = strtod(*at, &end);
    if (end == *at || !isfinite(*number))
        return false;
    *at = end;
    return true;
}

static bool whole(const char *text, int64_t most, int64_t *number)
{
    return text_to_number(text, strlen(text), 0, most, number);
}

static void take_problem(struct evolve_vector *vector, const struct evolve_problem *problem)
{
    vector->problem = problem;
    if (problem)
        vector->variant = problem->usual;
}

/* Files written before there was another nn1 call the network over lines so. */
static void take_old_name(struct evolve_vector *vector, int64_t count)
{
    const struct evolve_problem *lines = evolve_problem_find(vector->problem->game, "lines");
    if (lines && strcmp(vector->problem->model, "nn1") == 0 && count == lines->weights)
        take_problem(vector, lines);
}

/* A line about the variant; false when it is about something else or makes no sense. */
static bool take_variant(struct evolve_vector *vector, const char *name, const char *value,
                         bool *good)
{
    struct evolve_plan plan = {.variant = vector->variant};
    for (int i = 0; i < VARIANT_NAMES; i++)
        if (strcmp(name, variant_names[i]) == 0) {
            *good = vector->problem &&
                    evolve_parameter_set(evolve_parameter_find(name), value, &plan, NULL) &&
                    evolve_variant_check(vector->problem, &plan.variant, NULL);
            vector->variant = plan.variant;
            return true;
        }
    return false;
}

/* One "name value" line. */
static bool take(struct evolve_vector *vector, char *game, const char *name, const char *value)
{
    int64_t number = 0;
    bool good;
    if (take_variant(vector, name, value, &good))
        return good;
    if (strcmp(name, "game") == 0)
        snprintf(game, 32, "%s", value);
    else if (strcmp(name, "model") == 0)
        take_problem(vector, evolve_problem_find(game, value));
    else if (strcmp(name, "made") == 0)
        snprintf(vector->made, sizeof vector->made, "%s", value);
    else if (strcmp(name, "command") == 0)
        snprintf(vector->command, sizeof vector->command, "%s", value);
    else if (strcmp(name, "elo") == 0)
        return decimal(&value, &vector->elo) && decimal(&value, &vector->elo_error);
    else if (strcmp(name, "seed") == 0) {
        if (!whole(value, INT64_MAX, &number))
            return false;
        vector->seed = (uint64_t)number;
    } else {
        int *place = strcmp(name, "depth") == 0           ? &vector->depth
                     : strcmp(name, "generation") == 0    ? &vector->generation
                     : strcmp(name, "versus-random") == 0 ? &vector->versus_random
                                                          : NULL;
        if (place && !whole(value, 1000000000, &number))
            return false;
        if (place)
            *place = (int)number;
    }
    return vector->problem || strcmp(name, "model") != 0;
}

/* The lines up to "weights N". */
static bool read_head(struct reader *reader, struct evolve_vector *vector, int64_t *count,
                      struct error *error)
{
    char game[32] = "", line[LINE_MAX_LENGTH];
    for (;;) {
        struct reader before = *reader;
        size_t length;
        if (reader_at_end(reader))
            return reader_fail(reader, "weights", error);
        const char *text = reader_line(reader, &length);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        char *value = strchr(line, ' ');
        if (!value)
            return reader_fail(&before, "a name and a value", error);
        *value++ = 0;
        if (strcmp(line, "weights") == 0) {
            if (!vector->problem)
                return reader_fail(&before, "a game and a model before the weights", error);
            bool number = whole(value, EVOLVE_WEIGHTS_MAX, count);
            take_old_name(vector, number ? *count : 0);
            vector->count = evolve_weights(vector->problem, &vector->variant);
            if (!number || *count != vector->count)
                return error_set(error, "line %d: %s of %s has %d weights, found \"%.*s\"",
                                 before.line, vector->problem->model, vector->problem->game,
                                 vector->count, text_printable(value, strlen(value), 12), value);
            return true;
        }
        if (!take(vector, game, line, value))
            return error_set(error, "line %d: \"%.*s\" cannot be the %.*s", before.line,
                             text_printable(value, strlen(value), 24), value,
                             text_printable(line, strlen(line), 24), line);
    }
}

static bool read_weights(struct reader *reader, struct evolve_vector *vector, int64_t count,
                         struct error *error)
{
    for (int64_t i = 0; i < count; i++) {
        char word[40];
        size_t length = 0;
        reader_skip_spaces(reader);
        struct reader before = *reader;
        while (!reader_at_end(reader) && !text_is_space(reader_peek(reader)) &&
               length < sizeof word - 1) {
            word[length++] = reader_peek(reader);
            reader_skip(reader);
        }
        word[length] = 0;
        const char *at = word;
        double number;
        if (!decimal(&at, &number) || *at || !isfinite((float)number))
            return reader_fail(&before, "a weight", error);
        vector->weights[i] = (float)number;
    }
    return true;
}

bool evolve_vector_parse(const char *bytes, size_t length, struct evolve_vector *vector,
                         struct error *error)
{
    struct reader reader;
    int64_t count;
    memset(vector, 0, sizeof *vector);
    vector->elo = vector->elo_error = NAN;
    vector->versus_random = -1;
    vector->depth = 1;
    if (length < sizeof first_line - 1 || memcmp(bytes, first_line, sizeof first_line - 1) != 0)
        return error_set(error, "line 1, column 1: expected \"potez vector 1\"");
    reader_init(&reader, bytes, length);
    reader_line(&reader, &(size_t){0});
    if (!read_head(&reader, vector, &count, error) ||
        !read_weights(&reader, vector, count, error) ||
        !reader_line_end(&reader, "the end of the line", error))
        return false;
    char wanted[40];
    snprintf(wanted, sizeof wanted, "checksum %016" PRIx64, hash_bytes(bytes, reader.offset));
    struct reader before = reader;
    size_t found;
    const char *line = reader_line(&reader, &found);
    if (!text_part_equal(line, found, wanted))
        return reader_fail(&before, "another checksum (the file was changed or damaged)", error);
    return true;
}

bool evolve_vector_read(const char *path, struct evolve_vector *vector, struct error *error)
{
    FILE *file = fopen(path, "rb");
    char *bytes = file ? malloc(FILE_MAX) : NULL;
    if (!file)
        return error_set(error, "%s: cannot be opened", path);
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
