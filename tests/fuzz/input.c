#define _XOPEN_SOURCE 700 /* nftw */
#include "input.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT_MAX 65536

const char input_level[] = "small\nTarget=0\nSumToZero\n(0, 0)\n1\n{3, 4}\n3 2\n"
                           "(1, 2, 0, 0, 0, 0) (101, 2, 5, 0, 1, 0) (10001, 2, 0, -1, 3, 0)\n"
                           "(1, 3, 0, 0, 2, 0) (1, 3, 0, 0, 4, 0) (10101, 1, 0, -2, 0, 0)\n";

void input_broken(const char *promise, const char *file, int line)
{
    fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, promise);
    abort();
}

void *input_read_level(const struct game *game, const char *text, size_t length)
{
    struct error error;
    error.text[0] = 0;
    size_t size = game->level_size(text, length, &error);
    if (size == 0) {
        PROMISE(error.text[0]);
        return NULL;
    }
    if (size > 1 << 26)
        return NULL;
    void *level = malloc(size);
    if (level && game->level_read(text, length, level, size, &error))
        return level;
    PROMISE(error.text[0]);
    free(level);
    return NULL;
}

static const struct game *game_picked(uint8_t byte)
{
    for (int i = 0; i < game_count; i++)
        if (games[i]->name[0] == (char)byte)
            return games[i];
    return games[byte % game_count];
}

bool input_take(const uint8_t *data, size_t size, struct input *input)
{
    static const void *level; /* read once and kept */
    static const struct game *level_game;
    struct random random;
    if (size < 2)
        return false;
    input->game = game_picked(data[0]);
    input->text = (const char *)data + 2;
    input->length = size - 2;
    game_setup_default(input->game, &input->setup);
    if (input->game->level_read) {
        if (level_game != input->game) {
            level = input_read_level(input->game, input_level, strlen(input_level));
            level_game = input->game;
            PROMISE(level);
        }
        input->setup.level = level;
    }
    if (data[1] == '0')
        return true;
    struct game_setup standard = input->setup;
    random_seed(&random, data[1]);
    for (int i = 0; i < input->game->option_count; i++) {
        const struct game_option *option = &input->game->options[i];
        uint32_t values = (uint32_t)(option->most - option->least + 1);
        input->setup.option[i] = option->least + (int)random_below(&random, values);
    }
    if (!input->game->setup_valid(&input->setup, NULL))
        input->setup = standard;
    return true;
}

static void try_texts(const struct game *game, const struct game_setup *setup, const void *position,
                      const uint32_t *moves, int count)
{
    static char buffer[TEXT_MAX];
    struct text text;
    struct error error;
    size_t size = game->position_size(setup);
    text_init(&text, buffer, sizeof buffer);
    game->position_write(setup, position, &text);
    if (text_fits(&text)) {
        void *again = calloc(1, size);
        PROMISE(game->position_read(setup, buffer, text.length, again, &error));
        PROMISE(game->hash(setup, again) == game->hash(setup, position));
        PROMISE(memcmp(again, position, size) == 0);
        free(again);
    }
    for (int i = 0; i < count; i++) {
        uint32_t move;
        struct game_step steps[GAME_STEPS_MAX];
        text_init(&text, buffer, GAME_MOVE_TEXT);
        game->move_write(setup, position, moves[i], &text);
        PROMISE(text_fits(&text));
        PROMISE(game->move_read(setup, position, buffer, text.length, &move, &error) ==
                text.length);
        PROMISE(move == moves[i]);
        PROMISE(game->move_steps(setup, position, move, steps) <= GAME_STEPS_MAX);
    }
    for (int i = 0; i < game->place_count(setup); i++) {
        struct game_content content;
        game->content(setup, position, i, &content);
        PROMISE(content.height <= GAME_STACK_MAX);
    }
}

void input_try_position(const struct game *game, const struct game_setup *setup,
                        const void *position, int plies)
{
    struct random random;
    size_t size = game->position_size(setup);
    void *walker = malloc(size);
    memcpy(walker, position, size);
    random_seed(&random, game->hash(setup, position));
    for (int ply = 0; ply <= plies; ply++) {
        uint32_t moves[GAME_MOVES_MAX];
        struct game_result result;
        int count = game->legal_moves(setup, walker, moves);
        PROMISE(count >= 0 && count <= GAME_MOVES_MAX);
        PROMISE(game->result(setup, walker, &result) == (count == 0));
        try_texts(game, setup, walker, moves, count);
        if (count == 0)
            break;
        game->play(setup, walker, moves[random_below(&random, (uint32_t)count)]);
    }
    free(walker);
}

static char folder[] = "/tmp/potez-fuzz-XXXXXX";

static int forget(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)status, (void)kind, (void)where;
    return remove(path);
}

static void forget_folder(void)
{
    nftw(folder, forget, 8, FTW_DEPTH | FTW_PHYS);
}

const char *input_folder(void)
{
    static bool made;
    if (!made) {
        PROMISE(mkdtemp(folder));
        atexit(forget_folder);
        made = true;
    }
    return folder;
}

const char *input_file(const char *name, const uint8_t *data, size_t size)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", input_folder(), name);
    FILE *file = fopen(path, "wb");
    PROMISE(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    return path;
}
