/* Byte's entry in the table of games: options, start, rules by way of byte.h, and what front
   ends need to draw and describe a position. Nothing here is fast; searches use the inline
   functions of byte.h directly.

   The keys of the hash are made by the preprocessor from hash_mix, so they are constant data. A
   position's hash is a sum of stack times key over the squares, and so changes by simple
   additions when a stack does. */
#include "games/byte/byte.h"

#include "base/memory.h"
#include "games/byte/notation.h"

enum { SETUP_ROWS, SETUP_DRAUGHTS };

static const char *const precedence_words[] = {"off", "merge"};
static const char *const setup_words[] = {"rows", "draughts"};
static const struct game_option options[] = {
    [BYTE_OPTION_SIZE] = {"size", "squares a side: 4, 6, 8, 10 or 16", 4, BYTE_SIZE_MAX, 8, NULL},
    [BYTE_OPTION_STACK] = {"stack", "checkers that make a stack leave the board", 2, BYTE_FULL_MAX,
                           8, NULL},
    [BYTE_OPTION_PRECEDENCE] = {"precedence", "merge: no slide while there is a merge", 0, 1, 0,
                                precedence_words},
    [BYTE_OPTION_SETUP] = {"setup", "checkers on all ranks but the outer ones, or as in draughts",
                           SETUP_ROWS, SETUP_DRAUGHTS, SETUP_ROWS, setup_words},
};

static const struct game_ruleset rulesets[] = {
    {"standard", "merges and slides alike", {{BYTE_OPTION_PRECEDENCE, 0}}, 1},
    {"document",
     "as in PinkTeam's report: no slide while there is a merge",
     {{BYTE_OPTION_PRECEDENCE, 1}},
     1},
};

/* The numbers of base/hash.h's hash_mix as constants, made odd. */
#define MIX_FIRST(w) (((w) ^ ((w) >> 30)) * UINT64_C(0xbf58476d1ce4e5b9))
#define MIX_SECOND(w) (((w) ^ ((w) >> 27)) * UINT64_C(0x94d049bb133111eb))
#define MIX_LAST(w) (((w) ^ ((w) >> 31)) | 1)
#define KEY(i) MIX_LAST(MIX_SECOND(MIX_FIRST(((i) + 1) * UINT64_C(0x9e3779b97f4a7c15))))
#define KEYS_8(i)                                                                                  \
    KEY(i), KEY(i + 1), KEY(i + 2), KEY(i + 3), KEY(i + 4), KEY(i + 5), KEY(i + 6), KEY(i + 7)
#define KEYS_48(i)                                                                                 \
    KEYS_8(i), KEYS_8(i + 8), KEYS_8(i + 16), KEYS_8(i + 24), KEYS_8(i + 32), KEYS_8(i + 40)

const uint64_t byte_keys[BYTE_KEYS] = {KEYS_48(0), KEYS_48(48), KEYS_48(96)};

static int size_of(const struct game_setup *setup)
{
    return setup->option[BYTE_OPTION_SIZE];
}

static bool setup_valid(const struct game_setup *setup, struct error *error)
{
    int size = size_of(setup), full = setup->option[BYTE_OPTION_STACK];
    if (size != 4 && size != 6 && size != 8 && size != 10 && size != 16)
        return error_set(error, "a board of size %d is not offered: choose 4, 6, 8, 10 or 16",
                         size);
    int checkers = size * (size - 2) / 2;
    if (checkers % full)
        return error_set(error,
                         "the %d checkers of a board of size %d cannot be divided into stacks of "
                         "%d: choose a stack that divides %d",
                         checkers, size, full, checkers);
    if (setup->option[BYTE_OPTION_SETUP] == SETUP_DRAUGHTS && size != 8)
        return error_set(error, "setup draughts is for size 8 alone, here it is %d", size);
    return true;
}

static size_t position_size(const struct game_setup *setup)
{
    return byte_position_size(size_of(setup));
}

void byte_complete(int size, struct byte *board)
{
    board->occupied = (struct byte_set){0};
    board->sum = board->won[BYTE_WHITE] * byte_keys[BYTE_KEY_WON];
    for (int i = 0; i < byte_indices(size); i++) {
        board->sum += board->stack[i] * byte_keys[i];
        if (board->stack[i] != BYTE_EMPTY)
            byte_set_add(byte_words(size), &board->occupied, i);
    }
}

