/* The journal: append a line, sync it to disk, and only then report it as kept.

   A line begins with a checksum of its text. On opening, everything up to the last whole line is
   taken; a last line that is cut off (the only damage that a crash can do to a file that only
   grows) is removed, and damage anywhere else is an error, because it cannot have come from a
   crash. If a write fails half-way the file is shortened again, or the next line would make a
   damaged one out of the rest. A lock keeps a second process out.

   Each line costs one fdatasync. That is the point of it: pieces of work are minutes or seconds,
   and a sync is milliseconds. */
#include "lab/journal.h"

#include "base/hash.h"
#include "base/text.h"
#include "lab/replace.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { CHECK = 17 }; /* sixteen digits and a space before every text */

static bool failed(const struct journal *journal, const char *what, struct error *error)
{
    return error_machine(error, "%s: cannot be %s: %s", journal->path, what, strerror(errno));
}

/* The line of this text with its checksum and end; NULL when memory runs out. */
static char *line_of(const char *text, size_t *length)
{
    size_t part = strlen(text);
    char *line = malloc(part + CHECK + 2);
    if (!line)
        return NULL;
    snprintf(line, CHECK + 1, "%016" PRIx64 " ", hash_bytes(text, part));
    memcpy(line + CHECK, text, part);
    line[CHECK + part] = '\n';
    line[CHECK + part + 1] = 0;
    *length = part + CHECK + 1;
    return line;
}

static bool line_is_whole(const char *line, size_t length)
{
    char digits[CHECK + 1];
    if (length < CHECK)
        return false;
    snprintf(digits, sizeof digits, "%016" PRIx64 " ", hash_bytes(line + CHECK, length - CHECK));
    return memcmp(digits, line, CHECK) == 0;
}

static bool remember(struct journal *journal, const char *line, size_t length, struct error *error)
{
    if (journal->length + length > journal->room) {
        size_t room = 2 * (journal->length + length) + 4096;
        char *lines = realloc(journal->lines, room);
        if (!lines)
            return error_machine(error, "out of memory");
        journal->lines = lines;
        journal->room = room;
    }
    memcpy(journal->lines + journal->length, line, length);
    journal->length += length;
    return true;
}

/* Half a line would make the next one a damaged one. */
static bool take_back(const struct journal *journal, off_t end, const char *what,
                      struct error *error)
{
    failed(journal, what, error);
    if (end >= 0 && ftruncate(journal->descriptor, end) == 0)
        lseek(journal->descriptor, end, SEEK_SET);
    return false;
}

static bool write_all(struct journal *journal, const char *line, size_t length, struct error *error)
{
    off_t end = lseek(journal->descriptor, 0, SEEK_CUR);
    for (size_t done = 0; done < length;) {
        ssize_t part = write(journal->descriptor, line + done, length - done);
        if (part < 0 && errno != EINTR)
            return take_back(journal, end, "written", error);
        done += part > 0 ? (size_t)part : 0;
    }
    return fdatasync(journal->descriptor) == 0 || errno == EINVAL ||
           take_back(journal, end, "brought to the disk", error);
}

bool journal_add(struct journal *journal, const char *text, struct error *error)
{
    size_t length = 0;
    char *line = line_of(text, &length);
    if (!line)
        return error_machine(error, "out of memory");
    bool good = journal->descriptor < 0 ? remember(journal, line, length, error)
                                        : write_all(journal, line, length, error);
    free(line);
    return good;
}

/* All of the file, with a zero byte after it. */
static char *read_file(struct journal *journal, size_t *length, struct error *error)
{
    struct stat about;
    if (fstat(journal->descriptor, &about) != 0 || !S_ISREG(about.st_mode)) {
        error_set(error, "%s: expected a plain file", journal->path);
        return NULL;
    }
    size_t size = (size_t)about.st_size, done = 0;
    char *text = malloc(size + 1);
    while (text && done < size) {
        ssize_t part = read(journal->descriptor, text + done, size - done);
        if (part == 0 || (part < 0 && errno != EINTR))
            break;
        done += part > 0 ? (size_t)part : 0;
    }
    if (!text || done < size) {
        error_machine(error, "%s: cannot be read%s", journal->path, text ? "" : ": out of memory");
        free(text);
        return NULL;
    }
    text[size] = 0;
    *length = size;
    return text;
}

