/* Writes the seeds of the fuzz targets: seeds DIRECTORY makes DIRECTORY/TARGET/GAME-N from random
   games of every game in the list, the same files every time. What a fuzzer finds later is kept
   beside them under another name. */
#include "input.h"

#include "minds/mind.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SEEDS 4
#define TEXT_MAX 65536

static const char *root;

static void write_seed(const char *target, const char *name, int number, const struct text *text)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", root, target);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s-%d", root, target, name, number);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(text->start, 1, text->length, file) != text->length || fclose(file)) {
        fprintf(stderr, "cannot write %s\n", path);
        exit(3);
    }
}

static void seeds_of_game(const struct game *game, int number)
{
    static char buffer[TEXT_MAX];
    struct input input;
    struct random random;
    struct text text;
    uint32_t moves[GAME_MOVES_MAX];
    const uint8_t header[2] = {(uint8_t)game->name[0], (uint8_t)('0' + number)};
    size_t bytes;
    int count;
    input_take(header, sizeof header, &input);
    bytes = session_bytes(game, &input.setup, 200);
    void *memory = malloc(bytes);
    struct session *session = session_start(game, &input.setup, NULL, memory, bytes);
    random_split(&random, 1, (uint64_t)number);
    for (int ply = 0; ply < 4 + 20 * number && (count = session_moves(session, moves)) > 0; ply++)
        session_play(session, moves[random_below(&random, (uint32_t)count)], NULL);

    text_init(&text, buffer, sizeof buffer);
    text_print(&text, "%c%c", header[0], header[1]);
    game->position_write(&input.setup, session_position(session), &text);
    write_seed("position", game->name, number, &text);

    text_init(&text, buffer, sizeof buffer);
    text_print(&text, "%c%c", header[0], header[1]);
    session_write_moves(session, number % 2 ? "," : " ", &text);
    write_seed("moves", game->name, number, &text);

    if (number % 2)
        session_clock_set(session, 60000000, 59000000, 1000000);
    session_go(session, session_length(session) - number);
    text_init(&text, buffer, sizeof buffer);
    session_save(session, &text);
    write_seed("saved", game->name, number, &text);
    free(memory);
}

static void seeds_of_players(const struct game *game)
{
    static const char *const arguments[] = {"", ":7", ":time=0.25", ":depth=6,nodes=100000"};
    const struct mind *mind = mind_of(game);
    char buffer[256];
    struct text text;
    for (int i = 0; mind && i < mind->player_count; i++) {
        text_init(&text, buffer, sizeof buffer);
        text_print(&text, "%c0%s%s", game->name[0], mind->players[i]->name, arguments[i % 4]);
        write_seed("players", game->name, i, &text);
    }
    for (int i = 1; i < 4; i++) {
        text_init(&text, buffer, sizeof buffer);
        text_print(&text, "%c0%s", game->name[0], arguments[i] + 1);
        write_seed("players", "limits", i, &text);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    root = argv[1];
    for (int i = 0; i < game_count; i++) {
        for (int number = 0; number < SEEDS; number++)
            seeds_of_game(games[i], number);
        seeds_of_players(games[i]);
    }
    struct text text = {.start = (char *)(uintptr_t)input_level, .length = strlen(input_level)};
    write_seed("level", "small", 0, &text);
    return 0;
}
