/* A position in the game's own form:

       ........................ w 9 9 0

   the points in reading order from the top left, "w" and "b" for men; the side to move; the men in
   hand of white and of black; plies since the last capture or placement.

   Sanmill's FEN, as its engine writes it (facts taken from its Position::fen):

       OO****** ******** @@****** w p p 2 7 2 7 0 0 0 3      (with "/" between the rings)

   the rings from the inside out, each clockwise from its top middle, "O" for white's men, "@" for
   black's; side to move; phase (n r p m o); what is to be done (p place, s select, r remove);
   white's men on board and in hand, black's likewise; men that white and black still have to
   remove; quiet plies; number of the move. Older versions have one number of men to remove, newer
   ones put five numbers about the last mills before the quiet plies and labelled fields
   ("ids:nodes") at the end, puzzles stop after the men to remove. Here a capture is part of its
   move, so a position with a man still to be removed is refused. */
#include "games/mill/notation.h"

#include "base/reader.h"

/* Steps from the middle of the board to the points of a ring of half side 1, clockwise. */
static const int8_t step_x[8] = {-1, 0, 1, 1, 1, 0, -1, -1};
static const int8_t step_y[8] = {1, 1, 1, 0, -1, -1, -1, 0};

void mill_point_place(int point, int variant, int *x, int *y)
{
    int rings = mill_rings(variant), half = rings - (point >> 3);
    *x = rings + half * step_x[point & 7];
    *y = rings + half * step_y[point & 7];
}

int mill_point_at(int x, int y, int variant)
{
    for (int point = 0; point < 8 * mill_rings(variant); point++) {
        int point_x, point_y;
        mill_point_place(point, variant, &point_x, &point_y);
        if (point_x == x && point_y == y)
            return point;
    }
    return -1;
}

void mill_point_write(int point, int variant, struct text *text)
{
    int x, y;
    mill_point_place(point, variant, &x, &y);
    text_print(text, "%c%d", 'a' + x, y + 1);
}

/* Two letters and a zero byte, for messages. */
struct name {
    char letters[4];
};

static struct name name_of(int point, int variant)
{
    struct name name;
    struct text text;
    text_init(&text, name.letters, sizeof name.letters);
    mill_point_write(point, variant, &text);
    return name;
}

/* The points in reading order, from the top left. */
static void reading_order(int variant, int order[MILL_POINTS_MAX])
{
    int size = 2 * mill_rings(variant) + 1, count = 0;
    for (int y = size - 1; y >= 0; y--)
        for (int x = 0; x < size; x++) {
            int point = mill_point_at(x, y, variant);
            if (point >= 0)
                order[count++] = point;
        }
}

void mill_position_write(const struct game_setup *setup, const void *position, struct text *text)
{
    const struct mill *board = position;
    int variant = setup->option[MILL_OPTION_VARIANT], order[MILL_POINTS_MAX];
    reading_order(variant, order);
    for (int i = 0; i < 8 * mill_rings(variant); i++) {
        uint32_t point = (uint32_t)bit(order[i]);
        text_add_char(text, board->men[0] & point ? 'w' : board->men[1] & point ? 'b' : '.');
    }
    text_print(text, " %c %d %d %d", "wb"[board->side], board -> hand[0], board -> hand[1],
               board -> quiet);
}

void mill_arranged(const struct game_setup *setup, const struct game_arrangement *arrangement,
                   struct text *text)
{
    int variant = setup->option[MILL_OPTION_VARIANT], order[MILL_POINTS_MAX];
    reading_order(variant, order);
    for (int i = 0; i < 8 * mill_rings(variant); i++) {
        const struct game_content *here = &arrangement->contents[order[i]];
        text_add_char(text, !here->height ? '.' : "wb"[here->piece[0]]);
    }
    text_print(text, " %c %d %d 0", "wb"[arrangement->side], (int)arrangement -> counts[0],
               (int)arrangement -> counts[1]);
}

/* Whether the numbers of men could have come from play. `lost` of a side are the men it has
   neither on the board nor in hand. */
