/* Reading puzzles from anybody's text.

   Every line begins with its own word and has its place, so the reader is a walk from top to bottom
   that says what it expected where something else stands. Words are taken one by one; a word is
   what lies between blanks. Moves are read by the game's own notation in the position where they
   are made, so nothing illegal gets through, and in the end every legal move must have been
   mentioned exactly once: either it solves the puzzle or it is wrong. */
#include "games/puzzle.h"

#include "base/memory.h"
#include "games/puzzle_words.h"

enum { NUMBER_MOST = 9999 };

/* A word of the line; the reader stands just after it. */
struct puzzle_token {
    const char *start;
    size_t length;
    struct reader at; /* where it began, for messages */
};

static bool take_token(struct reader *reader, const char *expected, struct puzzle_token *token,
                       struct error *error)
{
    reader_skip_blanks(reader);
    token->at = *reader;
    token->start = reader->text + reader->offset;
    while (!reader_at_end(reader) && !text_is_space(reader_peek(reader)))
        reader_skip(reader);
    token->length = (size_t)(reader->text + reader->offset - token->start);
    return token->length > 0 || reader_fail(&token->at, expected, error);
}

/* The word that begins a line. */
static bool take_head(struct reader *reader, const char *word, const char *expected,
                      struct error *error)
{
    struct reader start = *reader;
    struct puzzle_token token;
    if (take_token(reader, expected, &token, error) &&
        text_part_equal(token.start, token.length, word))
        return true;
    *reader = start;
    return reader_fail(&start, expected, error);
}

static bool next_is(const struct reader *reader, const char *word)
{
    struct reader ahead = *reader;
    struct puzzle_token token;
    return take_token(&ahead, "", &token, NULL) && text_part_equal(token.start, token.length, word);
}

static bool at_line_end(const struct reader *reader)
{
    struct reader ahead = *reader;
    return reader_line_end(&ahead, "", NULL);
}

/* A word of small letters, digits and dashes as a string. */
static bool take_name(struct reader *reader, const char *expected, char *name, size_t size,
                      struct error *error)
{
    struct puzzle_token token;
    if (!take_token(reader, expected, &token, error))
        return false;
    bool good = token.length < size;
    for (size_t i = 0; good && i < token.length; i++) {
        char c = token.start[i];
        good = (c >= 'a' && c <= 'z') || text_is_digit(c) || c == '-';
    }
    if (!good)
        return reader_fail(&token.at, expected, error);
    memory_copy(name, token.start, token.length);
    name[token.length] = 0;
    return true;
}

static bool take_number(struct reader *reader, const char *what, int64_t least, int64_t most,
                        int64_t *number, struct error *error)
{
    if (at_line_end(reader))
        return reader_fail(reader, what, error);
    return reader_number(reader, what, least, most, number, error);
}

static bool take_count(struct reader *reader, const char *what, uint64_t *count,
                       struct error *error)
{
    int64_t number;
    if (!take_number(reader, what, 0, INT64_MAX, &number, error))
        return false;
    *count = (uint64_t)number;
    return true;
}

static bool read_made(struct puzzle_file *file, struct error *error)
{
    struct reader *reader = &file->reader;
    return take_head(reader, "seed", "\"seed NUMBER tried NUMBER\"", error) &&
           take_count(reader, "a seed", &file->seed, error) &&
           take_head(reader, "tried", "\"tried NUMBER\"", error) &&
           take_count(reader, "a number of candidates", &file->tried, error) &&
           reader_line_end(reader, "the end of the line", error);
}

bool puzzle_file_begin(struct puzzle_file *file, const char *text, size_t length,
                       struct error *error)
{
    static const char first[] = "\"potez puzzles 1\", which begins a file of puzzles";
    struct reader *reader = &file->reader;
    char name[PUZZLE_ID];
    memory_clear(file, sizeof *file);
    reader_init(reader, text, length);
    file->failed = true;
    if (length > PUZZLE_FILE_MAX)
        return error_set(error, "a file of puzzles has at most %d bytes, this one has %zu",
                         PUZZLE_FILE_MAX, length);
    if (!take_head(reader, "potez", first, error) || !take_head(reader, "puzzles", first, error) ||
        !take_head(reader, "1", "version 1 of the format", error) ||
        !reader_line_end(reader, "the end of the line", error) ||
        !take_head(reader, "game", "\"game NAME\"", error))
        return false;
    struct reader at = *reader;
    reader_skip_blanks(&at);
    if (!take_name(reader, "the name of a game", name, sizeof name, error))
        return false;
    file->game = game_find(name);
    if (!file->game || file->game->level_read)
        return reader_fail(&at, "the name of a game with puzzles", error);
    file->failed =
        !reader_line_end(reader, "the end of the line", error) || !read_made(file, error);
    return !file->failed;
}

