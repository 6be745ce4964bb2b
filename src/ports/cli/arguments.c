/* Reading the command line: which arguments are options and which are words, their values, and
   what to suggest for a name that is not known. The suggestion is the candidate with the
   smallest edit distance in which swapped neighbours count once (restricted Damerau-Levenshtein
   [damerau64]), if it is small for the length of the word. */
#include "ports/cli/arguments.h"

#include "base/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Differences between two words: letters to change, insert or leave out; neighbours exchanged
   count once (the distance of Damerau and Levenshtein, restricted). */
static int distance(const char *a, const char *b)
{
    enum { LONGEST = 32 };
    int length_a = (int)strlen(a), length_b = (int)strlen(b);
    if (length_a >= LONGEST || length_b >= LONGEST)
        return LONGEST;
    int cost[LONGEST][LONGEST];
    for (int i = 0; i <= length_a; i++)
        for (int j = 0; j <= length_b; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            int best = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            best = cost[i - 1][j] + 1 < best ? cost[i - 1][j] + 1 : best;
            best = cost[i][j - 1] + 1 < best ? cost[i][j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                cost[i - 2][j - 2] + 1 < best)
                best = cost[i - 2][j - 2] + 1;
            cost[i][j] = best;
        }
    return cost[length_a][length_b];
}

const char *arguments_nearest(const char *typed, const char *const *candidates)
{
    const char *nearest = NULL;
    int length = (int)strlen(typed), least = length < 4 ? 2 : length / 2 + 1;
    for (; *candidates; candidates++) {
        int d = length >= 3 && strncmp(typed, *candidates, (size_t)length) == 0
                    ? 1
                    : distance(typed, *candidates);
        if (d < least) {
            least = d;
            nearest = *candidates;
        }
    }
    return nearest;
}

/* Whether this argument is written as an option: "--name", "--name=value" or "-x". Boards may
   begin with dashes too, but do not look like a name. */
static bool is_option(const char *text)
{
    if (text[0] != '-' || !text[1])
        return false;
    if (text[1] != '-')
        return text[2] == 0 && !text_is_digit(text[1]);
    const char *name = text + 2;
    size_t length = strcspn(name, "=");
    if (length > 24 || text_lower(name[0]) < 'a' || text_lower(name[0]) > 'z')
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = text_lower(name[i]);
        if (!(c >= 'a' && c <= 'z') && !text_is_digit(c) && c != '-' && c != '_')
            return false;
    }
    return true;
}

static bool refuse_option(const struct command *command, const char *text, struct error *error)
{
    const char *names[64];
    int count = 0;
    for (; count < 63 && command_option(command, count); count++)
        names[count] = command_option(command, count)->name;
    names[count] = NULL;
    int shown = text_printable(text, strlen(text), 32);
    char typed[32];
    size_t dashes = strspn(text, "-"), length = strcspn(text + dashes, "=");
    length = length < sizeof typed ? length : sizeof typed - 1;
    for (size_t i = 0; i < length; i++)
        typed[i] = text_lower(text[dashes + i]);
    typed[length] = 0;
    const char *nearest = arguments_nearest(typed, names);
    if (nearest)
        return error_set(error, "no option \"%.*s\"; did you mean --%s?", shown, text, nearest);
    return error_set(error, "no option \"%.*s\"; potez help %s lists them", shown, text,
                     command->name);
}

static const struct command_option *find_option(const struct command *command, const char *name,
                                                size_t length)
{
    const struct command_option *option;
    for (int i = 0; (option = command_option(command, i)); i++)
        if (text_part_equal(name, length, option->name))
            return option;
    return NULL;
}

/* Takes one option with its value; *at moves to the last argument used. */
static bool take_option(struct arguments *arguments, int count, char *const *texts, int *at,
                        struct error *error)
{
    const char *text = texts[*at];
    const char *name = strcmp(text, "-h") == 0 ? "help" : text + 2;
    size_t length = strcspn(name, "=");
    const struct command_option *option = NULL;
    if (text[1] == '-' || strcmp(text, "-h") == 0)
        option = find_option(arguments->command, name, length);
    if (!option)
        return refuse_option(arguments->command, text, error);
    const char *value = NULL;
    if (name[length] == '=') {
        if (!option->value)
            return error_set(error, "--%s takes no value", option->name);
        value = name + length + 1;
    } else if (option->value) {
        if (*at + 1 >= count)
            return error_set(error, "--%s needs a value: --%s %s", option->name, option->name,
                             option->value);
        value = texts[++*at];
    }
    const char *second = NULL;
    if (option->value && strchr(option->value, ' ')) {
        if (*at + 1 >= count)
            return error_set(error, "--%s needs two values: --%s %s", option->name, option->name,
                             option->value);
        second = texts[++*at];
    }
    arguments->given[arguments->given_count++] = (struct arguments_given){option, value, second};
    return true;
}

