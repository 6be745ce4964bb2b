/* Files of mill's samples (lab/records.h). What is read is validated before it is used: boards
   become indices. */
#include "lab/mill/train.h"
#include "lab/records.h"
#include <stdlib.h>

static const struct records_kind kind = {"potez mill samples", sizeof(struct mill_sample)};

bool mill_samples_write(const char *path, const struct mill_samples *samples, size_t first,
                        struct error *error)
{
    return records_write(path, &kind, samples->sample + first, samples->count - first, error);
}

static bool sample_valid(const struct mill_sample *sample)
{
    const struct mill *board = &sample->board;
    bool good = (board->men[0] & board->men[1]) == 0 && board->side <= 1 &&
                sample->half_points <= 2 && sample->exact <= 1 && sample->held_out <= 1;
    for (int side = 0; side < 2; side++)
        good = good && board->men[side] <= mill_points(MILL_NINE) &&
               bits_count(board->men[side]) + board->hand[side] <= mill_men(MILL_NINE);
    return good;
}

static bool add_records(struct mill_samples *samples, struct records *records, struct error *error)
{
    size_t count = samples->count + records->count;
    struct mill_sample *grown = realloc(samples->sample, (count + 1) * sizeof *grown);
    if (!grown) {
        records_close(records);
        return error_machine(error, "%s: out of memory for %zu positions", records->path, count);
    }
    samples->sample = grown;
    if (!records_read(records, grown + samples->count, error))
        return false;
    for (size_t i = samples->count; i < count; i++)
        if (!sample_valid(&grown[i]))
            return error_set(error, "%s: sample %zu is not one of mill's", records->path,
                             i - samples->count + 1);
    samples->count = count;
    return true;
}

bool mill_samples_read(const char *path, struct mill_samples *samples, struct error *error)
{
    struct records records;
    return records_open(&records, path, &kind, error) && add_records(samples, &records, error);
}

void mill_samples_free(struct mill_samples *samples)
{
    free(samples->sample);
    *samples = (struct mill_samples){0};
}
