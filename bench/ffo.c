/* Solves the positions of OBF files and compares with the scores in them. */
#include "base/clock.h"
#include "games/othello/notation.h"
#include "games/othello/othello.h"
#include "minds/othello/model.h"
#include "minds/othello/players.h"
#include "minds/table.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

static struct mind_task task;
static struct mind_answer answers[64];
static atomic_bool stop;
static void report(void *l, const struct mind_answer *a)
{
    (void)l;
    printf("  depth %d prob %d score %d move %u nodes %llu\n", a->depth, a->probability, a->score,
           a->move, (unsigned long long)a->nodes);
}
static void *work(void *p)
{
    struct mind_task own = task;
    own.worker = (int)(long)p;
    own.memory = aligned_alloc(64, OTHELLO_ENGINE_MEMORY);
    if (own.worker)
        own.stop = &stop;
    if (getenv("VERBOSE"))
        own.report = report;
    othello_engine_solve(&own, &answers[own.worker]);
    free(own.memory);
    return NULL;
}

int main(int argc, char **argv)
{
    int threads = atoi(argv[1]);
    struct table table;
    size_t bytes = (size_t)1 << 29;
    void *memory = aligned_alloc(1 << 21, bytes);
    madvise(memory, bytes, MADV_HUGEPAGE);
    uint64_t nodes = 0, total = 0;
    int wrong = 0;
    (void)argc;
    const char *path = getenv("MODEL");
    if (path) {
        FILE *f = fopen(path, "rb");
        char *buffer = malloc(1 << 25);
        size_t n = fread(buffer, 1, 1 << 25, f);
        struct othello_weights *w = malloc(sizeof *w);
        struct error e;
        if (!othello_model_read(buffer, n, w, &e))
            return printf("%s\n", e.text), 1;
        othello_model_use(w);
    }
    for (int f = 2; f < argc; f++) {
        FILE *file = fopen(argv[f], "r");
        char line[1000];
        while (fgets(line, sizeof line, file)) {
            char *semi = strchr(line, ';');
            struct othello_position p;
            struct error error;
            if (!semi || !othello_position_read(NULL, line, (size_t)(semi + 1 - line), &p, &error))
                continue;
            int best = -100;
            for (char *c = strchr(line, ':'); c; c = strchr(c + 1, ':'))
                if (atoi(c + 1) > best)
                    best = atoi(c + 1);
            table_init(&table, memory, bytes);
            task = (struct mind_task){.game = &game_othello, .position = &p, .table = &table};
            uint64_t start = getenv("CPU") ? (uint64_t)clock() : clock_microseconds();
            pthread_t t[64];
            stop = false;
            for (int i = 1; i < threads; i++)
                pthread_create(&t[i], NULL, work, (void *)(long)i);
            work((void *)0);
            stop = true;
            for (int i = 1; i < threads; i++) {
                pthread_join(t[i], NULL);
                answers[0].nodes += answers[i].nodes;
            }
            uint64_t used = (getenv("CPU") ? (uint64_t)clock() : clock_microseconds()) - start;
            struct mind_answer *a = &answers[0];
            nodes += a->nodes;
            total += used;
            wrong += a->score != 100 * best;
            printf("%2d empties %c%c %+d (%+d) %s %.3f s %llu nodes line",
                   bits_count(othello_empty(p.board)), 'a' + (char)(a->move & 7),
                   '1' + (char)(a->move >> 3), a->score / 100, best,
                   a->score == 100 * best ? "" : "WRONG", (double)used / 1e6,
                   (unsigned long long)a->nodes);
            for (int i = 0; i < a->line_length; i++)
                printf(" %c%c", 'a' + (char)(a->line[i] & 7), '1' + (char)(a->line[i] >> 3));
            printf("\n");
            fflush(stdout);
        }
        fclose(file);
    }
    printf("total %.3f s %.1f M nodes %.1f M/s wrong %d\n", (double)total / 1e6,
           (double)nodes / 1e6, (double)nodes / (double)total, wrong);
}
