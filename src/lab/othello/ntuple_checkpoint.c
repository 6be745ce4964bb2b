/* Checkpoints of an n-tuple training: a header of named parameters, then rows, weights and the
   state of CMA-ES as raw numbers, and a checksum over everything. The table of parameters drives
   both writing and reading, and a file must name each of them. Reading happens in two steps,
   because the sizes of the numbers follow from the parameters. */
#include "lab/othello/ntuple_checkpoint.h"

#include "base/hash.h"
#include "base/text.h"
#include "lab/replace.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 600, FILE_MAX = 64 << 20 };

static const char first_line[] = "potez othello ntuple training 1\n";

/* The parameters by name. */
enum ntuple_parameter_kind { WHOLE, DECIMAL, WORDS };
#define PLACE(member) offsetof(struct ntuple_training, member)
static const struct parameter {
    const char *name;
    enum ntuple_parameter_kind kind;
    size_t offset;
    double least, most; /* WORDS: most is the room */
} parameters[] = {
    {"method", WHOLE, PLACE(method), 0, 1},
    {"tuples", WORDS, PLACE(tuples), 0, sizeof(((struct ntuple_training *)0)->tuples)},
    {"stages", WHOLE, PLACE(stages), 1, OTHELLO_NTUPLE_STAGES},
    {"opponents", WORDS, PLACE(opponents), 0, sizeof(((struct ntuple_training *)0)->opponents)},
    {"random", WHOLE, PLACE(random), 0, 100},
    {"start-plies", WHOLE, PLACE(start_plies), 0, 50},
    {"generations", WHOLE, PLACE(generations), 1, 1000000},
    {"games", WHOLE, PLACE(games), 1, 1000000000},
    {"batch", WHOLE, PLACE(batch), 1, 1000000},
    {"rate-first", DECIMAL, PLACE(rate_first), 0, 100},
    {"rate-last", DECIMAL, PLACE(rate_last), 0, 100},
    {"lambda", DECIMAL, PLACE(lambda), 0, 1},
    {"population", WHOLE, PLACE(population), 0, 100000},
    {"sigma", DECIMAL, PLACE(sigma), 0, 1000},
    {"test-games", WHOLE, PLACE(test_games), 0, 1000000},
    {"command", WORDS, PLACE(command), 0, sizeof(((struct ntuple_training *)0)->command)},
    {"done", WHOLE, PLACE(row_count), 1, 1000000},
};
enum { PARAMETERS = (int)(sizeof parameters / sizeof parameters[0]) };

static void path_of(const char *folder, char *path)
{
    snprintf(path, PATH_ROOM, "%s/checkpoint", folder);
}

bool ntuple_checkpoint_is(const char *folder)
{
    char path[PATH_ROOM], line[sizeof first_line] = "";
    path_of(folder, path);
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    bool is = fgets(line, sizeof line, file) && strcmp(line, first_line) == 0;
    fclose(file);
    return is;
}

static size_t weight_bytes(const struct ntuple_training *training)
{
    const struct othello_ntuple_shape *shape = training->trainee.shape;
    return (size_t)shape->weights * (size_t)shape->stages * sizeof(float);
}

static size_t cma_bytes(const struct ntuple_training *training)
{
    return training->method == NTUPLE_CMA ? cma_saved_count(&training->cma) * sizeof(double) : 0;
}

/* -------- writing -------- */

static size_t write_head(const struct ntuple_training *training, char *bytes, size_t room)
{
    size_t length =
        (size_t)snprintf(bytes, room, "%sseed %" PRId64 "\n", first_line, (int64_t)training->seed);
    for (int i = 0; i < PARAMETERS; i++) {
        const char *at = (const char *)training + parameters[i].offset;
        length += (size_t)(parameters[i].kind == WORDS ? snprintf(bytes + length, room - length,
                                                                  "%s %s\n", parameters[i].name, at)
                           : parameters[i].kind == WHOLE
                               ? snprintf(bytes + length, room - length, "%s %d\n",
                                          parameters[i].name, *(const int *)at)
                               : snprintf(bytes + length, room - length, "%s %.17g\n",
                                          parameters[i].name, *(const double *)at));
    }
    return length + (size_t)snprintf(bytes + length, room - length, "\n");
}

bool ntuple_checkpoint_write(const struct ntuple_training *training, struct error *error)
{
    enum { HEAD_ROOM = 8192 };
    size_t rows = (size_t)training->row_count * sizeof *training->rows;
    size_t room = HEAD_ROOM + rows + weight_bytes(training) + cma_bytes(training) + 8;
    char *bytes = malloc(room), path[PATH_ROOM];
    if (!bytes)
        return error_machine(error, "out of memory for a checkpoint");
    size_t length = write_head(training, bytes, HEAD_ROOM);
    memcpy(bytes + length, training->rows, rows);
    length += rows;
    memcpy(bytes + length, training->trainee.weights, weight_bytes(training));
    length += weight_bytes(training);
    if (training->method == NTUPLE_CMA) {
        double *numbers = malloc(cma_bytes(training));
        if (!numbers) {
            free(bytes);
            return error_machine(error, "out of memory for a checkpoint");
        }
        cma_save(&training->cma, numbers);
        memcpy(bytes + length, numbers, cma_bytes(training));
        length += cma_bytes(training);
        free(numbers);
    }
    uint64_t sum = hash_bytes(bytes, length);
    memcpy(bytes + length, &sum, sizeof sum);
    path_of(training->folder, path);
    bool good = replace_whole(path, bytes, length + sizeof sum, error);
    free(bytes);
    return good;
}

