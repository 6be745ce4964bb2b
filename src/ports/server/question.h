/* What a client asks about: a game, a position in it, who is to think and how long.

   Questions arrive as JSON objects (the arguments of a URL are made into one first); question_read
   takes any object from anyone and fills everything or says what is wrong:
     game      the name of a game (required)
     set       an object of game options: {"size": 10}
     level_text  the text of a level, for games that need one
     saved     a saved game, instead of all of these and the next two
     position  a position text; the start when absent
     moves     played from there: a text as the game writes it, or an array of texts
     player    a player's name, or
     level     a strength from 1 to 10
     time, depth, nodes  limits of thinking
     every     with solve: the value of every move as well
     seed      of its random numbers, so that an answer can be repeated
   Numbers may also come as text. What the server allows at most is in struct question_limits. */
#ifndef PORTS_SERVER_QUESTION_H
#define PORTS_SERVER_QUESTION_H

#include "lab/opened.h"
#include "minds/inquiry.h"

#include <jansson.h>

#define QUESTION_DEPTH_MAX 16 /* of nested objects and arrays */

struct question_limits {
    uint64_t microseconds; /* most a search may take */
    uint64_t standard;     /* taken where the question names no limit */
};

struct question {
    struct opened opened;
    struct inquiry_question asked; /* all but who searches, who listens, and its lots */
    uint64_t seed;                 /* of the lots */
};

/* The JSON object that a text is, NULL with an error when it is anything else or nested too deeply;
   the caller lets go of it. */
json_t *question_parse(const char *text, size_t length, struct error *error);

/* The game and its options alone, as `game` and `set` say: not started, without a level. */
bool question_game(struct opened *opened, const json_t *object, struct error *error);

/* Everything but player and limits. */
bool question_read(struct question *question, const json_t *object, struct error *error);
/* What is asked, who thinks and how long; after question_read. */
bool question_read_thinking(struct question *question, enum inquiry_kind kind, const json_t *object,
                            const struct question_limits *limits, struct error *error);
/* The status and code of a question that could not be read: it is wrong, or the machine failed. */
int question_refused(const struct error *error, const char **code);
void question_free(struct question *question);

/* Whether a player is one without a file or a program, which nobody may name from outside. */
bool question_player_plain(const struct player *player, struct error *error);

/* A whole number, or a text that is one; false with an error when it is anything else, also when it
   is absent. */
bool question_integer(const json_t *value, const char *name, int64_t *number, struct error *error);

#endif
