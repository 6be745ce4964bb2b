/* The command "puzzle": makes puzzles, proves files of them, lists and shows them. Which games have
   puzzles and of which kinds is in the games' tables (lab/puzzles.h); making and proving is the
   lab's, the form of a file games/puzzle.h. */
#include "lab/puzzle_make.h"
#include "lab/replace.h"
#include "ports/cli/arguments.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/position.h"
#include "ports/cli/progress.h"
#include "ports/draw/terminal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { COUNT = 20 };

/* A file that is there already is continued. */
static bool resume(struct puzzle_maker *maker, const char *path, struct error *error)
{
    struct stat about;
    size_t length;
    if (!path || stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0)
        return true;
    char *text = file_read(path, PUZZLE_FILE_MAX, &length, error);
    bool good = text && puzzle_maker_resume(maker, text, length, error);
    free(text);
    return good || error_prefix(error, "%s: ", path);
}

static bool write_made(const struct puzzle_maker *maker, const char *path, struct error *error)
{
    size_t length;
    char *text = puzzle_maker_text(maker, &length);
    if (!text)
        return error_machine(error, "not enough memory for the puzzles");
    bool good = true;
    if (path)
        good = file_write(path, text, length, error);
    else
        good = fwrite(text, 1, length, stdout) == length;
    free(text);
    return good;
}

static int count_deep(const struct puzzle_maker *maker)
{
    int deep = 0;
    for (int i = 0; i < maker->count; i++)
        deep += puzzle_is_deep(&maker->made[i]);
    return deep;
}

static void say_made(const struct arguments *arguments, const struct puzzle_maker *maker,
                     int wanted, const char *path)
{
    bool stopped = atomic_load(&interrupt_raised);
    if (arguments->json && path) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "game", maker->prover.game->name);
        json_out_integer(&json, "puzzles", maker->count);
        json_out_integer(&json, "deep", count_deep(maker));
        json_out_unsigned(&json, "tried", maker->tried);
        json_line_end(&json);
    } else if (!arguments->quiet) {
        fprintf(path ? stdout : stderr,
                "%d puzzles from %llu candidates; a search of depth %d does not find %d\n",
                maker->count, (unsigned long long)maker->tried, PUZZLE_SHALLOW, count_deep(maker));
    }
    if (maker->count < wanted)
        fprintf(stderr, "%s",
                stopped && path ? "stopped; the same command continues from here\n"
                : stopped
                    ? "stopped; the puzzles above are complete, the same command begins again\n"
                    : "no more puzzles were found\n");
}

static enum status generate(const struct arguments *arguments)
{
    struct error error;
    struct puzzle_maker maker;
    struct progress progress;
    int64_t count = COUNT;
    const char *path = arguments_value(arguments, "out");
    const struct game *game = position_find_game(arguments->word[1], &error);
    if (!game || !arguments_number(arguments, "count", 1, PUZZLE_COUNT_MAX, &count, &error) ||
        !puzzle_maker_open(&maker, game, arguments->seed, &interrupt_raised, &error))
        return command_error(arguments, &error);
    bool good = resume(&maker, path, &error);
    interrupt_watch();
    int there = maker.count; /* took no time now */
    uint64_t wanted = count > there ? (uint64_t)(count - there) : 0;
    progress_begin(&progress, "puzzles", wanted, arguments->quiet);
    while (good && maker.count < count && puzzle_make(&maker))
        progress_show(&progress, (uint64_t)(maker.count - there), "made");
    progress_end(&progress);
    good = good && write_made(&maker, path, &error);
    if (good && maker.prover.starved)
        good = error_machine(&error, "out of memory after %d puzzles", maker.count);
    enum status status = good ? STATUS_DONE : command_error(arguments, &error);
    if (good)
        say_made(arguments, &maker, (int)count, path);
    if (good && maker.count < count && !atomic_load(&interrupt_raised))
        status = STATUS_NO;
    puzzle_maker_close(&maker);
    return status;
}

/* The puzzles of a file, or those that the program carries for a game. */
struct puzzle_source {
    const char *name;
    char *text; /* to be freed; NULL for carried ones */
    struct puzzle_file file;
};