/* -------- reading -------- */

static bool take_value(struct ntuple_training *training, const struct parameter *parameter,
                       const char *value, size_t length)
{
    char *at = (char *)training + parameter->offset, number[64];
    if (parameter->kind == WORDS) {
        if (length >= (size_t)parameter->most)
            return false;
        memcpy(at, value, length);
        at[length] = 0;
        return true;
    }
    int64_t whole;
    if (parameter->kind == WHOLE) {
        if (!text_to_number(value, length, (int64_t)parameter->least, (int64_t)parameter->most,
                            &whole))
            return false;
        *(int *)at = (int)whole;
        return true;
    }
    snprintf(number, sizeof number, "%.*s", (int)(length < 60 ? length : 60), value);
    char *end;
    double decimal = strtod(number, &end);
    if (end == number || *end || !(decimal >= parameter->least && decimal <= parameter->most))
        return false;
    *(double *)at = decimal;
    return true;
}

static bool take_line(struct ntuple_training *training, const char *line, size_t length,
                      uint32_t *seen)
{
    size_t name = 0;
    int64_t seed = 0;
    while (name < length && line[name] != ' ')
        name++;
    const char *value = line + name + (name < length);
    size_t rest = length - name - (name < length);
    if (text_part_equal(line, name, "seed")) {
        *seen |= UINT32_C(1) << PARAMETERS;
        bool good = text_to_number(value, rest, INT64_MIN, INT64_MAX, &seed);
        training->seed = (uint64_t)seed;
        return good;
    }
    for (int i = 0; i < PARAMETERS; i++)
        if (text_part_equal(line, name, parameters[i].name)) {
            *seen |= UINT32_C(1) << i;
            return take_value(training, &parameters[i], value, rest);
        }
    return false;
}

static bool read_head(struct ntuple_training *training, struct ntuple_checkpoint *checkpoint)
{
    uint32_t seen = 0;
    for (size_t at = sizeof first_line - 1; at < checkpoint->length;) {
        const char *line = checkpoint->bytes + at;
        const char *end = memchr(line, '\n', checkpoint->length - at);
        if (!end)
            return false;
        at += (size_t)(end - line) + 1;
        if (end == line) {
            checkpoint->at = at;
            return seen == (UINT32_C(1) << (PARAMETERS + 1)) - 1 &&
                   training->row_count <= training->generations;
        }
        if (!take_line(training, line, (size_t)(end - line), &seen))
            return false;
    }
    return false;
}

bool ntuple_checkpoint_parse(struct ntuple_training *training, struct ntuple_checkpoint *checkpoint)
{
    uint64_t sum;
    if (checkpoint->length <= sizeof first_line + sizeof sum ||
        memcmp(checkpoint->bytes, first_line, sizeof first_line - 1) != 0)
        return false;
    checkpoint->length -= sizeof sum;
    memcpy(&sum, checkpoint->bytes + checkpoint->length, sizeof sum);
    return sum == hash_bytes(checkpoint->bytes, checkpoint->length) &&
           read_head(training, checkpoint);
}

bool ntuple_checkpoint_read(struct ntuple_training *training, struct ntuple_checkpoint *checkpoint,
                            struct error *error)
{
    char path[PATH_ROOM];
    struct stat about;
    path_of(training->folder, path);
    FILE *file = fopen(path, "rb");
    if (!file || fstat(fileno(file), &about) != 0) {
        error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
        if (file)
            fclose(file);
        return false;
    }
    size_t room = about.st_size < FILE_MAX ? (size_t)about.st_size : FILE_MAX;
    *checkpoint = (struct ntuple_checkpoint){.bytes = malloc(room + 1)};
    if (checkpoint->bytes)
        checkpoint->length = fread(checkpoint->bytes, 1, room, file);
    fclose(file);
    if (!checkpoint->bytes)
        return error_machine(error, "out of memory for %s", path);
    if (ntuple_checkpoint_parse(training, checkpoint))
        return true;
    ntuple_checkpoint_free(checkpoint);
    return error_set(error, "%s: not a whole checkpoint of a training", path);
}

bool ntuple_checkpoint_take(struct ntuple_training *training,
                            const struct ntuple_checkpoint *checkpoint, struct error *error)
{
    size_t rows = (size_t)training->row_count * sizeof *training->rows;
    const char *at = checkpoint->bytes + checkpoint->at;
    if (checkpoint->length - checkpoint->at != rows + weight_bytes(training) + cma_bytes(training))
        return error_set(error, "the checkpoint's numbers are not those of its parameters");
    memcpy(training->rows, at, rows);
    memcpy(training->trainee.weights, at + rows, weight_bytes(training));
    if (training->method != NTUPLE_CMA)
        return true;
    double *numbers = malloc(cma_bytes(training));
    if (!numbers)
        return error_machine(error, "out of memory for a checkpoint");
    memcpy(numbers, at + rows + weight_bytes(training), cma_bytes(training));
    bool good = cma_load(&training->cma, numbers, error);
    free(numbers);
    return good;
}

void ntuple_checkpoint_free(struct ntuple_checkpoint *checkpoint)
{
    free(checkpoint->bytes);
    *checkpoint = (struct ntuple_checkpoint){0};
}
