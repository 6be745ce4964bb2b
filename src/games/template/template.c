/* The smallest complete game, three in a row, as a pattern for new ones; docs/adding-a-game.md
   goes through it member by member. It does everything a game must do in the simplest way and
   nothing it need not. */
#include "games/template/template.h"

#include "base/hash.h"

#define SIDE 3
#define CELLS (SIDE * SIDE)

static const char *const goals[] = {"win", "avoid"};

static const struct game_option options[] = {
    [TEMPLATE_OPTION_GOAL] = {"goal", "three in a row wins, or loses", TEMPLATE_GOAL_WIN,
                              TEMPLATE_GOAL_AVOID, TEMPLATE_GOAL_WIN, goals},
};

static bool setup_valid(const struct game_setup *setup, struct error *error)
{
    (void)setup, (void)error;
    return true;
}

static size_t position_size(const struct game_setup *setup)
{
    (void)setup;
    return sizeof(struct template_board);
}

static void start(const struct game_setup *setup, void *position)
{
    (void)setup;
    *(struct template_board *)position = (struct template_board){{0, 0}};
}

static int legal_moves(const struct game_setup *setup, const void *position, uint32_t *moves)
{
    (void)setup;
    const struct template_board *board = position;
    if (template_owner_of_row(board) >= 0)
        return 0;
    int count = 0;
    for (uint64_t cells = template_free(board); cells;)
        moves[count++] = (uint32_t)bits_pop(&cells);
    return count;
}

static uint32_t move_limit(const struct game_setup *setup)
{
    (void)setup;
    return 9;
}

static int side_to_move(const struct game_setup *setup, const void *position)
{
    (void)setup;
    return template_side_to_move(position);
}

static void play(const struct game_setup *setup, void *position, uint32_t move)
{
    struct template_board *board = position;
    board->marks[side_to_move(setup, board)] |= (uint16_t)bit((int)move);
}

static bool result(const struct game_setup *setup, const void *position, struct game_result *result)
{
    const struct template_board *board = position;
    int owner = template_owner_of_row(board);
    if (owner < 0) {
        *result = (struct game_result){.half_points = 1, .score = 0};
        return template_free(board) == 0;
    }
    bool first_won = (owner == 0) == (setup->option[TEMPLATE_OPTION_GOAL] == TEMPLATE_GOAL_WIN);
    *result = (struct game_result){first_won ? 2 : 0, first_won ? 1 : -1};
    return true;
}

static uint64_t hash(const struct game_setup *setup, const void *position)
{
    (void)setup;
    const struct template_board *board = position;
    return hash_pair(board->marks[0], board->marks[1]);
}

/* Nine characters, the top row first: "x" for the first player. */
static void position_write(const struct game_setup *setup, const void *position, struct text *text)
{
    (void)setup;
    const struct template_board *board = position;
    for (int i = 0; i < CELLS; i++) {
        uint64_t cell = bit(CELLS - SIDE - i / SIDE * SIDE + i % SIDE);
        text_add_char(text, board->marks[0] & cell ? 'x' : board->marks[1] & cell ? 'o' : '.');
    }
}

static bool position_read(const struct game_setup *setup, const char *text, size_t length,
                          void *position, struct error *error)
{
    (void)setup;
    struct template_board board = {{0, 0}};
    if (length != CELLS)
        return error_set(error, "expected 9 cells from the top left, found %zu characters", length);
    for (int i = 0; i < CELLS; i++) {
        uint64_t cell = bit(CELLS - SIDE - i / SIDE * SIDE + i % SIDE);
        if (text[i] == 'x' || text[i] == 'o')
            board.marks[text[i] == 'o'] |= (uint16_t)cell;
        else if (text[i] != '.')
            return error_set(error, "column %d: expected \".\", \"x\" or \"o\", found \"%.*s\"",
                             i + 1, text_printable(text + i, length - (size_t)i, 8), text + i);
    }
    int ahead = bits_count(board.marks[0]) - bits_count(board.marks[1]);
    if (ahead != 0 && ahead != 1)
        return error_set(error, "x begins, so it has as many marks as o or one more");
    if (template_has_row(board.marks[ahead == 0 ? 0 : 1]))
        return error_set(error, "a row of three was there before the last mark");
    *(struct template_board *)position = board;
    return true;
}

