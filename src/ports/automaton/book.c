/* The automaton's opening book: a static function stored as bits, after Majewski and others
   [majewski96].

   Each key has three slots, one in each third of a bit array, and its value is the exclusive or
   of their bits, per plane. tools/automaton-book finds bits that make this true for all keys of
   the book; with 1.23 slots per key that almost always works. Nothing of the keys themselves is
   stored, so a position outside the book gives an arbitrary value. book_chip_choose therefore
   replays the game and trusts a value only as long as all moves of its own side were those of
   the book.

   The flash of the chip can only be read in aligned 32-bit words, which is why every access goes
   through one function that the compiler may not split. */
#include "ports/automaton/book.h"

#include "base/hash.h"

enum { WIDTH = CONNECT4_WIDTH, HEIGHT = CONNECT4_HEIGHT };

/* From the generated file automaton_book.c. */
extern const uint32_t automaton_book_words[];
extern const uint32_t automaton_book_count;

/* The only way to the book's memory: one aligned word. The compiler may not split it into bytes,
   and a test checks that it did not. */
uint32_t book_chip_word(const uint32_t *words, uint32_t index);

__attribute__((noinline)) uint32_t book_chip_word(const uint32_t *words, uint32_t index)
{
    return *(const volatile uint32_t *)(words + index);
}

static uint64_t mirror_of(uint64_t code)
{
    uint64_t image = 0;
    for (int column = 0; column < WIDTH; column++)
        image |= (code >> column * (HEIGHT + 1) & ((1 << (HEIGHT + 1)) - 1))
                 << (WIDTH - 1 - column) * (HEIGHT + 1);
    return image;
}

uint64_t book_chip_key(struct connect4 board, bool *mirrored)
{
    uint64_t code = board.mine + board.filled, image = mirror_of(code);
    *mirrored = image < code;
    return *mirrored ? image : code;
}

struct book_slots book_chip_slots(uint64_t key, uint32_t third, uint32_t seed)
{
    uint64_t first = hash_mix(key + seed), second = hash_mix(first);
    return (struct book_slots){{
        (uint32_t)((first >> 32) * third >> 32),
        (uint32_t)((uint64_t)(uint32_t)first * third >> 32) + third,
        (uint32_t)((second >> 32) * third >> 32) + 2 * third,
    }};
}

static uint32_t third_of(const uint32_t *words)
{
    return book_chip_word(words, 1) & ((UINT32_C(1) << BOOK_CHIP_SIDES) - 1);
}

static uint32_t plane_words(uint32_t third)
{
    return (3 * third + 31) / 32;
}

bool book_chip_valid(const uint32_t *words, size_t count)
{
    if (!words || count < BOOK_CHIP_HEAD || book_chip_word(words, 0) != BOOK_CHIP_MARK)
        return false;
    uint32_t third = third_of(words), sum = 0;
    if (count != BOOK_CHIP_HEAD + 3 * (size_t)plane_words(third))
        return false;
    for (uint32_t i = BOOK_CHIP_HEAD; i < count; i++)
        sum = (sum << 1 | sum >> 31) + book_chip_word(words, i);
    return sum == book_chip_word(words, 3);
}

int book_chip_value(const uint32_t *words, uint64_t key)
{
    uint32_t third = third_of(words);
    struct book_slots slots = book_chip_slots(key, third, book_chip_word(words, 2));
    uint32_t value = 0;
    for (uint32_t plane = 0; plane < 3; plane++) {
        uint32_t from = BOOK_CHIP_HEAD + plane * plane_words(third), sum = 0;
        for (int i = 0; i < 3; i++)
            sum ^= book_chip_word(words, from + slots.slot[i] / 32) >> slots.slot[i] % 32;
        value |= (sum & 1) << plane;
    }
    return (int)value;
}

/* The book's column for a position that is in it, or -1. */
static int column_of(const uint32_t *words, struct connect4 board)
{
    bool mirrored;
    int value = book_chip_value(words, book_chip_key(board, &mirrored));
    if (value == BOOK_CHIP_THINK)
        return -1;
    return mirrored ? WIDTH - 1 - value : value;
}

int book_chip_choose(const uint32_t *words, const uint8_t *moves, int count, uint32_t coin)
{
    struct connect4 board = {0, 0};
    uint64_t bottom = connect4_bottom(WIDTH, HEIGHT), cells = connect4_cells(WIDTH, HEIGHT);
    if (!words || !(book_chip_word(words, 1) >> BOOK_CHIP_SIDES & (count & 1 ? 2 : 1)))
        return -1;
    for (int i = 0; i <= count; i++) {
        bool symmetric = mirror_of(board.mine + board.filled) == board.mine + board.filled;
        if ((i & 1) == (count & 1)) {
            int column = column_of(words, board);
            if (i == count && column >= 0)
                return symmetric && coin ? WIDTH - 1 - column : column;
            if (column < 0 ||
                (moves[i] != column && !(symmetric && moves[i] == WIDTH - 1 - column)))
                return -1;
        }
        connect4_drop(&board, connect4_landings(board.filled, bottom, cells) &
                                  connect4_column(moves[i], HEIGHT));
    }
    return -1;
}

const uint32_t *book_chip_own(void)
{
    return book_chip_valid(automaton_book_words, automaton_book_count) ? automaton_book_words
                                                                       : NULL;
}