static bool common_options(struct arguments *arguments, struct error *error)
{
    arguments->json = arguments_has(arguments, "json");
    arguments->quiet = arguments_has(arguments, "quiet");
    arguments->help = arguments_has(arguments, "help");
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int64_t threads = cores < 1 ? 1 : cores, seed = 1;
    if (!arguments_number(arguments, "threads", 1, 1024, &threads, error) ||
        !arguments_number(arguments, "seed", 0, INT64_MAX, &seed, error))
        return false;
    arguments->threads = (int)threads;
    arguments->seed = (uint64_t)seed;
    return true;
}

bool arguments_read(struct arguments *arguments, const struct command *command, int count,
                    char *const *texts, struct error *error)
{
    memset(arguments, 0, sizeof *arguments);
    arguments->command = command;
    arguments->texts = texts;
    arguments->text_count = count;
    if (count > ARGUMENTS_MAX)
        return error_set(error, "more than %d arguments", ARGUMENTS_MAX);
    bool ended = false;
    for (int i = 0; i < count; i++) {
        if (!ended && strcmp(texts[i], "--") == 0)
            ended = true;
        else if (!ended && is_option(texts[i])) {
            if (!take_option(arguments, count, texts, &i, error))
                return false;
        } else
            arguments->word[arguments->word_count++] = texts[i];
    }
    if (!common_options(arguments, error))
        return false;
    if (arguments->help)
        return true;
    if (arguments->word_count < command->least)
        return error_set(error, "too few words; expected: potez %s %s", command->name,
                         command->usage);
    if (arguments->word_count > command->most) {
        const char *extra = arguments->word[command->most];
        return error_set(error, "\"%.*s\" is one word too many; expected: potez %s %s",
                         text_printable(extra, strlen(extra), 24), extra, command->name,
                         command->usage);
    }
    return true;
}

const char *arguments_next(const struct arguments *arguments, const char *name, int *at)
{
    while (*at < arguments->given_count) {
        const struct arguments_given *given = &arguments->given[(*at)++];
        if (strcmp(given->option->name, name) == 0)
            return given->value ? given->value : "";
    }
    return NULL;
}

const char *arguments_value(const struct arguments *arguments, const char *name)
{
    const char *value = NULL, *next;
    for (int at = 0; (next = arguments_next(arguments, name, &at));)
        value = next;
    return value;
}

bool arguments_has(const struct arguments *arguments, const char *name)
{
    return arguments_value(arguments, name) != NULL;
}

static bool read_number(const char *what, const char *text, int64_t least, int64_t most,
                        int64_t *number, struct error *error)
{
    if (text_to_number(text, strlen(text), least, most, number))
        return true;
    const char *found = text;
    int shown = text_printable(found, strlen(found), 24);
    if (most == INT64_MAX)
        return error_set(error, "%s: expected a number of at least %lld, found \"%.*s\"", what,
                         (long long)least, shown, found);
    return error_set(error, "%s: expected a number from %lld to %lld, found \"%.*s\"", what,
                     (long long)least, (long long)most, shown, found);
}

bool arguments_number(const struct arguments *arguments, const char *name, int64_t least,
                      int64_t most, int64_t *number, struct error *error)
{
    const char *value = arguments_value(arguments, name);
    return !value || read_number(name, value, least, most, number, error) ||
           error_prefix(error, "--");
}

bool arguments_word_number(const struct arguments *arguments, int word, const char *what,
                           int64_t least, int64_t most, int64_t *number, struct error *error)
{
    return read_number(what, arguments->word[word], least, most, number, error);
}

bool arguments_size(const struct arguments *arguments, const char *name, size_t *bytes,
                    struct error *error)
{
    const char *value = arguments_value(arguments, name);
    if (!value)
        return true;
    size_t length = strlen(value);
    char unit = length ? text_lower(value[length - 1]) : 0;
    int shift = unit == 'k' ? 10 : unit == 'm' ? 20 : unit == 'g' ? 30 : 0;
    int64_t number;
    if (!text_to_number(value, length - (shift > 0), 0, INT64_C(1) << (50 - shift), &number))
        return error_set(error, "--%s: expected a size such as 64M or 2G, found \"%.*s\"", name,
                         text_printable(value, length, 24), value);
    *bytes = (size_t)number << shift;
    return true;
}

