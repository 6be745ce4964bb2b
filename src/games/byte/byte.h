/* Byte, a game by Mark Steere [steere05]: stacks of checkers on the dark squares of a board with 4,
   6, 8, 10 or 16 squares per side.

   Square (x, y), both from 0 at a1, has the index (y * (size + 1) + x) / 2. That leaves one index
   unused after every second rank, and so a diagonal step is the same number everywhere: the
   neighbours of a whole set of squares are four shifts, with no files to mask. A stack is one
   number: bit l is the colour of the checker at level l (1 black), and the highest bit that is set
   marks the height, so that an empty square is 1 and a stack of seven still fits a byte.

   The rules are inline functions of a struct byte_rules. Whoever calls them with constants in it
   gets code for that board alone: on 8x8 and 10x10 a set of squares is then one word.
   A search makes and takes back moves on one board (byte_play, byte_undo) and never copies it. The
   functions do not check that a move is legal. */
#ifndef GAMES_BYTE_H
#define GAMES_BYTE_H

#include "base/bits.h"
#include "base/hash.h"
#include "games/game.h"

enum {
    BYTE_SIZE_MAX = 16,
    BYTE_FULL_MAX = 8,       /* checkers that make a stack leave the board */
    BYTE_INDICES_MAX = 136,  /* on 16x16, including the unused ones */
    BYTE_WORDS_MAX = 3,      /* 64-bit words that hold a bit for each index */
    BYTE_MOVES_MAX = 56 * 4, /* every checker of one side on 16x16 in every direction */
    BYTE_EMPTY = 1,          /* the number of a stack without checkers */
};
enum byte_option { BYTE_OPTION_SIZE, BYTE_OPTION_STACK, BYTE_OPTION_PRECEDENCE, BYTE_OPTION_SETUP };
enum byte_side { BYTE_WHITE, BYTE_BLACK };

/* A direction and the opposite one differ by 2. */
enum byte_direction { BYTE_NORTH_EAST, BYTE_NORTH_WEST, BYTE_SOUTH_WEST, BYTE_SOUTH_EAST };

struct byte_rules {
    int size;
    int full;         /* checkers that make a stack leave the board */
    int stacks;       /* to be won in all */
    bool merge_first; /* slides only when there is no merge */
};

struct byte_set {
    uint64_t word[BYTE_WORDS_MAX];
};

/* A position has only as many stacks as its board has indices: byte_position_size. */
struct byte {
    uint64_t sum; /* of stacks times keys, see byte_hash */
    struct byte_set occupied;
    uint8_t side;   /* to move */
    uint8_t won[2]; /* stacks */
    uint8_t stack[BYTE_INDICES_MAX];
};

/* What byte_undo needs to know. */
struct byte_undo {
    uint64_t sum;
    uint8_t from, to;
    uint8_t stack_from, stack_to;
    int8_t winner; /* of a stack that left the board, or -1 */
    bool passed;
};

extern const struct game game_byte;

/* One random odd number for every index and one each for white's won stacks and black's turn. */
enum { BYTE_KEY_WON = BYTE_INDICES_MAX, BYTE_KEY_SIDE, BYTE_KEYS = BYTE_INDICES_MAX + 8 };
extern const uint64_t byte_keys[BYTE_KEYS];

/* Inlined whatever their size, so that constant rules are folded into them. */
#define BYTE_INLINE static inline __attribute__((always_inline))

BYTE_INLINE struct byte_rules byte_rules(int size, int full, bool merge_first)
{
    return (struct byte_rules){size, full, size * (size - 2) / 2 / full, merge_first};
}

static inline struct byte_rules byte_rules_of(const struct game_setup *setup)
{
    return byte_rules(setup->option[BYTE_OPTION_SIZE], setup->option[BYTE_OPTION_STACK],
                      setup->option[BYTE_OPTION_PRECEDENCE]);
}

/* -------- squares and sets of them -------- */

BYTE_INLINE int byte_index(int size, int x, int y)
{
    return (y * (size + 1) + x) / 2;
}

BYTE_INLINE int byte_indices(int size)
{
    return byte_index(size, size - 1, size - 1) + 1;
}

static inline size_t byte_position_size(int size)
{
    size_t bytes = offsetof(struct byte, stack) + (size_t)byte_indices(size);
    return (bytes + 7) / 8 * 8;
}

