/* Looking up a position in the book of placements (placements.h has the bytes).

   A position is numbered as in the databases, which makes symmetric ones one slot; a section is
   found by its subspace, a group by binary search over the groups' first slots, an entry by reading
   its group from the start, 64 steps at most. The move is stored in as few bits as its number in
   the list of legal moves of the slot's own position takes, so it has to be turned back by the
   symmetry that leads from the board to the slot (symmetry_to, move_back).

   The bytes may come from anybody, so every offset is checked before it is used. */
#include "minds/mill/placements.h"

#include "base/memory.h"
#include <stdatomic.h>

static uint32_t word_at(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* -------- the numbering -------- */

/* Eight men and fewer on 24 points: 1271626 sets and 81623 classes; fewer on two rings. */
enum { INDEX_BYTES = 4 * 1271626 + 8 * 81623 };

const struct mill_index *mill_placements_index(struct mill_rules rules)
{
    enum { ABSENT, IN_WORK, READY };
    static atomic_int state;
    static struct mill_index index;
    static uint32_t memory[INDEX_BYTES / 4];
    int expected = ABSENT;
    if (atomic_compare_exchange_strong(&state, &expected, IN_WORK)) {
        mill_index_init(&index, rules.variant, PLACEMENTS_MEN, memory);
        atomic_store_explicit(&state, READY, memory_order_release);
    }
    while (atomic_load_explicit(&state, memory_order_acquire) != READY)
        ; /* another thread is doing it, for a few milliseconds */
    return index.points == 8 * mill_rings(rules.variant) ? &index : NULL;
}

/* -------- the bytes -------- */

struct bits_reader {
    const uint8_t *bytes;
    size_t length, at; /* in bits */
};

static uint32_t read_bits(struct bits_reader *reader, int count)
{
    uint32_t number = 0;
    for (int i = 0; i < count; i++, reader->at++)
        if (reader->at / 8 < reader->length)
            number |= (uint32_t)(reader->bytes[reader->at / 8] >> reader->at % 8 & 1) << i;
    return number;
}

/* A step less one. A damaged book may hold anything: a part that is too long ends the group. */
static uint32_t read_step(struct bits_reader *reader, int digits)
{
    uint32_t high = 0;
    while (high < 1 << 16 && read_bits(reader, 1))
        high++;
    return high << digits | read_bits(reader, digits);
}

static bool section_whole(const struct mind_book *book, const uint8_t *section)
{
    uint64_t groups = ((uint64_t)word_at(section + 4) + PLACEMENTS_GROUP - 1) / PLACEMENTS_GROUP;
    return word_at(section + 8) + 8 * groups <= book->size && word_at(section + 12) <= book->size &&
           section[16] <= PLACEMENTS_DIGITS && section[17] < 16;
}

bool mill_placements_sizes(const struct mind_book *book, int *plies, size_t *positions)
{
    size_t sum = 0;
    if (!book || book->size < PLACEMENTS_HEAD || !memory_equal(book->data, "pmp1", 4) ||
        book->data[4] >= MILL_VARIANTS || book->data[8] > PLACEMENTS_MEN)
        return false;
    uint32_t sections = word_at(book->data + 12);
    if (sections > 1000 || book->size < PLACEMENTS_HEAD + (size_t)sections * PLACEMENTS_SECTION)
        return false;
    for (uint32_t i = 0; i < sections; i++) {
        const uint8_t *section = book->data + PLACEMENTS_HEAD + (size_t)i * PLACEMENTS_SECTION;
        if (!section_whole(book, section))
            return false;
        sum += word_at(section + 4);
    }
    if (plies)
        *plies = book->data[7];
    if (positions)
        *positions = sum;
    return true;
}

static const uint8_t *find_section(const struct mind_book *book, struct mill_subspace subspace)
{
    const uint8_t *section = book->data + PLACEMENTS_HEAD;
    const uint8_t wanted[4] = {subspace.mover, subspace.other, subspace.mover_hand,
                               subspace.other_hand};
    for (uint32_t i = word_at(book->data + 12); i > 0; i--, section += PLACEMENTS_SECTION)
        if (memory_equal(section, wanted, sizeof wanted))
            return section;
    return NULL;
}

/* The entry of a slot: the number of its move, and whether it is won. */
static bool find_entry(const struct mind_book *book, const uint8_t *section, uint32_t slot,
                       uint32_t *number, bool *won)
{
    uint32_t entries = word_at(section + 4);
    const uint8_t *index = book->data + word_at(section + 8);
    uint32_t low = 0, high = (entries + PLACEMENTS_GROUP - 1) / PLACEMENTS_GROUP;
    while (low < high) { /* the first group that begins above it */
        uint32_t middle = low + (high - low) / 2;
        if (word_at(index + 8 * middle) <= slot)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return false;
    uint32_t group = low - 1, at = word_at(index + 8 * group);
    size_t start = (size_t)word_at(section + 12) + word_at(index + 8 * group + 4);
    if (start > book->size)
        return false;
    struct bits_reader reader = {book->data + start, book->size - start, 0};
    for (uint32_t i = group * PLACEMENTS_GROUP; i < entries && at <= slot; i++) {
        if (i > group * PLACEMENTS_GROUP)
            at += read_step(&reader, section[16]) + 1;
        *won = read_bits(&reader, 1);
        *number = read_bits(&reader, section[17]);
        if (at == slot)
            return true;
        if (i % PLACEMENTS_GROUP == PLACEMENTS_GROUP - 1)
            break;
    }
    return false;
}

/* -------- the position -------- */

/* The symmetry that makes the board its slot's position, -1 for none. */
static int symmetry_to(const struct mill *board, const struct mill *slotted, int variant)
{
    for (int symmetry = 0; symmetry < MILL_SYMMETRIES; symmetry++)
        if (mill_transform(board->men[0], symmetry, variant) == slotted->men[0] &&
            mill_transform(board->men[1], symmetry, variant) == slotted->men[1])
            return symmetry;
    return -1;
}

static int image_of_point(int point, int symmetry, int variant)
{
    return point == MILL_NOWHERE ? point : mill_transform_point(point, symmetry, variant);
}

/* The legal move of the board that the symmetry makes this one. */
static bool move_back(const struct mill *board, struct mill_rules rules, int symmetry,
                      uint32_t wanted, uint32_t *move)
{
    uint32_t moves[MILL_MOVES_MAX];
    int count = mill_legal_moves(board, rules, moves);
    for (int i = 0; i < count; i++) {
        *move = moves[i];
        uint32_t image =
            mill_move(image_of_point(mill_move_from(moves[i]), symmetry, rules.variant),
                      image_of_point(mill_move_to(moves[i]), symmetry, rules.variant),
                      image_of_point(mill_move_captured(moves[i]), symmetry, rules.variant));
        if (image == wanted)
            return true;
    }
    return false;
}

bool mill_placements_find(const struct mind_book *book, const struct mill *board,
                          struct mill_rules rules, uint32_t *move, int *outcome)
{
    int side = board->side;
    uint32_t mover = board->men[side], other = board->men[!side];
    struct mill_subspace subspace = {(uint8_t)bits_count(mover), (uint8_t)bits_count(other),
                                     board->hand[side], board->hand[!side]};
    if (!board->hand[side] || subspace.mover > PLACEMENTS_MEN || subspace.other > PLACEMENTS_MEN ||
        !mill_placements_sizes(book, NULL, NULL) || book->data[4] != rules.variant ||
        book->data[5] != rules.skip || book->data[6] != rules.flying)
        return false;
    const uint8_t *section = find_section(book, subspace);
    const struct mill_index *index = section ? mill_placements_index(rules) : NULL;
    if (!index)
        return false;
    uint64_t slot = mill_slot(index, mover, other);
    uint32_t number, moves[MILL_MOVES_MAX];
    bool won;
    if (!find_entry(book, section, (uint32_t)slot, &number, &won))
        return false;
    struct mill slotted = *board;
    mill_unslot(index, subspace.mover, subspace.other, slot, &slotted.men[side],
                &slotted.men[!side]);
    int symmetry = symmetry_to(board, &slotted, rules.variant);
    int count = mill_legal_moves(&slotted, rules, moves);
    *outcome = won;
    return symmetry >= 0 && (int)number < count &&
           move_back(board, rules, symmetry, moves[number], move);
}
