/* Byte's positions and moves as text. Reading a position checks that it could exist: no full
   stack stands on the board, and the checkers on it together with the stacks won add up. Reading
   a move parses first and judges afterwards, so that an illegal move is answered with the rule
   that it breaks and not just with "illegal". */
#include "games/byte/notation.h"

#include "base/memory.h"
#include "base/reader.h"

static const char *const side_names[] = {"white", "black"};

void byte_square_write(int size, int index, struct text *text)
{
    int x, y;
    byte_square(size, index, &x, &y);
    text_print(text, "%c%d", 'a' + x, y + 1);
}

/* -------- positions -------- */

static void stack_write(unsigned stack, struct text *text)
{
    if (stack == BYTE_EMPTY)
        text_add_char(text, '-');
    for (int level = 0; level < byte_height(stack); level++)
        text_add_char(text, "wb"[byte_colour(stack, level)]);
}

void byte_position_write(const struct game_setup *setup, const void *position, struct text *text)
{
    const struct byte *board = position;
    int size = setup->option[BYTE_OPTION_SIZE];
    for (int y = size - 1; y >= 0; y--) {
        for (int x = y & 1; x < size; x += 2) {
            stack_write(board->stack[byte_index(size, x, y)], text);
            text_add_char(text, x + 2 < size ? ',' : y > 0 ? '/' : ' ');
        }
    }
    text_print(text, "%c %d %d", "wb"[board->side], board -> won[BYTE_WHITE],
               board -> won[BYTE_BLACK]);
}

void byte_arranged(const struct game_setup *setup, const struct game_arrangement *arrangement,
                   struct text *text)
{
    int size = setup->option[BYTE_OPTION_SIZE], count = size / 2;
    for (int y = size - 1; y >= 0; y--) {
        for (int i = 0; i < count; i++) {
            const struct game_content *here = &arrangement->contents[y * count + i];
            if (!here->height)
                text_add_char(text, '-');
            for (int level = 0; level < here->height; level++)
                text_add_char(text, "wb"[here->piece[level]]);
            text_add_char(text, i + 1 < count ? ',' : y > 0 ? '/' : ' ');
        }
    }
    text_print(text, "%c %d %d", "wb"[arrangement->side], (int)arrangement -> counts[BYTE_WHITE],
               (int)arrangement -> counts[BYTE_BLACK]);
}

/* One square's text; it may not hold a full stack, which would have left the board. */
static bool stack_read(struct reader *reader, int full, uint8_t *stack, struct error *error)
{
    struct reader start = *reader;
    unsigned colours = 0;
    int height = 0;
    if (reader_peek(reader) == '-') {
        reader_skip(reader);
        *stack = BYTE_EMPTY;
        return true;
    }
    for (char c; (c = reader_peek(reader)) == 'w' || c == 'b'; height++) {
        if (height < full)
            colours |= (unsigned)(c == 'b') << height;
        reader_skip(reader);
    }
    if (height == 0)
        return reader_fail(reader, "a square: \"-\" or checkers \"w\" and \"b\" from the bottom",
                           error);
    if (height >= full)
        return error_set(error,
                         "line %d, column %d: a stack of %d cannot stand on the board: a stack "
                         "leaves it as soon as it has %d checkers",
                         start.line, start.column, height, full);
    *stack = (uint8_t)(colours | 1u << height);
    return true;
}

static bool squares_read(struct reader *reader, struct byte_rules rules, struct byte *board,
                         struct error *error)
{
    int size = rules.size;
    for (int y = size - 1; y >= 0; y--) {
        for (int x = y & 1; x < size; x += 2) {
            if (!stack_read(reader, rules.full, &board->stack[byte_index(size, x, y)], error))
                return false;
            char wanted = x + 2 < size ? ',' : y > 0 ? '/' : ' ';
            if (reader_peek(reader) == wanted) {
                reader_skip(reader);
                continue;
            }
            char expected[120];
            struct text text;
            text_init(&text, expected, sizeof expected);
            text_print(&text, "\"%c\" after %c%d: the board has %d ranks of %d dark squares",
                       wanted, 'a' + x, y + 1, size, size / 2);
            return reader_fail(reader, expected, error);
        }
    }
    return true;
}

/* Whose turn it is and the stacks won: everything after the squares. */
static bool tail_read(struct reader *reader, int stacks, struct byte *board, struct error *error)
{
    reader_skip_spaces(reader);
    char side = reader_peek(reader);
    if (side != 'w' && side != 'b')
        return reader_fail(reader, "the side to move, \"w\" or \"b\"", error);
    board->side = side == 'b';
    reader_skip(reader);
    for (int winner = BYTE_WHITE; winner <= BYTE_BLACK; winner++) {
        int64_t won;
        if (reader_peek(reader) != ' ')
            return reader_fail(reader, "a space and the stacks won by white and by black", error);
        if (!reader_number(reader,
                           winner == BYTE_WHITE ? "the stacks won by white"
                                                : "the stacks won by black",
                           0, stacks / 2 + 1, &won, error))
            return false;
        board->won[winner] = (uint8_t)won;
    }
    reader_skip_spaces(reader);
    return reader_at_end(reader) || reader_fail(reader, "the end of the position", error);
}