/* Goes through the lines; *whole is the length of those that are. Without a heading any will do. */
static bool look_through(struct journal *journal, char *text, size_t length, const char *heading,
                         journal_listener *each, void *listener, size_t *whole, struct error *error)
{
    *whole = 0;
    for (int number = 1; *whole < length; number++) {
        char *line = text + *whole, *end = memchr(line, '\n', length - *whole);
        if (!end || !line_is_whole(line, (size_t)(end - line))) {
            if (end && end + 1 < text + length)
                return error_set(error, "%s: line %d is damaged", journal->path, number);
            return true; /* cut off: it will be written again */
        }
        *end = 0;
        if (number == 1 && heading && strcmp(line + CHECK, heading) != 0)
            return error_set(error, "%s: belongs to other work: expected \"%.*s\", found \"%.*s\"",
                             journal->path, text_printable(heading, strlen(heading), 120), heading,
                             text_printable(line + CHECK, strlen(line + CHECK), 120), line + CHECK);
        if (number > 1 && !each(listener, line + CHECK, error))
            return error_prefix(error, "%s: line %d: ", journal->path, number);
        *whole = (size_t)(end + 1 - text);
    }
    return true;
}

/* A file that is neither empty nor begins like a journal is somebody's own. */
static bool is_ours(const char *text, size_t length)
{
    for (size_t i = 0; i < length && i < CHECK; i++) {
        bool digit = text_is_digit(text[i]) || (text[i] >= 'a' && text[i] <= 'f');
        if (i + 1 < CHECK ? !digit : text[i] != ' ')
            return false;
    }
    return true;
}

bool journal_is_other(const char *path)
{
    char text[CHECK];
    FILE *file = fopen(path, "rbe");
    size_t length = file ? fread(text, 1, sizeof text, file) : 0;
    if (file)
        fclose(file);
    return !is_ours(text, length);
}

static bool take_up(struct journal *journal, const char *heading, journal_listener *each,
                    void *listener, struct error *error)
{
    size_t length, whole;
    char *text = read_file(journal, &length, error);
    if (!text)
        return false;
    bool good = is_ours(text, length) ||
                error_set(error, "%s: this is not a journal; choose another name", journal->path);
    good = good && look_through(journal, text, length, heading, each, listener, &whole, error);
    free(text);
    if (!good)
        return false;
    journal->cut = length - whole;
    if (journal->cut && ftruncate(journal->descriptor, (off_t)whole) != 0)
        return failed(journal, "shortened", error);
    if (lseek(journal->descriptor, (off_t)whole, SEEK_SET) < 0)
        return failed(journal, "written", error);
    return whole > 0 ||
           (journal_add(journal, heading, error) &&
            (replace_sync_folder(journal->path) || failed(journal, "brought to the disk", error)));
}

/* A process that was killed may need a moment to release its lock. */
static bool lock(int descriptor)
{
    for (int tries = 0; flock(descriptor, LOCK_EX | LOCK_NB) != 0; tries++) {
        if (tries == 20)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    return true;
}

bool journal_open(struct journal *journal, const char *path, const char *heading,
                  journal_listener *each, void *listener, struct error *error)
{
    *journal = (struct journal){.descriptor = -1, .path = path};
    if (!path)
        return journal_add(journal, heading, error);
    journal->descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (journal->descriptor < 0)
        return error_machine(error, "%s: cannot be opened: %s", path, strerror(errno));
    bool good = lock(journal->descriptor) ||
                error_set(error, "%s: another process is using this journal", path);
    good = good && take_up(journal, heading, each, listener, error);
    if (!good)
        journal_close(journal);
    return good;
}

bool journal_look(const char *path, journal_listener *each, void *listener, struct error *error)
{
    struct journal journal = {.descriptor = open(path, O_RDONLY | O_CLOEXEC), .path = path};
    size_t length, whole;
    if (journal.descriptor < 0)
        return errno == ENOENT || failed(&journal, "opened", error);
    char *text = read_file(&journal, &length, error);
    bool good = text && look_through(&journal, text, length, NULL, each, listener, &whole, error);
    free(text);
    close(journal.descriptor);
    return good;
}

bool journal_save(const struct journal *journal, const char *path, struct error *error)
{
    return replace_whole(path, journal->lines, journal->length, error);
}

void journal_close(struct journal *journal)
{
    if (journal->descriptor >= 0)
        close(journal->descriptor);
    free(journal->lines);
    *journal = (struct journal){.descriptor = -1};
}
