/* Questions to the players in the background, so that the screen never waits: one at a time, the
   newest counts.

   inquirer_ask copies the game and begins as soon as the previous question, which is told to stop
   at once, has let go. What is known can be read between inquirer_look and inquirer_looked; the
   ticket that inquirer_ask gave says whether it belongs to the question that is meant. */
#ifndef PORTS_SCREEN_INQUIRER_H
#define PORTS_SCREEN_INQUIRER_H

#include "lab/inquire.h"
#include <stddef.h>

struct inquirer;

/* What is known of the question asked last. */
struct inquirer_found {
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

struct inquirer *inquirer_open(int threads, size_t table_bytes, uint64_t seed, struct error *error);
void inquirer_close(struct inquirer *inquirer);

/* `question` without session, stop, random and searcher. The ticket is 0 when memory is out. */
unsigned inquirer_ask(struct inquirer *inquirer, const struct session *session,
                      const struct inquiry_question *question);
/* Lets go of what is being asked. With `wait` nobody uses the game's level any more when it
   returns. */
void inquirer_stop(struct inquirer *inquirer, bool wait);

const struct inquirer_found *inquirer_look(struct inquirer *inquirer);
void inquirer_looked(struct inquirer *inquirer);

#endif
