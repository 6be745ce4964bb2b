/* A game in progress: opening and closing, playing, looking. */
#include "ports/library/inside.h"

#include "minds/tell.h"
#include <math.h>
#include <string.h>

enum { TABLE = 64 << 20 };

static const char a_game[] = "a game";

const struct heap *library_heap(const potez *game)
{
    return game->own_heap ? &game->heap : NULL;
}

/* -------- opening and closing -------- */

/* All that the caller's struct has of ours; what an older one lacks is 0. */
static bool settings_of(const struct potez_settings *given, struct potez_settings *settings)
{
    *settings = (struct potez_settings){.size = sizeof *settings};
    if (given) {
        if (!library_sized(given->size, sizeof given->size, "potez_settings"))
            return false;
        memcpy(settings, given, given->size < sizeof *given ? given->size : sizeof *given);
    }
    settings->threads = settings->threads ? settings->threads : 1;
    settings->table = settings->table ? settings->table : TABLE;
    settings->seed = settings->seed ? settings->seed : 1;
    if (settings->threads < 1 || settings->threads > LIBRARY_THREADS)
        return error_set(library_errors(), "expected 1 to %d threads, found %d", LIBRARY_THREADS,
                         settings->threads);
    return !settings->memory ||
           (library_sized(settings->memory->size, sizeof *settings->memory, "potez_memory") &&
            library_given((const void *)settings->memory->take, "memory with take") &&
            library_given((const void *)settings->memory->give, "memory with give"));
}

/* "NAME=VALUE,NAME=VALUE" */
static bool read_options(potez *game, const char *options)
{
    for (const char *at = options; at && *at;) {
        size_t length = strcspn(at, ",");
        if (!opened_option(&game->opened, at, length, library_errors()))
            return error_prefix(&library_error, "options: ");
        at += length + (at[length] == ',');
    }
    return true;
}

/* An empty one with all but the game in it; NULL with an error. */
static potez *make(const struct potez_settings *given, const struct game *found)
{
    struct potez_settings settings;
    struct heap heap = {0};
    if (!settings_of(given, &settings))
        return NULL;
    if (settings.memory)
        heap = (struct heap){settings.memory->take, settings.memory->give, settings.memory->self};
    potez *game = heap_take_clear(settings.memory ? &heap : NULL, sizeof *game);
    if (!game) {
        error_machine(library_errors(), "out of memory for a game");
        return NULL;
    }
    game->settings = settings;
    game->heap = heap;
    game->own_heap = settings.memory;
    game->text.heap = library_heap(game);
    opened_begin_on(&game->opened, library_heap(game), found);
    random_seed(&game->random, settings.seed);
    return game;
}

/* The last step; what the caller's texts were for is done. */
static potez *finish(potez *game, bool good)
{
    struct potez_settings *settings = &game->settings;
    if (good && think_open_on(&game->thinker, library_heap(game), settings->threads,
                              settings->table, library_errors())) {
        bool found = !settings->databases || library_databases_open(game, settings->databases);
        settings->options = settings->level = settings->position = settings->databases = NULL;
        settings->memory = NULL;
        if (found)
            return game;
    }
    potez_close(game);
    return NULL;
}

potez *potez_open(const char *name, const struct potez_settings *given)
{
    const struct game *found = library_game(name);
    potez *game = found ? make(given, found) : NULL;
    if (!game)
        return NULL;
    const char *level = game->settings.level;
    bool good = read_options(game, game->settings.options) &&
                (!level || opened_level(&game->opened, level, strlen(level), library_errors())) &&
                potez_start(game, game->settings.position);
    return finish(game, good);
}

potez *potez_load(const char *saved, const struct potez_settings *given)
{
    potez *game = library_given(saved, "a saved game") ? make(given, NULL) : NULL;
    return game ? finish(game, opened_load(&game->opened, saved, strlen(saved), OPENED_PLIES,
                                           library_errors()))
                : NULL;
}

potez *potez_copy(const potez *game)
{
    if (!library_given(game, a_game))
        return NULL;
    struct library_text text = {.heap = library_heap(game)};
    struct text measure;
    text_init(&measure, NULL, 0);
    session_save(game->opened.session, &measure);
    text.room = measure.length + 1;
    text.start = heap_take(text.heap, text.room);
    struct potez_settings settings = game->settings;
    struct potez_memory memory = {sizeof memory, game->heap.self, game->heap.take, game->heap.give};
    settings.memory = game->own_heap ? &memory : NULL;
    potez *copy = NULL;
    if (text.start) {
        text_init(&measure, text.start, text.room);
        session_save(game->opened.session, &measure);
        copy = potez_load(text.start, &settings);
    } else {
        error_machine(library_errors(), "out of memory for a copy");
    }
    library_text_free(&text);
    if (copy)
        library_databases_share(copy, game);
    return copy;
}