/* Whether the checkers that are not on the board fit into the stacks that were won. */
static bool counts_possible(struct byte_rules rules, const struct byte *board, struct error *error)
{
    int on_board[2] = {0, 0}, total = rules.size * (rules.size - 2) / 2;
    for (int i = 0; i < byte_indices(rules.size); i++)
        for (int level = 0; level < byte_height(board->stack[i]); level++)
            on_board[byte_colour(board->stack[i], level)]++;
    int won = board->won[BYTE_WHITE] + board->won[BYTE_BLACK];
    int standing = on_board[BYTE_WHITE] + on_board[BYTE_BLACK];
    if (standing + won * rules.full != total)
        return error_set(error,
                         "%d checkers on the board and %d stacks of %d won make %d; a game has %d",
                         standing, won, rules.full, standing + won * rules.full, total);
    for (int side = BYTE_WHITE; side <= BYTE_BLACK; side++)
        if (on_board[side] > total / 2 - board->won[side])
            return error_set(error,
                             "%d %s checkers on the board are too many: %s began with %d, and each "
                             "of the %d stacks it has won has one on top",
                             on_board[side], side_names[side], side_names[side], total / 2,
                             board->won[side]);
    return true;
}

bool byte_position_read(const struct game_setup *setup, const char *text, size_t length,
                        void *position, struct error *error)
{
    struct byte_rules rules = byte_rules_of(setup);
    struct byte board;
    struct reader reader;
    memory_clear(&board, sizeof board);
    memory_fill(board.stack, BYTE_EMPTY, (size_t)byte_indices(rules.size));
    reader_init(&reader, text, length);
    reader_skip_spaces(&reader);
    if (!squares_read(&reader, rules, &board, error) ||
        !tail_read(&reader, rules.stacks, &board, error) || !counts_possible(rules, &board, error))
        return false;
    byte_complete(rules.size, &board);
    memory_copy(position, &board, byte_position_size(rules.size));
    return true;
}

/* -------- moves -------- */

void byte_move_write(const struct game_setup *setup, const void *position, uint32_t move,
                     struct text *text)
{
    (void)position;
    int size = setup->option[BYTE_OPTION_SIZE];
    if (move == BYTE_PASS) {
        text_add(text, "pass");
        return;
    }
    byte_square_write(size, byte_move_from(move), text);
    if (byte_move_level(move) > 0)
        text_print(text, ":%d", byte_move_level(move) + 1);
    text_add_char(text, '-');
    byte_square_write(size, byte_move_to(size, move), text);
}

/* A move as it was written, before the rules have judged it. */
struct wish {
    const char *text;
    int shown; /* characters of the text for messages */
    int from_x, from_y, to_x, to_y;
    int level; /* from 0 */
};

static size_t number_read(const char *text, size_t length, int *number)
{
    size_t digits = 0;
    *number = 0;
    while (digits < length && digits < 2 && text_is_digit(text[digits]))
        *number = 10 * *number + text[digits++] - '0';
    return digits;
}

/* A square that a stack can stand on: its length in characters, or 0. */
static size_t square_read(int size, const char *text, size_t length, int *x, int *y,
                          struct error *error)
{
    char file = length ? text_lower(text[0]) : 0;
    int rank = 0;
    size_t digits = length ? number_read(text + 1, length - 1, &rank) : 0;
    *x = file - 'a';
    *y = rank - 1;
    if (*x < 0 || *x >= size || !digits || rank < 1 || rank > size)
        return error_set(error, "expected a square from a1 to %c%d, found \"%.*s\"", 'a' + size - 1,
                         size, text_printable(text, length, 8), text);
    if ((*x + *y) % 2)
        return error_set(error, "%c%d is a light square: the checkers stand on dark ones, as a1 is",
                         file, rank);
    return 1 + digits;
}

static size_t wish_read(int size, const char *text, size_t length, struct wish *wish,
                        struct error *error)
{
    size_t at = square_read(size, text, length, &wish->from_x, &wish->from_y, error);
    if (!at)
        return 0;
    wish->level = 0;
    if (at < length && text[at] == ':') {
        int level;
        size_t digits = number_read(text + at + 1, length - at - 1, &level);
        if (!digits || level < 1)
            return error_set(error, "expected a level from 1 after \":\", found \"%.*s\"",
                             text_printable(text + at + 1, length - at - 1, 8), text + at + 1);
        wish->level = level - 1;
        at += 1 + digits;
    }
    if (at == length || text[at] != '-')
        return error_set(error, "expected \"-\" and a square after \"%.*s\", found \"%.*s\"",
                         (int)at, text, text_printable(text + at, length - at, 8), text + at);
    at++;
    size_t target = square_read(size, text + at, length - at, &wish->to_x, &wish->to_y, error);
    wish->text = text;
    wish->shown = (int)(at + target);
    return target ? at + target : 0;
}

