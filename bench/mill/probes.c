/* What one look-up in mill's databases costs, in microseconds of processor time.

   usage: probes DATABASES [COUNT]

   Random positions of all subspaces of nine men that the folder has, each as likely as any other:
   first each for the first time, so that nearly every one unpacks a block, then the last thousand
   once more, whose blocks are unpacked already. Positions are chosen before the clock starts. */
#include "base/random.h"
#include "lab/mill/shelf.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COUNT = 20000, AGAIN = 1000 };

static const struct mill_rules rules = {.variant = MILL_NINE, .flying = true};

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* False for a slot without a position. */
static bool random_board(const struct mill_shelf *shelf, uint64_t slots, struct random *random,
                         struct mill *board)
{
    uint64_t at = (uint64_t)(random_unit(random) * (double)slots);
    const struct mill_store *store;
    for (int i = 0; (store = mill_shelf_store(shelf, i)) && at >= store->slots; i++)
        at -= store->slots;
    if (!store)
        return false;
    const struct mill_subspace *subspace = &store->subspace;
    *board = (struct mill){.hand = {subspace->mover_hand, subspace->other_hand}};
    return mill_unslot(mill_shelf_index(shelf), subspace->mover, subspace->other, at,
                       &board->men[0], &board->men[1]);
}

static void probe(const struct mill_shelf *shelf, const struct mill *boards, int count,
                  const char *what)
{
    uint64_t unpacked = mill_shelf_unpacked(shelf);
    double start = processor_seconds();
    int known = 0;
    for (int i = 0; i < count; i++) {
        struct mill_fact fact;
        known += mill_database_probe(mill_shelf_database(shelf), &boards[i], rules, &fact);
    }
    double seconds = processor_seconds() - start;
    printf("%s: %d of %d known, %.2f microseconds each, %llu blocks unpacked\n", what, known, count,
           seconds * 1e6 / count, (unsigned long long)(mill_shelf_unpacked(shelf) - unpacked));
}

int main(int words, char **word)
{
    int count = words > 2 ? atoi(word[2]) : COUNT;
    struct error error;
    struct random random;
    struct mill_shelf *shelf = words > 1 ? mill_shelf_open(word[1], rules, &error) : NULL;
    struct mill *boards = count > 0 ? calloc((size_t)count, sizeof *boards) : NULL;
    if (!shelf || !boards) {
        fprintf(stderr, "%s\n", words > 1 ? error.text : "usage: probes DATABASES [COUNT]");
        return 1;
    }
    uint64_t slots = 0;
    const struct mill_store *store;
    for (int i = 0; (store = mill_shelf_store(shelf, i)); i++)
        slots += store->slots;
    random_seed(&random, 22);
    for (int i = 0; i < count;)
        i += random_board(shelf, slots, &random, &boards[i]);
    probe(shelf, boards, count, "for the first time");
    int again = count < AGAIN ? count : AGAIN;
    probe(shelf, boards + count - again, again, "once more");
    mill_shelf_close(shelf);
    free(boards);
    return 0;
}