/* Where the square of an index lies. */
static inline void byte_square(int size, int index, int *x, int *y)
{
    *y = 2 * index / (size + 1);
    *x = 2 * index - *y * (size + 1);
}

/* From a square to its neighbour. */
BYTE_INLINE int byte_step(int size, int direction)
{
    int step = direction & 1 ? size / 2 : size / 2 + 1;
    return direction & 2 ? -step : step;
}

BYTE_INLINE int byte_words(int size)
{
    return size > 10 ? BYTE_WORDS_MAX : 1;
}

/* The indices that are squares. */
BYTE_INLINE struct byte_set byte_squares(int size)
{
    return size == 8    ? (struct byte_set){{UINT64_C(0xf7fbfdfef)}}
           : size == 10 ? (struct byte_set){{UINT64_C(0x7dffbff7feffdf)}}
           : size == 6  ? (struct byte_set){{UINT64_C(0x1dfbf7)}}
           : size == 4  ? (struct byte_set){{UINT64_C(0x37b)}}
                        : (struct byte_set){{UINT64_C(0xf7fffbfffdfffeff),
                                             UINT64_C(0x7fffbfffdfffefff), UINT64_C(0xff)}};
}

/* Which word an index is in; with a single word there is nothing to look up. */
BYTE_INLINE int byte_set_word(int words, int index)
{
    return words == 1 ? 0 : index / 64;
}

BYTE_INLINE bool byte_set_has(int words, const struct byte_set *set, int index)
{
    return set->word[byte_set_word(words, index)] >> index % 64 & 1;
}

BYTE_INLINE void byte_set_add(int words, struct byte_set *set, int index)
{
    set->word[byte_set_word(words, index)] |= bit(index % 64);
}

BYTE_INLINE void byte_set_remove(int words, struct byte_set *set, int index)
{
    set->word[byte_set_word(words, index)] &= ~bit(index % 64);
}

BYTE_INLINE bool byte_set_empty(int words, const struct byte_set *set)
{
    uint64_t any = 0;
    for (int i = 0; i < words; i++)
        any |= set->word[i];
    return any == 0;
}

BYTE_INLINE int byte_set_count(int words, const struct byte_set *set)
{
    int count = 0;
    for (int i = 0; i < words; i++)
        count += bits_count(set->word[i]);
    return count;
}

/* Removes the lowest index from the set and returns it, or -1 when the set is empty. */
BYTE_INLINE int byte_set_pop(int words, struct byte_set *set)
{
    for (int i = 0; i < words; i++)
        if (set->word[i])
            return 64 * i + bits_pop(&set->word[i]);
    return -1;
}

BYTE_INLINE struct byte_set byte_set_both(int words, struct byte_set a, struct byte_set b)
{
    for (int i = 0; i < words; i++)
        a.word[i] &= b.word[i];
    return a;
}

/* Every index lower by `step`. */
BYTE_INLINE struct byte_set byte_set_down(int words, struct byte_set set, int step)
{
    for (int i = 0; i < words; i++)
        set.word[i] = set.word[i] >> step | (i + 1 < words ? set.word[i + 1] << (64 - step) : 0);
    return set;
}

/* Every index higher by `step`. */
BYTE_INLINE struct byte_set byte_set_up(int words, struct byte_set set, int step)
{
    for (int i = words - 1; i >= 0; i--)
        set.word[i] = set.word[i] << step | (i > 0 ? set.word[i - 1] >> (64 - step) : 0);
    return set;
}

/* The squares one diagonal step from a square of the set. */
BYTE_INLINE struct byte_set byte_neighbours(int size, struct byte_set set)
{
    const int words = byte_words(size);
    struct byte_set near = byte_squares(size);
    struct byte_set a = byte_set_up(words, set, size / 2),
                    b = byte_set_up(words, set, size / 2 + 1),
                    c = byte_set_down(words, set, size / 2),
                    d = byte_set_down(words, set, size / 2 + 1);
    for (int i = 0; i < words; i++)
        near.word[i] &= a.word[i] | b.word[i] | c.word[i] | d.word[i];
    return near;
}

/* -------- stacks -------- */

BYTE_INLINE int byte_height(unsigned stack)
{
    return 31 - __builtin_clz(stack);
}

/* The colour of the checker at a level. */
BYTE_INLINE int byte_colour(unsigned stack, int level)
{
    return stack >> level & 1;
}

/* -------- moves: square, level and direction in one number -------- */

enum { BYTE_PASS = 256 << 5 };