static bool numbers_possible(const struct mill *board, int variant, struct error *error)
{
    static const char *const names[2] = {"white", "black"};
    int men = mill_men(variant), placed[2], lost[2];
    for (int side = 0; side < 2; side++) {
        int on_board = bits_count(board->men[side]), hand = board->hand[side];
        if (on_board + hand > men)
            return error_set(error,
                             "%s has %d men on the board and %d in hand: more than the %d that "
                             "each side begins with",
                             names[side], on_board, hand, men);
        placed[side] = men - hand;
        lost[side] = placed[side] - on_board;
    }
    bool in_hand = board->hand[0] || board->hand[1];
    for (int side = 0; side < 2; side++) {
        int taker_placed = placed[!side];
        bool only_placed = in_hand && !mill_moves_early(variant);
        if (lost[side] && (taker_placed < 3 || (only_placed && lost[side] > taker_placed - 2)))
            return error_set(error,
                             "%s has lost men (%d), but %s has placed only %d and cannot have "
                             "closed so many mills",
                             names[side], lost[side], names[!side], taker_placed);
        int left = men - lost[side], least = side == board->side ? 2 : 3;
        if (left < least)
            return error_set(error,
                             "men left to %s: %d; the game ends as soon as a side has two, which "
                             "is then to move, so only that side can have fewer than three",
                             names[side], left);
    }
    return true;
}

/* Whether men in hand, side to move and quiet plies go together. */
static bool turn_possible(const struct mill *board, struct mill_rules rules, struct error *error)
{
    int white = board->hand[0], black = board->hand[1], men = mill_men(rules.variant);
    bool lasker = mill_moves_early(rules.variant);
    bool fits = lasker ? white == men   ? black == men && !board->side
                         : black == men ? white == men - 1 && board->side
                                        : true
                       : (!white && !black) || black - white == board->side;
    if (!fits)
        return error_set(error,
                         "white has %d men in hand and black %d with %s to move: white begins%s",
                         white, black, board->side ? "black" : "white",
                         lasker ? " and both sides' first moves are placements"
                                : ", and the sides place their men in turn");
    if (board->quiet && (lasker ? white == men || black == men : white || black))
        return error_set(error,
                         "%d plies since the last capture or placement: nothing but placements "
                         "has been possible so far, so it must be 0",
                         board->quiet);
    return true;
}

static bool skip_blanks(struct reader *reader, struct error *error)
{
    if (reader_peek(reader) != ' ')
        return reader_fail(reader, "a space", error);
    while (reader_peek(reader) == ' ')
        reader_skip(reader);
    return true;
}

static bool read_number(struct reader *reader, const char *what, int most, uint8_t *number,
                        struct error *error)
{
    int64_t value;
    if (!skip_blanks(reader, error) || !reader_number(reader, what, 0, most, &value, error))
        return false;
    *number = (uint8_t)value;
    return true;
}

static bool read_side(struct reader *reader, uint8_t *side, struct error *error)
{
    if (!skip_blanks(reader, error))
        return false;
    char c = text_lower(reader_peek(reader));
    if (c != 'w' && c != 'b')
        return reader_fail(reader, "the side to move, \"w\" or \"b\"", error);
    reader_skip(reader);
    *side = c == 'b';
    return true;
}

static int quiet_most(struct mill_rules rules)
{
    return rules.draws ? MILL_QUIET_LIMIT : MILL_QUIET_MOST;
}

static bool read_own(struct reader *reader, struct mill_rules rules, struct mill *board,
                     struct error *error)
{
    int order[MILL_POINTS_MAX], count = 8 * mill_rings(rules.variant);
    reading_order(rules.variant, order);
    for (int i = 0; i < count; i++) {
        char c = text_lower(reader_peek(reader));
        if (c == 'w' || c == 'b')
            board->men[c == 'b'] |= (uint32_t)bit(order[i]);
        else if (c != '.')
            return reader_fail(reader,
                               count == 16 ? "one of 16 points, \".\", \"w\" or \"b\""
                                           : "one of 24 points, \".\", \"w\" or \"b\"",
                               error);
        reader_skip(reader);
    }
    int men = mill_men(rules.variant);
    return read_side(reader, &board->side, error) &&
           read_number(reader, "white's men in hand", men, &board->hand[0], error) &&
           read_number(reader, "black's men in hand", men, &board->hand[1], error) &&
           read_number(reader, "plies since the last capture or placement", quiet_most(rules),
                       &board->quiet, error);
}

static bool read_sanmill_men(struct reader *reader, struct mill *board, struct error *error)
{
    for (int ring = 2; ring >= 0; ring--) {
        for (int i = 1; i <= 8; i++) {
            char c = reader_peek(reader);
            if (c == 'O' || c == '@')
                board->men[c == '@'] |= (uint32_t)bit(8 * ring + (i & 7));
            else if (c == 'X')
                return reader_fail(reader, "no banned point, which these rules do not have", error);
            else if (c != '*')
                return reader_fail(reader, "one of 8 points of a ring, \"*\", \"O\" or \"@\"",
                                   error);
            reader_skip(reader);
        }
        if (ring && reader_peek(reader) != '/')
            return reader_fail(reader, "\"/\" after a ring", error);
        if (ring)
            reader_skip(reader);
    }
    return true;
}