/* The colour of the checker that stands on a rank at the start, or -1. */
static int colour_at_start(const struct game_setup *setup, int y)
{
    int size = size_of(setup);
    if (setup->option[BYTE_OPTION_SETUP] == SETUP_DRAUGHTS)
        return y < 3 ? BYTE_WHITE : y >= size - 3 ? BYTE_BLACK : -1;
    return y == 0 || y == size - 1 ? -1 : y & 1 ? BYTE_WHITE : BYTE_BLACK;
}

static void start(const struct game_setup *setup, void *position)
{
    struct byte *board = position;
    int size = size_of(setup);
    memory_clear(position, position_size(setup));
    memory_fill(board->stack, BYTE_EMPTY, (size_t)byte_indices(size));
    for (int y = 0; y < size; y++)
        for (int x = y & 1; x < size; x += 2) {
            int colour = colour_at_start(setup, y);
            board->stack[byte_index(size, x, y)] = (uint8_t)(colour < 0 ? BYTE_EMPTY : 2 | colour);
        }
    byte_complete(size, board);
}

static int legal_moves(const struct game_setup *setup, const void *position, uint32_t *moves)
{
    struct byte_rules rules = byte_rules_of(setup);
    return byte_over(rules, position) ? 0 : byte_moves(rules, position, moves);
}

static void play(const struct game_setup *setup, void *position, uint32_t move)
{
    struct byte_undo undo;
    byte_play(byte_rules_of(setup), position, move, &undo);
}

static uint32_t move_limit(const struct game_setup *setup)
{
    (void)setup;
    return BYTE_PASS + 1;
}

static int side_to_move(const struct game_setup *setup, const void *position)
{
    (void)setup;
    return ((const struct byte *)position)->side;
}

static bool result(const struct game_setup *setup, const void *position, struct game_result *result)
{
    const struct byte *board = position;
    int difference = board->won[BYTE_WHITE] - board->won[BYTE_BLACK];
    *result = (struct game_result){(int8_t)(difference > 0   ? 2
                                            : difference < 0 ? 0
                                                             : 1),
                                   difference};
    return byte_over(byte_rules_of(setup), board);
}

static uint64_t hash(const struct game_setup *setup, const void *position)
{
    (void)setup;
    return byte_hash(position);
}

/* Symmetry bit 0 turns the board by half, bit 1 reflects it in the diagonal through a1. */
static int symmetry_count(const struct game_setup *setup)
{
    (void)setup;
    return 4;
}

static int index_transformed(int size, int symmetry, int index)
{
    int x, y;
    byte_square(size, index, &x, &y);
    if (symmetry & 1)
        x = size - 1 - x, y = size - 1 - y;
    return symmetry & 2 ? byte_index(size, y, x) : byte_index(size, x, y);
}

static void transform(const struct game_setup *setup, int symmetry, const void *from, void *to)
{
    const struct byte *source = from;
    struct byte board;
    int size = size_of(setup);
    memory_copy(&board, from, position_size(setup));
    struct byte_set squares = byte_squares(size);
    for (int i; (i = byte_set_pop(byte_words(size), &squares)) >= 0;)
        board.stack[index_transformed(size, symmetry, i)] = source->stack[i];
    byte_complete(size, &board);
    memory_copy(to, &board, position_size(setup));
}

static uint32_t transform_move(const struct game_setup *setup, int symmetry, uint32_t move)
{
    if (move == BYTE_PASS)
        return move;
    int direction = byte_move_direction(move);
    if (symmetry & 1)
        direction ^= 2;
    if (symmetry & 2 && direction & 1)
        direction ^= 2; /* north-west and south-east change places, the other two lie on the axis */
    return byte_move(index_transformed(size_of(setup), symmetry, byte_move_from(move)),
                     byte_move_level(move), direction);
}

/* Places are the dark squares rank by rank from a1. */
static int place_count(const struct game_setup *setup)
{
    return size_of(setup) * size_of(setup) / 2;
}

static void place_square(int size, int index, int *x, int *y)
{
    *y = index / (size / 2);
    *x = index % (size / 2) * 2 + (*y & 1);
}

static uint16_t place_of(int size, int index)
{
    int x, y;
    byte_square(size, index, &x, &y);
    return (uint16_t)(y * (size / 2) + x / 2);
}

static void place(const struct game_setup *setup, int index, struct game_place *place)
{
    int x, y;
    place_square(size_of(setup), index, &x, &y);
    *place = (struct game_place){.x = (int16_t)x, .y = (int16_t)y};
    struct text name;
    text_init(&name, place->name, sizeof place->name);
    byte_square_write(size_of(setup), byte_index(size_of(setup), x, y), &name);
}