BYTE_INLINE uint32_t byte_move(int from, int level, int direction)
{
    return (uint32_t)(from << 5 | level << 2 | direction);
}

BYTE_INLINE int byte_move_from(uint32_t move)
{
    return (int)(move >> 5);
}

BYTE_INLINE int byte_move_level(uint32_t move)
{
    return (int)(move >> 2 & 7);
}

BYTE_INLINE int byte_move_direction(uint32_t move)
{
    return (int)(move & 3);
}

BYTE_INLINE int byte_move_to(int size, uint32_t move)
{
    return byte_move_from(move) + byte_step(size, byte_move_direction(move));
}

/* The levels that may be taken from a stack to a neighbour, whoever owns them: a checker comes to
   lie higher if its level is below the other's height, and the result is not too high if the level
   is at least the sum of the heights less a full stack. Both bounds are the same the other way
   round, so a pair of neighbours is judged once. */
BYTE_INLINE unsigned byte_levels(int full, unsigned a, unsigned b)
{
    unsigned height_a = 1u << byte_height(a), height_b = 1u << byte_height(b);
    unsigned too_low = (height_a - 1) * height_b >> full;
    return (height_a - 1) & (height_b - 1) & ~too_low;
}

BYTE_INLINE int byte_list_levels(unsigned levels, int from, int direction, uint32_t *moves)
{
    int count = 0;
    for (; levels; levels &= levels - 1)
        moves[count++] = byte_move(from, __builtin_ctz(levels), direction);
    return count;
}

/* The merges of the side to move; `moves` may be NULL when only their number is wanted. */
BYTE_INLINE int byte_merges(struct byte_rules rules, const struct byte *board, uint32_t *moves)
{
    const int words = byte_words(rules.size);
    const unsigned flip = board->side == BYTE_WHITE ? 0xff : 0; /* makes own checkers 1 */
    int count = 0;
    for (int direction = BYTE_NORTH_EAST; direction <= BYTE_NORTH_WEST; direction++) {
        int step = byte_step(rules.size, direction);
        struct byte_set pairs =
            byte_set_both(words, board->occupied, byte_set_down(words, board->occupied, step));
        for (int low; (low = byte_set_pop(words, &pairs)) >= 0;) {
            int high = low + step;
            unsigned a = board->stack[low], b = board->stack[high];
            unsigned levels = byte_levels(rules.full, a, b);
            unsigned up = (a ^ flip) & levels, down = (b ^ flip) & levels;
            if (!moves) {
                count += bits_count(up | down << 8);
                continue;
            }
            count += byte_list_levels(up, low, direction, moves + count);
            count += byte_list_levels(down, high, direction + 2, moves + count);
        }
    }
    return count;
}

/* The stacks that stand alone: no neighbour, so they may slide. */
BYTE_INLINE struct byte_set byte_alone(int size, const struct byte *board)
{
    struct byte_set alone = board->occupied, near = byte_neighbours(size, alone);
    for (int i = 0; i < byte_words(size); i++)
        alone.word[i] &= ~near.word[i];
    return alone;
}

/* Where a stack that stands alone may slide. A wave of diagonal steps goes out until it meets
   stacks; these are the nearest, at distance d. The neighbours of the stack from which one of them
   is d - 1 steps away are those that the wave coming back from them reaches in d - 1 steps. */
BYTE_INLINE struct byte_set byte_slides_from(int size, const struct byte *board, int from)
{
    const int words = byte_words(size);
    struct byte_set wave = {0}, others = board->occupied;
    byte_set_remove(words, &others, from);
    byte_set_add(words, &wave, from);
    const struct byte_set neighbours = byte_neighbours(size, wave);
    struct byte_set nearest = {0};
    wave = neighbours;
    int distance = 1;
    while (byte_set_empty(words, &nearest) && distance < size) {
        wave = byte_neighbours(size, wave);
        nearest = byte_set_both(words, wave, others);
        distance++;
    }
    for (int i = 1; i < distance; i++)
        nearest = byte_neighbours(size, nearest);
    return byte_set_both(words, nearest, neighbours);
}

