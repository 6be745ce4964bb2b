/* Puzzles for other programs: the files that the library carries or makes (games/puzzle.h), given
   as JSON, opened as games and proved again. A file is a text of the caller's, so there is nothing
   to keep here between two calls. */
#include "lab/json_text.h"
#include "lab/puzzle_make.h"
#include "minds/tell.h"
#include "ports/library/inside.h"

#include <stdlib.h>
#include <string.h>

char *potez_puzzles(const char *name)
{
    const struct game *game = library_game(name);
    const struct puzzle_set *set = game ? lab_game_of(game)->puzzles : NULL;
    if (!game)
        return NULL;
    if (!set || !set->file.data) {
        error_set(library_errors(), "the library carries no puzzles for %s", game->name);
        return NULL;
    }
    char *text = malloc(*set->file.bytes + (size_t)1);
    if (!text) {
        error_machine(library_errors(), "out of memory for puzzles");
        return NULL;
    }
    memcpy(text, set->file.data, *set->file.bytes);
    text[*set->file.bytes] = 0;
    return text;
}

static bool begin(const char *text, struct puzzle_file *file)
{
    return library_given(text, "a file of puzzles") &&
           puzzle_file_begin(file, text, strlen(text), library_errors());
}

char *potez_puzzles_read(const char *text)
{
    struct puzzle_file file;
    struct puzzle puzzle;
    struct json_text written;
    if (!begin(text, &file))
        return NULL;
    struct json_out *json = json_text_begin(&written);
    json_out_text(json, "game", file.game->name);
    json_out_open(json, "puzzles", '[');
    while (puzzle_next(&file, &puzzle, &library_error)) {
        json_out_open(json, NULL, '{');
        tell_puzzle(json, &puzzle);
        json_out_close(json);
    }
    json_out_close(json);
    char *object = json_text_end(&written);
    if (file.failed) {
        library_failed = true;
        library_error.machine = false;
        free(object);
        return NULL;
    }
    if (!object)
        error_machine(library_errors(), "out of memory for puzzles");
    return object;
}

/* Puzzle number `index` of a file. */
static bool find(const char *text, int index, struct puzzle *puzzle)
{
    struct puzzle_file file;
    int count = 0;
    if (!begin(text, &file))
        return false;
    for (; count <= index && puzzle_next(&file, puzzle, &library_error); count++)
        ;
    if (file.failed) {
        library_failed = true;
        library_error.machine = false;
        return false;
    }
    return (index >= 0 && count == index + 1) ||
           error_set(library_errors(), "there is no puzzle number %d; they count from 0", index);
}

/* "NAME=VALUE,..." as potez_settings has it. */
static void write_options(const struct puzzle *puzzle, struct text *text)
{
    for (int i = 0; i < puzzle->game->option_count; i++) {
        text_print(text, "%s%s=", i ? "," : "", puzzle->game->options[i].name);
        game_option_write(&puzzle->game->options[i], puzzle->setup.option[i], text);
    }
}

potez *potez_puzzle_open(const char *file, int index, const struct potez_settings *given)
{
    struct puzzle puzzle;
    struct potez_settings settings = {.size = sizeof settings};
    char options[512], position[GAME_POSITION_SMALL];
    struct text text;
    if (!find(file, index, &puzzle))
        return NULL;
    if (given && !library_sized(given->size, sizeof given->size, "potez_settings"))
        return NULL;
    if (given)
        memcpy(&settings, given, given->size < sizeof settings ? given->size : sizeof settings);
    text_init(&text, options, sizeof options);
    write_options(&puzzle, &text);
    text_init(&text, position, sizeof position);
    puzzle.game->position_write(&puzzle.setup, puzzle.position, &text);
    settings.size = sizeof settings;
    settings.options = options;
    settings.position = position;
    settings.level = NULL;
    return potez_open(puzzle.game->name, &settings);
}

bool potez_puzzle_prove(const char *file, int index)
{
    struct puzzle puzzle;
    struct puzzle_prover prover;
    if (!find(file, index, &puzzle) || !puzzle_prover_open(&prover, puzzle.game, library_errors()))
        return false;
    bool proved = puzzle_check(&prover, &puzzle, library_errors());
    puzzle_prover_close(&prover);
    return proved;
}

/* So many puzzles as a file, or NULL with what is wrong. */
static char *make_all(struct puzzle_maker *maker, int count)
{
    size_t length;
    char *text = NULL;
    while (maker->count < count && puzzle_make(maker))
        ;
    if (maker->prover.starved)
        error_machine(library_errors(), "out of memory for puzzles");
    else if (maker->count < count)
        error_set(library_errors(), "%s %d puzzles were found",
                  atomic_load(maker->stop) ? "stopped when" : "only", maker->count);
    else if (!(text = puzzle_maker_text(maker, &length)))
        error_machine(library_errors(), "out of memory for puzzles");
    return text;
}

char *potez_puzzles_generate(const char *name, int count, uint64_t seed,
                             bool (*stop)(void *listener), void *listener)
{
    const struct game *game = library_game(name);
    struct puzzle_maker maker;
    atomic_bool stopped = false;
    if (!game)
        return NULL;
    if (count < 1 || count > PUZZLE_COUNT_MAX) {
        error_set(library_errors(), "expected 1 to %d puzzles, found %d", PUZZLE_COUNT_MAX, count);
        return NULL;
    }
    if (!puzzle_maker_open(&maker, game, seed ? seed : 1, &stopped, library_errors()))
        return NULL;
    struct library_watch *watch = library_watch_begin(NULL, stop, listener, &stopped);
    char *text = make_all(&maker, count);
    library_watch_end(watch);
    puzzle_maker_close(&maker);
    return text;
}
