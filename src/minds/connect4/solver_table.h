/* The parts of the solver that do not depend on the board: its table of bounds and the words its
   workers exchange.

   An entry of the table is one word, so that threads need no lock. A bucket has two; the first
   keeps what took more work, the second what came last.

   The key: the position's code, at most 64 bits, is multiplied by an odd number modulo the size of
   the code, which is a bijection; the upper bits of the product choose the bucket and the next 42
   are kept. For boards of up to 49 bits (7x6 among them) and 128 buckets or more that is all of
   them, so that no two positions are ever taken for each other. On larger boards with small tables
   two positions in 2^42 of the same bucket would be.

   Most positions of a search are late ones, each soon found again or never, and waiting for a
   bucket of a large table takes longer than all else. So on the usual board those have a small
   part of a large table to themselves that stays in the processor's second-level cache. That
   part is not taken away from the others, whose buckets spread over the whole table: a mark in the
   key, which has bits to spare there, tells the two kinds apart. */
#ifndef MINDS_CONNECT4_SOLVER_TABLE_H
#define MINDS_CONNECT4_SOLVER_TABLE_H

#include "minds/connect4/solver.h"

struct solver_fact {
    int lower, upper; /* of the score */
    int move;         /* column; the board's width or more for none */
    int work;         /* logarithm of the positions searched */
};

/* lower + 32: 6 | upper + 32: 6 | move: 5 | work: 5 | key: 42. An empty word is 0. */
enum { SOLVER_KEY_SHIFT = 22 };

static inline uint64_t solver_word_load(const CONNECT4_WORD *word)
{
#if CONNECT4_TEAMS
    return atomic_load_explicit(word, memory_order_relaxed);
#else
    return *word;
#endif
}

static inline void solver_word_store(CONNECT4_WORD *word, uint64_t value)
{
#if CONNECT4_TEAMS
    atomic_store_explicit(word, value, memory_order_relaxed);
#else
    *word = value;
#endif
}

/* Where a position is kept: its bucket and its key there. */
static inline CONNECT4_WORD *solver_table_place(const struct connect4_solver *solver, uint64_t code,
                                                int code_bits, bool late, uint64_t *key)
{
    uint64_t mixed = code * UINT64_C(0x9e3779b97f4a7c15) << (64 - code_bits);
    int bits = late ? solver->late_bits : solver->bucket_bits;
    *key = (mixed << bits >> SOLVER_KEY_SHIFT) | (late ? solver->late_mark : 0);
    return &solver->slots[CONNECT4_BUCKET * (size_t)(mixed >> 1 >> (63 - bits))];
}

static inline bool solver_table_find(const CONNECT4_WORD *slot, uint64_t key,
                                     struct solver_fact *fact)
{
    for (int i = 0; i < CONNECT4_BUCKET; i++) {
        uint64_t word = solver_word_load(&slot[i]);
        if (word >> SOLVER_KEY_SHIFT == key && word & 63) {
            fact->lower = (int)(word & 63) - 32;
            fact->upper = (int)(word >> 6 & 63) - 32;
            fact->move = (int)(word >> 12 & 31);
            return true;
        }
    }
    return false;
}

static inline void solver_table_store(CONNECT4_WORD *slot, uint64_t key,
                                      const struct solver_fact *fact)
{
    uint64_t work = fact->work < 31 ? (uint64_t)fact->work : 31;
    uint64_t word = key << SOLVER_KEY_SHIFT | work << 17 | (uint64_t)fact->move << 12 |
                    (uint64_t)(fact->upper + 32) << 6 | (uint64_t)(fact->lower + 32);
    uint64_t first = solver_word_load(&slot[0]);
    if (first >> SOLVER_KEY_SHIFT == key) {
        solver_word_store(&slot[0], word);
    } else if ((first >> 17 & 31) <= work) {
        solver_word_store(&slot[1], first);
        solver_word_store(&slot[0], word);
    } else {
        solver_word_store(&slot[1], word);
    }
}

/* Whether the search is to unwind: a limit, the stop flag, or another worker's answer. */
bool solver_interrupted(struct connect4_solver *solver);

/* The leader announces a position with first bounds of its score; a helper takes over what is
   proved of it already. */
void solver_range_open(struct connect4_solver *solver, struct connect4 board, int *lower,
                       int *upper);

/* Joins this worker's bounds with the team's. False when a helper's question is no longer asked. */
bool solver_range_exchange(struct connect4_solver *solver, int *lower, int *upper);

/* The search as it is compiled for the usual board and for any other. */
bool solver_7x6_solve(struct connect4_solver *solver, struct connect4 board, int lower, int upper,
                      int *score);
bool solver_any_solve(struct connect4_solver *solver, struct connect4 board, int lower, int upper,
                      int *score);
int solver_7x6_known_move(const struct connect4_solver *solver, struct connect4 board);
int solver_any_known_move(const struct connect4_solver *solver, struct connect4 board);

#endif
