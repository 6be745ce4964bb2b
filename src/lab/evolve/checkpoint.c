/* Saving and loading an evolution between two generations.

   One list of pieces (list_pieces) describes the numbers of the file for both directions. A file is
   replaced all at once (lab/replace.h), and the previous one is deleted only after that, so at
   least one whole checkpoint is there at any time. On loading, the newest is tried first; one whose
   checksum is wrong is named in a notice and the one before it is taken. After the checksum agrees,
   what could do harm is still checked: ranks are indices, and sizes must be those of the plan.
   Numbers are stored in the machine's own format, which is all right for a file that is resumed
   where it was made. */
#define _POSIX_C_SOURCE 200809L
#include "lab/evolve/checkpoint.h"

#include "base/hash.h"
#include "base/text.h"
#include "lab/evolve/parameters.h"
#include "lab/evolve/problems.h"
#include "lab/replace.h"
#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_ROOM = 600, HEAD_ROOM = 4096, FILE_LARGEST = 1 << 30 };

/* Version 1 knew no readings but --clamp, and called `lines` nn1. What a header does not mention
   has its usual value. */
static const char first_line[] = "potez evolution 2", first_line_1[] = "potez evolution 1";

static void path_of(const char *folder, int generation, char path[PATH_ROOM])
{
    snprintf(path, PATH_ROOM, "%s/generation-%06d.checkpoint", folder, generation);
}

/* What follows the header, piece by piece: the same list for writing and for reading. */
struct piece {
    void *at;
    size_t bytes;
};

struct tail { /* the single numbers */
    double seconds;
    double ladder[EVOLVE_RUNGS_MAX];
    uint64_t ladder_known;
    double best_elo, best_error;
    int64_t best_generation, best_random;
};

enum { PIECES = 6 };

static size_t list_pieces(const struct evolve_run *run, struct tail *tail,
                          struct piece pieces[PIECES])
{
    size_t count = (size_t)run->plan.population, weights;
    size_t total = 0;
    weights = (size_t)evolve_weights(run->plan.problem, &run->plan.variant);
    pieces[0] = (struct piece){run->population.weights, count * weights * sizeof(float)};
    pieces[1] = (struct piece){run->population.points, count * sizeof(int32_t)};
    pieces[2] = (struct piece){run->population.ranks, count * sizeof(int32_t)};
    pieces[3] = (struct piece){run->rows, (size_t)run->row_count * sizeof *run->rows};
    pieces[4] = (struct piece){(void *)run->best.weights, weights * sizeof(float)};
    pieces[5] = (struct piece){tail, sizeof *tail};
    for (int i = 0; i < PIECES; i++)
        total += pieces[i].bytes;
    return total;
}

/* -------- writing -------- */

static size_t write_head(const struct evolve_run *run, char head[HEAD_ROOM])
{
    const struct evolve_plan *plan = &run->plan;
    size_t length = (size_t)snprintf(
        head, HEAD_ROOM, "%s\ngame %s\nmodel %s\nseed %" PRIu64 "\ncommand %s\n", first_line,
        plan->problem->game, plan->problem->model, plan->seed, run->command);
    for (int i = 0; i < evolve_parameter_count; i++) {
        char value[EVOLVE_NAME_ROOM];
        evolve_parameter_text(&evolve_parameters[i], plan, value, sizeof value);
        length += (size_t)snprintf(head + length, HEAD_ROOM - length, "%s %s\n",
                                   evolve_parameters[i].name, value);
    }
    length += (size_t)snprintf(
        head + length, HEAD_ROOM - length, "generation %d\ncomplete %d\nrows %d\nbest %d\n\n",
        run->population.generation, run->complete, run->row_count, run->best.problem != NULL);
    return length;
}