static bool open_source(const char *name, struct puzzle_source *source, struct error *error)
{
    const struct game *game = game_find(name);
    size_t length;
    *source = (struct puzzle_source){.name = name};
    if (game && puzzles_carried(game, &source->file))
        return true;
    if (game)
        return error_set(error, "the program carries no puzzles for %s", name);
    source->text = file_read(name, PUZZLE_FILE_MAX, &length, error);
    if (source->text && puzzle_file_begin(&source->file, source->text, length, error))
        return true;
    if (source->text)
        error_prefix(error, "%s: ", name);
    free(source->text);
    return false;
}

/* The keys of the puzzles so far, to see that no two are alike. */
struct puzzle_seen {
    uint64_t keys[PUZZLE_COUNT_MAX];
    char ids[PUZZLE_COUNT_MAX][PUZZLE_ID];
    int count;
};

static bool is_new(struct puzzle_seen *seen, const struct puzzle *puzzle, struct error *error)
{
    uint64_t key = puzzle_key(puzzle);
    for (int i = 0; i < seen->count; i++) {
        if (seen->keys[i] == key)
            return error_set(error, "the same position as %s, but for a symmetry", seen->ids[i]);
        if (strcmp(seen->ids[i], puzzle->id) == 0)
            return error_set(error, "there is another puzzle with this id");
    }
    if (seen->count == PUZZLE_COUNT_MAX)
        return error_set(error, "a file has at most %d puzzles", PUZZLE_COUNT_MAX);
    seen->keys[seen->count] = key;
    strcpy(seen->ids[seen->count++], puzzle->id);
    return true;
}

/* How the check of a file ended. */
struct puzzle_checked {
    int puzzles, wrong, deep, alone;
};

/* From where the reading of the file is now. */
static uint64_t count_puzzles(struct puzzle_file file)
{
    struct puzzle puzzle;
    uint64_t count = 0;
    while (puzzle_next(&file, &puzzle, NULL))
        count++;
    return count;
}

static bool check_all(const struct arguments *arguments, struct puzzle_source *source,
                      struct puzzle_prover *prover, int sample, struct puzzle_checked *checked,
                      struct error *error)
{
    struct puzzle puzzle;
    struct puzzle_seen *seen = command_memory(sizeof *seen);
    struct progress progress;
    progress_begin(&progress, "puzzles", count_puzzles(source->file), arguments->quiet);
    while (puzzle_next(&source->file, &puzzle, error) && !atomic_load(&interrupt_raised)) {
        struct error why;
        bool proved = checked->puzzles % sample != 0 || puzzle_check(prover, &puzzle, &why);
        if (!is_new(seen, &puzzle, proved ? &why : NULL) || !proved) {
            checked->wrong++;
            progress_wipe(&progress);
            fprintf(stderr, "%s: %s: %s\n", source->name, puzzle.id, why.text);
        }
        checked->puzzles++;
        checked->deep += puzzle_is_deep(&puzzle);
        checked->alone += puzzle.solution_count == 1;
        progress_show(&progress, (uint64_t)checked->puzzles, "proved");
    }
    progress_end(&progress);
    free(seen);
    return !source->file.failed || error_prefix(error, "%s: ", source->name);
}

static void say_checked(const struct arguments *arguments, const char *name,
                        const struct puzzle_checked *checked, int sample)
{
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "file", name);
        json_out_integer(&json, "puzzles", checked->puzzles);
        json_out_integer(&json, "wrong", checked->wrong);
        json_out_integer(&json, "unique", checked->alone);
        json_out_integer(&json, "deep", checked->deep);
        json_line_end(&json);
        return;
    }
    printf("%s: %d puzzles, %s%d wrong; %d have one solution, %d are beyond depth %d\n", name,
           checked->puzzles, sample > 1 ? "a sample proved, " : "", checked->wrong, checked->alone,
           checked->deep, PUZZLE_SHALLOW);
}

