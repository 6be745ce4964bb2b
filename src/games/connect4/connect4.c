/* Connect Four's entry in the table of games: options, rules by way of connect4.h, notation, and
   what front ends need. A position read from text must be one that play can reach as far as
   gravity, disc counts and finished fours tell. perft and playout have loops of their own on
   bitboards, since benchmarks and tests call them millions of times. */
#include "games/connect4/connect4.h"

#include "base/hash.h"
#include "base/memory.h"

static const struct game_option options[] = {
    [CONNECT4_OPTION_WIDTH] = {"width", "columns of the board", 3, 16, CONNECT4_WIDTH, NULL},
    [CONNECT4_OPTION_HEIGHT] = {"height", "rows of the board", 3, 15, CONNECT4_HEIGHT, NULL},
};

static int width_of(const struct game_setup *setup)
{
    return setup->option[CONNECT4_OPTION_WIDTH];
}

static int height_of(const struct game_setup *setup)
{
    return setup->option[CONNECT4_OPTION_HEIGHT];
}

static uint64_t landings_of(const struct game_setup *setup, const struct connect4 *board)
{
    int width = width_of(setup), height = height_of(setup);
    return connect4_landings(board->filled, connect4_bottom(width, height),
                             connect4_cells(width, height));
}

static bool setup_valid(const struct game_setup *setup, struct error *error)
{
    int width = width_of(setup), height = height_of(setup);
    if (width * (height + 1) <= 64)
        return true;
    return error_set(error,
                     "a board of %d columns and %d rows is too large: width * (height + 1) may be "
                     "at most 64, here it is %d",
                     width, height, width * (height + 1));
}

static size_t position_size(const struct game_setup *setup)
{
    (void)setup;
    return sizeof(struct connect4);
}

static void start(const struct game_setup *setup, void *position)
{
    (void)setup;
    *(struct connect4 *)position = (struct connect4){0, 0};
}

static int legal_moves(const struct game_setup *setup, const void *position, uint32_t *moves)
{
    const struct connect4 *board = position;
    if (connect4_lost(board, height_of(setup)))
        return 0;
    int count = 0;
    for (uint64_t landings = landings_of(setup, board); landings;)
        moves[count++] = (uint32_t)(bits_pop(&landings) / (height_of(setup) + 1));
    return count;
}

static void play(const struct game_setup *setup, void *position, uint32_t move)
{
    struct connect4 *board = position;
    connect4_drop(board, landings_of(setup, board) & connect4_column((int)move, height_of(setup)));
}

static uint32_t move_limit(const struct game_setup *setup)
{
    return (uint32_t)width_of(setup);
}

static int side_to_move(const struct game_setup *setup, const void *position)
{
    (void)setup;
    return connect4_side_to_move(position);
}

static bool result(const struct game_setup *setup, const void *position, struct game_result *result)
{
    const struct connect4 *board = position;
    if (connect4_lost(board, height_of(setup))) {
        bool first_won = connect4_side_to_move(board) == 1;
        *result = (struct game_result){first_won ? 2 : 0, first_won ? 1 : -1};
        return true;
    }
    *result = (struct game_result){1, 0};
    return landings_of(setup, board) == 0;
}

static uint64_t hash(const struct game_setup *setup, const void *position)
{
    (void)setup;
    const struct connect4 *board = position;
    return hash_pair(board->mine, board->filled);
}

/* Rows from the top, "x" for the first player; whose turn it is follows from the counts. */
static void position_write(const struct game_setup *setup, const void *position, struct text *text)
{
    const struct connect4 *board = position;
    int width = width_of(setup), height = height_of(setup);
    uint64_t first = connect4_side_to_move(board) == 0 ? board->mine : board->mine ^ board->filled;
    for (int row = height - 1; row >= 0; row--) {
        for (int column = 0; column < width; column++) {
            uint64_t cell = bit(column * (height + 1) + row);
            text_add_char(text, first & cell ? 'x' : board->filled & cell ? 'o' : '.');
        }
        if (row > 0)
            text_add_char(text, '/');
    }
}

