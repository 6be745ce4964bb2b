/* Othello's positions and moves as text: 64 squares and the side to move, as in OBF problem
   files. Reading accepts the letters that other programs use (X, *, O, -, .) and several words
   for a pass; an illegal move is answered with the reason. */
#include "games/othello/notation.h"

#include "games/othello/othello.h"

static const char *const side_names[] = {"black", "white"};

void othello_position_write(const struct game_setup *setup, const void *position, struct text *text)
{
    (void)setup;
    const struct othello_position *now = position;
    const char *letters = now->side == OTHELLO_BLACK ? "XO" : "OX";
    for (int square = 0; square < OTHELLO_SQUARES; square++)
        text_add_char(text, now->board.mine & bit(square)     ? letters[0]
                            : now->board.theirs & bit(square) ? letters[1]
                                                              : '-');
    text_print(text, " %c;", letters[0]);
}

/* OTHELLO_BLACK, OTHELLO_WHITE, or -1 for a character that is not a disc. */
static int disc_side(char c)
{
    return c == 'X' || c == 'x' || c == '*' ? OTHELLO_BLACK
           : c == 'O' || c == 'o'           ? OTHELLO_WHITE
                                            : -1;
}

static bool is_square(char c)
{
    return c == '-' || c == '.' || disc_side(c) >= 0;
}

static size_t skip_spaces(const char *text, size_t length, size_t at)
{
    while (at < length && text_is_space(text[at]))
        at++;
    return at;
}

/* "column 7: expected WHAT, found ...". Always false. */
static bool refuse(const char *text, size_t length, size_t at, const char *expected,
                   struct error *error)
{
    if (at >= length)
        return error_set(error, "column %zu: expected %s, found the end of the text", at + 1,
                         expected);
    int shown = text_printable(text + at, length - at, 8);
    if (!shown)
        return error_set(error, "column %zu: expected %s, found byte 0x%x", at + 1, expected,
                         (unsigned)(unsigned char)text[at]);
    return error_set(error, "column %zu: expected %s, found \"%.*s\"", at + 1, expected, shown,
                     text + at);
}

/* The 64 squares from `at` on; says so when there are too few or too many of them. */
static bool read_squares(const char *text, size_t length, size_t at, uint64_t discs[2],
                         struct error *error)
{
    size_t count = 0;
    while (at + count < length && is_square(text[at + count]))
        count++;
    bool stopped = at + count >= length || text_is_space(text[at + count]);
    if (count != OTHELLO_SQUARES && (stopped || count > OTHELLO_SQUARES))
        return error_set(error, "column %zu: expected a board of 64 squares, found %zu",
                         at + (count < OTHELLO_SQUARES ? count : OTHELLO_SQUARES) + 1, count);
    if (count != OTHELLO_SQUARES)
        return refuse(text, length, at + count, "a square, \"-\", \"X\" or \"O\"", error);
    for (int square = 0; square < OTHELLO_SQUARES; square++) {
        int side = disc_side(text[at + (size_t)square]);
        if (side >= 0)
            discs[side] |= bit(square);
    }
    return true;
}

void othello_arranged(const struct game_setup *setup, const struct game_arrangement *arrangement,
                      struct text *text)
{
    (void)setup;
    for (int square = 0; square < OTHELLO_SQUARES; square++) {
        const struct game_content *here = &arrangement->contents[square];
        text_add_char(text, !here->height ? '-' : "XO"[here->piece[0]]);
    }
    text_print(text, " %c;", "XO"[arrangement->side]);
}

bool othello_position_read(const struct game_setup *setup, const char *text, size_t length,
                           void *position, struct error *error)
{
    (void)setup;
    uint64_t discs[2] = {0, 0};
    size_t at = skip_spaces(text, length, 0);
    if (!read_squares(text, length, at, discs, error))
        return false;
    at += OTHELLO_SQUARES;
    size_t turn = skip_spaces(text, length, at);
    int side = turn < length ? disc_side(text[turn]) : -1;
    if (turn == at || side < 0)
        return refuse(text, length, turn, "a space and the side to move, \"X\" or \"O\"", error);
    at = skip_spaces(text, length, turn + 1);
    if (at < length && text[at] == ';')
        at = skip_spaces(text, length, at + 1);
    if (at < length)
        return refuse(text, length, at, "the end of the position", error);
    *(struct othello_position *)position =
        (struct othello_position){{discs[side], discs[!side]}, (uint64_t)side};
    return true;
}

static void write_square(int square, struct text *text)
{
    text_print(text, "%c%c", 'a' + square % 8, '1' + square / 8);
}

void othello_move_write(const struct game_setup *setup, const void *position, uint32_t move,
                        struct text *text)
{
    (void)setup, (void)position;
    if (move == OTHELLO_PASS)
        text_add(text, "--");
    else
        write_square((int)move, text);
}

/* How many characters at the front of `text` spell a pass, 0 if none do. */
static size_t pass_length(const char *text, size_t length)
{
    static const char *const words[] = {"--", "pass", "pa", "ps"}; /* longer ones first */
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t same = 0;
        while (words[i][same] && same < length && text_lower(text[same]) == words[i][same])
            same++;
        if (!words[i][same])
            return same;
    }
    return 0;
}

/* Why the side to move may not pass: it has these moves. Always false. */
static bool refuse_pass(struct othello board, int side, struct error *error)
{
    char list[3 * OTHELLO_MOVES_MAX + 1];
    struct text text;
    text_init(&text, list, sizeof list);
    for (uint64_t moves = othello_moves(board); moves;) {
        text_add_char(&text, ' ');
        write_square(bits_pop(&moves), &text);
    }
    return error_set(error, "%s may not pass, there are legal moves:%s", side_names[side], list);
}

/* Why `square` is not a legal move while the game is not over. Always false. */
static bool refuse_square(struct othello board, int side, int square, struct error *error)
{
    char name[3];
    struct text text;
    text_init(&text, name, sizeof name);
    write_square(square, &text);
    if (!(othello_empty(board) & bit(square)))
        return error_set(error, "%s is not empty", name);
    if (!othello_moves(board))
        return error_set(error, "%s would turn nothing over: %s has no move and must pass (--)",
                         name, side_names[side]);
    return error_set(error, "%s would turn nothing over for %s", name, side_names[side]);
}

size_t othello_move_read(const struct game_setup *setup, const void *position, const char *text,
                         size_t length, uint32_t *move, struct error *error)
{
    (void)setup;
    const struct othello_position *now = position;
    size_t taken = pass_length(text, length);
    int square = OTHELLO_PASS;
    if (!taken && length >= 2) {
        int file = text_lower(text[0]) - 'a', row = text[1] - '1';
        if (file >= 0 && file < 8 && row >= 0 && row < 8) {
            square = row * 8 + file;
            taken = 2;
        }
    }
    if (!taken)
        return error_set(error, "expected a square from a1 to h8 or -- (a pass), found \"%.*s\"",
                         text_printable(text, length, 8), text);
    if (othello_over(now->board))
        return error_set(error, "\"%.*s\" comes after the end of the game", (int)taken, text);
    uint64_t moves = othello_moves(now->board);
    if (square == OTHELLO_PASS && moves)
        return refuse_pass(now->board, (int)now->side, error);
    if (square != OTHELLO_PASS && !(moves & bit(square)))
        return refuse_square(now->board, (int)now->side, square, error);
    *move = (uint32_t)square;
    return taken;
}
