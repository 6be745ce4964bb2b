/* ZR 2's entry in the table of games, with rules by way of zr2.h and levels by way of level.c.
   It is the one game for one player and the one whose positions have no fixed size: a position
   is the level's header and one value per cell. Boards of more than two dimensions are drawn as
   layers side by side and above each other. */
#include "games/zr2/zr2.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/reader.h"

static const struct zr2_level *level_of(const struct game_setup *setup)
{
    return setup->level;
}

static bool setup_valid(const struct game_setup *setup, struct error *error)
{
    return setup->level || error_set(error, "zr2 needs a level: the text of a level file");
}

static size_t position_size(const struct game_setup *setup)
{
    return zr2_position_size(level_of(setup));
}

static void start(const struct game_setup *setup, void *position)
{
    const struct zr2_level *level = level_of(setup);
    struct zr2 *board = position;
    memory_clear(board, zr2_position_size(level));
    board->player = level->start;
    board->sum = level->sum;
    for (int32_t cell = 0; cell < level->cells; cell++)
        board->value[cell] = (int16_t)zr2_cell_value(zr2_level_cell(level, cell));
}

static int legal_moves(const struct game_setup *setup, const void *position, uint32_t *moves)
{
    return zr2_steps(level_of(setup), position, moves);
}

static void play(const struct game_setup *setup, void *position, uint32_t move)
{
    zr2_visit(level_of(setup), position, (int32_t)move);
}

static uint32_t move_limit(const struct game_setup *setup)
{
    return (uint32_t)level_of(setup)->cells;
}

static int side_to_move(const struct game_setup *setup, const void *position)
{
    (void)setup, (void)position;
    return 0;
}

static bool result(const struct game_setup *setup, const void *position, struct game_result *result)
{
    uint32_t steps[ZR2_STEPS_MAX];
    *result = (struct game_result){.score = zr2_points(level_of(setup), position)};
    return zr2_steps(level_of(setup), position, steps) == 0;
}

/* The sum follows from the values, and the spare bytes of a position are always 0. */
static uint64_t hash(const struct game_setup *setup, const void *position)
{
    size_t words = zr2_position_size(level_of(setup)) / 8;
    uint64_t hash = 0, word;
    for (size_t i = 0; i < words; i++) {
        memory_copy(&word, (const char *)position + 8 * i, 8);
        hash = hash_pair(hash, word);
    }
    return hash;
}

/* "(1, 0) 1 0 2 1": where the player stands, then the values in index order. */
static void position_write(const struct game_setup *setup, const void *position, struct text *text)
{
    const struct zr2_level *level = level_of(setup);
    const struct zr2 *board = position;
    int32_t coordinates[ZR2_DIMENSIONS_MAX];
    zr2_level_coordinates(level, board->player, coordinates);
    for (int32_t i = 0; i < level->dimensions; i++)
        text_print(text, i ? ", %d" : "(%d", coordinates[i]);
    text_add_char(text, ')');
    for (int32_t cell = 0; cell < level->cells; cell++)
        text_print(text, " %d", board->value[cell]);
}

static bool read_player(const struct zr2_level *level, struct reader *reader, int32_t *player,
                        struct error *error)
{
    int32_t coordinates[ZR2_DIMENSIONS_MAX];
    for (int32_t i = 0; i < level->dimensions; i++) {
        int64_t number;
        if (!reader_expect(reader, i ? ',' : '(', error) ||
            !reader_number(reader, "a coordinate of the player", 0, level->size[i] - 1, &number,
                           error))
            return false;
        coordinates[i] = (int32_t)number;
    }
    *player = zr2_level_index(level, coordinates);
    return reader_expect(reader, ')', error);
}

/* Values never rise, so none may be above the level's. */
static bool position_read(const struct game_setup *setup, const char *text, size_t length,
                          void *position, struct error *error)
{
    const struct zr2_level *level = level_of(setup);
    struct zr2 *board = position;
    struct reader reader;
    reader_init(&reader, text, length);
    memory_clear(board, zr2_position_size(level));
    if (!read_player(level, &reader, &board->player, error))
        return false;
    for (int32_t cell = 0; cell < level->cells; cell++) {
        char what[48];
        struct text name;
        text_init(&name, what, sizeof what);
        text_print(&name, "the value of cell %d", cell);
        int64_t value;
        if (!reader_number(&reader, what, 0, zr2_cell_value(zr2_level_cell(level, cell)), &value,
                           error))
            return false;
        board->value[cell] = (int16_t)value;
        board->sum += (int32_t)value;
    }
    reader_skip_spaces(&reader);
    return reader_at_end(&reader) ||
           reader_fail(&reader, "the end of the position after its last value", error);
}

static void move_write(const struct game_setup *setup, const void *position, uint32_t move,
                       struct text *text)
{
    (void)setup, (void)position;
    text_print(text, "%u", move);
}

/* Says which steps there are. */
static bool refuse_move(const uint32_t *steps, int count, const char *found, int length,
                        struct error *error)
{
    if (count == 0)
        return error_set(error, "\"%.*s\" comes after the end of the game", length, found);
    char cells[ZR2_STEPS_MAX * 8];
    struct text text;
    text_init(&text, cells, sizeof cells);
    for (int i = 0; i < count; i++)
        text_print(&text, i == 0 ? "%u" : i == count - 1 ? " or %u" : ", %u", steps[i]);
    return error_set(error, "expected a neighbouring cell that is not empty, %s, found \"%.*s\"",
                     cells, length, found);
}

