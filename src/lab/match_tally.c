/* A byte per planned game, filled from the journal's lines in whatever order they stand there;
   counting then goes through the bytes in order. Reading is quick enough to be repeated every time
   somebody looks: ten thousand games are a few megabytes. */
#include "lab/match_tally.h"

#include "lab/journal.h"
#include "lab/match_journal.h"

#include <stdlib.h>
#include <string.h>

static bool take(void *listener, const char *line, struct error *error)
{
    struct match_tally *tally = listener;
    struct match_journal_game known;
    if (!match_journal_read(line, &known, error))
        return false;
    if (known.pairing >= tally->pairings || known.game.number >= tally->games)
        return true;
    int8_t *points = &tally->points[known.pairing * tally->games + known.game.number];
    tally->finished += *points == MATCH_TALLY_OPEN;
    *points = (int8_t)(known.game.half_points +
                       (known.game.end == MATCH_END_FAULT ? MATCH_TALLY_FAULT : 0));
    return true;
}

bool match_tally_read(struct match_tally *tally, const char *path, int pairings, int each,
                      struct error *error)
{
    size_t count = (size_t)pairings * (size_t)each;
    *tally = (struct match_tally){.pairings = pairings, .games = each, .points = malloc(count)};
    if (!tally->points)
        return error_machine(error, "out of memory");
    memset(tally->points, MATCH_TALLY_OPEN, count);
    return journal_look(path, take, tally, error);
}

void match_tally_free(struct match_tally *tally)
{
    free(tally->points);
    tally->points = NULL;
}

struct match_score match_tally_score(const struct match_tally *tally, int pairing,
                                     const struct sprt *sprt, struct sprt_state *state,
                                     void (*each)(void *listener, const struct match_score *score,
                                                  const struct sprt_state *state),
                                     void *listener)
{
    const int8_t *points = tally->points + (size_t)pairing * (size_t)tally->games;
    struct match_score score = {0};
    if (sprt)
        *state = sprt_judge(sprt, &score);
    for (int i = 0; i < tally->games && points[i] != MATCH_TALLY_OPEN; i++) {
        match_score_add(&score, i, points[i] % MATCH_TALLY_FAULT,
                        i % 2 ? points[i - 1] % MATCH_TALLY_FAULT : 0);
        if (sprt)
            *state = sprt_judge(sprt, &score);
        if (each)
            each(listener, &score, state);
        if (sprt && state->verdict != SPRT_GO_ON)
            break;
    }
    return score;
}

int match_tally_faults(const struct match_tally *tally, int pairing)
{
    const int8_t *points = tally->points + (size_t)pairing * (size_t)tally->games;
    int faults = 0;
    for (int i = 0; i < tally->games; i++)
        faults += points[i] >= MATCH_TALLY_FAULT;
    return faults;
}
