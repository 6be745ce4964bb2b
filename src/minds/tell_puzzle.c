/* A puzzle as JSON: the members are the lines of its file (docs/puzzles.md). */
#include "base/memory.h"
#include "games/puzzle.h"
#include "minds/tell.h"

static void value_member(struct json_out *json, struct puzzle_value value)
{
    char words[32];
    struct text text;
    text_init(&text, words, sizeof words);
    puzzle_value_write(value, &text);
    json_out_text(json, "value", words);
}

static void move_member(struct json_out *json, const char *name, const struct puzzle *puzzle,
                        const void *position, uint32_t move)
{
    char words[GAME_MOVE_TEXT];
    struct text text;
    text_init(&text, words, sizeof words);
    puzzle->game->move_write(&puzzle->setup, position, move, &text);
    json_out_text(json, name, words);
}

static void options_member(struct json_out *json, const struct puzzle *puzzle)
{
    json_out_open(json, "options", '{');
    for (int i = 0; i < puzzle->game->option_count; i++) {
        const struct game_option *option = &puzzle->game->options[i];
        char value[32];
        struct text text;
        if (puzzle->setup.option[i] == option->standard)
            continue;
        text_init(&text, value, sizeof value);
        game_option_write(option, puzzle->setup.option[i], &text);
        json_out_text(json, option->name, value);
    }
    json_out_close(json);
}

static void position_member(struct json_out *json, const struct puzzle *puzzle)
{
    char words[GAME_POSITION_SMALL];
    struct text text;
    text_init(&text, words, sizeof words);
    puzzle->game->position_write(&puzzle->setup, puzzle->position, &text);
    json_out_text(json, "position", words);
}

static void moves_members(struct json_out *json, const struct puzzle *puzzle)
{
    _Alignas(8) unsigned char at[GAME_POSITION_SMALL];
    json_out_open(json, "solution", '[');
    for (int i = 0; i < puzzle->solution_count; i++)
        move_member(json, NULL, puzzle, puzzle->position, puzzle->solutions[i]);
    json_out_close(json);
    json_out_boolean(json, "unique", puzzle->solution_count == 1);
    json_out_open(json, "line", '[');
    memory_copy(at, puzzle->position, sizeof at);
    for (int i = 0; i < puzzle->line_length; i++) {
        move_member(json, NULL, puzzle, at, puzzle->line[i]);
        puzzle->game->play(&puzzle->setup, at, puzzle->line[i]);
    }
    json_out_close(json);
}

static void wrong_member(struct json_out *json, const struct puzzle *puzzle,
                         const struct puzzle_wrong *wrong)
{
    _Alignas(8) unsigned char after[GAME_POSITION_SMALL];
    json_out_open(json, NULL, '{');
    move_member(json, "move", puzzle, puzzle->position, wrong->move);
    memory_copy(after, puzzle->position, sizeof after);
    puzzle->game->play(&puzzle->setup, after, wrong->move);
    if (wrong->reply == GAME_NO_MOVE)
        json_out_null(json, "reply");
    else
        move_member(json, "reply", puzzle, after, wrong->reply);
    value_member(json, wrong->value);
    json_out_close(json);
}

void tell_puzzle(struct json_out *json, const struct puzzle *puzzle)
{
    json_out_text(json, "id", puzzle->id);
    json_out_text(json, "game", puzzle->game->name);
    options_member(json, puzzle);
    position_member(json, puzzle);
    json_out_text(json, "side", puzzle->game->side[puzzle_side(puzzle)]);
    json_out_text(json, "kind", puzzle->kind);
    value_member(json, puzzle->value);
    moves_members(json, puzzle);
    json_out_integer(json, "difficulty", puzzle->difficulty);
    if (puzzle->depth)
        json_out_integer(json, "depth", puzzle->depth);
    else
        json_out_null(json, "depth");
    json_out_unsigned(json, "looked", puzzle->looked);
    json_out_open(json, "wrong", '[');
    for (int i = 0; i < puzzle->wrong_count; i++)
        wrong_member(json, puzzle, &puzzle->wrong[i]);
    json_out_close(json);
}
