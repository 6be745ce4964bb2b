/* Mill's entry in the table of games: options (Lasker's variant [lasker31] among them), rule sets,
   rules by way of mill.h, and what front ends need.

   perft and playout work on batches (mill.h): all moves in one direction as one set, with the
   subset that closes a mill. Counting moves then needs no list, and a random move is picked by
   its number: find its batch, then the n-th bit of the set. The standard rules are compiled
   separately with constants, which removes every branch on the variant. */
#include "games/mill/mill.h"

#include "games/mill/notation.h"

static const char *const variant_words[] = {"nine", "six", "lasker", "twelve"};
static const char *const capture_words[] = {"any", "skip"};
static const char *const switch_words[] = {"off", "on"};

static const struct game_option options[] = {
    [MILL_OPTION_VARIANT] = {"variant",
                             "nine men, six on two rings, Lasker's ten, or twelve with diagonals",
                             MILL_NINE, MILL_VARIANTS - 1, MILL_NINE, variant_words},
    [MILL_OPTION_CAPTURE] = {"capture", "what a mill takes when all opposing men stand in mills", 0,
                             1, 0, capture_words},
    [MILL_OPTION_FLYING] = {"flying", "three men may move anywhere (never with six men)", 0, 1, 1,
                            switch_words},
    [MILL_OPTION_DRAWS] = {"draws", "threefold repetition and 100 quiet plies draw", 0, 1, 1,
                           switch_words},
};

static const struct game_ruleset rulesets[] = {
    {"standard",
     "what most books say",
     {{MILL_OPTION_CAPTURE, 0}, {MILL_OPTION_FLYING, 1}, {MILL_OPTION_DRAWS, 1}},
     3},
    {"document",
     "as in Brčić's thesis: men in mills are safe, and nothing draws the game",
     {{MILL_OPTION_CAPTURE, 1}, {MILL_OPTION_FLYING, 1}, {MILL_OPTION_DRAWS, 0}},
     3},
};

static bool setup_valid(const struct game_setup *setup, struct error *error)
{
    (void)setup, (void)error;
    return true;
}

static size_t position_size(const struct game_setup *setup)
{
    (void)setup;
    return sizeof(struct mill);
}

static void start(const struct game_setup *setup, void *position)
{
    uint8_t men = (uint8_t)mill_men(setup->option[MILL_OPTION_VARIANT]);
    *(struct mill *)position = (struct mill){.hand = {men, men}};
}

static int legal_moves(const struct game_setup *setup, const void *position, uint32_t *moves)
{
    return mill_legal_moves(position, mill_rules_of(setup), moves);
}

static void play(const struct game_setup *setup, void *position, uint32_t move)
{
    (void)setup;
    mill_play(position, move);
}

static uint32_t move_limit(const struct game_setup *setup)
{
    (void)setup;
    return 1 << 15;
}

static int side_to_move(const struct game_setup *setup, const void *position)
{
    (void)setup;
    return ((const struct mill *)position)->side;
}

static bool result(const struct game_setup *setup, const void *position, struct game_result *result)
{
    const struct mill *board = position;
    struct mill_rules rules = mill_rules_of(setup);
    if (mill_lost(board, rules)) {
        bool first_won = board->side == 1;
        *result = (struct game_result){first_won ? 2 : 0, first_won ? 1 : -1};
        return true;
    }
    *result = (struct game_result){1, 0};
    return mill_drawn(board, rules);
}

static uint64_t hash(const struct game_setup *setup, const void *position)
{
    (void)setup;
    return mill_hash(position);
}

static int repetition_limit(const struct game_setup *setup)
{
    return setup->option[MILL_OPTION_DRAWS] ? 3 : 0;
}

static int reversible_plies(const struct game_setup *setup, const void *position)
{
    (void)setup;
    return ((const struct mill *)position)->quiet;
}

static int symmetry_count(const struct game_setup *setup)
{
    (void)setup;
    return MILL_SYMMETRIES;
}

static void transform(const struct game_setup *setup, int symmetry, const void *from, void *to)
{
    struct mill board = *(const struct mill *)from;
    int variant = setup->option[MILL_OPTION_VARIANT];
    board.men[0] = mill_transform(board.men[0], symmetry, variant);
    board.men[1] = mill_transform(board.men[1], symmetry, variant);
    *(struct mill *)to = board;
}

static uint32_t transform_move(const struct game_setup *setup, int symmetry, uint32_t move)
{
    int variant = setup->option[MILL_OPTION_VARIANT];
    int point[3] = {mill_move_from(move), mill_move_to(move), mill_move_captured(move)};
    for (int i = 0; i < 3; i++)
        if (point[i] != MILL_NOWHERE)
            point[i] = mill_transform_point(point[i], symmetry, variant);
    return mill_move(point[0], point[1], point[2]);
}

static int place_count(const struct game_setup *setup)
{
    return 8 * mill_rings(setup->option[MILL_OPTION_VARIANT]);
}

