/* Reading and writing files of records (records.h). The number of records must match the size of
   the file before any memory is allocated, so that a few damaged bytes cannot ask for more memory
   than the file could fill; the checksum is compared before the caller sees a record. */
#define _POSIX_C_SOURCE 200809L
#include "lab/records.h"

#include "lab/replace.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

enum { LINE_ROOM = 64, VERSION = 2 };

static uint64_t checksum_of(const void *list, size_t count, const struct records_kind *kind)
{
    return count ? XXH3_64bits(list, count * kind->size) : 0;
}

bool records_write(const char *path, const struct records_kind *kind, const void *list,
                   size_t count, struct error *error)
{
    struct replace replace;
    uint64_t head[2] = {count, checksum_of(list, count, kind)};
    if (!replace_begin(&replace, path, error))
        return false;
    fprintf(replace.file, "%s %d\n", kind->name, VERSION);
    fwrite(head, sizeof head, 1, replace.file);
    fwrite(list, kind->size, count, replace.file);
    return replace_end(&replace, true, error);
}

static bool torn(const struct records *records, struct error *error)
{
    return error_set(error, "%s: the file is torn or was changed; delete it and it is made again",
                     records->path);
}

static bool read_head(struct records *records, struct error *error)
{
    char line[LINE_ROOM] = "", wanted[LINE_ROOM];
    uint64_t head[2];
    if (!fgets(line, sizeof line, records->file))
        line[0] = 0;
    for (records->version = VERSION; records->version > 0; records->version--) {
        snprintf(wanted, sizeof wanted, "%s %d\n", records->kind->name, records->version);
        if (strcmp(line, wanted) == 0)
            break;
    }
    if (!records->version)
        return error_set(error, "%s: expected a file that begins with \"%s %d\"", records->path,
                         records->kind->name, VERSION);
    if (records->version == 1)
        return true;
    if (fread(head, sizeof head, 1, records->file) != 1)
        return torn(records, error);
    records->count = head[0];
    records->checksum = head[1];
    return true;
}

/* How many records the length of the file has room for, which has to be their number. */
static bool count_records(struct records *records, struct error *error)
{
    struct stat about;
    long at = ftell(records->file);
    if (at < 0 || fstat(fileno(records->file), &about) != 0 || !S_ISREG(about.st_mode))
        return error_set(error, "%s: expected a plain file", records->path);
    size_t bytes = about.st_size > at ? (size_t)(about.st_size - at) : 0;
    if (records->version == 1)
        records->count = bytes / records->kind->size;
    return (bytes % records->kind->size == 0 && records->count == bytes / records->kind->size) ||
           torn(records, error);
}

bool records_open(struct records *records, const char *path, const struct records_kind *kind,
                  struct error *error)
{
    *records = (struct records){.file = fopen(path, "rbe"), .path = path, .kind = kind};
    if (!records->file)
        return error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
    bool good = read_head(records, error) && count_records(records, error);
    if (!good)
        records_close(records);
    return good;
}

bool records_read(struct records *records, void *list, struct error *error)
{
    size_t got = fread(list, records->kind->size, records->count, records->file);
    bool whole = got == records->count &&
                 (records->version == 1 ||
                  records->checksum == checksum_of(list, records->count, records->kind));
    if (!whole)
        torn(records, error);
    records_close(records);
    return whole;
}

void records_close(struct records *records)
{
    if (records->file)
        fclose(records->file);
    records->file = NULL;
}