static void content(const struct game_setup *setup, const void *position, int index,
                    struct game_content *content)
{
    const struct byte *board = position;
    int x, y;
    place_square(size_of(setup), index, &x, &y);
    unsigned stack = board->stack[byte_index(size_of(setup), x, y)];
    *content = (struct game_content){.height = (uint8_t)byte_height(stack)};
    for (int level = 0; level < content->height; level++)
        content->piece[level] = (uint8_t)byte_colour(stack, level);
}

static int move_steps(const struct game_setup *setup, const void *position, uint32_t move,
                      struct game_step *steps)
{
    if (move == BYTE_PASS)
        return 0;
    const struct byte *board = position;
    int size = size_of(setup), to = byte_move_to(size, move);
    steps[0] = (struct game_step){place_of(size, byte_move_from(move)),
                                  (uint8_t)byte_move_level(move), GAME_TOUCH_FROM};
    steps[1] = (struct game_step){place_of(size, to), (uint8_t)byte_height(board->stack[to]),
                                  GAME_TOUCH_TO};
    return 2;
}

static int counts(const struct game_setup *setup, const void *position, struct game_count *counts)
{
    (void)setup;
    const struct byte *board = position;
    for (int side = BYTE_WHITE; side <= BYTE_BLACK; side++)
        counts[side] = (struct game_count){
            .name = "stacks won", .side = (int8_t)side, .value = board->won[side], .unseen = true};
    return 2;
}

static int made(const struct game_setup *setup, const void *before, uint32_t move, uint16_t *places)
{
    const struct byte *board = before;
    struct byte_rules rules = byte_rules_of(setup);
    if (move == BYTE_PASS)
        return 0;
    int from = byte_move_from(move), to = byte_move_to(rules.size, move);
    int carried = byte_height(board->stack[from]) - byte_move_level(move);
    if (byte_height(board->stack[to]) + carried < rules.full)
        return 0;
    places[0] = place_of(rules.size, to);
    return 1;
}

const struct game game_byte = {
    .name = "byte",
    .title = "Byte",
    .summary = "Merge stacks of checkers upwards; the top of a stack of eight scores.",
    .rules = "Checkers stand on the dark squares. Take your own checker and all that lie\n"
             "on it from a stack and put them onto a diagonally adjacent stack, so that\n"
             "the checker comes to lie higher than it lay and the stack has at most\n"
             "eight. A stack with no stack diagonally next to it and your checker at its\n"
             "bottom may slide one step diagonally, closer to one of those nearest to it.\n"
             "A stack of eight leaves the board; its top checker's owner has won it. You\n"
             "must move if you can, otherwise you pass. The majority of the stacks wins.\n"
             "This is Mark Steere's Byte (2005). With the option precedence = merge a\n"
             "stack slides only when its owner has no merge.\n",
    .notation = "a move is the square, the checker's level from 1 (left out when the whole\n"
                "stack moves) and the target: b2-c3, b2:2-c3; pass is written out;\n"
                "a position is the ranks from the top, the dark squares of each from the\n"
                "left, a stack from its bottom, then the side to move and the stacks won:\n"
                "-,-,-,-/b,b,b,b/w,w,w,w/b,b,b,b/w,w,w,w/b,b,b,b/w,w,w,w/-,-,-,- w 0 0",
    .players = 2,
    .side = {"white", "black"},
    .colour = {"White", "Black"},
    .board = GAME_BOARD_CHEQUERED,
    .options = options,
    .option_count = 4,
    .rulesets = rulesets,
    .ruleset_count = 2,
    .pass = BYTE_PASS,
    .setup_valid = setup_valid,
    .position_size = position_size,
    .start = start,
    .legal_moves = legal_moves,
    .play = play,
    .move_limit = move_limit,
    .side_to_move = side_to_move,
    .result = result,
    .hash = hash,
    .position_write = byte_position_write,
    .position_read = byte_position_read,
    .move_write = byte_move_write,
    .move_read = byte_move_read,
    .symmetry_count = symmetry_count,
    .transform = transform,
    .transform_move = transform_move,
    .place_count = place_count,
    .place = place,
    .content = content,
    .move_steps = move_steps,
    .counts = counts,
    .made = made,
    .arranged = byte_arranged,
    .perft = byte_perft,
    .playout = byte_playout,
};