static bool read_sanmill_letter(struct reader *reader, const char *allowed, const char *what,
                                char *letter, struct error *error)
{
    if (!skip_blanks(reader, error))
        return false;
    char c = reader_peek(reader);
    for (; *allowed; allowed++)
        if (c == *allowed) {
            *letter = c;
            reader_skip(reader);
            return true;
        }
    return reader_fail(reader, what, error);
}

/* The numbers after the counts of men: see the top of this file for the forms there are. */
static bool read_sanmill_tail(struct reader *reader, struct mill_rules rules, struct mill *board,
                              struct error *error)
{
    int64_t number[10];
    int count = 0;
    for (;;) {
        while (reader_peek(reader) == ' ')
            reader_skip(reader);
        char c = reader_peek(reader);
        if (count == 10 || !(text_is_digit(c) || c == '-'))
            break;
        if (!reader_number(reader, "a number", -1, INT64_MAX, &number[count++], error))
            return false;
    }
    while (reader_peek(reader) >= 'a' && reader_peek(reader) <= 'z') { /* labelled fields */
        while (reader_peek(reader) > ' ')
            reader_skip(reader);
        while (reader_peek(reader) == ' ')
            reader_skip(reader);
    }
    int quiet = count == 3 ? 1 : count == 4 ? 2 : count == 8 || count == 9 ? 7 : -1;
    if (quiet < 0 && count != 2)
        return error_set(error,
                         "a Sanmill FEN has 2, 3, 4 or 9 numbers after the counts of men, found "
                         "%d",
                         count);
    if (number[0] || (count != 3 && number[1]))
        return error_set(error, "a man is still to be removed: here a capture is part of its move, "
                                "so give the position before the mill was closed or after the "
                                "capture");
    if (quiet >= 0 && (number[quiet] < 0 || number[quiet] > quiet_most(rules)))
        return error_set(error, "expected 0 to %d plies since the last capture, found %lld",
                         quiet_most(rules), (long long)number[quiet]);
    board->quiet = (uint8_t)(quiet < 0 ? 0 : number[quiet]);
    return true;
}

static bool read_sanmill(struct reader *reader, struct mill_rules rules, struct mill *board,
                         struct error *error)
{
    char phase = 0, action = 0;
    uint8_t on_board[2];
    if (mill_rings(rules.variant) != 3)
        return error_set(error, "Sanmill's FEN describes three rings, variant=six has two");
    if (!read_sanmill_men(reader, board, error) || !read_side(reader, &board->side, error) ||
        !read_sanmill_letter(reader, "nrpmo", "the phase: n, r, p, m or o", &phase, error) ||
        !read_sanmill_letter(reader, "psr?", "the action: p, s, r or ?", &action, error))
        return false;
    for (int side = 0; side < 2; side++)
        if (!read_number(reader, side ? "black's men on board" : "white's men on board", 24,
                         &on_board[side], error) ||
            !read_number(reader, side ? "black's men in hand" : "white's men in hand", 24,
                         &board->hand[side], error))
            return false;
    if (!read_sanmill_tail(reader, rules, board, error))
        return false;
    if (action == 'r')
        return error_set(error, "the action is \"r\": a man is still to be removed, but here a "
                                "capture is part of its move, so give the position before or "
                                "after");
    for (int side = 0; side < 2; side++)
        if (on_board[side] != bits_count(board->men[side]))
            return error_set(error, "%s should have %d men on the board, but %d are drawn",
                             side ? "black" : "white", on_board[side],
                             bits_count(board->men[side]));
    return true;
}

bool mill_position_read(const struct game_setup *setup, const char *text, size_t length,
                        void *position, struct error *error)
{
    struct mill_rules rules = mill_rules_of(setup);
    struct mill board = {0};
    struct reader reader;
    reader_init(&reader, text, length);
    bool sanmill = length > 8 && text[8] == '/';
    if (!(sanmill ? read_sanmill : read_own)(&reader, rules, &board, error))
        return false;
    if (!reader_at_end(&reader))
        return reader_fail(&reader, "the end of the position", error);
    if (!numbers_possible(&board, rules.variant, error) || !turn_possible(&board, rules, error))
        return false;
    *(struct mill *)position = board;
    return true;
}

