/* What every game shares beyond its own table: finding a game by name, options from text,
   reading a list of moves, counting positions. Passes that a writer left out are put in while
   reading, since many notations omit them. */
#include "games/game.h"

#include "base/memory.h"

const struct game *game_find(const char *name)
{
    for (int i = 0; i < game_count; i++)
        if (text_equal(games[i]->name, name))
            return games[i];
    return NULL;
}

void game_setup_default(const struct game *game, struct game_setup *setup)
{
    memory_clear(setup, sizeof *setup);
    for (int i = 0; i < game->option_count; i++)
        setup->option[i] = game->options[i].standard;
}

void game_option_write(const struct game_option *option, int value, struct text *text)
{
    if (option->words)
        text_add(text, option->words[value - option->least]);
    else
        text_print(text, "%d", value);
}

static bool option_parse(const struct game_option *option, const char *value, int32_t *number)
{
    if (!option->words) {
        int64_t read;
        if (!text_to_number(value, text_length(value), option->least, option->most, &read))
            return false;
        *number = (int32_t)read;
        return true;
    }
    for (int i = 0; i <= option->most - option->least; i++)
        if (text_equal(option->words[i], value)) {
            *number = option->least + i;
            return true;
        }
    return false;
}

static bool option_refuse(const struct game_option *option, const char *value, struct error *error)
{
    char allowed[120];
    struct text text;
    text_init(&text, allowed, sizeof allowed);
    if (option->words)
        for (int i = 0; i <= option->most - option->least; i++)
            text_print(&text, "%s%s", i ? " | " : "", option->words[i]);
    else
        text_print(&text, "%d to %d", option->least, option->most);
    return error_set(error, "option %s: expected %s, found \"%.*s\"", option->name, allowed,
                     text_printable(value, text_length(value), 24), value);
}

static bool ruleset_set(const struct game *game, struct game_setup *setup, const char *value,
                        struct error *error)
{
    char allowed[120];
    struct text text;
    text_init(&text, allowed, sizeof allowed);
    for (int i = 0; i < game->ruleset_count; i++) {
        const struct game_ruleset *rules = &game->rulesets[i];
        text_print(&text, "%s%s", i ? " | " : "", rules->name);
        if (!text_equal(rules->name, value))
            continue;
        for (int j = 0; j < rules->count; j++)
            setup->option[rules->sets[j].option] = rules->sets[j].value;
        return true;
    }
    return error_set(error, "rules: expected %s, found \"%.*s\"", allowed,
                     text_printable(value, text_length(value), 24), value);
}

bool game_setup_set(const struct game *game, struct game_setup *setup, const char *name,
                    const char *value, struct error *error)
{
    for (int i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        if (text_equal(option->name, name))
            return option_parse(option, value, &setup->option[i]) ||
                   option_refuse(option, value, error);
    }
    if (game->ruleset_count && text_equal(name, "rules"))
        return ruleset_set(game, setup, value, error);
    return error_set(error, "%s has no option \"%.*s\"; potez games lists them", game->name,
                     text_printable(name, text_length(name), 24), name);
}

bool game_is_legal(const struct game *game, const struct game_setup *setup, const void *position,
                   uint32_t move)
{
    uint32_t moves[GAME_MOVES_MAX];
    int count = game->legal_moves(setup, position, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static bool is_separator(char c)
{
    return c == ',' || text_is_space(c);
}

/* Whether the side to move has nothing but a pass. */
static bool must_pass(const struct game *game, const struct game_setup *setup, const void *position)
{
    uint32_t moves[GAME_MOVES_MAX];
    return game->pass != GAME_NO_MOVE && game->legal_moves(setup, position, moves) == 1 &&
           moves[0] == game->pass;
}

/* The games' own readers quote what they find, which shows nothing where it cannot be printed. */
size_t game_move_read(const struct game *game, const struct game_setup *setup, const void *position,
                      const char *text, size_t length, uint32_t *move, struct error *error)
{
    if (length && !text_printable(text, 1, 1))
        return error_set(error, "expected a move, found byte 0x%x",
                         (unsigned)(unsigned char)text[0]);
    return game->move_read(setup, position, text, length, move, error);
}

bool game_play_text(const struct game *game, const struct game_setup *setup, void *position,
                    const char *text, size_t length, void (*played)(void *listener, uint32_t move),
                    void *listener, struct error *error)
{
    size_t at = 0;
    for (int number = 1;; number++) {
        while (at < length && is_separator(text[at]))
            at++;
        if (at == length)
            return true;
        uint32_t move;
        size_t taken = game_move_read(game, setup, position, text + at, length - at, &move, error);
        if (!taken) {
            if (must_pass(game, setup, position))
                move = game->pass; /* left out by the writer: supply it and read again */
            else
                return error_prefix(error, "move %d, column %zu: ", number, at + 1);
        }
        game->play(setup, position, move);
        at += taken;
        if (played)
            played(listener, move);
    }
}

uint64_t game_perft(const struct game *game, const struct game_setup *setup, const void *position,
                    int depth, void *memory)
{
    if (game->perft)
        return game->perft(setup, position, depth);
    if (depth == 0)
        return 1;
    uint32_t moves[GAME_MOVES_MAX];
    int count = game->legal_moves(setup, position, moves);
    if (count == 0)
        return game->perft_counts_ends;
    if (depth == 1)
        return (uint64_t)count;
    size_t size = game->position_size(setup);
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        memory_copy(memory, position, size);
        game->play(setup, memory, moves[i]);
        leaves += game_perft(game, setup, memory, depth - 1, (char *)memory + size);
    }
    return leaves;
}
