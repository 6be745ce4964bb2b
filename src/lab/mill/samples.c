/* Files of mill's samples: a line of text, then the samples as the machine keeps them. What is read
   is looked at before it is used: boards become indices. */
#include "lab/mill/train.h"
#include "lab/replace.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 4096 };

static const char first_line[] = "potez mill samples 1\n";

bool mill_samples_write(const char *path, const struct mill_samples *samples, size_t first,
                        struct error *error)
{
    struct replace replace;
    if (!replace_begin(&replace, path, error))
        return false;
    size_t count = samples->count - first;
    bool good =
        fputs(first_line, replace.file) >= 0 &&
        fwrite(samples->sample + first, sizeof *samples->sample, count, replace.file) == count;
    if (!good)
        error_set(error, "%s: cannot be written", path);
    return replace_end(&replace, good, error);
}

static bool sample_valid(const struct mill_sample *sample)
{
    const struct mill *board = &sample->board;
    bool good = (board->men[0] & board->men[1]) == 0 && board->side <= 1 &&
                sample->half_points <= 2 && sample->exact <= 1 && sample->held_back <= 1;
    for (int side = 0; side < 2; side++)
        good = good && board->men[side] <= mill_points(MILL_NINE) &&
               bits_count(board->men[side]) + board->hand[side] <= mill_men(MILL_NINE);
    return good;
}

/* Adds up to AT_ONCE samples; `got` tells how many. */
static bool read_some(FILE *file, struct mill_samples *samples, size_t *got, struct error *error)
{
    struct mill_sample *grown =
        realloc(samples->sample, (samples->count + AT_ONCE) * sizeof *grown);
    if (!grown)
        return error_set(error, "out of memory for %zu positions", samples->count + AT_ONCE);
    samples->sample = grown;
    *got = fread(grown + samples->count, sizeof *grown, AT_ONCE, file);
    for (size_t i = 0; i < *got; i++)
        if (!sample_valid(&grown[samples->count + i]))
            return error_set(error, "sample %zu is not one of mill's", samples->count + i + 1);
    samples->count += *got;
    return true;
}

bool mill_samples_read(const char *path, struct mill_samples *samples, struct error *error)
{
    char line[sizeof first_line];
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set(error, "%s: cannot be read", path);
    size_t before = samples->count, got = AT_ONCE;
    bool good = fgets(line, sizeof line, file) && strcmp(line, first_line) == 0;
    if (!good)
        error_set(error, "expected a file that begins with \"%.*s\"", (int)sizeof first_line - 2,
                  first_line);
    while (good && got == AT_ONCE)
        good = read_some(file, samples, &got, error);
    fclose(file);
    if (good)
        return true;
    samples->count = before;
    return error_prefix(error, "%s: ", path);
}

void mill_samples_free(struct mill_samples *samples)
{
    free(samples->sample);
    *samples = (struct mill_samples){0};
}