static bool read_option(struct reader *reader, struct puzzle *puzzle, struct error *error)
{
    char name[PUZZLE_ID], value[PUZZLE_ID];
    struct reader at = *reader;
    struct error why;
    if (!take_head(reader, "option", "\"option NAME VALUE\"", error) ||
        !take_name(reader, "the name of an option", name, sizeof name, error) ||
        !take_name(reader, "the option's value", value, sizeof value, error) ||
        !reader_line_end(reader, "the end of the line", error))
        return false;
    if (game_setup_set(puzzle->game, &puzzle->setup, name, value, &why))
        return true;
    return error_set(error, "line %d, column %d: %s", at.line, at.column, why.text);
}

static bool read_setup(struct reader *reader, struct puzzle *puzzle, struct error *error)
{
    struct reader at = *reader;
    struct error why;
    game_setup_default(puzzle->game, &puzzle->setup);
    while (next_is(reader, "option"))
        if (!read_option(reader, puzzle, error))
            return false;
    if (!puzzle->game->setup_valid(&puzzle->setup, &why))
        return error_set(error, "line %d, column %d: %s", at.line, at.column, why.text);
    if (puzzle->game->position_size(&puzzle->setup) > sizeof puzzle->position)
        return error_set(error, "line %d, column %d: the board is too large for a puzzle", at.line,
                         at.column);
    return true;
}

static bool read_position(struct reader *reader, struct puzzle *puzzle, struct error *error)
{
    struct error why;
    size_t length;
    if (!take_head(reader, "position", "\"position POSITION\"", error))
        return false;
    reader_skip_blanks(reader);
    struct reader at = *reader;
    const char *text = reader_line(reader, &length);
    memory_clear(puzzle->position, sizeof puzzle->position);
    if (!puzzle->game->position_read(&puzzle->setup, text, length, puzzle->position, &why))
        return error_set(error, "line %d, column %d: %s", at.line, at.column, why.text);
    uint32_t moves[GAME_MOVES_MAX];
    int count = puzzle->game->legal_moves(&puzzle->setup, puzzle->position, moves);
    if (count < 2 || count > PUZZLE_MOVES_MAX)
        return error_set(error, "line %d, column %d: a puzzle has 2 to %d legal moves, here are %d",
                         at.line, at.column, PUZZLE_MOVES_MAX, count);
    return true;
}

static bool read_value(struct reader *reader, struct puzzle_value *value, struct error *error)
{
    static const char expected[] = "win, draw, loss, score, goal, missed, held or broken";
    struct puzzle_token token;
    int64_t number = 0;
    if (!take_token(reader, expected, &token, error))
        return false;
    int word = 0;
    while (word < PUZZLE_WORDS && !text_part_equal(token.start, token.length, puzzle_words[word]))
        word++;
    if (word == PUZZLE_WORDS)
        return reader_fail(&token.at, expected, error);
    bool score = word == PUZZLE_SCORE;
    if (word != PUZZLE_DRAW && !take_number(reader, score ? "a score" : "a number of plies",
                                            score ? -NUMBER_MOST : 0, NUMBER_MOST, &number, error))
        return false;
    *value = (struct puzzle_value){.word = (enum puzzle_word)word, .number = (int)number};
    return true;
}

/* A move in a position, as all of the `length` characters at `start`. */
static bool read_move(const struct puzzle *puzzle, const void *position, const char *start,
                      size_t length, const struct reader *at, uint32_t *move, struct error *error)
{
    struct error why;
    size_t used = puzzle->game->move_read(&puzzle->setup, position, start, length, move, &why);
    if (used && used == length)
        return true;
    return used ? reader_fail(at, "one legal move", error)
                : error_set(error, "line %d, column %d: %s", at->line, at->column, why.text);
}