static size_t move_read(const struct game_setup *setup, const void *position, const char *text,
                        size_t length, uint32_t *move, struct error *error)
{
    uint32_t steps[ZR2_STEPS_MAX];
    int count = zr2_steps(level_of(setup), position, steps);
    size_t digits = 0;
    int64_t number;
    while (digits < length && text_is_digit(text[digits]))
        digits++;
    if (text_to_number(text, digits, 0, ZR2_CELLS_MAX - 1, &number))
        for (int i = 0; i < count; i++)
            if (steps[i] == (uint32_t)number) {
                *move = steps[i];
                return digits;
            }
    int shown = text_printable(text, digits ? digits : length, 8);
    return refuse_move(steps, count, text, shown, error);
}

/* A level need not have any symmetry. */
static int symmetry_count(const struct game_setup *setup)
{
    (void)setup;
    return 1;
}

static void transform(const struct game_setup *setup, int symmetry, const void *from, void *to)
{
    (void)symmetry;
    memory_move(to, from, zr2_position_size(level_of(setup)));
}

static uint32_t transform_move(const struct game_setup *setup, int symmetry, uint32_t move)
{
    (void)setup, (void)symmetry;
    return move;
}

static int place_count(const struct game_setup *setup)
{
    return level_of(setup)->cells;
}

/* The first two coordinates are right and up; of the others the third, fifth ... set layers side by
   side and the fourth, sixth ... above each other, one unit apart. level.c sees to it that the
   drawing is not too large. */
static void place(const struct game_setup *setup, int index, struct game_place *place)
{
    const struct zr2_level *level = level_of(setup);
    int32_t coordinates[ZR2_DIMENSIONS_MAX], at[2] = {0, 0}, stride[2] = {1, 1};
    zr2_level_coordinates(level, index, coordinates);
    for (int32_t i = 0; i < level->dimensions; i++) {
        int along = i & 1;
        at[along] += coordinates[i] * stride[along];
        stride[along] = stride[along] * level->size[i] + (i < 2);
    }
    *place = (struct game_place){.x = (int16_t)at[0], .y = (int16_t)at[1]};
    struct text name;
    text_init(&name, place->name, sizeof place->name);
    text_print(&name, "%d", index);
}

/* Teleporters and Increasers that do nothing are not marked. */
static void content(const struct game_setup *setup, const void *position, int index,
                    struct game_content *content)
{
    const struct zr2_cell *cell = zr2_level_cell(level_of(setup), index);
    const struct zr2 *board = position;
    *content = (struct game_content){.numbered = true,
                                     .number = board->value[index],
                                     .colour = cell->colour,
                                     .target = cell->leads_to};
    if (board->player == index)
        content->marks |= GAME_MARK_PLAYER;
    if (cell->leads_to != ZR2_NO_CELL)
        content->marks |= GAME_MARK_TELEPORTER;
    if (cell->lowers != ZR2_NO_GROUP)
        content->marks |= GAME_MARK_INCREASER;
}

static int move_steps(const struct game_setup *setup, const void *position, uint32_t move,
                      struct game_step *steps)
{
    (void)setup, (void)position;
    steps[0] = (struct game_step){(uint16_t)move, 0, GAME_TOUCH_PUT};
    return 1;
}

/* The target is shown once it is known. */
static int counts(const struct game_setup *setup, const void *position, struct game_count *counts)
{
    const struct zr2_level *level = level_of(setup);
    const struct zr2 *board = position;
    counts[0] = (struct game_count){.name = "left", .side = -1, .value = board->sum};
    counts[1] =
        (struct game_count){.name = "points", .side = -1, .value = zr2_points(level, board)};
    counts[2] = (struct game_count){.name = "target", .side = -1, .value = level->target};
    return level->target ? 3 : 2;
}

static int playout(const struct game_setup *setup, void *position, struct random *random)
{
    const struct zr2_level *level = level_of(setup);
    uint32_t steps[ZR2_STEPS_MAX];
    int plies = 0, count;
    while ((count = zr2_steps(level, position, steps)) > 0) {
        zr2_visit(level, position, (int32_t)steps[random_below(random, (uint32_t)count)]);
        plies++;
    }
    return plies;
}

void zr2_level_warning(const void *memory, struct text *text)
{
    const struct zr2_level *level = memory;
    if (level->surplus)
        text_print(text,
                   "line %d, column %d: the board has %d cells, %d more in the file %s ignored",
                   level->surplus_line, level->surplus_column, level->cells, level->surplus,
                   level->surplus == 1 ? "is" : "are");
}

const struct game game_zr2 = {
    .name = "zr2",
    .title = "ZR 2",
    .summary = "Walk a board of numbers and collect as many points as you can.",
    .rules = "The player stands on a cell of a board of numbers and steps to a neighbouring\n"
             "cell whose number is above 0; the visit lowers that number by 1. A visited\n"
             "Increaser then lowers every cell of its group as well, and a visited\n"
             "Teleporter then puts the player on its target, which is not visited by that.\n"
             "The first cell is not visited by standing on it. Numbers never go below 0.\n"
             "Points are what the sum of all numbers has fallen by. The walk ends when no\n"
             "step is possible; the aim is the level's Target, the most points there are,\n"
             "and on the best boards that empties every cell.\n",
    .notation = "a move is the index of the cell stepped to: 5; a walk is the indices in turn:\n"
                "5 6 10; cell (c1, c2, ...) of a board of d1 x d2 x ... cells has the index\n"
                "c1 + d1*c2 + ..., and row c2 = 0 is at the bottom;\n"
                "a position is where the player stands and the values in index order:\n"
                "(0, 1) 1 0 2 1",
    .players = 1,
    .side = {"player"},
    .colour = {"Player"},
    .board = GAME_BOARD_BLOCKS,
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
    .playout = playout,
    .level_size = zr2_level_size,
    .level_read = zr2_level_read,
    .level_write = zr2_level_write,
    .level_warning = zr2_level_warning,
};