/* The discs of both sides from rows of text; only the form is judged here. */
static bool read_discs(const struct game_setup *setup, const char *text, size_t length,
                       uint64_t discs[2], struct error *error)
{
    int width = width_of(setup), height = height_of(setup);
    size_t at = 0;
    for (int row = height - 1; row >= 0; row--) {
        for (int column = 0; column <= width; column++, at++) {
            bool row_end = column == width;
            char c = at < length ? text[at] : 0;
            if (row_end && row == 0)
                break;
            if (row_end ? c == '/' : c == '.' || c == 'x' || c == 'o') {
                if (c == 'x' || c == 'o')
                    discs[c == 'o'] |= bit(column * (height + 1) + row);
                continue;
            }
            const char *wanted = row_end ? "\"/\" after a row" : "\".\", \"x\" or \"o\"";
            if (at >= length)
                return error_set(error,
                                 "column %zu: expected %s, found the end: a board has %d "
                                 "rows of %d cells, from the top",
                                 at + 1, wanted, height, width);
            if (!text_printable(text + at, 1, 1))
                return error_set(error, "column %zu: expected %s, found byte 0x%x", at + 1, wanted,
                                 (unsigned)(unsigned char)text[at]);
            return error_set(error, "column %zu: expected %s, found \"%.*s\"", at + 1, wanted,
                             text_printable(text + at, length - at, 8), text + at);
        }
    }
    if (at < length)
        return error_set(error, "column %zu: expected the end of the board, found \"%.*s\"", at + 1,
                         text_printable(text + at, length - at, 8), text + at);
    return true;
}

/* Whether discs that are well formed could have come from play. */
static bool discs_possible(const struct game_setup *setup, const uint64_t discs[2],
                           struct error *error)
{
    int width = width_of(setup), height = height_of(setup);
    uint64_t filled = discs[0] | discs[1];
    uint64_t floating = ~filled & (filled >> 1) & connect4_cells(width, height);
    if (floating) {
        int cell = bits_first(floating);
        return error_set(error, "column %d has a disc that floats: row %d below it is empty",
                         cell / (height + 1) + 1, cell % (height + 1) + 1);
    }
    int first = bits_count(discs[0]), second = bits_count(discs[1]);
    if (first != second && first != second + 1)
        return error_set(error,
                         "%d discs of x and %d of o: x begins, so it has as many as o or one more",
                         first, second);
    bool four[2] = {connect4_has_four(discs[0], height), connect4_has_four(discs[1], height)};
    int moved_last = first == second;
    if (four[!moved_last])
        return error_set(error, "%s has four in a row, but %s moved after that",
                         moved_last ? "x" : "o", moved_last ? "o" : "x");
    return true;
}

static bool position_read(const struct game_setup *setup, const char *text, size_t length,
                          void *position, struct error *error)
{
    uint64_t discs[2] = {0, 0};
    if (!read_discs(setup, text, length, discs, error) || !discs_possible(setup, discs, error))
        return false;
    bool second_to_move = bits_count(discs[0]) > bits_count(discs[1]);
    *(struct connect4 *)position = (struct connect4){discs[second_to_move], discs[0] | discs[1]};
    return true;
}

/* Columns 1..9, then a, b, c ... on wider boards. */
static void move_write(const struct game_setup *setup, const void *position, uint32_t move,
                       struct text *text)
{
    (void)setup, (void)position;
    text_add_char(text, "123456789abcdefg"[move]);
}