void mill_move_write(const struct game_setup *setup, const void *position, uint32_t move,
                     struct text *text)
{
    (void)position;
    int variant = setup->option[MILL_OPTION_VARIANT];
    if (mill_move_from(move) != MILL_NOWHERE) {
        mill_point_write(mill_move_from(move), variant, text);
        text_add_char(text, '-');
    }
    mill_point_write(mill_move_to(move), variant, text);
    if (mill_move_captured(move) != MILL_NOWHERE) {
        text_add_char(text, 'x');
        mill_point_write(mill_move_captured(move), variant, text);
    }
}

/* A point's name at text[*at]; moves *at on. */
static bool read_point(const char *text, size_t length, size_t *at, int variant, int *point,
                       struct error *error)
{
    *point = -1;
    if (*at + 2 <= length)
        *point = mill_point_at(text_lower(text[*at]) - 'a', text[*at + 1] - '1', variant);
    if (*point < 0)
        return error_set(error, "expected a point of the board such as %s, found \"%.*s\"",
                         variant == MILL_SIX ? "a1 or c5" : "a1 or d7",
                         text_printable(text + *at, length - *at, 8), text + *at);
    *at += 2;
    return true;
}

/* Why the man may not get to its target; true when it may. */
static bool way_possible(const struct mill *board, struct mill_rules rules, int from, int to,
                         struct error *error)
{
    int side = board->side, variant = rules.variant;
    uint32_t target = (uint32_t)bit(to), origin = (uint32_t)bit(from);
    const char *mover = side ? "black" : "white";
    if ((board->men[0] | board->men[1]) & target)
        return error_set(error, "%s is occupied", name_of(to, variant).letters);
    if (from == MILL_NOWHERE) {
        if (!board->hand[side])
            return error_set(error, "%s has no men in hand: a move needs its origin, as in %s-%s",
                             mover, variant == MILL_SIX ? "c4" : "d2",
                             variant == MILL_SIX ? "c5" : "d3");
        return true;
    }
    if (board->hand[side] && !mill_moves_early(variant))
        return error_set(error, "%s still has men to place and may not move one yet", mover);
    if (!(board->men[side] & origin))
        return error_set(error, "%s has no man on %s", mover, name_of(from, variant).letters);
    if (!mill_flies(board, rules) && !(mill_reach(origin, variant) & target))
        return error_set(error, "%s is not next to %s", name_of(to, variant).letters,
                         name_of(from, variant).letters);
    return true;
}

/* Why this capture does not go with the move; true when it does. */
static bool capture_possible(const struct mill *board, struct mill_rules rules, int from, int to,
                             int captured, struct error *error)
{
    int side = board->side, variant = rules.variant;
    uint32_t origin = from == MILL_NOWHERE ? 0 : (uint32_t)bit(from);
    bool closes = mill_closing(board->men[side] & ~origin, variant) >> to & 1;
    uint32_t theirs = board->men[!side], takeable = closes ? mill_takeable(theirs, rules) : 0;
    struct name target = name_of(to, variant);
    if (captured == MILL_NOWHERE) {
        if (!takeable)
            return true;
        return error_set(error, "%s closes a mill: name the man to take, as in x%s", target.letters,
                         name_of(bits_first(takeable), variant).letters);
    }
    struct name victim = name_of(captured, variant);
    if (!closes)
        return error_set(error, "%s closes no mill, so nothing is taken", target.letters);
    if (!takeable)
        return error_set(error, "nothing can be taken: all opposing men stand in mills");
    if (!(theirs & bit(captured)))
        return error_set(error, "no opposing man stands on %s", victim.letters);
    if (!(takeable & bit(captured)))
        return error_set(error, "the man on %s stands in a mill and others do not", victim.letters);
    return true;
}

size_t mill_move_read(const struct game_setup *setup, const void *position, const char *text,
                      size_t length, uint32_t *move, struct error *error)
{
    const struct mill *board = position;
    struct mill_rules rules = mill_rules_of(setup);
    size_t at = 0;
    int from = MILL_NOWHERE, to, captured = MILL_NOWHERE;
    if (!read_point(text, length, &at, rules.variant, &to, error))
        return 0;
    if (at < length && text[at] == '-') {
        at++;
        from = to;
        if (!read_point(text, length, &at, rules.variant, &to, error))
            return 0;
    }
    if (at < length && text_lower(text[at]) == 'x') {
        at++;
        if (!read_point(text, length, &at, rules.variant, &captured, error))
            return 0;
    }
    if (mill_lost(board, rules) || mill_drawn(board, rules))
        return error_set(error, "\"%.*s\" comes after the end of the game", (int)at, text);
    if (!way_possible(board, rules, from, to, error) ||
        !capture_possible(board, rules, from, to, captured, error))
        return 0;
    *move = mill_move(from, to, captured);
    return at;
}
