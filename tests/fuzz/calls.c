/* Calls of the library as a program: each byte is a call, those behind it its arguments. The text
   at the end (behind the first byte 255) is what calls that take a text get. Whatever is called in
   whatever order, nothing crashes, what fails says why, and a position that is given out is one
   that can be opened. Questions are ended by another thread now and then. */
#include "input.h"

#include "ports/library/potez.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 3, CALLS = 60 };

struct program {
    const uint8_t *at, *end;
    const char *text; /* a copy of what is behind the first byte 255 */
    potez *games[GAMES];
    int questions;
};

static unsigned take(struct program *program)
{
    return program->at < program->end ? *program->at++ : 0;
}

static void *stop(void *game)
{
    potez_stop(game);
    return NULL;
}

static bool go_on(void *listener, const struct potez_answer *answer)
{
    PROMISE(potez_answer_words(answer));
    return --*(int *)listener > 0;
}

static void look_at(const struct potez_answer *answer)
{
    PROMISE(potez_answer_move(answer) && potez_answer_line(answer) && potez_answer_words(answer));
    PROMISE(potez_answer_json(answer) && potez_answer_class(answer));
    for (int i = 0; i < potez_answer_count(answer); i++)
        PROMISE(potez_answer_part(answer, i));
    PROMISE(!potez_answer_part(answer, potez_answer_count(answer)));
}

static void ask(struct program *program, potez *game)
{
    enum potez_kind kind = (enum potez_kind)(take(program) % 6);
    unsigned bits = take(program);
    int reports = 1 + (int)(bits >> 5);
    struct potez_question question = {
        .size = sizeof question,
        .nodes = 1 + bits % 32,
        .no_book = bits & 32,
        .forget = bits & 64,
        .player = bits & 128 ? program->text : NULL,
        .progress = go_on,
        .listener = &reports,
    };
    pthread_t thread;
    if (program->questions++ > 3 || potez_ply(game) > 12)
        return;
    bool stopped = bits % 4 == 3 && pthread_create(&thread, NULL, stop, game) == 0;
    struct potez_answer *answer = potez_ask(game, kind, &question);
    PROMISE(answer || potez_error()[0]);
    if (stopped)
        pthread_join(thread, NULL);
    potez_resume(game);
    if (answer)
        look_at(answer);
    potez_answer_close(answer);
}

static potez *open_one(struct program *program)
{
    struct potez_settings settings = {.size = sizeof settings, .table = 1 << 16, .seed = 3};
    const char *name = potez_game((int)(take(program) % 6));
    unsigned bits = take(program);
    settings.options = bits & 1 ? program->text : NULL;
    settings.position = bits & 2 ? program->text : NULL;
    settings.level = bits & 4 ? program->text : input_level;
    if (name && strcmp(name, "zr2") != 0 && !(bits & 8))
        settings.level = NULL;
    return bits & 16 ? potez_load(program->text, &settings) : potez_open(name, &settings);
}

/* The position and the saved game, opened again. */
static void keep(potez *game)
{
    struct potez_settings settings = {.size = sizeof settings, .table = 1 << 16};
    const char *saved = potez_save(game);
    PROMISE(saved);
    char *text = strdup(saved);
    potez *again = potez_load(text, &settings);
    PROMISE(again);
    text = (free(text), strdup(potez_position(again)));
    PROMISE(strcmp(text, potez_position(game)) == 0);
    free(text);
    potez_close(again);
}

static void play(struct program *program, potez *game)
{
    uint32_t actions[512];
    int count = potez_legal(game, actions, 512);
    PROMISE(count >= 0 && (count == 0) <= potez_over(game));
    if (count == 0)
        return;
    uint32_t action = actions[take(program) % (unsigned)(count < 512 ? count : 512)];
    PROMISE(action < (uint32_t)potez_actions(game));
    PROMISE(potez_action_text(game, action));
    PROMISE(potez_act(game, action) || potez_repeated(game) || potez_error()[0]);
}

static void observe(potez *game)
{
    int count = potez_observe(game, NULL, 0);
    PROMISE(count == potez_layers(game) * potez_places(game));
    int32_t *values = malloc((size_t)count * sizeof *values + 1);
    PROMISE(potez_observe(game, values, count) == count);
    free(values);
    PROMISE(potez_board(game) && potez_moves(game) && potez_history(game));
}

static void records(struct program *program, potez *game)
{
    const char *format = potez_format((int)(take(program) % 5));
    int refused;
    char *text = potez_export(game, format, "a", program->text);
    if (text)
        PROMISE(potez_import(text, strlen(text), format, potez_name(game), NULL, NULL, &refused) ||
                potez_error()[0]);
    potez_free(text);
}

static void probe(potez *game)
{
    struct potez_answer *answer = potez_probe(game);
    if (answer)
        look_at(answer);
    potez_answer_close(answer);
}

/* Calls that take a game; NULL is one too. */
static void with_game(struct program *program, unsigned call, potez **place)
{
    potez *game = *place;
    unsigned number = take(program);
    if (call == 1 && game)
        play(program, game);
    else if (call == 2)
        potez_undo(game, (int)number - 4);
    else if (call == 3)
        potez_redo(game, (int)number - 4);
    else if (call == 4)
        PROMISE(potez_play(game, program->text) || potez_error()[0]);
    else if (call == 5)
        PROMISE(potez_start(game, number & 1 ? program->text : NULL) || potez_error()[0]);
    else if (call == 6 && game)
        keep(game);
    else if (call == 7 && game)
        ask(program, game);
    else if (call == 8 && game)
        observe(game);
    else if (call == 9 && game)
        records(program, game);
    else if (call == 10 && game)
        probe(game);
    else if (call == 11)
        PROMISE(potez_act(game, number * 0x01010101u) || potez_error()[0]);
    else if (call == 12)
        potez_seed(game, number);
    else if (call == 13 && game)
        PROMISE(potez_power(game, 1, (size_t)1 << (10 + number % 8)) || potez_error()[0]);
    else if (call == 14)
        potez_option_value(game, program->text);
}

static void one_call(struct program *program)
{
    unsigned call = take(program) % 20;
    potez **place = &program->games[take(program) % GAMES];
    if (call == 15 || (!*place && call < 15)) {
        potez_close(*place);
        *place = open_one(program);
        PROMISE(*place || potez_error()[0]);
    } else if (call == 16) {
        potez **other = &program->games[take(program) % GAMES];
        if (other != place) {
            potez_close(*other);
            *other = potez_copy(*place);
        }
    } else if (call == 17) {
        potez_close(*place);
        *place = NULL;
    } else if (call == 18) {
        char *level = potez_level_read(program->text);
        PROMISE(level || potez_error()[0]);
        potez_free(level);
    } else {
        with_game(program, call, place);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *split = size ? memchr(data, 0xff, size) : NULL;
    size_t length = split ? size - (size_t)(split - data) - 1 : 0;
    char *text = malloc(length + 1);
    if (length)
        memcpy(text, split + 1, length);
    text[length] = 0;
    struct program program = {.at = data, .end = split ? split : data + size, .text = text};
    for (int i = 0; i < CALLS && program.at < program.end; i++)
        one_call(&program);
    for (int i = 0; i < GAMES; i++)
        potez_close(program.games[i]);
    free(text);
    return 0;
}