static size_t move_read(const struct game_setup *setup, const void *position, const char *text,
                        size_t length, uint32_t *move, struct error *error)
{
    char c = length ? text_lower(text[0]) : 0;
    int column = c >= '1' && c <= '9' ? c - '1' : c >= 'a' && c <= 'g' ? c - 'a' + 9 : -1;
    int width = width_of(setup);
    if (column < 0 || column >= width)
        return error_set(error, "expected a column from 1 to %d, found \"%.*s\"", width,
                         text_printable(text, length, 8), text);
    struct game_result ended;
    if (result(setup, position, &ended))
        return error_set(error, "\"%c\" comes after the end of the game", c);
    if (!(landings_of(setup, position) & connect4_column(column, height_of(setup))))
        return error_set(error, "column %c is full", c);
    *move = (uint32_t)column;
    return 1;
}

static int symmetry_count(const struct game_setup *setup)
{
    (void)setup;
    return 2;
}

static uint64_t mirrored(uint64_t set, int width, int height)
{
    uint64_t mirror = 0, column = (UINT64_C(1) << (height + 1)) - 1;
    for (int i = 0; i < width; i++)
        mirror |= ((set >> i * (height + 1)) & column) << (width - 1 - i) * (height + 1);
    return mirror;
}

static void transform(const struct game_setup *setup, int symmetry, const void *from, void *to)
{
    struct connect4 board = *(const struct connect4 *)from;
    if (symmetry) {
        board.mine = mirrored(board.mine, width_of(setup), height_of(setup));
        board.filled = mirrored(board.filled, width_of(setup), height_of(setup));
    }
    *(struct connect4 *)to = board;
}

static uint32_t transform_move(const struct game_setup *setup, int symmetry, uint32_t move)
{
    return symmetry ? (uint32_t)width_of(setup) - 1 - move : move;
}

static int place_count(const struct game_setup *setup)
{
    return width_of(setup) * height_of(setup);
}

/* Places are numbered row by row from the bottom left. */
static void place(const struct game_setup *setup, int index, struct game_place *place)
{
    *place = (struct game_place){.x = (int16_t)(index % width_of(setup)),
                                 .y = (int16_t)(index / width_of(setup))};
    struct text name;
    text_init(&name, place->name, sizeof place->name);
    text_print(&name, "%c%d", 'a' + place->x, place->y + 1);
}

static void content(const struct game_setup *setup, const void *position, int index,
                    struct game_content *content)
{
    const struct connect4 *board = position;
    int width = width_of(setup), height = height_of(setup);
    uint64_t cell = bit(index % width * (height + 1) + index / width);
    *content = (struct game_content){0};
    if (board->filled & cell) {
        content->height = 1;
        bool mine = board->mine & cell;
        content->piece[0] = (uint8_t)(connect4_side_to_move(board) ^ !mine);
    }
}

static int move_steps(const struct game_setup *setup, const void *position, uint32_t move,
                      struct game_step *steps)
{
    int width = width_of(setup), height = height_of(setup);
    uint64_t landing = landings_of(setup, position) & connect4_column((int)move, height);
    int row = bits_first(landing) % (height + 1);
    steps[0] = (struct game_step){(uint16_t)(row * width + (int)move), 0, GAME_TOUCH_PUT};
    return 1;
}

static int counts(const struct game_setup *setup, const void *position, struct game_count *counts)
{
    const struct connect4 *board = position;
    int discs = bits_count(board->filled);
    counts[0] =
        (struct game_count){.name = "discs left", .side = -1, .value = place_count(setup) - discs};
    return 1;
}

static int made(const struct game_setup *setup, const void *before, uint32_t move, uint16_t *places)
{
    struct connect4 board = *(const struct connect4 *)before;
    int width = width_of(setup), height = height_of(setup), count = 0;
    const int directions[] = {1, height, height + 1, height + 2};
    connect4_drop(&board, landings_of(setup, &board) & connect4_column((int)move, height));
    uint64_t discs = board.mine ^ board.filled, fours = 0;
    for (int i = 0; i < 4; i++) {
        int step = directions[i];
        uint64_t pairs = discs & (discs >> step), first = pairs & (pairs >> 2 * step);
        fours |= first | first << step | first << 2 * step | first << 3 * step;
    }
    for (; fours; fours &= fours - 1) {
        int cell = bits_first(fours);
        places[count++] = (uint16_t)(cell % (height + 1) * width + cell / (height + 1));
    }
    return count;
}

