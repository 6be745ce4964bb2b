/* Questions to the players in the background, so that the screen never waits: one at a time, the
   newest counts.

   asking_ask copies the game and begins as soon as the question before has let go, which it is told
   to at once. Whatever is known is to be seen between asking_look and asking_looked; the ticket
   that asking_ask gave says whether it belongs to the question that is meant. */
#ifndef PORTS_SCREEN_ASKING_H
#define PORTS_SCREEN_ASKING_H

#include "lab/inquire.h"
#include <stddef.h>

struct asking;

/* What is known of the question asked last. */
struct asking_found {
    unsigned ticket;
    enum inquiry_kind kind;
    bool done, failed;
    struct error error;
    struct mind_answer answer;
    struct inquiry_finding *findings; /* INQUIRY_MOVES, best first */
    int finding_count;
    struct inquiry_moment *moments; /* INQUIRY_REVIEW */
    int moment_count;
    struct tell_side *sides; /* the sums of a review, one per side */
    uint64_t nodes;
};

struct asking *asking_open(int threads, size_t table_bytes, uint64_t seed, struct error *error);
void asking_close(struct asking *asking);

/* `question` without session, stop, random and searcher. The ticket is 0 when memory is out. */
unsigned asking_ask(struct asking *asking, const struct session *session,
                    const struct inquiry_question *question);
/* Lets go of what is being asked. With `wait` nobody uses the game's level any more when it
   returns. */
void asking_stop(struct asking *asking, bool wait);

const struct asking_found *asking_look(struct asking *asking);
void asking_looked(struct asking *asking);

#endif
