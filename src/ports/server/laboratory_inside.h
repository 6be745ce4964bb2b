/* What the parts of the laboratory know of each other: laboratory.c has the folder and the
   processes, laboratory_runs.c the runs on disk, laboratory_offers.c what can be asked for,
   laboratory_ask.c reads what is, laboratory_watch.c reports how a run goes, laboratory_games.c has
   the archive, and laboratory_routes.c brings it all to HTTP. */
#ifndef PORTS_SERVER_LABORATORY_INSIDE_H
#define PORTS_SERVER_LABORATORY_INSIDE_H

#include "ports/server/laboratory.h"

#include <jansson.h>
#include <sys/types.h>

#define LABORATORY_AT_ONCE_MAX 16
#define LABORATORY_RUNS_MAX 9999
#define LABORATORY_PLAYERS_MAX 12
#define LABORATORY_GAMES_MAX 10000 /* of a pairing */
#define LABORATORY_PATH 1024
#define LABORATORY_NAME 8 /* "0001" */

struct laboratory_child {
    char name[LABORATORY_NAME];
    pid_t process;
    bool stopping; /* it was asked to end */
};

struct laboratory {
    struct laboratory_options options;
    char folder[LABORATORY_PATH]; /* from the root */
    int lock;
    struct laboratory_child children[LABORATORY_AT_ONCE_MAX];
    int child_count;
};

/* ---- runs on disk ---- */

/* Whether this is a name that a run may have; nothing else ever becomes part of a path. */
bool laboratory_name(const char *name);
/* The path of something in a run's folder; false when it is too long. */
bool laboratory_path(const struct laboratory *laboratory, const char *name, const char *file,
                     char path[LABORATORY_PATH]);
/* What a run is; NULL with an error when there is none of this name. Let go of it. */
json_t *laboratory_run(const struct laboratory *laboratory, const char *name, struct error *error);
/* "running", "done", "stopped", "interrupted" (the server was killed) or "failed". */
const char *laboratory_state(const struct laboratory *laboratory, const char *name);
/* A new run of this description with its folder; fills in `name`. */
bool laboratory_make(struct laboratory *laboratory, json_t *description, char name[LABORATORY_NAME],
                     struct error *error);
bool laboratory_remove(struct laboratory *laboratory, const char *name, struct error *error);
/* All names, the newest first, as a JSON array. */
json_t *laboratory_names(const struct laboratory *laboratory);

/* ---- processes ---- */

bool laboratory_full(const struct laboratory *laboratory);
/* Starts the program with these words in the run's folder. */
bool laboratory_start(struct laboratory *laboratory, const char *name, const json_t *words,
                      struct error *error);
/* The words that a run goes on with; let go of them. */
json_t *laboratory_words_to_go_on(const struct laboratory *laboratory, const char *name,
                                  const json_t *run);
/* Asks it to end; the second time it is ended at once. */
bool laboratory_stop(struct laboratory *laboratory, const char *name, struct error *error);
const struct laboratory_child *laboratory_child(const struct laboratory *laboratory,
                                                const char *name);

/* ---- what is asked for ---- */

/* The settings of contests. */
extern const struct setting laboratory_match[], laboratory_tournament[];
/* The setting of this name in a list (NULL: that of evolutions), or of those that every run has. */
bool laboratory_setting(const struct setting *list, const char *name, struct setting *setting);
/* All that can be asked for: training runs, matches, tournaments with their settings. */
json_t *laboratory_offers(const struct laboratory *laboratory);
/* The description of a run from a question; NULL with an error. */
json_t *laboratory_describe(const struct laboratory *laboratory, const json_t *asked,
                            struct error *error);
/* The same of an import: the games lie in the run's folder as `file`. */
json_t *laboratory_describe_import(const struct laboratory *laboratory, const char *file,
                                   const char *game, struct error *error);
/* The training of a run besides the evolutions; NULL for none. */
const struct training_offer *laboratory_training(const struct laboratory *laboratory,
                                                 const char *game, const char *model);

/* ---- how it goes ---- */

/* Everything that is known of a run; with `brief` what a list shows. */
json_t *laboratory_tell(const struct laboratory *laboratory, const char *name, bool brief,
                        struct error *error);
/* The vector of one generation: its file, and its weights with the places they belong to. */
bool laboratory_vector(const struct laboratory *laboratory, const char *name,
                       const char *generation, char path[LABORATORY_PATH], struct error *error);
json_t *laboratory_weights(const char *path, struct error *error);

#endif
