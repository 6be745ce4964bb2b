/* Reading and writing blocks of labels (labels.h has the format).

   A block is either whole or refused: the checksum covers the header up to its own line, and the
   labels, and the length of the file must be that of the number of labels. That number is bounded
   by the number of games before memory is reserved for it, so a damaged header cannot ask for
   gigabytes.

   Positions are stored as the least of their eight images (othello_label_turn), so that the same
   position met in two games, turned, is recognised and kept once. */
#include "lab/othello/labels.h"

#include "base/bits.h"
#include "base/hash.h"
#include "games/othello/symmetry.h"
#include "lab/replace.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_ROOM = 1024 };

void othello_labels_free(struct othello_labels *labels)
{
    free(labels->list);
    *labels = (struct othello_labels){0};
}

bool othello_labels_reserve(struct othello_labels *labels, size_t more, struct error *error)
{
    if (labels->count + more <= labels->room)
        return true;
    size_t room = labels->count + more + labels->room / 2;
    struct othello_label *list = realloc(labels->list, room * sizeof *list);
    if (!list)
        return error_machine(error, "out of memory for %zu labels", room);
    labels->list = list;
    labels->room = room;
    return true;
}

void othello_label_turn(struct othello_label *label)
{
    uint64_t mine = label->mine, theirs = label->theirs;
    for (int i = 1; i < OTHELLO_SYMMETRIES; i++) {
        uint64_t own = othello_symmetry(mine, i), other = othello_symmetry(theirs, i);
        if (own < label->mine || (own == label->mine && other < label->theirs)) {
            label->mine = own;
            label->theirs = other;
        }
    }
}

void othello_labels_path(const char *folder, uint64_t seed, uint64_t block,
                         char path[OTHELLO_LABELS_PATH])
{
    snprintf(path, OTHELLO_LABELS_PATH, "%s/seed-%" PRIu64 "-block-%06" PRIu64 ".labels", folder,
             seed, block);
}

static void number_write(uint8_t **at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *(*at)++ = (uint8_t)(number >> 8 * i);
}

static uint64_t number_read(const uint8_t **at, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t) * (*at)++ << 8 * i;
    return number;
}

static void label_write(const struct othello_label *label, uint8_t *at)
{
    number_write(&at, label->mine, 8);
    number_write(&at, label->theirs, 8);
    number_write(&at, (uint16_t)label->value, 2);
    number_write(&at, (uint16_t)label->before, 2);
    number_write(&at, (uint16_t)label->end, 2);
    number_write(&at, label->game, 2);
    number_write(&at, label->depth, 1);
    number_write(&at, label->kind, 1);
}

static void label_read(struct othello_label *label, const uint8_t *at)
{
    label->mine = number_read(&at, 8);
    label->theirs = number_read(&at, 8);
    label->value = (int16_t)number_read(&at, 2);
    label->before = (int16_t)number_read(&at, 2);
    label->end = (int16_t)number_read(&at, 2);
    label->game = (uint16_t)number_read(&at, 2);
    label->depth = (uint8_t)number_read(&at, 1);
    label->kind = (uint8_t)number_read(&at, 1);
}

static bool value_valid(int value)
{
    return value >= -6400 && value <= 6400;
}

/* Boards become indices, so an impossible one must not get in. */
static bool label_valid(const struct othello_label *label)
{
    return (label->mine & label->theirs) == 0 && value_valid(label->value) &&
           value_valid(label->before) &&
           (value_valid(label->end) || label->end == OTHELLO_LABEL_NO_END) &&
           label->kind < OTHELLO_LABEL_OPENING * OTHELLO_LABEL_OPENINGS;
}

/* The lines that say what the block was made with; the command is one that makes it again. */
static int head_write(const struct othello_labels_head *head, size_t count, char *text)
{
    return snprintf(text, HEAD_ROOM,
                    "potez othello labels 1\n"
                    "command: potez train othello --model patterns --labels FOLDER --blocks "
                    "%" PRIu64 " --seed %" PRIu64 " --games %d --play-depth %d --exact %d\n"
                    "seed: %" PRIu64 "\n"
                    "block: %" PRIu64 "\n"
                    "games: %d\n"
                    "depth: %d\n"
                    "exact: %d\n"
                    "model: %016" PRIx64 "\n"
                    "labels: %zu\n",
                    head->block + 1, head->seed, head->games, head->depth, head->exact, head->seed,
                    head->block, head->games, head->depth, head->exact, head->model, count);
}

static uint64_t checksum(const char *head, size_t head_length, const uint8_t *body, size_t length)
{
    return hash_pair(hash_bytes(head, head_length), hash_bytes(body, length));
}