static void place(const struct game_setup *setup, int index, struct game_place *place)
{
    int x, y, variant = setup->option[MILL_OPTION_VARIANT];
    mill_point_place(index, variant, &x, &y);
    *place = (struct game_place){.x = (int16_t)x, .y = (int16_t)y};
    struct text name;
    text_init(&name, place->name, sizeof place->name);
    mill_point_write(index, variant, &name);
}

static void content(const struct game_setup *setup, const void *position, int index,
                    struct game_content *content)
{
    (void)setup;
    const struct mill *board = position;
    *content = (struct game_content){0};
    for (uint8_t side = 0; side < 2; side++)
        if (board->men[side] >> index & 1) {
            content->height = 1;
            content->piece[0] = side;
        }
}

/* First around the rings, then across from each ring to the next. */
static bool link(const struct game_setup *setup, int index, int places[2])
{
    int variant = setup->option[MILL_OPTION_VARIANT], rings = mill_rings(variant);
    if (index < 8 * rings) {
        places[0] = index;
        places[1] = (index & 24) | ((index + 1) & 7);
        return true;
    }
    index -= 8 * rings;
    uint32_t left = mill_joined(variant) & mill_points(variant) >> 8;
    for (; index > 0; index--)
        left &= left - 1;
    if (!left)
        return false;
    places[0] = bits_first(left);
    places[1] = places[0] + 8;
    return true;
}

static int move_steps(const struct game_setup *setup, const void *position, uint32_t move,
                      struct game_step *steps)
{
    (void)setup, (void)position;
    int from = mill_move_from(move), captured = mill_move_captured(move), count = 0;
    uint16_t to = (uint16_t)mill_move_to(move);
    if (from == MILL_NOWHERE) {
        steps[count++] = (struct game_step){to, 0, GAME_TOUCH_PUT};
    } else {
        steps[count++] = (struct game_step){(uint16_t)from, 0, GAME_TOUCH_FROM};
        steps[count++] = (struct game_step){to, 0, GAME_TOUCH_TO};
    }
    if (captured != MILL_NOWHERE)
        steps[count++] = (struct game_step){(uint16_t)captured, 0, GAME_TOUCH_CAPTURE};
    return count;
}

static int counts(const struct game_setup *setup, const void *position, struct game_count *counts)
{
    (void)setup;
    const struct mill *board = position;
    for (int8_t side = 0; side < 2; side++) {
        counts[side] = (struct game_count){
            .name = "in hand", .side = side, .value = board->hand[side], .unseen = true};
        counts[2 + side] = (struct game_count){
            .name = "on board", .side = side, .value = bits_count(board->men[side])};
    }
    return 4;
}

/* The lines of a point: along its ring, two for a corner, and across the rings. */
static int lines_of(int point, int variant, uint32_t lines[3])
{
    int ring = point & 24, count = 0;
    bool middle = point & 1;
    for (int i = 0; i < (middle ? 1 : 2); i++) {
        int centre = middle ? point : ring | ((point + (i ? 7 : 1)) & 7);
        lines[count++] = (uint32_t)(bit(centre) | bit(ring | ((centre + 1) & 7)) |
                                    bit(ring | ((centre + 7) & 7)));
    }
    if (mill_joined(variant) >> point & 1 && mill_rings(variant) == 3)
        lines[count++] = UINT32_C(0x010101) << (point & 7);
    return count;
}

static int made(const struct game_setup *setup, const void *before, uint32_t move, uint16_t *places)
{
    const struct mill *board = before;
    int from = mill_move_from(move), to = mill_move_to(move), count = 0;
    uint32_t men = board->men[board->side] | (uint32_t)bit(to), lines[3], closed = 0;
    if (from != MILL_NOWHERE)
        men &= ~(uint32_t)bit(from);
    int line_count = lines_of(to, setup->option[MILL_OPTION_VARIANT], lines);
    for (int i = 0; i < line_count; i++)
        if ((men & lines[i]) == lines[i])
            closed |= lines[i];
    for (; closed; closed &= closed - 1)
        places[count++] = (uint16_t)bits_first(closed);
    return count;
}

static const char *phase(const struct game_setup *setup, const void *position)
{
    const struct mill *board = position;
    if (board->hand[board->side])
        return "placing";
    return mill_flies(board, mill_rules_of(setup)) ? "flying" : "moving";
}

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Moves of the position, counted without making a list. */
ALWAYS_INLINE uint64_t count_moves(const struct mill *board, struct mill_rules rules)
{
    if (mill_has_too_few(board, board->side) || mill_drawn(board, rules))
        return 0;
    struct mill_batch batch[MILL_BATCHES_MAX];
    int batches = mill_batches(board, rules, batch), count = 0;
    int captures = bits_count(mill_takeable(board->men[!board->side], rules));
    for (int i = 0; i < batches; i++)
        count += mill_batch_count(&batch[i], captures);
    return (uint64_t)count;
}

