/* Puzzles written as text, and what can be asked about one. games/puzzle_read.c reads what is
   written here; docs/puzzles.md explains the lines. Wrong moves with the same value are written on
   one line, in the order in which their values first appear, so that a file of two hundred puzzles
   stays small. */
#include "games/puzzle.h"

#include "base/memory.h"
#include "games/puzzle_words.h"

const char *const puzzle_words[PUZZLE_WORDS] = {
    [PUZZLE_WIN] = "win",     [PUZZLE_DRAW] = "draw",     [PUZZLE_LOSS] = "loss",
    [PUZZLE_SCORE] = "score", [PUZZLE_GOAL] = "goal",     [PUZZLE_MISSED] = "missed",
    [PUZZLE_HELD] = "held",   [PUZZLE_BROKEN] = "broken",
};

int puzzle_side(const struct puzzle *puzzle)
{
    return puzzle->game->side_to_move(&puzzle->setup, puzzle->position);
}

uint64_t puzzle_key(const struct puzzle *puzzle)
{
    const struct game *game = puzzle->game;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < game->symmetry_count(&puzzle->setup); i++) {
        _Alignas(8) unsigned char turned[GAME_POSITION_SMALL] = {0};
        game->transform(&puzzle->setup, i, puzzle->position, turned);
        uint64_t hash = game->hash(&puzzle->setup, turned);
        least = hash < least ? hash : least;
    }
    return least;
}

bool puzzle_solves(const struct puzzle *puzzle, uint32_t move)
{
    for (int i = 0; i < puzzle->solution_count; i++)
        if (puzzle->solutions[i] == move)
            return true;
    return false;
}

const struct puzzle_wrong *puzzle_refuted(const struct puzzle *puzzle, uint32_t move)
{
    for (int i = 0; i < puzzle->wrong_count; i++)
        if (puzzle->wrong[i].move == move)
            return &puzzle->wrong[i];
    return NULL;
}

void puzzle_value_write(struct puzzle_value value, struct text *text)
{
    text_add(text, puzzle_words[value.word]);
    if (value.word != PUZZLE_DRAW)
        text_print(text, " %d", value.number);
}

void puzzle_file_write(const struct puzzle_file *file, struct text *text)
{
    text_print(text, "potez puzzles 1\ngame %s\nseed %llu tried %llu\n", file->game->name,
               (unsigned long long)file->seed, (unsigned long long)file->tried);
}

static void write_options(const struct puzzle *puzzle, struct text *text)
{
    for (int i = 0; i < puzzle->game->option_count; i++) {
        const struct game_option *option = &puzzle->game->options[i];
        if (puzzle->setup.option[i] == option->standard)
            continue;
        text_print(text, "option %s ", option->name);
        game_option_write(option, puzzle->setup.option[i], text);
        text_add_char(text, '\n');
    }
}

static void write_move(const struct puzzle *puzzle, const void *position, uint32_t move,
                       char before, struct text *text)
{
    text_add_char(text, before);
    puzzle->game->move_write(&puzzle->setup, position, move, text);
}

static void write_line(const struct puzzle *puzzle, struct text *text)
{
    _Alignas(8) unsigned char at[GAME_POSITION_SMALL];
    memory_copy(at, puzzle->position, sizeof at);
    text_add(text, "line");
    for (int i = 0; i < puzzle->line_length; i++) {
        write_move(puzzle, at, puzzle->line[i], ' ', text);
        puzzle->game->play(&puzzle->setup, at, puzzle->line[i]);
    }
    text_add_char(text, '\n');
}

static void write_wrong(const struct puzzle *puzzle, const struct puzzle_wrong *wrong,
                        struct text *text)
{
    _Alignas(8) unsigned char after[GAME_POSITION_SMALL];
    memory_copy(after, puzzle->position, sizeof after);
    write_move(puzzle, puzzle->position, wrong->move, ' ', text);
    if (wrong->reply == GAME_NO_MOVE)
        return;
    puzzle->game->play(&puzzle->setup, after, wrong->move);
    write_move(puzzle, after, wrong->reply, ',', text);
}

static bool same_value(struct puzzle_value a, struct puzzle_value b)
{
    return a.word == b.word && a.number == b.number;
}

static void write_wrongs(const struct puzzle *puzzle, struct text *text)
{
    bool written[PUZZLE_MOVES_MAX] = {false};
    for (int i = 0; i < puzzle->wrong_count; i++) {
        struct puzzle_value value = puzzle->wrong[i].value;
        if (written[i])
            continue;
        text_add(text, "wrong ");
        puzzle_value_write(value, text);
        for (int j = i; j < puzzle->wrong_count; j++) {
            if (!same_value(puzzle->wrong[j].value, value))
                continue;
            write_wrong(puzzle, &puzzle->wrong[j], text);
            written[j] = true;
        }
        text_add_char(text, '\n');
    }
}

void puzzle_write(const struct puzzle *puzzle, struct text *text)
{
    const struct game *game = puzzle->game;
    text_print(text, "\npuzzle %s\n", puzzle->id);
    write_options(puzzle, text);
    text_add(text, "position ");
    game->position_write(&puzzle->setup, puzzle->position, text);
    text_print(text, "\nside %s\nkind %s\nvalue ", game->side[puzzle_side(puzzle)], puzzle->kind);
    puzzle_value_write(puzzle->value, text);
    text_add(text, "\nsolution");
    for (int i = 0; i < puzzle->solution_count; i++)
        write_move(puzzle, puzzle->position, puzzle->solutions[i], ' ', text);
    text_print(text, "\nunique %s\n", puzzle->solution_count == 1 ? "yes" : "no");
    write_line(puzzle, text);
    text_print(text, "difficulty %d depth %d looked %llu\n", puzzle->difficulty, puzzle->depth,
               (unsigned long long)puzzle->looked);
    write_wrongs(puzzle, text);
}