bool othello_labels_write(const struct othello_labels *labels,
                          const struct othello_labels_head *head, const char *path,
                          struct error *error)
{
    char text[HEAD_ROOM];
    size_t length = labels->count * OTHELLO_LABEL_BYTES;
    int head_length = head_write(head, labels->count, text);
    uint8_t *body = malloc(length + 1);
    if (!body)
        return error_machine(error, "out of memory for %zu labels", labels->count);
    for (size_t i = 0; i < labels->count; i++)
        label_write(&labels->list[i], body + i * OTHELLO_LABEL_BYTES);
    struct replace replace;
    bool good = replace_begin(&replace, path, error);
    if (good) {
        fprintf(replace.file, "%schecksum: %016" PRIx64 "\n\n", text,
                checksum(text, (size_t)head_length, body, length));
        good = fwrite(body, 1, length, replace.file) == length ||
               error_machine(error, "%s: writing failed; is the disk full?", path);
        good = replace_end(&replace, good, error);
    }
    free(body);
    return good;
}

/* The number after `name` on a line of its own. */
static bool field(const char *text, const char *name, int base, uint64_t *number)
{
    const char *line = strstr(text, name);
    if (!line)
        return false;
    char *end;
    *number = strtoull(line + strlen(name), &end, base);
    return *end == '\n';
}

static bool head_read(const char *text, struct othello_labels_head *head, uint64_t *count,
                      uint64_t *check)
{
    uint64_t games, depth, exact;
    if (strncmp(text, "potez othello labels 1\n", 23) != 0 ||
        !field(text, "\nseed: ", 10, &head->seed) || !field(text, "\nblock: ", 10, &head->block) ||
        !field(text, "\ngames: ", 10, &games) || !field(text, "\ndepth: ", 10, &depth) ||
        !field(text, "\nexact: ", 10, &exact) || !field(text, "\nmodel: ", 16, &head->model) ||
        !field(text, "\nlabels: ", 10, count) || !field(text, "\nchecksum: ", 16, check) ||
        games > OTHELLO_LABELS_GAMES || *count > games * OTHELLO_LABELS_OF_GAME)
        return false;
    head->games = (int)games;
    head->depth = (int)(depth & 0xff);
    head->exact = (int)(exact & 0xff);
    return true;
}

/* The header with a zero after it; false when there is none. */
static bool head_take(FILE *file, char text[HEAD_ROOM], size_t *length)
{
    *length = 0;
    for (int c; *length < HEAD_ROOM - 1 && (c = getc(file)) != EOF;) {
        text[(*length)++] = (char)c;
        text[*length] = 0;
        if (*length > 1 && c == '\n' && text[*length - 2] == '\n')
            return true;
    }
    return false;
}

/* What is left of a file, up to a byte more than `count` labels take. */
static uint8_t *body_take(FILE *file, uint64_t count, size_t *length, struct error *error)
{
    size_t room = (size_t)count * OTHELLO_LABEL_BYTES + 1;
    uint8_t *body = malloc(room);
    *length = body ? fread(body, 1, room, file) : 0;
    if (!body)
        error_machine(error, "out of memory for %llu labels", (unsigned long long)count);
    return body;
}

static bool labels_add(struct othello_labels *labels, const uint8_t *body, size_t count,
                       struct error *error)
{
    if (!othello_labels_reserve(labels, count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct othello_label *label = &labels->list[labels->count + i];
        label_read(label, body + i * OTHELLO_LABEL_BYTES);
        if (!label_valid(label))
            return error_set(error, "label %zu is not one of Othello's", i + 1);
    }
    labels->count += count;
    return true;
}

static bool block_read(struct othello_labels *labels, struct othello_labels_head *head, FILE *file,
                       struct error *error)
{
    char text[HEAD_ROOM];
    uint64_t count, check;
    size_t head_length, length;
    if (!head_take(file, text, &head_length) || !head_read(text, head, &count, &check))
        return error_set(error, "expected a block that begins with \"potez othello labels 1\" and "
                                "says what it was made with");
    uint8_t *body = body_take(file, count, &length, error);
    if (!body)
        return false;
    size_t signed_length = (size_t)(strstr(text, "checksum: ") - text);
    bool good = true;
    if (length != count * OTHELLO_LABEL_BYTES)
        good = error_set(error,
                         "the block is torn: its head says %llu "
                         "labels of %d bytes, there are %s; delete it and the same command makes "
                         "it again",
                         (unsigned long long)count, OTHELLO_LABEL_BYTES,
                         length > count * OTHELLO_LABEL_BYTES ? "more bytes" : "fewer");
    else if (checksum(text, signed_length, body, length) != check)
        good = error_set(error, "the block is damaged: its checksum is another; delete it and the "
                                "same command makes it again");
    good = good && (!labels || labels_add(labels, body, (size_t)count, error));
    free(body);
    return good;
}

bool othello_labels_read(struct othello_labels *labels, struct othello_labels_head *head,
                         const char *path, struct error *error)
{
    struct othello_labels_head own;
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
    bool good =
        block_read(labels, head ? head : &own, file, error) || error_prefix(error, "%s: ", path);
    fclose(file);
    return good;
}