/* The slides of the side to move; `moves` may be NULL when only their number is wanted. */
BYTE_INLINE int byte_slides(struct byte_rules rules, const struct byte *board, uint32_t *moves)
{
    const int words = byte_words(rules.size);
    struct byte_set alone = byte_alone(rules.size, board);
    int count = 0;
    for (int from; (from = byte_set_pop(words, &alone)) >= 0;) {
        if (byte_colour(board->stack[from], 0) != board->side)
            continue;
        struct byte_set targets = byte_slides_from(rules.size, board, from);
        if (!moves) {
            count += byte_set_count(words, &targets);
            continue;
        }
        for (int to; (to = byte_set_pop(words, &targets)) >= 0;) {
            int step = to > from ? to - from : from - to;
            int direction = (step == rules.size / 2) | (to > from ? 0 : 2);
            moves[count++] = byte_move(from, 0, direction);
        }
    }
    return count;
}

/* -------- the course of the game -------- */

BYTE_INLINE bool byte_over(struct byte_rules rules, const struct byte *board)
{
    int white = board->won[BYTE_WHITE], black = board->won[BYTE_BLACK];
    return 2 * white > rules.stacks || 2 * black > rules.stacks || white + black == rules.stacks;
}

/* All moves of a position that is not over: at least one, a pass when there is no other. */
BYTE_INLINE int byte_moves(struct byte_rules rules, const struct byte *board, uint32_t *moves)
{
    int count = byte_merges(rules, board, moves);
    if (count == 0 || !rules.merge_first)
        count += byte_slides(rules, board, moves ? moves + count : NULL);
    if (count == 0 && moves)
        moves[0] = BYTE_PASS;
    return count ? count : 1;
}

/* Plays a legal move and records how to take it back. */
BYTE_INLINE void byte_play(struct byte_rules rules, struct byte *board, uint32_t move,
                           struct byte_undo *undo)
{
    const int words = byte_words(rules.size);
    undo->passed = move == BYTE_PASS;
    board->side ^= 1;
    if (undo->passed)
        return;
    int from = byte_move_from(move), level = byte_move_level(move);
    int to = byte_move_to(rules.size, move);
    unsigned source = board->stack[from], target = board->stack[to];
    *undo = (struct byte_undo){
        board->sum, (uint8_t)from, (uint8_t)to, (uint8_t)source, (uint8_t)target, -1, false};

    unsigned left = (source & ((1u << level) - 1)) | 1u << level;
    unsigned put = target + (((source >> level) - 1) << byte_height(target));
    byte_set_add(words, &board->occupied, to);
    if (left == BYTE_EMPTY)
        byte_set_remove(words, &board->occupied, from);
    if (put >> rules.full) {
        int winner = byte_colour(put, rules.full - 1);
        undo->winner = (int8_t)winner;
        board->won[winner]++;
        board->sum += winner == BYTE_WHITE ? byte_keys[BYTE_KEY_WON] : 0;
        byte_set_remove(words, &board->occupied, to);
        put = BYTE_EMPTY;
    }
    board->stack[from] = (uint8_t)left;
    board->stack[to] = (uint8_t)put;
    board->sum += ((uint64_t)left - source) * byte_keys[from];
    board->sum += ((uint64_t)put - target) * byte_keys[to];
}

/* Takes back the move that filled `undo`. */
BYTE_INLINE void byte_undo(struct byte_rules rules, struct byte *board,
                           const struct byte_undo *undo)
{
    const int words = byte_words(rules.size);
    board->side ^= 1;
    if (undo->passed)
        return;
    board->sum = undo->sum;
    board->stack[undo->from] = undo->stack_from;
    board->stack[undo->to] = undo->stack_to;
    byte_set_add(words, &board->occupied, undo->from);
    if (undo->stack_to == BYTE_EMPTY)
        byte_set_remove(words, &board->occupied, undo->to);
    else
        byte_set_add(words, &board->occupied, undo->to);
    if (undo->winner >= 0)
        board->won[undo->winner]--;
}

/* The sum of stacks times random numbers changes by two products per move, and two positions with
   one sum are as rare as with 57 random bits or more (the differences of two stacks are below 256);
   mixing spreads it over all bits. The rules and black's won stacks (they follow from the board)
   are left out. */
BYTE_INLINE uint64_t byte_hash(const struct byte *board)
{
    return hash_mix(board->sum + (board->side == BYTE_BLACK ? byte_keys[BYTE_KEY_SIDE] : 0));
}

/* Fills in `sum` and `occupied` after the stacks, the side and the won stacks were set by hand. */
void byte_complete(int size, struct byte *board);

/* The game table's perft and playout. */
uint64_t byte_perft(const struct game_setup *setup, const void *position, int depth);
int byte_playout(const struct game_setup *setup, void *position, struct random *random);

#endif