bool evolve_checkpoint_save(const struct evolve_run *run, struct error *error)
{
    char path[PATH_ROOM], head[HEAD_ROOM];
    struct piece pieces[PIECES];
    struct tail tail = {.seconds = run->seconds,
                        .ladder_known = run->ladder_known,
                        .best_elo = run->best.elo,
                        .best_error = run->best.elo_error,
                        .best_generation = run->best.generation,
                        .best_random = run->best.versus_random};
    memcpy(tail.ladder, run->ladder, sizeof tail.ladder);
    size_t length = write_head(run, head), total = length + list_pieces(run, &tail, pieces);
    char *bytes = malloc(total + sizeof(uint64_t));
    if (!bytes)
        return error_machine(error, "out of memory for a checkpoint");
    memcpy(bytes, head, length);
    for (int i = 0; i < PIECES; i++) {
        if (pieces[i].bytes)
            memcpy(bytes + length, pieces[i].at, pieces[i].bytes);
        length += pieces[i].bytes;
    }
    uint64_t sum = hash_bytes(bytes, total);
    memcpy(bytes + total, &sum, sizeof sum);
    path_of(run->folder, run->population.generation, path);
    bool good = replace_whole(path, bytes, total + sizeof sum, error);
    free(bytes);
    for (int old = -1; good && (old = evolve_checkpoint_newest(
                                    run->folder, run->population.generation - 1)) >= 0;) {
        path_of(run->folder, old, path);
        if (unlink(path) != 0)
            break;
    }
    return good;
}

/* -------- reading -------- */

int evolve_checkpoint_newest(const char *folder, int below)
{
    DIR *directory = opendir(folder);
    int newest = -1;
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        int number, end = 0;
        if (sscanf(entry->d_name, "generation-%d.checkpoint%n", &number, &end) == 1 && end > 0 &&
            !entry->d_name[end] && number < below && number > newest)
            newest = number;
    }
    if (directory)
        closedir(directory);
    return newest;
}

static char *read_bytes(const char *path, size_t *length, struct error *error)
{
    FILE *file = fopen(path, "rb");
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    char *bytes = size >= 0 && size <= FILE_LARGEST ? malloc((size_t)size + 1) : NULL;
    if (bytes) {
        rewind(file);
        *length = fread(bytes, 1, (size_t)size, file);
    } else if (size >= 0 && size <= FILE_LARGEST) {
        error_machine(error, "out of memory");
    } else {
        error_set(error, "cannot be read");
    }
    if (file)
        fclose(file);
    return bytes;
}

struct head {
    char game[32];
    int version, generation, rows;
    bool best;
};

static void take_problem(struct evolve_run *run, const struct head *head, const char *model)
{
    if (head->version == 1 && strcmp(model, "nn1") == 0)
        model = "lines";
    const struct evolve_problem *problem = evolve_problem_find(head->game, model);
    uint64_t seed = run->plan.seed;
    run->plan = problem ? evolve_plan_usual(problem) : (struct evolve_plan){0};
    run->plan.seed = seed;
}

static bool take_line(struct evolve_run *run, struct head *head, const char *name,
                      const char *value, struct error *error)
{
    const struct evolve_parameter *parameter = evolve_parameter_find(name);
    if (parameter)
        return evolve_parameter_set(parameter, value, &run->plan, error);
    if (strcmp(name, "clamp") == 0 && strcmp(value, "1") == 0)
        run->plan.rescaling = EVOLVE_RESCALE_CLAMP;
    else if (strcmp(name, "game") == 0)
        snprintf(head->game, sizeof head->game, "%s", value);
    else if (strcmp(name, "model") == 0)
        take_problem(run, head, value);
    else if (strcmp(name, "command") == 0)
        snprintf(run->command, sizeof run->command, "%s", value);
    else if (strcmp(name, "seed") == 0)
        run->plan.seed = strtoull(value, NULL, 10);
    else if (strcmp(name, "generation") == 0)
        head->generation = atoi(value);
    else if (strcmp(name, "complete") == 0)
        run->complete = strcmp(value, "1") == 0;
    else if (strcmp(name, "rows") == 0)
        head->rows = atoi(value);
    else if (strcmp(name, "best") == 0)
        head->best = strcmp(value, "1") == 0;
    return true;
}

/* Where the numbers begin; NULL when the header is not one of ours. The checksum was right, so this
   is a file of another program or version rather than a damaged one. */
static const char *read_head(struct evolve_run *run, const char *bytes, size_t length,
                             struct head *head, struct error *error)
{
    const char *at = bytes, *end = bytes + length;
    for (bool first = true;; first = false) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        char line[700];
        if (!stop || (size_t)(stop - at) >= sizeof line)
            break;
        snprintf(line, sizeof line, "%.*s", (int)(stop - at), at);
        at = stop + 1;
        if (first)
            head->version = strcmp(line, first_line) == 0 ? 2 : strcmp(line, first_line_1) == 0;
        if (first && !head->version)
            break;
        if (!line[0])
            return at;
        char *value = strchr(line, ' ');
        if (!value)
            break;
        *value++ = 0; /* a name may have an empty value */
        if (!first && !take_line(run, head, line, value, error))
            return NULL;
    }
    error_set(error, "not a checkpoint of this version");
    return NULL;
}

