/* What can be trained: a game, the name of a model, and who does it. To add one: list a struct
   trainer in the game's table (ports/cli/game.h). */
#ifndef PORTS_CLI_TRAIN_H
#define PORTS_CLI_TRAIN_H

#include "lab/fitted.h"
#include "lab/setting.h"
#include "ports/cli/arguments.h"

struct trainer {
    const char *game, *model;
    const char *summary; /* one line for the help */
    enum status (*run)(const struct arguments *arguments);
    /* Optional: whether a folder is a training of its kind, so that --resume alone goes on. */
    bool (*holds)(const char *folder);
    const struct setting *settings; /* what other front ends offer; without it they do not */
};

/* Fills in those that other front ends may offer, evolutions aside; gives how many. */
int train_offers(struct training_offer *offers, int most);

/* A line about a generation of games and what was learned, for people or programs; `path` holds it.
 */
void train_tell(const struct arguments *arguments, int generation, int played,
                const struct fitted *fit, double seconds, const char *path);

/* A line about something that can be trained. */
void train_list(FILE *file, const char *game, const char *option, const char *name,
                const char *summary);

/* Evolving any of lab/evolve/problems.h: whether a call asks for that, and doing it. */
bool train_evolve_wanted(const struct arguments *arguments);
enum status train_evolve_run(const struct arguments *arguments);
/* What it offers, for people. */
void train_evolve_list(FILE *file);

#endif