static uint64_t perft_walk(const struct mill *board, struct mill_rules rules, int depth)
{
    if (depth == 1) {
        bool standard = rules.variant == MILL_NINE && !rules.skip && rules.flying;
        struct mill_rules nine = {MILL_NINE, false, true, rules.draws};
        return standard ? count_moves(board, nine) : count_moves(board, rules);
    }
    uint32_t moves[MILL_MOVES_MAX];
    int count = mill_legal_moves(board, rules, moves);
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        struct mill next = *board;
        mill_play(&next, moves[i]);
        leaves += perft_walk(&next, rules, depth - 1);
    }
    return leaves;
}

static uint64_t perft(const struct game_setup *setup, const void *position, int depth)
{
    return depth == 0 ? 1 : perft_walk(position, mill_rules_of(setup), depth);
}

/* Element number `index`, from 0, of the set. */
static inline int nth(uint32_t set, int index)
{
#ifdef __BMI2__
    return bits_first(__builtin_ia32_pdep_si(UINT32_C(1) << index, set));
#else
    for (; index; index--)
        set &= set - 1;
    return bits_first(set);
#endif
}

/* Move number `index` when the batches are laid end to end. */
ALWAYS_INLINE uint32_t nth_move(const struct mill_batch *batch, uint32_t takeable, int captures,
                                int index)
{
    for (;; batch++) {
        int count = mill_batch_count(batch, captures);
        if (index < count)
            break;
        index -= count;
    }
    uint32_t plain = captures ? batch->to & ~batch->closing : batch->to;
    int plain_count = bits_count(plain);
    if (index < plain_count) {
        int to = nth(plain, index);
        return mill_move(mill_batch_from(batch, to), to, MILL_NOWHERE);
    }
    index -= plain_count;
    int to = nth(batch->closing, index / captures);
    return mill_move(mill_batch_from(batch, to), to, nth(takeable, index % captures));
}

ALWAYS_INLINE int playout_with(struct mill *position, struct mill_rules rules,
                               struct random *random)
{
    struct mill board = *position;
    int plies = 0;
    while (!mill_has_too_few(&board, board.side) && !mill_drawn(&board, rules)) {
        struct mill_batch batch[MILL_BATCHES_MAX];
        int batches = mill_batches(&board, rules, batch), count = 0;
        uint32_t takeable = mill_takeable(board.men[!board.side], rules);
        int captures = bits_count(takeable);
        for (int i = 0; i < batches; i++)
            count += mill_batch_count(&batch[i], captures);
        if (!count)
            break;
        int index = (int)random_below(random, (uint32_t)count);
        mill_play(&board, nth_move(batch, takeable, captures, index));
        plies++;
    }
    *position = board;
    return plies;
}

static int playout(const struct game_setup *setup, void *position, struct random *random)
{
    struct mill_rules rules = mill_rules_of(setup);
    if (rules.variant == MILL_NINE && !rules.skip && rules.flying && rules.draws)
        return playout_with(position, (struct mill_rules){MILL_NINE, false, true, true}, random);
    return playout_with(position, rules, random);
}

const struct game game_mill = {
    .name = "mill",
    .title = "Nine Men's Morris",
    .summary = "Three men in a row take one of the opponent's; with two men left you lose.",
    .rules = "The players take turns to place nine men each on the 24 points. Then they move\n"
             "a man along a line to a free neighbouring point. Whoever has just three men\n"
             "left may move a man to any free point (\"flying\"). Three men in a row on a line\n"
             "are a mill: whoever closes one, or two at once, takes one opposing man that is\n"
             "not in a mill; if all are, any man (capture=any) or none (capture=skip). A\n"
             "player who has two men left, or who cannot move, loses. A position that\n"
             "occurs for the third time, or 100 plies without a capture or a placement, draw\n"
             "the game (draws=on).\n"
             "variant=six: two rings without lines of three across them, six men each, no\n"
             "flying. variant=lasker: ten men each, who may be moved along the lines while\n"
             "there are still men in hand. variant=twelve: twelve men each, and lines across\n"
             "the corners of the rings, along which men move and close mills too.\n",
    .notation = "a man placed: d2; moved: d2-d3; with a man taken: d2xa1 or d2-d3xa1;\n"
                "points a1 (bottom left) to g7, with two rings to e5;\n"
                "a position is the points in reading order from a7 to g1, the side to move, men\n"
                "in hand of white and black, plies since the last capture or placement:\n"
                "........................ w 9 9 0; Sanmill's FEN is read as well",
    .players = 2,
    .side = {"white", "black"},
    .colour = {"Blue", "Red"},
    .board = GAME_BOARD_LINES,
    .options = options,
    .option_count = 4,
    .rulesets = rulesets,
    .ruleset_count = 2,
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
    .repetition_limit = repetition_limit,
    .reversible_plies = reversible_plies,
    .position_write = mill_position_write,
    .position_read = mill_position_read,
    .move_write = mill_move_write,
    .move_read = mill_move_read,
    .symmetry_count = symmetry_count,
    .transform = transform,
    .transform_move = transform_move,
    .place_count = place_count,
    .place = place,
    .content = content,
    .link = link,
    .move_steps = move_steps,
    .counts = counts,
    .phase = phase,
    .made = made,
    .arranged = mill_arranged,
    .perft = perft,
    .playout = playout,
};