/* Whether every individual has one rank: they are indices. */
static bool ranks_valid(const struct evolve_population *population, int count, struct error *error)
{
    bool *seen = calloc((size_t)count, sizeof *seen);
    int ranked = 0;
    if (!seen)
        return error_machine(error, "out of memory");
    for (int i = 0; i < count; i++) {
        int32_t number = population->ranks[i];
        if (number < 0 || number >= count || seen[number])
            break;
        seen[number] = true;
        ranked++;
    }
    free(seen);
    return ranked == count || error_set(error, "its ranks are not those of a population");
}

static void take_tail(struct evolve_run *run, const struct head *head, const struct tail *tail)
{
    run->seconds = tail->seconds;
    run->ladder_known = tail->ladder_known;
    memcpy(run->ladder, tail->ladder, sizeof run->ladder);
    run->best.problem = head->best ? run->plan.problem : NULL;
    run->best.variant = run->plan.variant;
    run->best.count = evolve_weights(run->plan.problem, &run->plan.variant);
    run->best.elo = tail->best_elo;
    run->best.elo_error = tail->best_error;
    run->best.generation = (int)tail->best_generation;
    run->best.versus_random = (int)tail->best_random;
}

bool evolve_checkpoint_take(struct evolve_run *run, const char *bytes, size_t length,
                            struct error *error)
{
    uint64_t sum;
    struct head head = {.generation = -1, .rows = -1};
    struct piece pieces[PIECES];
    struct tail tail;
    if (length < sizeof sum)
        return error_set(error, "too short");
    length -= sizeof sum;
    memcpy(&sum, bytes + length, sizeof sum);
    if (sum != hash_bytes(bytes, length))
        return error_set(error, "the checksum is wrong");
    const char *at = read_head(run, bytes, length, &head, error);
    if (!at)
        return false;
    if (!run->plan.problem || head.generation < 0 || head.generation > run->plan.generations ||
        head.rows < 0 || head.rows > head.generation + 1)
        return error_set(error, "not an evolution that this program knows");
    if (!evolve_plan_check(&run->plan, error))
        return false;
    evolve_close(&run->population);
    free(run->rows);
    run->rows = NULL;
    run->row_count = head.rows;
    if (list_pieces(run, &tail, pieces) != (size_t)(bytes + length - at))
        return error_set(error, "its size is not what its head says");
    run->rows = calloc((size_t)run->plan.generations + 2, sizeof *run->rows);
    if (!run->rows || !evolve_open(&run->population, &run->plan, error))
        return error_machine(error, "out of memory");
    list_pieces(run, &tail, pieces); /* now they have memory */
    for (int i = 0; i < PIECES; i++) {
        memcpy(pieces[i].at, at, pieces[i].bytes);
        at += pieces[i].bytes;
    }
    if (!ranks_valid(&run->population, run->plan.population, error))
        return false;
    run->population.generation = head.generation;
    take_tail(run, &head, &tail);
    return true;
}

static bool load_one(struct evolve_run *run, const char *path, struct error *error)
{
    size_t length;
    char *bytes = read_bytes(path, &length, error);
    bool good = bytes && evolve_checkpoint_take(run, bytes, length, error);
    free(bytes);
    return good;
}

bool evolve_checkpoint_load(struct evolve_run *run, struct error *error)
{
    char path[PATH_ROOM];
    run->notice[0] = 0;
    for (int number = INT_MAX; (number = evolve_checkpoint_newest(run->folder, number)) >= 0;) {
        path_of(run->folder, number, path);
        if (load_one(run, path, error))
            return true;
        if (error->machine) /* the file may be whole */
            return error_prefix(error, "%s: ", path);
        if (!run->notice[0])
            snprintf(run->notice, sizeof run->notice,
                     "%.280s is damaged (%.60s); the checkpoint before it is used", path,
                     error->text);
    }
    if (run->notice[0])
        return error_prefix(error, "%s: no checkpoint is whole; of the oldest: ", run->folder);
    return error_set(error, "%s: there is no evolution to continue here", run->folder);
}