static void move_write(const struct game_setup *setup, const void *position, uint32_t move,
                       struct text *text)
{
    (void)setup, (void)position;
    text_print(text, "%c%c", "abc"[move % SIDE], "123"[move / SIDE]);
}

static size_t move_read(const struct game_setup *setup, const void *position, const char *text,
                        size_t length, uint32_t *move, struct error *error)
{
    if (length < 2 || text[0] < 'a' || text[0] > 'c' || text[1] < '1' || text[1] > '3')
        return error_set(error, "expected a cell from a1 to c3, found \"%.*s\"",
                         text_printable(text, length, 8), text);
    *move = (uint32_t)((text[1] - '1') * SIDE + text[0] - 'a');
    if (!game_is_legal(&game_template, setup, position, *move))
        return error_set(error, "%.*s is taken, or the game is over", 2, text);
    return 2;
}

static int symmetry_count(const struct game_setup *setup)
{
    (void)setup;
    return 8;
}

/* Bit 0 of the number mirrors left and right, bit 1 turns upside down, bit 2 swaps the axes. */
static uint32_t transform_move(const struct game_setup *setup, int symmetry, uint32_t move)
{
    (void)setup;
    uint32_t x = move % SIDE, y = move / SIDE;
    if (symmetry & 1)
        x = SIDE - 1 - x;
    if (symmetry & 2)
        y = SIDE - 1 - y;
    return symmetry & 4 ? x * SIDE + y : y * SIDE + x;
}

static void transform(const struct game_setup *setup, int symmetry, const void *from, void *to)
{
    const struct template_board *old = from;
    struct template_board board = {{0, 0}};
    for (int side = 0; side < 2; side++)
        for (uint64_t cells = old->marks[side]; cells;) {
            uint32_t cell = transform_move(setup, symmetry, (uint32_t)bits_pop(&cells));
            board.marks[side] |= (uint16_t)bit((int)cell);
        }
    *(struct template_board *)to = board;
}

static int place_count(const struct game_setup *setup)
{
    (void)setup;
    return CELLS;
}

static void place(const struct game_setup *setup, int index, struct game_place *place)
{
    *place = (struct game_place){.x = (int16_t)(index % SIDE), .y = (int16_t)(index / SIDE)};
    struct text name;
    text_init(&name, place->name, sizeof place->name);
    move_write(setup, NULL, (uint32_t)index, &name);
}

static void content(const struct game_setup *setup, const void *position, int index,
                    struct game_content *content)
{
    (void)setup;
    const struct template_board *board = position;
    *content = (struct game_content){0};
    for (int side = 0; side < 2; side++)
        if (board->marks[side] & bit(index)) {
            content->height = 1;
            content->piece[0] = (uint8_t)side;
        }
}

static int move_steps(const struct game_setup *setup, const void *position, uint32_t move,
                      struct game_step *steps)
{
    (void)setup, (void)position;
    steps[0] = (struct game_step){.place = (uint16_t)move, .touch = GAME_TOUCH_PUT};
    return 1;
}

const struct game game_template = {
    .name = "template",
    .title = "Three in a Row",
    .summary = "Mark cells in turn; three in a row win.",
    .rules = "Two players take turns to mark a free cell of a board of three by three.\n"
             "Three marks of one player in a row, across, down or diagonally, win the game\n"
             "(goal=avoid: lose it). A full board without a row is a draw.\n",
    .notation = "a move is a cell: b2; a position is the nine cells from the top left,\n"
                "x begins: o...x....",
    .players = 2,
    .side = {"x", "o"},
    .colour = {"First", "Second"},
    .board = GAME_BOARD_SQUARES,
    .options = options,
    .option_count = 1,
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
};
