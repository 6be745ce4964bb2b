/* Line by line: a name in brackets begins an engine, "key = value" belongs to the one above. What
   is read becomes the text of a player, "engine:COMMAND" with its options below, so that nothing
   else in the program need know of the file. Errors name the file and the line. */
#include "ports/cli/engines.h"

#include "base/text.h"
#include "ports/cli/arguments.h"
#include "ports/cli/file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 1 << 20, TEXT = 4096 };

/* What the lines of one engine say. */
struct section {
    char command[TEXT], protocol[16], player[TEXT], options[TEXT];
    int line; /* of its name */
};

struct engines_reader {
    struct engines *engines;
    struct section section;
    bool open;
};

static char *trim(char *text)
{
    while (text_is_space(*text))
        text++;
    size_t length = strlen(text);
    while (length && text_is_space(text[length - 1]))
        text[--length] = 0;
    return text;
}

static bool copy(char *to, size_t size, const char *from, struct error *error)
{
    int length = snprintf(to, size, "%s", from);
    return (length >= 0 && (size_t)length < size) || error_set(error, "this is too long");
}

/* Puts the whole name of the player together. */
static bool close_section(struct engines_reader *reader, struct error *error)
{
    const struct section *section = &reader->section;
    if (!reader->open)
        return true;
    struct engines_entry *entry = &reader->engines->list[reader->engines->count];
    bool command = section->command[0], player = section->player[0];
    if (command == player)
        return error_set(error, "line %d: engine %s needs a command or a player, and not both",
                         section->line, entry->name);
    size_t size =
        strlen(section->command) + strlen(section->player) + strlen(section->options) + 32;
    entry->player = command_memory(size);
    if (player)
        snprintf(entry->player, size, "%s", section->player);
    else
        snprintf(entry->player, size, "%s:%s%s",
                 section->protocol[0] ? section->protocol : "engine", section->command,
                 section->options);
    reader->engines->count++;
    reader->open = false;
    return true;
}

static bool open_section(struct engines_reader *reader, char *line, int number, struct error *error)
{
    size_t length = strlen(line);
    if (length < 3 || line[length - 1] != ']')
        return error_set(error, "expected [NAME]");
    line[length - 1] = 0;
    if (reader->engines->count == ENGINES_MAX)
        return error_set(error, "expected at most %d engines", ENGINES_MAX);
    struct engines_entry *entry = &reader->engines->list[reader->engines->count];
    *entry = (struct engines_entry){0};
    reader->section = (struct section){.line = number};
    reader->open = true;
    return copy(entry->name, sizeof entry->name, trim(line + 1), error);
}

static bool add_option(struct section *section, const char *name, const char *value,
                       struct error *error)
{
    size_t used = strlen(section->options), room = sizeof section->options - used;
    int length =
        snprintf(section->options + used, room, "\nsetoption name %s value %s", name, value);
    return (length >= 0 && (size_t)length < room) || error_set(error, "the options are too long");
}

static bool set_value(struct engines_reader *reader, char *name, char *value, struct error *error)
{
    struct section *section = &reader->section;
    struct engines_entry *entry = &reader->engines->list[reader->engines->count];
    if (strcmp(name, "command") == 0)
        return copy(section->command, sizeof section->command, value, error);
    if (strcmp(name, "player") == 0)
        return copy(section->player, sizeof section->player, value, error);
    if (strcmp(name, "protocol") == 0)
        return copy(section->protocol, sizeof section->protocol, value, error);
    if (strncmp(name, "option ", 7) == 0)
        return add_option(section, trim(name + 7), value, error);
    if (strcmp(name, "limits") == 0)
        return mind_limits_read(value, strlen(value), &entry->limits, error);
    if (strcmp(name, "clock") == 0)
        return arguments_clock(value, &entry->clock.left, &entry->clock.increment, error);
    return error_set(error,
                     "expected command, protocol, player, option NAME, limits or clock, found "
                     "\"%.*s\"",
                     text_printable(name, strlen(name), 24), name);
}

static bool read_line(struct engines_reader *reader, char *line, int number, struct error *error)
{
    line = trim(line);
    if (!*line || *line == '#' || *line == ';')
        return true;
    if (*line == '[')
        return close_section(reader, error) && open_section(reader, line, number, error);
    char *equals = strchr(line, '=');
    if (!equals)
        return error_set(error, "expected NAME = VALUE");
    if (!reader->open)
        return error_set(error, "expected [NAME] before anything else");
    *equals = 0;
    return set_value(reader, trim(line), trim(equals + 1), error);
}

bool engines_read(struct engines *engines, const char *path, struct error *error)
{
    struct engines_reader reader = {.engines = engines};
    size_t length;
    char *text = file_read(path, FILE_MOST, &length, error);
    bool good = text != NULL;
    char *at = text, *copy_of = NULL;
    if (text) {
        copy_of = at = command_memory(length + 1);
        memcpy(at, text, length);
    }
    for (int line = 1; good && at; line++) {
        char *end = strchr(at, '\n');
        if (end)
            *end = 0;
        good =
            read_line(&reader, at, line, error) || error_prefix(error, "%s: line %d: ", path, line);
        at = end ? end + 1 : NULL;
    }
    good = good && (close_section(&reader, error) || error_prefix(error, "%s: ", path));
    free(copy_of);
    free(text);
    return good;
}

void engines_free(struct engines *engines)
{
    for (int i = 0; i < engines->count; i++)
        free(engines->list[i].player);
    engines->count = 0;
}

const struct engines_entry *engines_find(const struct engines *engines, const char *name)
{
    for (int i = 0; i < engines->count; i++)
        if (strcmp(engines->list[i].name, name) == 0)
            return &engines->list[i];
    return NULL;
}