static void arranged(const struct game_setup *setup, const struct game_arrangement *arrangement,
                     struct text *text)
{
    int width = width_of(setup), height = height_of(setup);
    for (int row = height - 1; row >= 0; row--) {
        for (int column = 0; column < width; column++) {
            const struct game_content *here = &arrangement->contents[row * width + column];
            text_add_char(text, !here->height ? '.' : here->piece[0] ? 'o' : 'x');
        }
        if (row > 0)
            text_add_char(text, '/');
    }
}

struct sized { /* what a board size needs again and again */
    uint64_t bottom, cells;
    int height;
};

static uint64_t perft_walk(const struct sized *size, struct connect4 board, int depth)
{
    if (connect4_lost(&board, size->height))
        return 0;
    uint64_t landings = connect4_landings(board.filled, size->bottom, size->cells);
    if (depth == 1)
        return (uint64_t)bits_count(landings);
    uint64_t leaves = 0;
    for (; landings; landings = bits_without_lowest(landings)) {
        struct connect4 next = board;
        connect4_drop(&next, bits_lowest(landings));
        leaves += perft_walk(size, next, depth - 1);
    }
    return leaves;
}

static struct sized sized(const struct game_setup *setup)
{
    int width = width_of(setup), height = height_of(setup);
    return (struct sized){connect4_bottom(width, height), connect4_cells(width, height), height};
}

static uint64_t perft(const struct game_setup *setup, const void *position, int depth)
{
    struct sized size = sized(setup);
    return depth == 0 ? 1 : perft_walk(&size, *(const struct connect4 *)position, depth);
}

static int playout(const struct game_setup *setup, void *position, struct random *random)
{
    struct sized size = sized(setup);
    struct connect4 board = *(struct connect4 *)position;
    int plies = 0;
    while (!connect4_lost(&board, size.height)) {
        uint64_t landings = connect4_landings(board.filled, size.bottom, size.cells);
        if (!landings)
            break;
        for (uint32_t skip = random_below(random, (uint32_t)bits_count(landings)); skip; skip--)
            landings = bits_without_lowest(landings);
        connect4_drop(&board, bits_lowest(landings));
        plies++;
    }
    *(struct connect4 *)position = board;
    return plies;
}

const struct game game_connect4 = {
    .name = "connect4",
    .title = "Connect Four",
    .summary = "Drop discs into a rack; four in a row wins.",
    .rules = "Two players take turns to drop a disc into one of the columns; it falls to\n"
             "the lowest free cell. The first to have four discs in a row, vertically,\n"
             "horizontally or diagonally, wins. A full board without four is a draw.\n",
    .notation = "a move is a column: 4; a game is the columns in turn: 4453;\n"
                "a position is the rows from the top, x begins:\n"
                "......./......./......./......./...o.../...x...",
    .players = 2,
    .side = {"first", "second"},
    .colour = {"Yellow", "Red"},
    .board = GAME_BOARD_RACK,
    .options = options,
    .option_count = 2,
    .pass = GAME_NO_MOVE,
    .setup_valid = setup_valid,
    .position_size = position_size,
    .start = start,
    .legal_moves = legal_moves,
    .play = play,
    .move_limit = move_limit,
    .side_to_move = side_to_move,
    .result = result,
    .hash = hash,
    .position_write = position_write,
    .position_read = position_read,
    .move_write = move_write,
    .move_read = move_read,
    .symmetry_count = symmetry_count,
    .transform = transform,
    .transform_move = transform_move,
    .place_count = place_count,
    .place = place,
    .content = content,
    .move_steps = move_steps,
    .counts = counts,
    .made = made,
    .arranged = arranged,
    .perft = perft,
    .playout = playout,
};
