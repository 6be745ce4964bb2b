/* What one thread needs to query Othello's engine repeatedly: a small table and memory. */
#ifndef LAB_OTHELLO_BENCH_H
#define LAB_OTHELLO_BENCH_H

#include "base/error.h"
#include "games/othello/othello.h"
#include "minds/mind.h"
#include "minds/table.h"

struct othello_bench {
    struct table table;
    void *table_memory;
    void *memory;
};

/* One for each thread; NULL when memory runs out. */
struct othello_bench *othello_benches_open(int threads, struct error *error);
void othello_benches_close(struct othello_bench *benches, int threads);

void othello_bench_forget(struct othello_bench *bench);
/* The engine's move and score at this depth; 64 for an exact answer. */
void othello_bench_ask(struct othello_bench *bench, struct othello board, int depth,
                       struct mind_answer *answer);
/* What a search finds, in hundredths of a disc, and what it found one ply before its last. */
struct othello_judgement {
    int move, value, before;
};

/* At this depth; 64 for the exact value, which is then in both. Quicker than othello_bench_ask for
   an exact value, since no line of play is wanted. */
void othello_bench_judge(struct othello_bench *bench, struct othello board, int depth,
                         struct othello_judgement *judgement);
/* What searches of 0 to `depth` plies find, in hundredths of a disc; nearly without selectivity. */
void othello_bench_values(struct othello_bench *bench, struct othello board, int depth,
                          int *values);

#endif
