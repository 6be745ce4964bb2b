/* Othello's entry in the table of games. The rules are inline functions on bitboards in
   othello.h; here they meet options, text, symmetries and what front ends need. */
#include "games/othello/othello.h"

#include "games/othello/notation.h"
#include "games/othello/symmetry.h"

static const char *const score_words[] = {"winner", "plain"};
static const struct game_option options[] = {
    [OTHELLO_OPTION_SCORE] = {"score", "empty squares at the end go to the winner, or to nobody",
                              OTHELLO_SCORE_WINNER, OTHELLO_SCORE_PLAIN, OTHELLO_SCORE_WINNER,
                              score_words},
};

static const struct othello *board_of(const void *position)
{
    return &((const struct othello_position *)position)->board;
}

static int side_of(const void *position)
{
    return (int)((const struct othello_position *)position)->side;
}

/* The discs of one side, whoever is to move. */
static uint64_t discs_of(const void *position, int side)
{
    const struct othello *board = board_of(position);
    return side == side_of(position) ? board->mine : board->theirs;
}

static bool setup_valid(const struct game_setup *setup, struct error *error)
{
    (void)setup, (void)error;
    return true;
}

static size_t position_size(const struct game_setup *setup)
{
    (void)setup;
    return sizeof(struct othello_position);
}

static void start(const struct game_setup *setup, void *position)
{
    (void)setup;
    *(struct othello_position *)position =
        (struct othello_position){othello_start(), OTHELLO_BLACK};
}

static int legal_moves(const struct game_setup *setup, const void *position, uint32_t *moves)
{
    (void)setup;
    const struct othello *board = board_of(position);
    uint64_t squares = othello_moves(*board);
    if (!squares && othello_moves(othello_passed(*board))) {
        moves[0] = OTHELLO_PASS;
        return 1;
    }
    int count = 0;
    while (squares)
        moves[count++] = (uint32_t)bits_pop(&squares);
    return count;
}

static void play(const struct game_setup *setup, void *position, uint32_t move)
{
    (void)setup;
    struct othello_position *now = position;
    now->board =
        move == OTHELLO_PASS ? othello_passed(now->board) : othello_played(now->board, (int)move);
    now->side ^= 1;
}

static uint32_t move_limit(const struct game_setup *setup)
{
    (void)setup;
    return OTHELLO_PASS + 1;
}

static int side_to_move(const struct game_setup *setup, const void *position)
{
    (void)setup;
    return side_of(position);
}

static bool result(const struct game_setup *setup, const void *position, struct game_result *result)
{
    struct othello board = *board_of(position);
    if (!othello_over(board))
        return false;
    if (side_of(position) != OTHELLO_BLACK)
        board = othello_passed(board);
    int difference = othello_difference(board);
    bool plain = setup->option[OTHELLO_OPTION_SCORE] == OTHELLO_SCORE_PLAIN;
    *result = (struct game_result){(int8_t)((difference > 0) - (difference < 0) + 1),
                                   plain ? difference : othello_final_score(board)};
    return true;
}

static uint64_t hash(const struct game_setup *setup, const void *position)
{
    (void)setup;
    uint64_t of_discs = othello_hash(*board_of(position));
    return side_of(position) == OTHELLO_BLACK ? of_discs : hash_mix(~of_discs);
}

static int symmetry_count(const struct game_setup *setup)
{
    (void)setup;
    return OTHELLO_SYMMETRIES;
}

static void transform(const struct game_setup *setup, int symmetry, const void *from, void *to)
{
    (void)setup;
    struct othello_position position = *(const struct othello_position *)from;
    position.board.mine = othello_symmetry(position.board.mine, symmetry);
    position.board.theirs = othello_symmetry(position.board.theirs, symmetry);
    *(struct othello_position *)to = position;
}

static uint32_t transform_move(const struct game_setup *setup, int symmetry, uint32_t move)
{
    (void)setup;
    return move == OTHELLO_PASS ? move : (uint32_t)othello_symmetry_square((int)move, symmetry);
}

static int place_count(const struct game_setup *setup)
{
    (void)setup;
    return OTHELLO_SQUARES;
}