static bool read_limits(const struct arguments *arguments, struct mind_limits *limits,
                        struct error *error)
{
    static const char *const names[] = {"time", "depth", "nodes"};
    *limits = (struct mind_limits){0};
    for (int i = 0; i < 3; i++) {
        const char *value = arguments_value(arguments, names[i]);
        if (!value)
            continue;
        char text[64];
        struct text written;
        text_init(&written, text, sizeof text);
        text_print(&written, "%s=%s", names[i], value);
        if (!text_fits(&written) || strchr(value, ',') ||
            !mind_limits_read(text, strlen(text), limits, NULL) ||
            (i == 0 && limits->microseconds == 0))
            return error_set(error, "--%s: expected %s, found \"%.*s\"", names[i],
                             i == 0   ? "seconds such as 2 or 0.5"
                             : i == 1 ? "a number of plies from 0 to 200"
                                      : "a number of positions of at least 1",
                             text_printable(value, strlen(value), 24), value);
    }
    return true;
}

bool arguments_clock(const char *text, int64_t *left_time, int64_t *increment, struct error *error)
{
    const double most = (double)SESSION_CLOCK_MOST / 1e6;
    char *end;
    double left = strtod(text, &end), more = 0;
    bool good = end > text && text_is_digit(text[0]);
    if (good && *end == '+') {
        const char *second = end + 1;
        more = strtod(second, &end);
        good = end > second && text_is_digit(*second);
    }
    if (!good || *end || !(left >= 1e-3) || !(left <= most) || !(more <= most))
        return error_set(error, "expected seconds such as 60 or 60+1, found \"%.*s\"",
                         text_printable(text, strlen(text), 24), text);
    *left_time = (int64_t)(left * 1e6);
    *increment = (int64_t)(more * 1e6);
    return true;
}

bool arguments_terms(const struct arguments *arguments, struct inquiry_terms *terms,
                     struct error *error)
{
    const char *clock = arguments_value(arguments, "clock");
    *terms = (struct inquiry_terms){0};
    if (!read_limits(arguments, &terms->limits, error))
        return false;
    if (clock && !arguments_clock(clock, &terms->clock_left, &terms->clock_increment, error))
        return error_prefix(error, "--clock: ");
    return !clock || !terms->limits.microseconds ||
           error_set(error, "--clock and --time exclude each other");
}

bool arguments_limits(const struct arguments *arguments, struct mind_limits *limits,
                      struct error *error)
{
    struct inquiry_terms terms;
    if (!arguments_terms(arguments, &terms, error))
        return false;
    *limits = terms.limits;
    return !terms.clock_left || error_set(error, "--clock: this command has no clock");
}

static bool read_decimal(const char *name, const char *text, double *number, struct error *error)
{
    char *end;
    *number = strtod(text, &end);
    if (end > text && !*end && isfinite(*number))
        return true;
    return error_set(error, "--%s: expected a number, found \"%.*s\"", name,
                     text_printable(text, strlen(text), 24), text);
}

bool arguments_two_numbers(const struct arguments *arguments, const char *name, double *first,
                           double *second, struct error *error)
{
    error->text[0] = 0;
    for (int i = arguments->given_count - 1; i >= 0; i--) {
        const struct arguments_given *given = &arguments->given[i];
        if (strcmp(given->option->name, name) == 0)
            return read_decimal(name, given->value, first, error) &&
                   read_decimal(name, given->second, second, error);
    }
    return false;
}

bool arguments_decimal(const struct arguments *arguments, const char *name, double least,
                       double most, double *number, struct error *error)
{
    const char *value = arguments_value(arguments, name);
    double found;
    if (!value)
        return true;
    if (!read_decimal(name, value, &found, error))
        return false;
    if (found < least || found > most)
        return error_set(error, "--%s: expected a number from %d.%03d to %d.%03d, found \"%.*s\"",
                         name, (int)least, (int)(least * 1000) % 1000, (int)most,
                         (int)(most * 1000) % 1000, text_printable(value, strlen(value), 24),
                         value);
    *number = found;
    return true;
}

/* Words that a shell would not take as they are stand in single quotes. */
static void write_quoted(const char *text, FILE *file)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_=:,./+@%";
    if (*text && text[strspn(text, plain)] == 0) {
        fputs(text, file);
        return;
    }
    fputc('\'', file);
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", file);
        else
            fputc(*text, file);
    fputc('\'', file);
}

void arguments_write(const struct arguments *arguments, const char *without, FILE *file)
{
    fprintf(file, "potez %s", arguments->command->name);
    for (int i = 0; i < arguments->text_count; i++) {
        const char *text = arguments->texts[i];
        if (without && strncmp(text, "--", 2) == 0 && strcmp(text + 2, without) == 0) {
            i++; /* and its value */
            continue;
        }
        size_t length = without ? strlen(without) : 0;
        if (without && strncmp(text, "--", 2) == 0 && strncmp(text + 2, without, length) == 0 &&
            text[2 + length] == '=')
            continue;
        fputc(' ', file);
        write_quoted(text, file);
    }
}