static enum status check(const struct arguments *arguments)
{
    struct error error;
    struct puzzle_source source;
    struct puzzle_prover prover;
    struct puzzle_checked checked = {0};
    int64_t sample = 1;
    if (!arguments_number(arguments, "every", 1, PUZZLE_COUNT_MAX, &sample, &error) ||
        !open_source(arguments->word[1], &source, &error))
        return command_error(arguments, &error);
    bool good = puzzle_prover_open(&prover, source.file.game, &error);
    if (good) {
        interrupt_watch();
        prover.stop = &interrupt_raised;
        good = check_all(arguments, &source, &prover, (int)sample, &checked, &error);
        puzzle_prover_close(&prover);
    }
    free(source.text);
    if (!good)
        return command_error(arguments, &error);
    say_checked(arguments, arguments->word[1], &checked, (int)sample);
    if (atomic_load(&interrupt_raised))
        fprintf(stderr, "stopped after %d puzzles; the same command begins again\n",
                checked.puzzles);
    return checked.wrong ? STATUS_NO : STATUS_DONE;
}

static void write_value(struct puzzle_value value, char *out, size_t size)
{
    struct text text;
    text_init(&text, out, size);
    puzzle_value_write(value, &text);
}

static void list_one(const struct arguments *arguments, const struct puzzle *puzzle)
{
    char value[32];
    const char *side = puzzle->game->side[puzzle_side(puzzle)];
    write_value(puzzle->value, value, sizeof value);
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "id", puzzle->id);
        json_out_text(&json, "kind", puzzle->kind);
        json_out_text(&json, "side", side);
        json_out_text(&json, "value", value);
        json_out_integer(&json, "difficulty", puzzle->difficulty);
        json_line_end(&json);
        return;
    }
    printf("%-18s %-8s %-8s %-10s difficulty %d\n", puzzle->id, puzzle->kind, side, value,
           puzzle->difficulty);
}

static enum status list_source(const struct arguments *arguments, const char *name)
{
    struct puzzle_source source;
    struct puzzle puzzle;
    struct error error;
    if (!open_source(name, &source, &error))
        return command_error(arguments, &error);
    while (puzzle_next(&source.file, &puzzle, &error))
        list_one(arguments, &puzzle);
    free(source.text);
    return source.file.failed ? command_error(arguments, &error) : STATUS_DONE;
}

static int count_carried(const struct game *game)
{
    struct puzzle_file file;
    return puzzles_carried(game, &file) ? (int)count_puzzles(file) : 0;
}

static void list_levels(const struct arguments *arguments, const struct game *game)
{
    int count = 0;
    const struct lab_level *level = lab_game_of(game)->levels;
    while (level[count].name)
        count++;
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "game", game->name);
        json_out_integer(&json, "levels", count);
        json_line_end(&json);
        return;
    }
    printf("%-10s %d levels: potez level\n", game->name, count);
}

static void list_game(const struct arguments *arguments, const struct game *game)
{
    const struct puzzle_set *set = lab_game_of(game)->puzzles;
    if (lab_game_of(game)->levels)
        list_levels(arguments, game);
    for (int i = 0; set && i < set->kind_count && !arguments->json; i++)
        printf("%-10s %-8s %s\n", i ? "" : game->name, set->kinds[i].name, set->kinds[i].task);
    if (!set)
        return;
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "game", game->name);
        json_out_integer(&json, "puzzles", count_carried(game));
        json_line_end(&json);
        return;
    }
    printf("%-10s %d puzzles\n", "", count_carried(game));
}

static enum status list(const struct arguments *arguments)
{
    const struct game *game = arguments->word_count > 1 ? game_find(arguments->word[1]) : NULL;
    if (game && lab_game_of(game)->levels) {
        for (const struct lab_level *level = lab_game_of(game)->levels; level->name; level++)
            printf("%s\n", level->name);
        return STATUS_DONE;
    }
    if (arguments->word_count > 1)
        return list_source(arguments, arguments->word[1]);
    for (int i = 0; i < game_count; i++)
        list_game(arguments, games[i]);
    return STATUS_DONE;
}

static void show_text(const struct puzzle *puzzle)
{
    struct text text;
    text_init(&text, NULL, 0);
    puzzle_write(puzzle, &text);
    size_t size = text.length + 1;
    char *written = command_memory(size);
    text_init(&text, written, size);
    puzzle_write(puzzle, &text);
    fputs(written + 1, stdout); /* without the empty line in front */
    free(written);
}