/* Says why a wish between two stacks breaks the rules; true when it does not. */
static bool merge_allowed(struct byte_rules rules, const struct wish *wish, int height_from,
                          int height_to, struct error *error)
{
    if (wish->level >= height_to)
        return error_set(error,
                         "%.*s: a checker must come to lie higher than it lay: level %d of %d is "
                         "not below the height of the other stack, %d",
                         wish->shown, wish->text, wish->level + 1, height_from, height_to);
    int height = height_to + height_from - wish->level;
    if (height > rules.full)
        return error_set(error, "%.*s would make a stack of %d; the most is %d", wish->shown,
                         wish->text, height, rules.full);
    return true;
}

/* The same for a wish to go to an empty square. */
static bool slide_allowed(struct byte_rules rules, const struct byte *board,
                          const struct wish *wish, int from, int to, struct error *error)
{
    struct byte_set alone = byte_alone(rules.size, board);
    if (!byte_set_has(byte_words(rules.size), &alone, from))
        return error_set(error,
                         "%.*s: the target is empty, and only a stack with no stack diagonally "
                         "next to it may slide",
                         wish->shown, wish->text);
    if (wish->level > 0)
        return error_set(error, "%.*s: a stack slides whole: leave the level out", wish->shown,
                         wish->text);
    struct byte_set targets = byte_slides_from(rules.size, board, from);
    if (!byte_set_has(byte_words(rules.size), &targets, to))
        return error_set(error,
                         "%.*s: a slide must bring the stack closer to one of those nearest to it",
                         wish->shown, wish->text);
    if (rules.merge_first && byte_merges(rules, board, NULL))
        return error_set(error, "%.*s: no slide while there is a merge (precedence = merge)",
                         wish->shown, wish->text);
    return true;
}

/* The move that a wish stands for, or false and why it is not a move. */
static bool wish_judge(struct byte_rules rules, const struct byte *board, const struct wish *wish,
                       uint32_t *move, struct error *error)
{
    int dx = wish->to_x - wish->from_x, dy = wish->to_y - wish->from_y;
    int from = byte_index(rules.size, wish->from_x, wish->from_y);
    int to = byte_index(rules.size, wish->to_x, wish->to_y);
    unsigned source = board->stack[from], target = board->stack[to];
    if (source == BYTE_EMPTY)
        return error_set(error, "%.*s: %c%d is empty", wish->shown, wish->text, 'a' + wish->from_x,
                         wish->from_y + 1);
    if (wish->level >= byte_height(source))
        return error_set(error, "%.*s: the stack on %c%d has only %d checkers", wish->shown,
                         wish->text, 'a' + wish->from_x, wish->from_y + 1, byte_height(source));
    if (byte_colour(source, wish->level) != board->side)
        return error_set(error, "%.*s: checker %d on %c%d is %s, and it is %s's turn", wish->shown,
                         wish->text, wish->level + 1, 'a' + wish->from_x, wish->from_y + 1,
                         side_names[!board->side], side_names[board->side]);
    if (dx * dx != 1 || dy * dy != 1)
        return error_set(error, "%.*s: a move goes one step diagonally", wish->shown, wish->text);
    if (target == BYTE_EMPTY
            ? !slide_allowed(rules, board, wish, from, to, error)
            : !merge_allowed(rules, wish, byte_height(source), byte_height(target), error))
        return false;
    *move = byte_move(from, wish->level, (dx != dy) | (dy > 0 ? 0 : 2));
    return true;
}

size_t byte_move_read(const struct game_setup *setup, const void *position, const char *text,
                      size_t length, uint32_t *move, struct error *error)
{
    struct byte_rules rules = byte_rules_of(setup);
    const struct byte *board = position;
    struct wish wish;
    bool pass = length >= 4 && text_part_equal(text, 4, "pass");
    size_t taken = pass ? 4 : wish_read(rules.size, text, length, &wish, error);
    if (!taken)
        return 0;
    if (byte_over(rules, board))
        return error_set(error, "\"%.*s\" comes after the end of the game", (int)taken, text);
    if (pass) {
        if (byte_merges(rules, board, NULL) + byte_slides(rules, board, NULL) > 0)
            return error_set(error, "pass: %s has a move, and moving is compulsory",
                             side_names[board->side]);
        *move = BYTE_PASS;
        return taken;
    }
    if (!wish_judge(rules, board, &wish, move, error))
        return 0;
    return taken;
}