/* Places are the squares; row 1 is the top one, and y goes upwards. */
static void place(const struct game_setup *setup, int index, struct game_place *place)
{
    (void)setup;
    *place = (struct game_place){.x = (int16_t)(index % 8),
                                 .y = (int16_t)(7 - index / 8),
                                 .name = {(char)('a' + index % 8), (char)('1' + index / 8)}};
}

static void content(const struct game_setup *setup, const void *position, int index,
                    struct game_content *content)
{
    (void)setup;
    *content = (struct game_content){0};
    for (int side = 0; side < 2; side++)
        if (discs_of(position, side) & bit(index)) {
            content->height = 1;
            content->piece[0] = (uint8_t)side;
        }
}

static int move_steps(const struct game_setup *setup, const void *position, uint32_t move,
                      struct game_step *steps)
{
    (void)setup, (void)position;
    if (move == OTHELLO_PASS)
        return 0;
    steps[0] = (struct game_step){(uint16_t)move, 0, GAME_TOUCH_PUT};
    return 1;
}

static int counts(const struct game_setup *setup, const void *position, struct game_count *counts)
{
    (void)setup;
    for (int side = 0; side < 2; side++)
        counts[side] = (struct game_count){
            .name = "discs", .side = (int8_t)side, .value = bits_count(discs_of(position, side))};
    return 2;
}

static uint64_t perft(const struct game_setup *setup, const void *position, int depth)
{
    (void)setup;
    return othello_perft(*board_of(position), depth);
}

static int playout(const struct game_setup *setup, void *position, struct random *random)
{
    (void)setup;
    struct othello_position *now = position;
    int plies = 0;
    for (;; plies++) {
        uint64_t moves = othello_moves(now->board);
        if (moves) {
            for (uint32_t skip = random_below(random, (uint32_t)bits_count(moves)); skip; skip--)
                moves = bits_without_lowest(moves);
            now->board = othello_played(now->board, bits_first(moves));
        } else if (othello_moves(othello_passed(now->board))) {
            now->board = othello_passed(now->board);
        } else {
            return plies;
        }
        now->side ^= 1;
    }
}

const struct game game_othello = {
    .name = "othello",
    .title = "Othello",
    .summary = "Turn over what you enclose; whoever has more discs at the end wins.",
    .rules = "Two players, black and white, take turns to put a disc of their own on an\n"
             "empty square of the 8x8 board. The new disc must enclose, in at least one of\n"
             "the eight directions, an unbroken line of the other's discs between itself\n"
             "and another disc of its colour; everything so enclosed is turned over. Black\n"
             "begins; at the start white stands on d4 and e5, black on e4 and d5. A player\n"
             "who cannot move passes, and may not pass otherwise. When neither can move the\n"
             "game ends and whoever has more discs wins. Empty squares count for the winner\n"
             "(with the option score=plain for nobody).\n",
    .notation = "squares are a1 (top left) to h8; a move is the square: d3; a pass is --\n"
                "(ps, pa and pass are read too) and may be left out of a game: f5d6c3d3c4;\n"
                "a position is the 64 squares in reading order, X black, O white, - empty,\n"
                "then the side to move:\n"
                "---------------------------OX------XO--------------------------- X;",
    .players = 2,
    .side = {"black", "white"},
    .colour = {"Black", "White"},
    .board = GAME_BOARD_SQUARES,
    .options = options,
    .option_count = 1,
    .pass = OTHELLO_PASS,
    .perft_counts_ends = true,
    .setup_valid = setup_valid,
    .position_size = position_size,
    .start = start,
    .legal_moves = legal_moves,
    .play = play,
    .move_limit = move_limit,
    .side_to_move = side_to_move,
    .result = result,
    .hash = hash,
    .position_write = othello_position_write,
    .position_read = othello_position_read,
    .move_write = othello_move_write,
    .move_read = othello_move_read,
    .symmetry_count = symmetry_count,
    .transform = transform,
    .transform_move = transform_move,
    .place_count = place_count,
    .place = place,
    .content = content,
    .move_steps = move_steps,
    .counts = counts,
    .arranged = othello_arranged,
    .perft = perft,
    .playout = playout,
};