static bool take_move(struct reader *reader, const struct puzzle *puzzle, const void *position,
                      uint32_t *move, struct error *error)
{
    struct puzzle_token token;
    return take_token(reader, "a move", &token, error) &&
           read_move(puzzle, position, token.start, token.length, &token.at, move, error);
}

static bool refuse_twice(const struct reader *at, struct error *error)
{
    return error_set(error, "line %d, column %d: this move is listed twice", at->line, at->column);
}

static bool read_solution(struct reader *reader, struct puzzle *puzzle, struct error *error)
{
    if (!take_head(reader, "solution", "\"solution MOVE ...\"", error))
        return false;
    do {
        uint32_t move;
        reader_skip_blanks(reader);
        struct reader at = *reader;
        if (!take_move(reader, puzzle, puzzle->position, &move, error))
            return false;
        if (puzzle_solves(puzzle, move))
            return refuse_twice(&at, error);
        if (puzzle->solution_count == PUZZLE_MOVES_MAX)
            return reader_fail(&at, "the end of the line", error);
        puzzle->solutions[puzzle->solution_count++] = move;
    } while (!at_line_end(reader));
    if (!reader_line_end(reader, "the end of the line", error))
        return false;
    const char *unique = puzzle->solution_count == 1 ? "yes" : "no";
    return take_head(reader, "unique", "\"unique yes\" or \"unique no\"", error) &&
           take_head(reader, unique,
                     puzzle->solution_count == 1 ? "\"yes\", as there is one solution"
                                                 : "\"no\", as there are several solutions",
                     error) &&
           reader_line_end(reader, "the end of the line", error);
}

static bool read_line(struct reader *reader, struct puzzle *puzzle, struct error *error)
{
    _Alignas(8) unsigned char at[GAME_POSITION_SMALL];
    memory_copy(at, puzzle->position, sizeof at);
    if (!take_head(reader, "line", "\"line MOVE ...\"", error))
        return false;
    do {
        struct reader here = *reader;
        uint32_t move;
        if (puzzle->line_length == PUZZLE_LINE_MAX)
            return reader_fail(reader, "the end of the line", error);
        if (!take_move(reader, puzzle, at, &move, error))
            return false;
        if (puzzle->line_length == 0 && !puzzle_solves(puzzle, move))
            return reader_fail(&here, "a line that begins with the solution", error);
        puzzle->line[puzzle->line_length++] = move;
        puzzle->game->play(&puzzle->setup, at, move);
    } while (!at_line_end(reader));
    return reader_line_end(reader, "the end of the line", error);
}

static bool read_difficulty(struct reader *reader, struct puzzle *puzzle, struct error *error)
{
    int64_t difficulty, depth;
    if (!take_head(reader, "difficulty", "\"difficulty NUMBER depth NUMBER looked NUMBER\"",
                   error) ||
        !take_number(reader, "a difficulty", 1, PUZZLE_DIFFICULTY_MAX, &difficulty, error) ||
        !take_head(reader, "depth", "\"depth NUMBER\"", error) ||
        !take_number(reader, "a depth", 0, NUMBER_MOST, &depth, error) ||
        !take_head(reader, "looked", "\"looked NUMBER\"", error) ||
        !take_count(reader, "a number of positions", &puzzle->looked, error))
        return false;
    puzzle->difficulty = (int)difficulty;
    puzzle->depth = (int)depth;
    return reader_line_end(reader, "the end of the line", error);
}

/* "MOVE" or "MOVE,REPLY". */
static bool read_refuted(struct reader *reader, struct puzzle *puzzle, struct puzzle_wrong *wrong,
                         struct error *error)
{
    _Alignas(8) unsigned char after[GAME_POSITION_SMALL];
    struct puzzle_token token;
    size_t comma = 0;
    if (!take_token(reader, "a move", &token, error))
        return false;
    while (comma < token.length && token.start[comma] != ',')
        comma++;
    if (!read_move(puzzle, puzzle->position, token.start, comma, &token.at, &wrong->move, error))
        return false;
    if (puzzle_solves(puzzle, wrong->move) || puzzle_refuted(puzzle, wrong->move))
        return refuse_twice(&token.at, error);
    wrong->reply = GAME_NO_MOVE;
    if (comma == token.length)
        return true;
    memory_copy(after, puzzle->position, sizeof after);
    puzzle->game->play(&puzzle->setup, after, wrong->move);
    struct reader at = token.at;
    for (size_t i = 0; i <= comma; i++)
        reader_skip(&at);
    return read_move(puzzle, after, token.start + comma + 1, token.length - comma - 1, &at,
                     &wrong->reply, error);
}