void potez_close(potez *game)
{
    if (!game)
        return;
    library_databases_close(game);
    think_close(&game->thinker);
    opened_close(&game->opened);
    library_text_free(&game->text);
    struct heap heap = game->heap;
    heap_give(game->own_heap ? &heap : NULL, game);
}

bool potez_power(potez *game, int threads, size_t table)
{
    struct thinker fresh;
    if (!library_given(game, a_game))
        return false;
    if (threads < 1 || threads > LIBRARY_THREADS)
        return error_set(library_errors(), "expected 1 to %d threads, found %d", LIBRARY_THREADS,
                         threads);
    if (!think_open_on(&fresh, library_heap(game), threads, table, library_errors()))
        return false;
    think_close(&game->thinker);
    game->thinker = fresh;
    game->settings.threads = threads;
    game->settings.table = table;
    return true;
}

bool potez_seed(potez *game, uint64_t seed)
{
    if (!library_given(game, a_game))
        return false;
    random_seed(&game->random, seed);
    game->settings.seed = seed;
    return true;
}

/* -------- playing -------- */

bool potez_start(potez *game, const char *position)
{
    return library_given(game, a_game) &&
           opened_start(&game->opened, position, position ? strlen(position) : 0, OPENED_PLIES,
                        library_errors());
}

bool potez_play(potez *game, const char *moves)
{
    return library_given(game, a_game) && library_given(moves, "moves") &&
           session_play_text(game->opened.session, moves, strlen(moves), library_errors());
}

static int step(potez *game, int plies, bool (*one)(struct session *session))
{
    int done = 0;
    if (!library_given(game, a_game))
        return -1;
    while (done < plies && one(game->opened.session))
        done++;
    return done;
}

int potez_undo(potez *game, int plies)
{
    return step(game, plies, session_undo);
}

int potez_redo(potez *game, int plies)
{
    return step(game, plies, session_redo);
}

/* -------- looking -------- */

const char *potez_name(const potez *game)
{
    return library_given(game, a_game) ? game->opened.game->name : NULL;
}

int potez_option_value(const potez *game, const char *name)
{
    if (!library_given(game, a_game) || !library_given(name, "an option's name"))
        return -1;
    const struct game *own = game->opened.game;
    for (int i = 0; i < own->option_count; i++)
        if (text_equal(own->options[i].name, name))
            return game->opened.setup.option[i];
    error_set(library_errors(), "%s has no option \"%.*s\"", own->name,
              text_printable(name, strlen(name), 32), name);
    return -1;
}

int potez_ply(const potez *game)
{
    return library_given(game, a_game) ? session_ply(game->opened.session) : -1;
}

int potez_length(const potez *game)
{
    return library_given(game, a_game) ? session_length(game->opened.session) : -1;
}

int potez_side(const potez *game)
{
    return library_given(game, a_game) ? session_side(game->opened.session) : -1;
}

static bool over(const potez *game, struct game_result *result, bool *repeated)
{
    *result = (struct game_result){0};
    *repeated = false;
    return library_given(game, a_game) && session_over(game->opened.session, result, repeated);
}

bool potez_over(const potez *game)
{
    struct game_result result;
    bool repeated;
    return over(game, &result, &repeated);
}

int potez_winner(const potez *game)
{
    struct game_result result;
    bool repeated;
    if (!over(game, &result, &repeated) || game->opened.game->players == 1 ||
        result.half_points == 1)
        return -1;
    return result.half_points == 0;
}

int potez_score(const potez *game)
{
    struct game_result result = {0};
    bool repeated;
    if (!over(game, &result, &repeated) && game && game->opened.game->players == 1)
        game->opened.game->result(&game->opened.setup, session_position(game->opened.session),
                                  &result);
    return result.score;
}

bool potez_repeated(const potez *game)
{
    struct game_result result;
    bool repeated;
    return over(game, &result, &repeated) && repeated;
}

/* -------- texts -------- */

static void write_position(const struct session *session, struct text *text)
{
    session_game(session)->position_write(session_setup(session), session_position(session), text);
}

static void write_moves(const struct session *session, struct text *text)
{
    uint32_t moves[GAME_MOVES_MAX];
    int count = session_moves(session, moves);
    for (int i = 0; i < count; i++) {
        if (i)
            text_add_char(text, ' ');
        session_game(session)->move_write(session_setup(session), session_position(session),
                                          moves[i], text);
    }
}

static void write_history(const struct session *session, struct text *text)
{
    session_write_moves(session, " ", text);
}

const char *potez_position(potez *game)
{
    return library_given(game, a_game) ? library_given_out(game, write_position) : NULL;
}

const char *potez_moves(potez *game)
{
    return library_given(game, a_game) ? library_given_out(game, write_moves) : NULL;
}

const char *potez_history(potez *game)
{
    return library_given(game, a_game) ? library_given_out(game, write_history) : NULL;
}

const char *potez_save(potez *game)
{
    return library_given(game, a_game) ? library_given_out(game, session_save) : NULL;
}