static void show_puzzle(const struct arguments *arguments, const struct puzzle *puzzle)
{
    const struct puzzle_kind *kind =
        puzzle_kind_find(lab_game_of(puzzle->game)->puzzles, puzzle->kind);
    if (!arguments->quiet && !arguments->json) {
        /* the side as the board below and the file call it */
        printf("To move: %s. %s\n\n", puzzle->game->side[puzzle_side(puzzle)],
               kind ? kind->task : puzzle->kind);
        terminal_show(stdout, puzzle->game, &puzzle->setup, puzzle->position, false);
        putchar('\n');
    }
    if (arguments->json)
        list_one(arguments, puzzle);
    else if (arguments_has(arguments, "solution"))
        show_text(puzzle);
}

static bool find_in(struct puzzle_source *source, const char *id, struct puzzle *puzzle,
                    struct error *error)
{
    while (puzzle_next(&source->file, puzzle, error))
        if (strcmp(puzzle->id, id) == 0)
            return true;
    return false;
}

/* An id begins with the name of its game, unless a file is named. */
static bool find_puzzle(const char *id, const char *path, struct puzzle *puzzle,
                        struct error *error)
{
    struct puzzle_source source;
    char name[PUZZLE_ID] = "";
    const char *dash = strchr(id, '-');
    if (!path && (!dash || dash - id >= (int)sizeof name))
        return error_set(error, "expected an id such as potez puzzle list GAME shows");
    if (!path)
        memcpy(name, id, (size_t)(dash - id));
    if (!path && !game_find(name))
        return error_set(error, "no game \"%s\", with which an id begins", name);
    if (!open_source(path ? path : name, &source, error))
        return false;
    bool found = find_in(&source, id, puzzle, error);
    free(source.text);
    return found || source.file.failed ||
           error_set(error, "no puzzle \"%.*s\" there; potez puzzle list GAME shows their ids",
                     text_printable(id, strlen(id), 24), id);
}

static enum status show(const struct arguments *arguments)
{
    struct puzzle puzzle;
    struct error error;
    if (!find_puzzle(arguments->word[1], arguments_value(arguments, "in"), &puzzle, &error))
        return command_error(arguments, &error);
    show_puzzle(arguments, &puzzle);
    return STATUS_DONE;
}

static enum status run(const struct arguments *arguments)
{
    static const struct {
        const char *name;
        enum status (*run)(const struct arguments *arguments);
        int words;
    } actions[] = {
        {"generate", generate, 2}, {"check", check, 2}, {"list", list, 1}, {"show", show, 2}};
    static const char *const names[] = {"generate", "check", "list", "show", NULL};
    const char *typed = arguments->word[0];
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        if (strcmp(typed, actions[i].name) == 0)
            return arguments->word_count >= actions[i].words
                       ? actions[i].run(arguments)
                       : command_refuse(arguments, "%s needs one word more; see potez help puzzle",
                                        typed);
    const char *nearest = arguments_nearest(typed, names);
    return command_refuse(
        arguments, "no action \"%.*s\"; %s%s", text_printable(typed, strlen(typed), 24), typed,
        nearest ? "did you mean puzzle " : "see potez help puzzle", nearest ? nearest : "");
}

static const struct command_option options[] = {
    {"count", "NUMBER", "generate: number of puzzles (20)"},
    {"out", "FILE", "generate: write them to FILE, and continue a file with the same seed"},
    {"every", "N", "check: prove every Nth puzzle, read all (1)"},
    {"in", "FILE", "show: from this file instead of the program's own"},
    {"solution", NULL, "show: with solution, line and why other moves fail"},
    {0},
};

extern const struct command command_puzzle;

const struct command command_puzzle = {
    .name = "puzzle",
    .actions = "generate check list show",
    .usage = "generate GAME, check FILE|GAME, list [FILE|GAME], show ID",
    .summary = "puzzles for all games: makes, proves, lists and shows them",
    .examples = "  potez puzzle list\n"
                "  potez puzzle list connect4\n"
                "  potez puzzle generate othello --count 50 --seed 7 --out my.txt\n"
                "  potez puzzle check my.txt\n"
                "  potez puzzle show ID --solution\n",
    .text = "generate plays games, looks for positions with one good move and proves what every\n"
            "other move is worth; the same seed gives the same puzzles. After Ctrl-C the same\n"
            "command continues the file.\n"
            "check proves every puzzle again (status 1 when one is wrong, 2 when the file cannot\n"
            "be read). docs/puzzles.md describes the file.\n",
    .options = options,
    .least = 1,
    .most = 2,
    .run = run,
};