static bool read_wrong(struct reader *reader, struct puzzle *puzzle, struct error *error)
{
    struct puzzle_value value;
    if (!take_head(reader, "wrong", "\"wrong VALUE MOVE,REPLY ...\"", error) ||
        !read_value(reader, &value, error))
        return false;
    do {
        struct puzzle_wrong wrong = {.value = value};
        if (puzzle->wrong_count == PUZZLE_MOVES_MAX)
            return reader_fail(reader, "the end of the line", error);
        if (!read_refuted(reader, puzzle, &wrong, error))
            return false;
        puzzle->wrong[puzzle->wrong_count++] = wrong;
    } while (!at_line_end(reader));
    return reader_line_end(reader, "the end of the line", error);
}

static bool read_side(struct reader *reader, const struct puzzle *puzzle, struct error *error)
{
    char expected[64];
    struct text text;
    const char *side = puzzle->game->side[puzzle_side(puzzle)];
    text_init(&text, expected, sizeof expected);
    text_print(&text, "\"side %s\", who is to move", side);
    return take_head(reader, "side", expected, error) && take_head(reader, side, expected, error) &&
           reader_line_end(reader, "the end of the line", error);
}

static bool read_task(struct reader *reader, struct puzzle *puzzle, struct error *error)
{
    return take_head(reader, "kind", "\"kind NAME\"", error) &&
           take_name(reader, "a kind of puzzle", puzzle->kind, sizeof puzzle->kind, error) &&
           reader_line_end(reader, "the end of the line", error) &&
           take_head(reader, "value", "\"value VALUE\"", error) &&
           read_value(reader, &puzzle->value, error) &&
           reader_line_end(reader, "the end of the line", error);
}

/* Every legal move solves the puzzle or is wrong. */
static bool tells_every_move(const struct puzzle *puzzle, const struct reader *reader,
                             struct error *error)
{
    uint32_t moves[GAME_MOVES_MAX];
    int count = puzzle->game->legal_moves(&puzzle->setup, puzzle->position, moves);
    for (int i = 0; i < count; i++) {
        char name[GAME_MOVE_TEXT];
        struct text text;
        if (puzzle_solves(puzzle, moves[i]) || puzzle_refuted(puzzle, moves[i]))
            continue;
        text_init(&text, name, sizeof name);
        puzzle->game->move_write(&puzzle->setup, puzzle->position, moves[i], &text);
        return error_set(error, "line %d, column %d: puzzle %s says nothing about the move %s",
                         reader->line, reader->column, puzzle->id, name);
    }
    return true;
}

static bool read_puzzle(struct reader *reader, struct puzzle *puzzle, struct error *error)
{
    if (!take_head(reader, "puzzle", "\"puzzle ID\"", error) ||
        !take_name(reader, "an id of small letters, digits and dashes", puzzle->id,
                   sizeof puzzle->id, error) ||
        !reader_line_end(reader, "the end of the line", error) ||
        !read_setup(reader, puzzle, error) || !read_position(reader, puzzle, error) ||
        !read_side(reader, puzzle, error) || !read_task(reader, puzzle, error) ||
        !read_solution(reader, puzzle, error) || !read_line(reader, puzzle, error) ||
        !read_difficulty(reader, puzzle, error))
        return false;
    while (next_is(reader, "wrong"))
        if (!read_wrong(reader, puzzle, error))
            return false;
    return tells_every_move(puzzle, reader, error);
}

bool puzzle_next(struct puzzle_file *file, struct puzzle *puzzle, struct error *error)
{
    if (file->failed)
        return false;
    reader_skip_spaces(&file->reader);
    if (reader_at_end(&file->reader))
        return false;
    memory_clear(puzzle, sizeof *puzzle);
    puzzle->game = file->game;
    file->failed = !read_puzzle(&file->reader, puzzle, error);
    return !file->failed;
}
